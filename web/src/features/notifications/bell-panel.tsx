import { Link } from '@tanstack/react-router';
import { useChange, useRead } from '../../data/use-api.ts';
import { commonPaths } from '../../paths/common.ts';
import { BellIcon } from '../../ui/icons.tsx';
import { Loading, QueryView, State } from '../../ui/states.tsx';
import { NotificationItem } from './notification-item.tsx';
import styles from './notifications.module.css';

/** The latest notifications, under the bell. */
export function BellPanel({ onClose }: { readonly onClose: () => void }) {
  const latest = useRead('listNotifications', { query: { per_page: 8 } }, { staleTime: 0 });
  const someUnread = latest.data?.data.some(({ read_at }) => read_at === null) ?? false;
  return (
    <>
      <Head someUnread={someUnread} />
      <QueryView
        query={latest}
        skeleton={
          <div className={styles['panelWait']}>
            <Loading lines={5} />
          </div>
        }
      >
        {({ data }) =>
          data.length === 0 ? (
            <State icon={BellIcon} title="Nada por aqui ainda">
              Avisaremos quando houver novidade.
            </State>
          ) : (
            <ul className={`${styles['list']} ${styles['panelList']}`}>
              {data.map((one) => (
                <NotificationItem key={one.id} notification={one} onOpen={onClose} />
              ))}
            </ul>
          )
        }
      </QueryView>
      <div className={styles['foot']}>
        <Link to={commonPaths.notifications} onClick={onClose} className="lv-link">
          Ver todas
        </Link>
      </div>
    </>
  );
}

function Head({ someUnread }: { readonly someUnread: boolean }) {
  const readAll = useChange('readAllNotifications');
  return (
    <div className={styles['head']}>
      <h2>Notificações</h2>
      {someUnread && (
        <button type="button" className={styles['text']} onClick={() => readAll.mutate({})}>
          Marcar todas como lidas
        </button>
      )}
    </div>
  );
}

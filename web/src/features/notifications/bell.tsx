import { lazy, Suspense } from 'react';
import { useRead } from '../../data/use-api.ts';
import { useNotificationStream } from './notification-stream.ts';
import { countOf } from '../../text/decimal.ts';
import { BellIcon } from '../../ui/icons.tsx';
import { Loading } from '../../ui/states.tsx';
import { Menu } from '../../shell/menu.tsx';
import styles from './bell.module.css';

const BellPanel = lazy(async () => ({
  default: (await import('./bell-panel.tsx')).BellPanel,
}));

/** Shows the number of unread notifications, and the latest ones. */
export function Bell() {
  useNotificationStream();
  const unread =
    useRead('countUnreadNotifications', {}, { refetchInterval: 300_000 }).data?.unread ?? 0;
  return (
    <Menu
      wide
      label="Notificações"
      name={`Notificações: ${countOf(unread, ['não lida', 'não lidas'], 'nenhuma não lida')}`}
      button={
        <>
          <BellIcon size={22} />
          {unread > 0 && (
            <span className={styles['count']} data-count={unread > 99 ? '99+' : unread} />
          )}
        </>
      }
    >
      {(close) => (
        <Suspense fallback={<Loading />}>
          <BellPanel onClose={close} />
        </Suspense>
      )}
    </Menu>
  );
}

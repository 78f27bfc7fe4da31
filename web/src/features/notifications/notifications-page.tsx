import { Button } from '@mantine/core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { Notification } from '@lavra/contract/notifications/schemas';
import { useChange, useRead } from '../../data/use-api.ts';
import { Paging } from '../../lists/paging.tsx';
import { Refresh } from '../../lists/refresh.tsx';
import { readNumber, readWord } from '../../lists/url-state.ts';
import { commonPaths } from '../../paths/common.ts';
import { useSession } from '../../runtime/context.tsx';
import { dayHeading } from '../../text/dates.ts';
import { BellIcon } from '../../ui/icons.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Loading, NoMatch, QueryView, State } from '../../ui/states.tsx';
import { Chips } from '../../lists/chips.tsx';
import { NotificationItem } from './notification-item.tsx';
import styles from './notifications.module.css';

const route = getRouteApi(`/app${commonPaths.notifications}`);

/** The page and filter that the address names, what they show, and a way to others. */
function useList() {
  const search: Record<string, unknown> = route.useSearch();
  const navigate = useNavigate();
  const page = readNumber(search['pagina'], 1);
  const filter = readWord(search['mostrar'], ['todas', 'nao-lidas'], 'todas');
  const query = useRead(
    'listNotifications',
    { query: { page, per_page: 15, ...(filter === 'nao-lidas' ? { unread: true } : {}) } },
    { keepPrevious: true, staleTime: 0 },
  );
  const go = (next: Record<string, unknown>): void => {
    void navigate({
      to: commonPaths.notifications,
      search: { ...search, ...next },
      resetScroll: false,
    });
  };
  return { filter, query, go };
}

/** All notifications of the user, by day. */
export function NotificationsPage() {
  const { filter, query, go } = useList();
  return (
    <Page narrow title="Notificações" lead={<Lead />} actions={<ReadAll />}>
      <Chips
        label="Mostrar"
        value={filter}
        options={shown}
        onChange={(mostrar) => go({ mostrar, pagina: undefined })}
      />
      <Refresh list={query} />
      <Card flush>
        <QueryView
          query={query}
          skeleton={
            <div className={styles['panelWait']}>
              <Loading lines={8} />
            </div>
          }
        >
          {({ data, meta }) =>
            data.length > 0 ? (
              <>
                <Days notifications={data} />
                <Paging meta={meta} onPage={(pagina) => go({ pagina })} />
              </>
            ) : filter === 'nao-lidas' ? (
              <NoMatch onClear={() => go({ mostrar: undefined, pagina: undefined })} />
            ) : (
              <NothingYet />
            )
          }
        </QueryView>
      </Card>
    </Page>
  );
}

function ReadAll() {
  const readAll = useChange('readAllNotifications');
  return (
    <Button variant="default" onClick={() => readAll.mutate({})}>
      Marcar todas como lidas
    </Button>
  );
}

const shown = [
  ['todas', 'Todas'],
  ['nao-lidas', 'Não lidas'],
] as const;

/** How long notifications are kept, and the way to choose them for those who receive any. */
function Lead() {
  const isNotified = useSession()?.user.user_type !== 'consultor';
  return (
    <>
      Guardadas por 180 dias.
      {isNotified && (
        <>
          {' '}
          <Link to={commonPaths.notificationChoices}>Escolher o que recebo</Link>
        </>
      )}
    </>
  );
}

const NothingYet = () => (
  <State icon={BellIcon} title="Nenhuma notificação ainda">
    Quando acontecer algo que você precisa saber, você lê aqui.
  </State>
);

const Days = ({ notifications }: { readonly notifications: readonly Notification[] }) =>
  byDay(notifications).map(([day, ofDay]) => (
    <section key={day} aria-label={day}>
      <h2 className={styles['day']}>{day}</h2>
      <ul className={styles['list']}>
        {ofDay.map((one) => (
          <NotificationItem key={one.id} notification={one} />
        ))}
      </ul>
    </section>
  ));

function byDay(list: readonly Notification[]): [string, Notification[]][] {
  const days = new Map<string, Notification[]>();
  for (const one of list) {
    const day = dayHeading(one.created_at, new Date());
    days.set(day, [...(days.get(day) ?? []), one]);
  }
  return [...days];
}

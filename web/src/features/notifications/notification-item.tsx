import { Link, useRouter } from '@tanstack/react-router';
import type { Notification } from '@lavra/contract/notifications/schemas';
import { useChange } from '../../data/use-api.ts';
import { usePortal } from '../../runtime/context.tsx';
import { formatAgo } from '../../text/dates.ts';
import { WithMoney } from '../../ui/money.tsx';
import styles from './notifications.module.css';

interface ItemProps {
  readonly notification: Notification;
  readonly onOpen?: () => void;
  readonly level?: 3;
}

/** One notification; opening it, or its button, marks it as read. */
export function NotificationItem({
  notification: { id, title, body, path, read_at, created_at },
  onOpen,
}: ItemProps) {
  const read = useChange('readNotification');
  const markRead = (): void => {
    if (read_at === null) read.mutate({ params: { id: String(id) } });
  };
  const to = usePagePath(path);
  const { queries } = usePortal();
  return (
    <li className={styles['item']} data-unread={read_at === null || undefined}>
      {read_at === null && <span className={styles['dot']} aria-hidden="true" />}
      <h3>
        {read_at === null && <span className="lv-hidden">Não lida: </span>}
        {to === undefined ? (
          <WithMoney text={title} />
        ) : (
          <Link
            to={to}
            onClick={() => {
              markRead();
              // Where its page is on the screen already, nothing else would read it again.
              void queries.invalidateQueries();
              onOpen?.();
            }}
          >
            <WithMoney text={title} />
          </Link>
        )}
      </h3>
      <time dateTime={created_at.replace(' ', 'T')}>{formatAgo(created_at, new Date())}</time>
      <p>
        <WithMoney text={body} />
      </p>
      {read_at === null && to === undefined && (
        <button type="button" className={styles['mark']} onClick={markRead}>
          Marcar como lida
        </button>
      )}
    </li>
  );
}

/**
 * Returns the page of this portal that a notification links to; undefined where this portal has no
 * such page.
 */
function usePagePath(path: string): string | undefined {
  const {
    definition: { base },
  } = usePortal();
  const router = useRouter();
  if (!path.startsWith(`${base}/`)) return undefined;
  const [, , foundRoute] = router.getMatchedRoutes(path.slice(base.length));
  return foundRoute === undefined || foundRoute.path === '$' ? undefined : path.slice(base.length);
}

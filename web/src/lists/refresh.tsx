import { useEffect, useRef, useState } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useConnectivity } from '../runtime/context.tsx';
import { formatClock } from '../text/dates.ts';
import { RepeatIcon } from '../ui/page-icons.tsx';
import styles from './refresh.module.css';

/** How far a finger has to pull, in pixels. */
const FAR = 90;

type List = Pick<
  UseQueryResult,
  'data' | 'dataUpdatedAt' | 'isError' | 'isFetching' | 'isPlaceholderData' | 'refetch'
>;

/**
 * Shows when a list was loaded, with the ways to reload it: a button, and a pull at the top of the
 * page on touch screens.
 */
export function Refresh({
  list,
  isCompact = false,
}: {
  readonly list: List;
  /** Only its sign on a phone, beside other buttons. */
  readonly isCompact?: boolean;
}) {
  const offline = useConnectivity() === 'offline';
  const again = (): void => {
    void list.refetch();
  };
  const pull = usePull(again);
  const came =
    list.data === undefined || list.isPlaceholderData || offline
      ? undefined
      : formatClock(new Date(list.dataUpdatedAt));
  return (
    <div className={styles['refresh']} data-compact={isCompact || undefined}>
      {pull > 0 && <Pulled by={pull} />}
      {list.data !== undefined && list.isError && !offline ? (
        <p role="alert">
          Não foi possível atualizar.{came !== undefined && ` Estes dados são das ${came}.`}
        </p>
      ) : (
        came !== undefined && <p>Atualizado às {came}</p>
      )}
      <button
        type="button"
        aria-disabled={list.isFetching}
        onClick={() => {
          if (!list.isFetching) again();
        }}
      >
        <RepeatIcon size={16} />
        <span>{list.isFetching ? 'Atualizando…' : 'Atualizar'}</span>
      </button>
    </div>
  );
}

const Pulled = ({ by }: { readonly by: number }) => (
  <p
    className={styles['pull']}
    style={{ translate: `0 ${Math.min(by, FAR) / 2}px` }}
    aria-hidden="true"
  >
    <RepeatIcon size={16} />
    {by < FAR ? 'Puxe para atualizar' : 'Solte para atualizar'}
  </p>
);

/**
 * Returns how far the page is being pulled down from its top, in pixels; calls `onPull` when it was
 * pulled far enough. The browser's own pull gesture is disabled because it would reload the whole
 * portal.
 */
function usePull(onPull: () => void): number {
  const [distance, setDistance] = useState(0);
  const act = useRef(onPull);
  useEffect(() => {
    act.current = onPull;
  });
  useEffect(() => {
    let start: Touch | undefined;
    let pulled = 0;
    const setPulled = (next: number): void => {
      pulled = next;
      setDistance(next);
    };
    const begin = ({ touches }: TouchEvent): void => {
      start =
        touches.length === 1 && scrollY <= 0 && document.querySelector('dialog[open]') === null
          ? touches[0]
          : undefined;
    };
    const move = ({ touches: [touch] }: TouchEvent): void => {
      if (start === undefined || touch === undefined) return;
      const down = touch.clientY - start.clientY;
      setPulled(down > Math.abs(touch.clientX - start.clientX) ? down : 0);
    };
    const end = (): void => {
      if (pulled >= FAR) act.current();
      start = undefined;
      setPulled(0);
    };
    const { style } = document.documentElement;
    style.overscrollBehaviorY = 'contain';
    document.addEventListener('touchstart', begin, { passive: true });
    document.addEventListener('touchmove', move, { passive: true });
    document.addEventListener('touchend', end);
    document.addEventListener('touchcancel', end);
    return () => {
      style.overscrollBehaviorY = '';
      document.removeEventListener('touchstart', begin);
      document.removeEventListener('touchmove', move);
      document.removeEventListener('touchend', end);
      document.removeEventListener('touchcancel', end);
    };
  }, []);
  return distance;
}

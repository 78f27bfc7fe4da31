import { Skeleton } from '@mantine/core';
import { formatCount, wordsFor, type CountWords } from '@lavra/domain/text/count-of';
import type { ReactNode } from 'react';
import styles from './figures.module.css';
import { keepingMoney } from './money.tsx';
import { Loading } from './states.tsx';

export interface Figure {
  readonly label: string;
  readonly value: ReactNode;
  readonly hint?: ReactNode;
  readonly call?: boolean;
}

/** Returns a count as a figure, with the words that go with it. */
export const counted = (
  count: number,
  words: CountWords,
): { readonly label: string; readonly value: string } => ({
  label: wordsFor(count, words),
  value: formatCount(count),
});

/** A longer text, as `R$ 87.870,00`, would break within a figure of half a phone's width. */
const MOST_LARGE = 11;

/** A row of figures; the one that needs attention is highlighted. */
export function Figures({ figures }: { readonly figures: readonly Figure[] }) {
  return (
    <dl className={styles['figures']}>
      {figures.map(({ label, value, hint, call = false }) => (
        <div
          key={label}
          className={styles['figure']}
          data-call={call || undefined}
          data-long={(typeof value === 'string' && value.length > MOST_LARGE) || undefined}
        >
          <dt>
            {label}
            {hint !== undefined && <small>{keepingMoney(hint)}</small>}
          </dt>
          <dd>{keepingMoney(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The placeholder of a page with figures and a list. */
export const DashboardSkeleton = () => (
  <Loading>
    <div className={styles['section']}>
      <div className={styles['skeletons']}>
        {[1, 2, 3, 4].map((one) => (
          <Skeleton key={one} height={104} radius="lg" />
        ))}
      </div>
      <Skeleton height={280} radius="lg" />
    </div>
  </Loading>
);

import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './figures.module.css';
import { Loading } from './states.tsx';

export interface Figure {
  readonly label: string;
  readonly value: ReactNode;
  readonly hint?: ReactNode;
  readonly call?: boolean;
}

/** A row of figures; the one that needs attention is highlighted. */
export function Figures({ figures }: { readonly figures: readonly Figure[] }) {
  return (
    <dl className={styles['figures']}>
      {figures.map(({ label, value, hint, call = false }) => (
        <div key={label} className={styles['figure']} data-call={call || undefined}>
          <dt>
            {label}
            {hint !== undefined && <small>{hint}</small>}
          </dt>
          <dd>{value}</dd>
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

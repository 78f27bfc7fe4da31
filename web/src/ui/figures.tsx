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

/** Numbers that say how things stand; the one that calls for somebody stands out. */
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

/** A page of figures and a list on its way. */
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

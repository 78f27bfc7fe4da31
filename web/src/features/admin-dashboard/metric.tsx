import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePortal, useSession } from '../../runtime/context.tsx';
import styles from './dashboard.module.css';
import { keepingMoney } from '../../ui/money.tsx';

export interface MetricProps {
  readonly label: string;
  readonly value: ReactNode;
  readonly hint?: string;
  /** How it is counted, in one or two sentences. */
  readonly how: string;
  /** The list it was counted from. */
  readonly to?: string;
  readonly search?: Readonly<Record<string, unknown>>;
  readonly call?: boolean;
  /** A picture between the figure and its explanation. */
  readonly children?: ReactNode;
}

/** Returns true when the portal has this page and the user may open it. */
function useHasPage(to: string | undefined): boolean {
  const { definition } = usePortal();
  const permissions = useSession()?.permissions ?? [];
  const page = definition.pages.find(({ path }) => path === to);
  return (
    page !== undefined && (page.permission === undefined || permissions.includes(page.permission))
  );
}

/** Shows one figure: it links to its list, and explains how it is counted. */
export function Metric({
  label,
  value,
  hint,
  how,
  to,
  search = {},
  call = false,
  children,
}: MetricProps) {
  const leads = useHasPage(to);
  return (
    <article className={styles['metric']} data-call={call || undefined} aria-label={label}>
      <p className={styles['value']}>
        {leads && to !== undefined ? (
          <Link to={to} search={search}>
            {keepingMoney(value)}
            <span className="lv-hidden"> {label}: ver a lista</span>
          </Link>
        ) : (
          keepingMoney(value)
        )}
      </p>
      <p className={styles['label']}>{label}</p>
      {hint !== undefined && <p className={styles['hint']}>{keepingMoney(hint)}</p>}
      {children}
      <details className={styles['how']}>
        <summary>
          Como é contado<span className="lv-hidden">: {label}</span>
        </summary>
        <p>{how}</p>
      </details>
    </article>
  );
}

export const Metrics = ({ metrics }: { readonly metrics: readonly MetricProps[] }) => (
  <div className={styles['metrics']}>
    {metrics.map((metric) => (
      <Metric key={metric.label} {...metric} />
    ))}
  </div>
);

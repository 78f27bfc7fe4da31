import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { TabStrip } from '../../lists/tab-strip.tsx';
import { useMay } from '../../runtime/context.tsx';
import { keepingMoney } from '../../ui/money.tsx';
import styles from './kit.module.css';

/** Links to related pages, as tabs under the title. */
export const SectionTabs = ({
  label,
  tabs,
}: {
  readonly label: string;
  readonly tabs: readonly (readonly [to: string, label: string])[];
}) => <TabStrip label={label} tabs={tabs.map(([to, text]) => ({ to, label: text }))} />;

/** A cell with two lines: the name, and what distinguishes it. */
export const Two = ({
  first,
  second,
}: {
  readonly first: ReactNode;
  readonly second?: ReactNode;
}) => (
  <span className={styles['stack']}>
    {keepingMoney(first)}
    {second !== undefined && second !== null && <small>{keepingMoney(second)}</small>}
  </span>
);

/** A button that opens a row whose record is a dialog. */
export const RowButton = ({
  onClick,
  children,
}: {
  readonly onClick: () => void;
  readonly children: ReactNode;
}) => (
  <button type="button" data-row-link onClick={onClick}>
    {children}
  </button>
);

/** A link that opens a row with a page of its own. */
export const RowLink = ({
  to,
  number = false,
  children,
}: {
  readonly to: string;
  readonly number?: boolean;
  readonly children: ReactNode;
}) => (
  <Link to={to} className={number ? 'lv-number' : ''} data-row-link>
    {children}
  </Link>
);

/** The actions of a row. */
export const Acts = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles['acts']}>{children}</div>
);

/** One action; `label` adds the row's name for screen readers. */
export const Act = ({
  label,
  onClick,
  danger = false,
  children,
}: {
  readonly label: string;
  readonly onClick: () => void;
  readonly danger?: boolean;
  readonly children: ReactNode;
}) => (
  <button
    type="button"
    className={styles['act']}
    aria-label={label}
    data-danger={danger || undefined}
    onClick={onClick}
  >
    {children}
  </button>
);

/** An action that links to another page. */
export const ActLink = ({
  to,
  search,
  label,
  children,
}: {
  readonly to: string;
  readonly search?: Readonly<Record<string, unknown>>;
  readonly label: string;
  readonly children: ReactNode;
}) => (
  <Link
    to={to}
    {...(search === undefined ? {} : { search })}
    className={styles['act']}
    aria-label={label}
  >
    {children}
  </Link>
);

/** Renders its children only for users with the permission. */
export function May({
  permission,
  children,
}: {
  readonly permission: string;
  readonly children: ReactNode;
}) {
  return useMay(permission) ? children : null;
}

import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { readWord } from '../../lists/url-state.ts';
import { useAddress } from '../../lists/use-address.ts';
import styles from './kit.module.css';

/** The record that the address names, by its id or UUID. */
export function useRecordId(): string {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  return id;
}

export interface Tab {
  readonly name: string;
  readonly label: string;
  readonly count?: number;
}

/** Which part of a record is open; the first one unless the address says otherwise. */
export function useTab(tabs: readonly Tab[]): string {
  const [search] = useAddress();
  return readWord<readonly string[]>(
    search['aba'],
    tabs.map(({ name }) => name),
    tabs[0]?.name ?? '',
  );
}

/** The parts of a record, each with an address of its own. */
export function Tabs({
  tabs,
  label,
  at,
}: {
  readonly tabs: readonly Tab[];
  readonly label: string;
  readonly at: string;
}) {
  return (
    <nav className={styles['tabs']} aria-label={label}>
      <ul>
        {tabs.map(({ name, label: text, count }, index) => (
          <li key={name}>
            <Link
              to="."
              search={(index === 0 ? {} : { aba: name }) as never}
              resetScroll={false}
              activeOptions={{ exact: true, includeSearch: true }}
              activeProps={{}}
              aria-current={at === name ? 'page' : undefined}
            >
              {text}
              {count !== undefined && <span className={styles['count']}>{count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export interface Fact {
  readonly label: string;
  readonly value: ReactNode;
  readonly wide?: boolean;
}

/** Labels and values; what nobody said is a dash. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={styles['facts']}>
      {facts.map(({ label, value, wide = false }) => (
        <div key={label} data-wide={wide || undefined}>
          <dt>{label}</dt>
          <dd>{value === null || value === undefined || value === '' ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  );
}

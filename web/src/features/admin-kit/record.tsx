import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { readWord } from '../../lists/url-state.ts';
import { useAddress } from '../../lists/use-address.ts';
import { useCurrentInView } from '../../lists/use-current-in-view.ts';
import { keepingMoney } from '../../ui/money.tsx';
import styles from './kit.module.css';

/** Returns the id or UUID of the record in the address. */
export function useRecordId(): string {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  return id;
}

export interface Tab {
  readonly name: string;
  readonly label: string;
  readonly count?: number;
}

/** Returns the open tab of a record; the first one unless the address names another. */
export function useTab(tabs: readonly Tab[]): string {
  const [search] = useAddress();
  return readWord<readonly string[]>(
    search['aba'],
    tabs.map(({ name }) => name),
    tabs[0]?.name ?? '',
  );
}

/** The tabs of a record, each with its own address. */
export function Tabs({
  tabs,
  label,
  at,
}: {
  readonly tabs: readonly Tab[];
  readonly label: string;
  readonly at: string;
}) {
  const strip = useCurrentInView();
  return (
    <nav ref={strip} className={styles['tabs']} aria-label={label}>
      <ul>
        {tabs.map(({ name, label: text, count }, index) => (
          <li key={name}>
            <Link
              to="."
              search={index === 0 ? {} : { aba: name }}
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

/** Labels and values; a missing value is a dash. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={styles['facts']}>
      {facts.map(({ label, value, wide = false }) => (
        <div key={label} data-wide={wide || undefined}>
          <dt>{label}</dt>
          <dd>
            {value === null || value === undefined || value === '' ? '–' : keepingMoney(value)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

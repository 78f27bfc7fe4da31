import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { TabStrip } from '../../lists/tab-strip.tsx';
import { readWord } from '../../lists/url-state.ts';
import { useAddress } from '../../lists/use-address.ts';
import { Term, TermList } from '../../ui/record.tsx';
import { keepingMoney } from '../../ui/money.tsx';

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
  return (
    <TabStrip
      label={label}
      tabs={tabs.map(({ name, label: text, count }, index) => ({
        label: text,
        count,
        to: '.',
        search: index === 0 ? {} : { aba: name },
        isOpen: at === name,
      }))}
    />
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
    <TermList>
      {facts.map(({ label, value, wide }) => (
        <Term key={label} name={label} wide={wide}>
          {value === null || value === undefined || value === '' ? '–' : keepingMoney(value)}
        </Term>
      ))}
    </TermList>
  );
}

import { TextInput } from '@mantine/core';
import { Chips } from '../../lists/chips.tsx';
import { SearchBox } from '../../lists/search-box.tsx';
import { readText, readWord } from '../../lists/url-state.ts';
import styles from './orders.module.css';

const shown = ['todas', 'rascunhos', 'abertas', 'em-analise', 'escolhidas', 'encerradas', 'canceladas'] as const;
type Shown = (typeof shown)[number];

const labels: readonly (readonly [Shown, string])[] = [
  ['todas', 'Todas'], ['rascunhos', 'Rascunhos'], ['abertas', 'Abertas'], ['em-analise', 'Em análise'], ['escolhidas', 'Escolhidas'], ['encerradas', 'Encerradas'], ['canceladas', 'Canceladas'],
];

/** The service's word for each tab. */
const statuses = { 'todas': undefined, 'rascunhos': 'rascunho', 'abertas': 'publicada', 'em-analise': 'em_analise', 'escolhidas': 'adjudicada', 'encerradas': 'encerrada', 'canceladas': 'cancelada' } as const;

export interface OrderFilter { readonly tab: Shown; readonly text: string; readonly from: string; readonly to: string }

const readDay = (value: unknown): string => (/^\d{4}-\d{2}-\d{2}$/.test(readText(value)) ? readText(value) : '');

/** What the address asks for. */
export const readFilter = (search: Readonly<Record<string, unknown>>): OrderFilter =>
  ({ tab: readWord(search['situacao'], shown, 'todas'), text: readText(search['busca']), from: readDay(search['de']), to: readDay(search['ate']) });

/** Nothing is left out. */
export const noFilter = { situacao: undefined, busca: undefined, de: undefined, ate: undefined, pagina: undefined } as const;
export const isFiltered = ({ tab, text, from, to }: OrderFilter): boolean => tab !== 'todas' || `${text}${from}${to}` !== '';

/** The filter as the service takes it. */
export const queryOf = ({ tab, text }: OrderFilter) => ({ ...(statuses[tab] === undefined ? {} : { status: statuses[tab] }), ...(text === '' ? {} : { q: text }) });
export const periodOf = ({ from, to }: OrderFilter) => ({ ...(from === '' ? {} : { created_from: from }), ...(to === '' ? {} : { created_to: to }) });

interface OrderFiltersProps { readonly filter: OrderFilter; readonly onChange: (part: Readonly<Record<string, unknown>>) => void; readonly withPeriod: boolean }

/** Tabs by status, a search by number and words, and when it was created. */
export function OrderFilters({ filter, onChange, withPeriod }: OrderFiltersProps) {
  const change = (part: Readonly<Record<string, unknown>>): void => onChange({ ...part, pagina: undefined });
  return (
    <div className={styles['filters']}>
      <Chips label="Situação" value={filter.tab} options={labels} onChange={(tab) => change({ situacao: tab === 'todas' ? undefined : tab })} />
      <div className={styles['search']}>
        <SearchBox label="Buscar cotação" placeholder="Número ou descrição" value={filter.text} onSearch={(text) => change({ busca: text === '' ? undefined : text })} />
        {withPeriod && (
          <>
            <TextInput label="Criada desde" type="date" value={filter.from} max={filter.to || undefined} onChange={(event) => change({ de: event.currentTarget.value || undefined })} />
            <TextInput label="Até" type="date" value={filter.to} min={filter.from || undefined} onChange={(event) => change({ ate: event.currentTarget.value || undefined })} />
          </>
        )}
      </div>
    </div>
  );
}

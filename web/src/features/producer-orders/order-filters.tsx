import { TextInput } from '@mantine/core';
import { localDate } from '@lavra/domain/calendar/calendar';
import { seasonOf, seasonsUntil } from '@lavra/domain/calendar/seasons';
import { SelectField } from '../../forms/fields.tsx';
import { Chips } from '../../lists/chips.tsx';
import { SearchBox } from '../../lists/search-box.tsx';
import { readText, readWord } from '../../lists/url-state.ts';
import { serviceZone } from '../../text/dates.ts';
import styles from './orders.module.css';

const shown = [
  'todas',
  'rascunhos',
  'abertas',
  'em-analise',
  'escolhidas',
  'encerradas',
  'canceladas',
] as const;
type Shown = (typeof shown)[number];

const labels: readonly (readonly [Shown, string])[] = [
  ['todas', 'Todas'],
  ['rascunhos', 'Rascunhos'],
  ['abertas', 'Abertas'],
  ['em-analise', 'Em análise'],
  ['escolhidas', 'Escolhidas'],
  ['encerradas', 'Encerradas'],
  ['canceladas', 'Canceladas'],
];

/** The service's status for each tab. */
const statuses = {
  todas: undefined,
  rascunhos: 'rascunho',
  abertas: 'publicada',
  'em-analise': 'em_analise',
  escolhidas: 'adjudicada',
  encerradas: 'encerrada',
  canceladas: 'cancelada',
} as const;

export const orderSorts = ['-created_at', 'created_at', 'deadline_date', '-deadline_date'] as const;
const sortLabels: Readonly<Record<(typeof orderSorts)[number], string>> = {
  '-created_at': 'Mais novas',
  created_at: 'Mais antigas',
  deadline_date: 'Prazo próximo',
  '-deadline_date': 'Prazo distante',
};

export interface OrderFilter {
  readonly tab: Shown;
  readonly text: string;
  readonly from: string;
  readonly to: string;
  readonly byDates: boolean;
  readonly sort: (typeof orderSorts)[number];
}

const readDay = (value: unknown): string =>
  /^\d{4}-\d{2}-\d{2}$/.test(readText(value)) ? readText(value) : '';

/** Reads the filter from the address. */
export function readFilter(search: Readonly<Record<string, unknown>>): OrderFilter {
  const [from, to] = [readDay(search['de']), readDay(search['ate'])];
  return {
    tab: readWord(search['situacao'], shown, 'todas'),
    text: readText(search['busca']),
    from,
    to,
    sort: readWord(search['ordem'], orderSorts, '-created_at'),
    byDates:
      search['periodo'] === 'datas' || (`${from}${to}` !== '' && seasonOf(from, to) === undefined),
  };
}

/** Removes all filters. */
export const noFilter = {
  situacao: undefined,
  busca: undefined,
  de: undefined,
  ate: undefined,
  periodo: undefined,
  pagina: undefined,
} as const;
export const isFiltered = ({ tab, text, from, to }: OrderFilter): boolean =>
  tab !== 'todas' || `${text}${from}${to}` !== '';

/** Returns the filter as the service accepts it. */
export const queryOf = ({ tab, text, sort }: OrderFilter) => ({
  sort,
  ...(statuses[tab] === undefined ? {} : { status: statuses[tab] }),
  ...(text === '' ? {} : { q: text }),
});
export const periodOf = ({ from, to }: OrderFilter) => ({
  ...(from === '' ? {} : { created_from: from }),
  ...(to === '' ? {} : { created_to: to }),
});

type Change = (part: Readonly<Record<string, unknown>>) => void;
interface OrderFiltersProps {
  readonly filter: OrderFilter;
  readonly onChange: Change;
  readonly withPeriod: boolean;
}

/**
 * Tabs by status, a search by number and words, the season or days of creation, and the sort of the
 * list.
 */
export function OrderFilters({ filter, onChange, withPeriod }: OrderFiltersProps) {
  const change: Change = (part) => onChange({ ...part, pagina: undefined });
  return (
    <div className={styles['filters']}>
      <Chips
        label="Situação"
        value={filter.tab}
        options={labels}
        onChange={(tab) => change({ situacao: tab === 'todas' ? undefined : tab })}
      />
      <div className={styles['search']}>
        <SearchBox
          label="Buscar cotação"
          placeholder="Número, descrição ou produto"
          value={filter.text}
          onSearch={(text) => change({ busca: text === '' ? undefined : text })}
        />
        {withPeriod && <Period filter={filter} change={change} />}
        <SelectField
          label="Ordenar por"
          value={filter.sort}
          options={orderSorts.map((sort) => [sort, sortLabels[sort]])}
          onChange={(sort) => change({ ordem: sort === '-created_at' ? undefined : sort })}
        />
      </div>
    </div>
  );
}

interface PeriodProps {
  readonly filter: OrderFilter;
  readonly change: Change;
}

function Period({ filter, change }: PeriodProps) {
  const { from, to, byDates } = filter;
  const known = seasonsUntil(localDate(new Date(), serviceZone), 5);
  const season = seasonOf(from, to);
  const seasons =
    season === undefined || known.some(({ name }) => name === season.name)
      ? known
      : [...known, season];
  const choose = (value: string): void => {
    const chosen = seasons.find(({ name }) => name === value);
    change({ de: chosen?.from, ate: chosen?.to, periodo: value === 'datas' ? value : undefined });
  };
  return (
    <>
      <SelectField
        label="Safra"
        value={byDates ? 'datas' : (season?.name ?? '')}
        placeholder="Todas"
        options={[...seasons.map(({ name }) => [name, name] as const), ['datas', 'Outras datas']]}
        onChange={choose}
      />
      {byDates && <Days filter={filter} change={change} />}
    </>
  );
}

/** The first and the last day of creation. */
const Days = ({ filter: { from, to }, change }: PeriodProps) => (
  <div className={styles['days']}>
    <TextInput
      label="Criada desde"
      type="date"
      value={from}
      max={to || undefined}
      onChange={(event) => change({ de: event.currentTarget.value || undefined, periodo: 'datas' })}
    />
    <TextInput
      label="Até"
      type="date"
      value={to}
      min={from || undefined}
      onChange={(event) =>
        change({ ate: event.currentTarget.value || undefined, periodo: 'datas' })
      }
    />
  </div>
);

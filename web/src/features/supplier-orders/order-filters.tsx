import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../data/use-api.ts';
import { SelectField } from '../../forms/fields.tsx';
import { Chips } from '../../lists/chips.tsx';
import { SearchBox } from '../../lists/search-box.tsx';
import { readNumber, readText, readWord } from '../../lists/url-state.ts';
import { useCities, useStates } from '../account/city-fields.tsx';
import styles from './supplier-orders.module.css';

const shown = ['todas', 'para-mim', 'a-responder', 'favoritas'] as const;
type Shown = (typeof shown)[number];
const labels: readonly (readonly [Shown, string])[] = [
  ['todas', 'Todas'],
  ['para-mim', 'Para a minha empresa'],
  ['a-responder', 'A responder'],
  ['favoritas', 'Favoritas'],
];

export interface OrderFilter {
  readonly tab: Shown;
  readonly text: string;
  readonly type: number;
  readonly state: string;
  readonly city: number;
  readonly from: string;
  readonly to: string;
}
type Search = Readonly<Record<string, unknown>>;

const readDay = (value: unknown): string =>
  /^\d{4}-\d{2}-\d{2}$/.test(readText(value)) ? readText(value) : '';

/** Reads the filter from the address. */
export function readFilter(search: Search): OrderFilter {
  const state = readText(search['uf']).toUpperCase();
  return {
    tab: readWord(search['mostrar'], shown, 'todas'),
    text: readText(search['busca']),
    type: readNumber(search['tipo'], 0),
    state: /^[A-Z]{2}$/.test(state) ? state : '',
    city: readNumber(search['municipio'], 0),
    from: readDay(search['de']),
    to: readDay(search['ate']),
  };
}

export const noFilter = {
  mostrar: undefined,
  busca: undefined,
  tipo: undefined,
  uf: undefined,
  municipio: undefined,
  de: undefined,
  ate: undefined,
  pagina: undefined,
} as const;
export const isFiltered = ({ tab, text, type, state, from, to }: OrderFilter): boolean =>
  tab !== 'todas' || type !== 0 || `${text}${state}${from}${to}` !== '';

/** Returns the filter as the service accepts it. */
export const queryOf = ({ tab, text, type, state, city, from, to }: OrderFilter) => ({
  ...(tab === 'favoritas' ? { favorites: true } : {}),
  ...(tab === 'para-mim' ? { matching: true } : {}),
  ...(tab === 'a-responder' ? { waiting: true } : {}),
  ...(text === '' ? {} : { q: text }),
  ...(type === 0 ? {} : { product_type_id: type }),
  ...(state === '' ? {} : { state }),
  ...(city === 0 ? {} : { city_id: city }),
  ...(from === '' ? {} : { deadline_from: from }),
  ...(to === '' ? {} : { deadline_to: to }),
});

interface OrderFiltersProps {
  readonly filter: OrderFilter;
  readonly onChange: (part: Search) => void;
}

/** Filters by audience, words, product, place and deadline. */
export function OrderFilters({ filter, onChange }: OrderFiltersProps) {
  const change = (part: Search): void => onChange({ ...part, pagina: undefined });
  const used = [
    filter.type !== 0,
    `${filter.state}${filter.city || ''}` !== '',
    `${filter.from}${filter.to}` !== '',
  ].filter(Boolean).length;
  const [open, setOpen] = useState(used > 0);
  return (
    <div className={styles['filters']}>
      <Chips
        label="Mostrar"
        value={filter.tab}
        options={labels}
        onChange={(tab) => change({ mostrar: tab === 'todas' ? undefined : tab })}
      />
      <SearchBox
        label="Buscar cotação"
        placeholder="Número, descrição ou produto"
        value={filter.text}
        onSearch={(text) => change({ busca: text === '' ? undefined : text })}
      />
      <details
        className={styles['more']}
        open={open}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary>Produto, local e prazo{used > 0 && ` (${used})`}</summary>
        <div className={styles['moreFields']}>
          <PlaceFields filter={filter} onChange={change} />
          <DeadlineFields filter={filter} onChange={change} />
        </div>
      </details>
    </div>
  );
}

const DeadlineFields = ({ filter: { from, to }, onChange }: OrderFiltersProps) => (
  <>
    <TextInput
      label="Prazo desde"
      size="md"
      type="date"
      value={from}
      max={to || undefined}
      onChange={(event) => onChange({ de: event.currentTarget.value || undefined })}
    />
    <TextInput
      label="Prazo até"
      size="md"
      type="date"
      value={to}
      min={from || undefined}
      onChange={(event) => onChange({ ate: event.currentTarget.value || undefined })}
    />
  </>
);

/** What is asked for, and where it goes. */
function PlaceFields({ filter, onChange }: OrderFiltersProps) {
  const types =
    useRead('listProductTypes', { query: { per_page: 100 } }, { staleTime: 600_000 }).data?.data ??
    [];
  const states = useStates();
  const cities = useCities(filter.state);
  return (
    <>
      <SelectField
        label="Tipo de produto"
        placeholder="Todos"
        value={filter.type === 0 ? '' : String(filter.type)}
        onChange={(type) => onChange({ tipo: type || undefined })}
        options={types.map(({ id, name }) => [String(id), name])}
      />
      <SelectField
        label="Estado da entrega"
        placeholder="Todos"
        value={filter.state}
        onChange={(uf) => onChange({ uf: uf || undefined, municipio: undefined })}
        options={states.map(({ uf, name }) => [uf, name])}
      />
      <SelectField
        label="Município"
        placeholder={filter.state === '' ? 'Escolha antes o estado' : 'Todos'}
        value={filter.city === 0 ? '' : String(filter.city)}
        onChange={(city) => onChange({ municipio: city || undefined })}
        options={cities.map(({ id, name }) => [String(id), name])}
      />
    </>
  );
}

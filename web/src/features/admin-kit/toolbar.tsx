import { useState, type ReactNode } from 'react';
import { Chips } from '../../lists/chips.tsx';
import { SearchBox } from '../../lists/search-box.tsx';
import { readText } from '../../lists/url-state.ts';
import { CloseIcon } from '../../ui/icons.tsx';
import { FilterField } from './filter-field.tsx';
import { isAsked, describeFilter, type Filter } from './filters.ts';
import styles from './kit.module.css';
import type { ListState } from './list-state.ts';
import { useNamed } from './pick-source.ts';

export interface SearchWords {
  readonly label: string;
  readonly placeholder: string;
}

interface ToolbarProps {
  readonly list: ListState;
  readonly search?: SearchWords | undefined;
  readonly aside?: ReactNode;
}

type Change = (filter: Filter, value: string | number | undefined) => void;

/**
 * Above a list: its tabs, its search and filters, and the active ones as chips that can be removed.
 */
export function Toolbar({ list, search, aside }: ToolbarProps) {
  const asked = Object.values(list.filters).filter((filter) => isAsked(filter, list.search));
  const fields = asked.filter(
    ({ tabs, kind, options }) =>
      !tabs && kind !== 'link' && (kind !== 'choice' || options.length > 0),
  );
  const applied = asked.filter(
    (filter) => !filter.tabs && filter.read(list.search[filter.word]) !== undefined,
  );
  const set: Change = ({ word }, value) =>
    list.filter({ ...namesBelow(word, list), [word]: asNumber(value) });
  return (
    <div className={styles['toolbar']}>
      {asked
        .filter(({ tabs }) => tabs)
        .map((filter) => (
          <Tabs
            key={filter.word}
            filter={filter}
            value={readText(list.search[filter.word])}
            onChange={(value) => set(filter, value)}
          />
        ))}
      {(search !== undefined || fields.length > 0) && (
        <Filters {...{ list, search, fields, set }} applied={applied.length} />
      )}
      {(applied.length > 0 || aside !== undefined) && (
        <div className={styles['applied']}>
          {applied.length > 0 && <AppliedFilters {...{ list, applied, set }} />}
          {aside}
        </div>
      )}
    </div>
  );
}

interface FiltersProps extends Pick<ToolbarProps, 'list' | 'search'> {
  readonly fields: readonly Filter[];
  /** How many filters are active. */
  readonly applied: number;
  readonly set: Change;
}

/** The search, and the fields of the filters; on a phone those are folded away. */
function Filters({ list, search, fields, applied, set }: FiltersProps) {
  const [open, setOpen] = useState(false);
  return (
    <div className={styles['filters']} data-open={open || undefined}>
      {search !== undefined && (
        <div className={styles['search']} data-search>
          <SearchBox
            {...search}
            value={list.text}
            onSearch={(text) => list.filter({ busca: text || undefined })}
          />
        </div>
      )}
      {fields.length > 0 && (
        <button
          type="button"
          className={styles['fold']}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          Filtros{applied > 0 && ` (${applied})`}
        </button>
      )}
      {fields.map((filter) => (
        <div key={filter.word} data-field>
          <FilterField
            filter={filter}
            value={list.search[filter.word]}
            onChange={(value) => set(filter, value)}
          />
        </div>
      ))}
    </div>
  );
}

interface AppliedFiltersProps {
  readonly list: ListState;
  readonly applied: readonly Filter[];
  readonly set: Change;
}

const AppliedFilters = ({ list, applied, set }: AppliedFiltersProps) => (
  <ul aria-label="Filtros em uso">
    {applied.map((filter) => (
      <li key={filter.word}>
        <Applied
          filter={filter}
          value={readText(list.search[filter.word])}
          onClear={() => set(filter, undefined)}
        />
      </li>
    ))}
    {applied.length > 1 && (
      <li>
        <button type="button" className={styles['plain']} onClick={list.clear}>
          Tirar todos
        </button>
      </li>
    )}
  </ul>
);

/** Converts an id to a number, because the router would quote it in the address otherwise. */
const asNumber = (value: string | number | undefined) =>
  typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : value;

/** Clears the filters that depend on a parameter when it changes. */
const namesBelow = (word: string, { filters }: ListState): Record<string, undefined> =>
  Object.fromEntries(
    Object.values(filters)
      .filter(({ needs }) => needs?.word === word)
      .map((filter) => [filter.word, undefined]),
  );

function Tabs({
  filter: { label, all, options },
  value,
  onChange,
}: {
  readonly filter: Filter;
  readonly value: string;
  readonly onChange: (value: string | undefined) => void;
}) {
  const known = options.some(([word]) => word === value) ? value : '';
  return (
    <Chips
      label={label}
      value={known}
      options={[['', all], ...options]}
      onChange={(next) => onChange(next || undefined)}
    />
  );
}

/** An active filter in words, with a button that removes it. */
function Applied({
  filter,
  value,
  onClear,
}: {
  readonly filter: Filter;
  readonly value: string;
  readonly onClear: () => void;
}) {
  return (
    <button type="button" className={styles['appliedChip']} onClick={onClear}>
      <span className="lv-hidden">Tirar o filtro </span>
      {filter.from === undefined ? (
        describeFilter(filter, value)
      ) : (
        <>
          {filter.label}: <Named filter={filter} value={value} />
        </>
      )}
      <CloseIcon size={14} />
    </button>
  );
}

function Named({
  filter: { from = 'producers' },
  value,
}: {
  readonly filter: Filter;
  readonly value: string;
}) {
  return useNamed(from, value) ?? `nº ${value}`;
}

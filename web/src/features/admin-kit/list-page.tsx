import type { UseQueryResult } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, type ReactNode } from 'react';
import { DataTable, type Column } from '../../lists/data-table.tsx';
import { Paging } from '../../lists/paging.tsx';
import { SearchBox } from '../../lists/search-box.tsx';
import { writeSort } from '../../lists/url-state.ts';
import { countOf } from '../../text/decimal.ts';
import { Card, Page, type Crumb } from '../../ui/page.tsx';
import { Loading, NoMatch, QueryView } from '../../ui/states.tsx';
import type { ListState } from './list-state.ts';
import { ShortcutsHint, useListKeys } from './list-keys.tsx';
import styles from './kit.module.css';

interface PageMeta { readonly current_page: number; readonly last_page: number; readonly per_page: number; readonly total: number }
export interface PageOf<Row> { readonly data: readonly Row[]; readonly meta: PageMeta }

interface ListPageProps<Row, Field extends string> {
  readonly title: string;
  readonly trail?: readonly Crumb[];
  /** One and many, for the count under the title. */
  readonly words: readonly [one: string, many: string];
  readonly actions?: ReactNode;
  readonly placeholder: string;
  readonly filters?: ReactNode;
  /** True when something is filtered beside the search. */
  readonly isFiltered: boolean;
  /** The address's words to take out for the whole list. */
  readonly filterNames: readonly string[];
  readonly query: UseQueryResult<PageOf<Row>>;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string | number;
  readonly placeOf: (row: Row) => string;
  readonly state: ListState<Field>;
  readonly empty: ReactNode;
}

/** A list of the back office: search, filters, sorted table, pages, keys. Everything it shows is in the address. */
export function ListPage<Row, Field extends string>({ title, trail, words, actions, placeholder, filters, query, state, ...list }: ListPageProps<Row, Field>) {
  const box = useRef<HTMLDivElement>(null);
  useListKeys(box);
  const total = query.data?.meta.total;
  return (
    <Page title={title} {...(trail === undefined ? {} : { trail })} lead={<span role="status">{total === undefined ? '' : countOf(total, words, `Nenhum resultado`)}</span>} actions={<div className={styles['actions']}>{actions}</div>}>
      <div ref={box} className={styles['dense']} style={{ gap: 20 }}>
        <div className={styles['filters']}>
          <SearchBox label={`Buscar em ${title.toLowerCase()}`} placeholder={placeholder} value={state.text} onSearch={(busca) => state.filter({ busca: busca || undefined })} />
          {filters}
        </div>
        <Card flush><Rows query={query} state={state} caption={title} {...list} /></Card>
        <ShortcutsHint />
      </div>
    </Page>
  );
}

type RowsProps<Row, Field extends string> = Pick<ListPageProps<Row, Field>, 'query' | 'state' | 'columns' | 'keyOf' | 'placeOf' | 'empty' | 'isFiltered' | 'filterNames'> & { readonly caption: string };

function Rows<Row, Field extends string>({ query, state, caption, columns, keyOf, placeOf, empty, isFiltered, filterNames }: RowsProps<Row, Field>) {
  const navigate = useNavigate();
  const clear = (): void => state.filter(Object.fromEntries(['busca', ...filterNames].map((name) => [name, undefined])));
  return (
    <QueryView query={query} skeleton={<div className={styles['wait']}><Loading lines={12} /></div>}>
      {({ data, meta }) => {
        if (data.length === 0) return isFiltered || state.text !== '' || meta.total > 0 ? <NoMatch {...(state.text === '' ? {} : { wanted: state.text })} onClear={clear} /> : empty;
        return (
          <>
            <DataTable
              caption={caption} columns={columns} rows={data} keyOf={keyOf} sort={state.sort}
              // A column sorts by a field that the list names.
              onSort={(sort) => state.filter({ ordem: writeSort(sort) })} onOpen={(row) => { void navigate({ to: placeOf(row) }); }}
            />
            <Paging meta={meta} onPage={state.go} />
          </>
        );
      }}
    </QueryView>
  );
}

interface PartListProps<Row> {
  readonly caption: string; readonly query: UseQueryResult<PageOf<Row>>; readonly columns: readonly Column<Row>[]; readonly keyOf: (row: Row) => string | number;
  readonly placeOf?: (row: Row) => string; readonly onPage: (page: number) => void; readonly empty: ReactNode;
}

/** A short list inside a record. */
export function PartList<Row>({ caption, query, columns, keyOf, placeOf, onPage, empty }: PartListProps<Row>) {
  const navigate = useNavigate();
  return (
    <Card flush>
      <div className={styles['dense']}>
        <QueryView query={query} skeleton={<div className={styles['wait']}><Loading lines={6} /></div>}>
          {({ data, meta }) => (data.length === 0 ? empty : (
            <>
              <DataTable caption={caption} columns={columns} rows={data} keyOf={keyOf} {...(placeOf === undefined ? {} : { onOpen: (row: Row) => { void navigate({ to: placeOf(row) }); } })} />
              <Paging meta={meta} onPage={onPage} />
            </>
          ))}
        </QueryView>
      </div>
    </Card>
  );
}

import type { UseQueryResult } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { DataTable, type Column } from '../../lists/data-table.tsx';
import { Paging } from '../../lists/paging.tsx';
import { SearchBox } from '../../lists/search-box.tsx';
import type { Sort } from '../../lists/url-state.ts';
import { Card } from '../../ui/page.tsx';
import { Loading, NoMatch, QueryView } from '../../ui/states.tsx';
import styles from './admin-lists.module.css';
import { useListKeys } from './use-list-keys.ts';

interface PageOf<Row> { readonly data: readonly Row[]; readonly meta: React.ComponentProps<typeof Paging>['meta'] }

interface ListViewProps<Row> {
  readonly list: UseQueryResult<PageOf<Row>>;
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string | number;
  readonly state: { readonly text: string; readonly sort: Sort; readonly filtered: boolean; readonly order: (sort: Sort) => void; readonly turn: (page: number) => void; readonly clear: () => void };
  /** What stands here while there is nothing yet. */
  readonly empty: ReactNode;
  readonly onOpen?: (row: Row) => void;
}

/** A dense list with every state of its own: loading, nothing yet, nothing found, an error, a page of rows. */
export function ListView<Row>({ list, caption, columns, keyOf, state, empty, onOpen }: ListViewProps<Row>) {
  const box = useRef<HTMLDivElement>(null);
  useListKeys(box);
  return (
    <div ref={box} className={styles['dense']}>
      <Card flush>
        <QueryView query={list} skeleton={<div className={styles['wait']}><Loading lines={12} /></div>}>
          {({ data, meta }) => {
            if (data.length === 0) return state.filtered || meta.current_page > 1 ? <NoMatch {...(state.text === '' ? {} : { wanted: state.text })} onClear={state.clear} /> : empty;
            return (
              <>
                <DataTable caption={caption} columns={columns} rows={data} keyOf={keyOf} sort={state.sort} onSort={state.order} {...(onOpen === undefined ? {} : { onOpen })} />
                <Paging meta={meta} onPage={state.turn} />
              </>
            );
          }}
        </QueryView>
      </Card>
    </div>
  );
}

/** Above a list: tabs of states on a line of their own, then a search and whatever narrows it further. */
export function Filters({ tabs, children }: { readonly tabs?: ReactNode; readonly children?: ReactNode }) {
  return <div className={styles['filters']}>{tabs}{children !== undefined && <div className={styles['line']}>{children}</div>}</div>;
}

/** A list's search, kept in the address as `busca`. */
export const Search = ({ label, placeholder, state }: { readonly label: string; readonly placeholder: string; readonly state: { readonly text: string; readonly filter: (part: Readonly<Record<string, unknown>>) => void } }) =>
  <div className={styles['search']} data-search><SearchBox label={label} placeholder={placeholder} value={state.text} onSearch={(text) => state.filter({ busca: text === '' ? undefined : text })} /></div>;

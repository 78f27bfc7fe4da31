import type { UseQueryResult } from '@tanstack/react-query';
import type { MouseEvent, ReactNode } from 'react';
import { DataTable, type Column } from '../../lists/data-table.tsx';
import { RowsCard, type ListPage } from '../../lists/list-card.tsx';
import { countOf } from '../../text/decimal.ts';
import { ActionRow } from '../../ui/record.tsx';
import { Page, type Crumb } from '../../ui/page.tsx';
import { NoMatch } from '../../ui/states.tsx';
import styles from './kit.module.css';
import type { ListState } from './list-state.ts';
import { shownColumns, useListLook } from './list-look.ts';
import { LookMenu } from './look-menu.tsx';
import { Toolbar, type SearchWords } from './toolbar.tsx';

interface ListProps<Row> {
  /** The table's name. */
  readonly caption: string;
  readonly list: ListState;
  readonly query: UseQueryResult<ListPage<Row>>;
  readonly search?: SearchWords;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string | number;
  /** Shown while the list is empty without filters. */
  readonly empty: ReactNode;
}

/**
 * A list of the back office: search, filters, sorted table, pages. Its content is determined by the
 * address, its display by the device's settings.
 */
export function List<Row>({ search, ...rows }: ListProps<Row>) {
  const look = useListLook(rows.caption);
  return (
    <div className={styles['list']} data-compact={look.compact || undefined}>
      <Toolbar
        list={rows.list}
        search={search}
        aside={<LookMenu columns={rows.columns} look={look} />}
      />
      <Rows {...rows} columns={shownColumns(rows.columns, look.hidden)} />
    </div>
  );
}

function Rows<Row>({
  caption,
  list,
  query,
  columns,
  keyOf,
  empty,
}: Omit<ListProps<Row>, 'search'>) {
  return (
    <RowsCard
      query={query}
      lines={12}
      onPage={list.go}
      none={() =>
        list.isNarrowed ? (
          <NoMatch {...(list.text === '' ? {} : { wanted: list.text })} onClear={list.clear} />
        ) : (
          empty
        )
      }
    >
      {(rows) => (
        <Table
          {...{ caption, columns, keyOf, rows }}
          {...(list.sort === undefined ? {} : { sort: list.sort, onSort: list.order })}
        />
      )}
    </RowsCard>
  );
}

/**
 * A table with dense rows; pressing a row anywhere activates the element marked `data-row-link` in
 * it.
 */
const Table = <Row,>(props: Omit<React.ComponentProps<typeof DataTable<Row>>, 'onOpen'>) => (
  <div className={styles['dense']} onClick={pressRow}>
    <DataTable {...props} />
  </div>
);

function pressRow(event: MouseEvent): void {
  const { target, ctrlKey, metaKey, shiftKey } = event;
  if (
    !(target instanceof Element) ||
    target.closest('a, button, input, label, select') !== null ||
    getSelection()?.isCollapsed === false
  )
    return;
  target
    .closest('tr')
    ?.querySelector('[data-row-link]')
    ?.dispatchEvent(
      new globalThis.MouseEvent('click', {
        bubbles: true,
        cancelable: true,
        ctrlKey,
        metaKey,
        shiftKey,
      }),
    );
}

interface ListPageProps<Row> extends Omit<ListProps<Row>, 'caption' | 'search'> {
  readonly title: string;
  /** The title of the window, when it differs from the heading. */
  readonly windowTitle?: string;
  readonly caption?: string;
  readonly trail?: readonly Crumb[];
  /** Singular and plural, for the count under the title. */
  readonly words: readonly [one: string, many: string];
  readonly lead?: string | undefined;
  readonly actions?: ReactNode;
  /** Between the title and the list: tabs of related pages. */
  readonly above?: ReactNode;
  readonly search?: Partial<SearchWords>;
  readonly children?: ReactNode;
}

/** A page that is a list; `children` are its dialogs. */
export function ListPage<Row>({
  title,
  windowTitle = title,
  caption = title,
  trail,
  words,
  lead,
  actions,
  above,
  search,
  children,
  ...list
}: ListPageProps<Row>) {
  return (
    <Page
      title={title}
      windowTitle={windowTitle}
      {...(trail === undefined ? {} : { trail })}
      lead={<Count query={list.query} words={words} lead={lead} />}
      actions={<ActionRow>{actions}</ActionRow>}
    >
      {above}
      <List
        caption={caption}
        {...(search === undefined
          ? {}
          : { search: { label: `Buscar em ${title.toLowerCase()}`, placeholder: '', ...search } })}
        {...list}
      />
      {children}
    </Page>
  );
}

/** Shows the number of results in words, as far as it is known. */
export const Count = ({
  query,
  words,
  lead,
}: {
  readonly query: UseQueryResult<ListPage<unknown>>;
  readonly words: readonly [one: string, many: string];
  readonly lead?: string | undefined;
}) => (
  <>
    {lead !== undefined && `${lead} `}
    <span role="status">
      {query.data === undefined
        ? ''
        : query.isPlaceholderData
          ? 'Procurando…'
          : countOf(query.data.meta.total, words, 'Nenhum resultado')}
    </span>
  </>
);

interface PartListProps<Row> extends Pick<
  ListProps<Row>,
  'caption' | 'query' | 'columns' | 'keyOf' | 'empty'
> {
  readonly onPage: (page: number) => void;
}

/** A short list inside a record. */
export const PartList = <Row,>({ query, onPage, empty, ...table }: PartListProps<Row>) => (
  <RowsCard query={query} lines={6} onPage={onPage} none={() => empty}>
    {(rows) => <Table {...table} rows={rows} />}
  </RowsCard>
);

import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CompassIcon } from '../ui/icons.tsx';
import { Card } from '../ui/page.tsx';
import { Loading, NoMatch, QueryView, State } from '../ui/states.tsx';
import { DataTable, type Column } from './data-table.tsx';
import styles from './lists.module.css';
import { Paging } from './paging.tsx';
import { writeSort, type Sort } from './url-state.ts';

type Meta = Parameters<typeof Paging>[0]['meta'];
/** One page of a list as the service sends it. */
export interface ListPage<Row> {
  readonly data: readonly Row[];
  readonly meta: Meta;
}

interface RowsCardProps<Row> {
  readonly query: UseQueryResult<ListPage<Row>>;
  /** The height of the placeholder. */
  readonly lines?: number;
  readonly onPage: (page: number) => void;
  /** Shown where the list has no rows. */
  readonly none: (meta: Meta) => ReactNode;
  readonly children: (rows: readonly Row[]) => ReactNode;
}

/** The card of a list: a placeholder while it is awaited, then its rows and their paging. */
export const RowsCard = <Row,>({
  query,
  lines = 9,
  onPage,
  none,
  children,
}: RowsCardProps<Row>) => (
  <Card flush>
    <QueryView
      query={query}
      skeleton={
        <div className={styles['wait']}>
          <Loading lines={lines} />
        </div>
      }
    >
      {({ data, meta }) =>
        data.length === 0 && meta.total > 0 ? (
          <PastTheEnd onFirst={() => onPage(1)} />
        ) : data.length === 0 ? (
          none(meta)
        ) : (
          <div className={styles['rows']} aria-busy={query.isPlaceholderData || undefined}>
            {children(data)}
            <Paging meta={meta} onPage={onPage} />
          </div>
        )
      }
    </QueryView>
  </Card>
);

/** Shown for a page that the list no longer has. */
const PastTheEnd = ({ onFirst }: { readonly onFirst: () => void }) => (
  <State
    icon={CompassIcon}
    title="Esta página da lista não existe mais"
    actions={<Button onClick={onFirst}>Ir para a primeira página</Button>}
  />
);

/** What restricts a list beside its page; `text` is what was searched for, `''` for nothing. */
export interface ListFilter {
  readonly text: string;
  readonly isOn: boolean;
  readonly clear: () => void;
}

interface ListCardProps<Row> {
  readonly caption: string;
  readonly query: UseQueryResult<ListPage<Row>>;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string | number;
  /** The page that a row opens. */
  readonly pathOf: (row: Row) => string;
  readonly sort: Sort;
  readonly filter: ListFilter;
  /** Changes parameters of the address. */
  readonly change: (part: Readonly<Record<string, unknown>>) => void;
  /** Shown where there is nothing at all. */
  readonly empty: ReactNode;
}

/**
 * The card of a list whose page and sort are kept in the address: a table and its paging while rows
 * come, what to do where there are none, and the way back from a filter that nothing matches.
 */
export function ListCard<Row>({
  caption,
  query,
  columns,
  keyOf,
  pathOf,
  sort,
  filter,
  change,
  empty,
}: ListCardProps<Row>) {
  const navigate = useNavigate();
  return (
    <RowsCard
      query={query}
      onPage={(pagina) => change({ pagina })}
      none={() => <NoRows filter={filter} empty={empty} />}
    >
      {(rows) => (
        <DataTable
          caption={caption}
          columns={columns}
          rows={rows}
          keyOf={keyOf}
          sort={sort}
          onSort={(next) => change({ ordem: writeSort(next), pagina: undefined })}
          onOpen={(row) => {
            void navigate({ to: pathOf(row) });
          }}
        />
      )}
    </RowsCard>
  );
}

const NoRows = ({
  filter: { text, isOn, clear },
  empty,
}: {
  readonly filter: ListFilter;
  readonly empty: ReactNode;
}) => (isOn ? <NoMatch {...(text === '' ? {} : { wanted: text })} onClear={clear} /> : empty);

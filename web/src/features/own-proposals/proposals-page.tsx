import { Button, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useRead } from '../../data/use-api.ts';
import { Chips } from '../../lists/chips.tsx';
import { ListCard } from '../../lists/list-card.tsx';
import { SearchBox } from '../../lists/search-box.tsx';
import { readNumber, readSort, readText, readWord, writeSort } from '../../lists/url-state.ts';
import { useAddress } from '../../lists/use-address.ts';
import { supplierPaths } from '../../paths/supplier.ts';
import { FileIcon } from '../../ui/page-icons.tsx';
import { Page } from '../../ui/page.tsx';
import { State } from '../../ui/states.tsx';
import { listColumns } from './proposal-columns.tsx';
import styles from './own-proposals.module.css';

const shown = ['todas', 'rascunhos', 'enviadas', 'aceitas', 'recusadas', 'canceladas'] as const;
type Shown = (typeof shown)[number];
const labels: readonly (readonly [Shown, string])[] = [
  ['todas', 'Todas'],
  ['rascunhos', 'Rascunhos'],
  ['enviadas', 'Enviadas'],
  ['aceitas', 'Aceitas'],
  ['recusadas', 'Recusadas'],
  ['canceladas', 'Canceladas'],
];
const statuses = {
  todas: undefined,
  rascunhos: 'draft',
  enviadas: 'submitted',
  aceitas: 'accepted',
  recusadas: 'rejected',
  canceladas: 'cancelled',
} as const;

const readDay = (value: unknown): string =>
  /^\d{4}-\d{2}-\d{2}$/.test(readText(value)) ? readText(value) : '';
const newestFirst = { field: 'created_at', descending: true } as const;
const noFilter = {
  situacao: undefined,
  busca: undefined,
  de: undefined,
  ate: undefined,
  pagina: undefined,
} as const;

function useListState() {
  const [search, change] = useAddress();
  const filter = {
    tab: readWord(search['situacao'], shown, 'todas'),
    text: readText(search['busca']),
    from: readDay(search['de']),
    to: readDay(search['ate']),
  };
  return {
    change,
    filter,
    page: readNumber(search['pagina'], 1),
    sort: readSort(
      search['ordem'],
      ['created_at', 'submitted_at', 'total_amount'] as const,
      newestFirst,
    ),
  };
}

/** Lists the supplier's own proposals and their outcomes. */
export function ProposalsPage() {
  const {
    change,
    filter: { tab, text, from, to },
    page,
    sort,
  } = useListState();
  const status = statuses[tab];
  const proposals = useRead(
    'listSupplierProposals',
    {
      query: {
        page,
        sort: writeSort(sort),
        ...(status === undefined ? {} : { status }),
        ...(text === '' ? {} : { q: text }),
        ...(from === '' ? {} : { created_from: from }),
        ...(to === '' ? {} : { created_to: to }),
      },
    },
    { keepPrevious: true, staleTime: 0 },
  );
  return (
    <Page title="Minhas propostas">
      <Filters />
      <ListCard
        caption="Propostas"
        query={proposals}
        columns={listColumns}
        keyOf={({ id }) => id}
        pathOf={({ uuid }) => supplierPaths.proposal(uuid)}
        sort={sort}
        filter={{
          text,
          isOn: status !== undefined || `${text}${from}${to}` !== '',
          clear: () => change(noFilter),
        }}
        change={change}
        empty={<Empty />}
      />
    </Page>
  );
}

const Empty = () => (
  <State
    icon={FileIcon}
    title="Nenhuma proposta ainda"
    actions={
      <Button renderRoot={(props) => <Link to={supplierPaths.orders} {...props} />}>
        Ver cotações abertas
      </Button>
    }
  >
    Escolha uma cotação, preencha os preços e envie. O que você começar fica guardado aqui.
  </State>
);

function Filters() {
  const {
    change,
    filter: { tab, text, from, to },
  } = useListState();
  const narrow = (part: Readonly<Record<string, unknown>>): void =>
    change({ ...part, pagina: undefined });
  return (
    <div className={styles['filters']}>
      <Chips
        label="Situação"
        value={tab}
        options={labels}
        onChange={(next) => narrow({ situacao: next === 'todas' ? undefined : next })}
      />
      <div className={styles['search']}>
        <SearchBox
          label="Buscar proposta"
          placeholder="Número ou descrição da cotação"
          value={text}
          onSearch={(busca) => narrow({ busca: busca === '' ? undefined : busca })}
        />
        <TextInput
          label="Criada desde"
          type="date"
          value={from}
          max={to || undefined}
          onChange={(event) => narrow({ de: event.currentTarget.value || undefined })}
        />
        <TextInput
          label="Até"
          type="date"
          value={to}
          min={from || undefined}
          onChange={(event) => narrow({ ate: event.currentTarget.value || undefined })}
        />
      </div>
    </div>
  );
}

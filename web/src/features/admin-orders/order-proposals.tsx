import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { AdminOrder } from '@lavra/contract/admin/orders';
import type { AdminProposalSummary } from '@lavra/contract/admin/proposals';
import { useState } from 'react';
import { useRead } from '../../data/use-api.ts';
import type { Column } from '../../lists/data-table.tsx';
import { adminPaths } from '../../paths/admin.ts';
import { countOf } from '../../text/decimal.ts';
import { ScaleIcon } from '../../ui/page-icons.tsx';
import { State } from '../../ui/states.tsx';
import { List } from '../admin-kit/list.tsx';
import { useList } from '../admin-kit/list-state.ts';
import kit from '../admin-kit/kit.module.css';
import { orderProposalColumns } from '../admin-proposals/proposal-columns.tsx';

const MOST = 10;

/** The proposals that are chosen to be compared, and the column that chooses them. */
function useChoice() {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const turn = (uuid: string): void =>
    setChosen(
      chosen.includes(uuid)
        ? chosen.filter((one) => one !== uuid)
        : [...chosen, uuid].slice(0, MOST),
    );
  const column: Column<AdminProposalSummary> = {
    name: 'choice',
    label: 'Comparar',
    cell: ({ uuid, supplier }) => (
      <input
        type="checkbox"
        className={kit['check']}
        aria-label={`Comparar a proposta de ${supplier.name}`}
        checked={chosen.includes(uuid)}
        disabled={chosen.length === MOST && !chosen.includes(uuid)}
        onChange={() => turn(uuid)}
      />
    ),
  };
  return { chosen, choose: setChosen, column };
}

/** Lists the proposals to an order with their suppliers; two to ten of them can be compared. */
export function OrderProposals({ order }: { readonly order: AdminOrder }) {
  const { chosen, choose, column } = useChoice();
  const list = useList({
    sorts: ['submitted_at', 'total_amount', 'status', 'mark'],
    first: { field: 'total_amount', descending: false },
    filters: {},
  });
  const proposals = useRead(
    'listAdminOrderProposals',
    { params: { id: order.uuid }, query: list.query },
    { keepPrevious: true, staleTime: 0 },
  );
  return (
    <>
      <List
        caption="Propostas da cotação"
        search={{
          label: 'Buscar nas propostas da cotação',
          placeholder: 'Fornecedor ou nome na cotação',
        }}
        list={list}
        query={proposals}
        columns={[column, ...orderProposalColumns]}
        keyOf={({ id }) => id}
        empty={<NothingSent />}
      />
      {(chosen.length > 0 || (proposals.data?.meta.total ?? 0) > 1) && (
        <CompareBar
          chosen={chosen}
          all={proposals.data?.data.map(({ uuid }) => uuid) ?? []}
          onChoose={choose}
        />
      )}
    </>
  );
}

const NothingSent = () => (
  <State icon={ScaleIcon} title="Nenhuma proposta enviada">
    Rascunhos dos fornecedores não aparecem aqui.
  </State>
);

const chosenText = (count: number): string =>
  countOf(count, ['proposta escolhida', 'propostas escolhidas'], 'Escolha de 2 a 10 propostas');

function CompareBar({
  chosen,
  all,
  onChoose,
}: {
  readonly chosen: readonly string[];
  readonly all: readonly string[];
  readonly onChoose: (uuids: readonly string[]) => void;
}) {
  const navigate = useNavigate();
  const ready = chosen.length >= 2;
  return (
    <div className={kit['bar']}>
      <span role="status">{chosenText(chosen.length)}</span>
      <Button
        size="sm"
        aria-disabled={!ready}
        onClick={() => {
          if (ready) void navigate({ to: adminPaths.comparison, search: { p: chosen.join(',') } });
        }}
      >
        Comparar
      </Button>
      <Button
        size="sm"
        variant="default"
        onClick={() => onChoose(chosen.length === 0 ? all.slice(0, MOST) : [])}
      >
        {chosen.length === 0
          ? `Escolher ${all.length > MOST ? 'as 10 primeiras' : 'todas'}`
          : 'Limpar'}
      </Button>
    </div>
  );
}

import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { AdminProposal } from '@lavra/contract/admin/proposals';
import type { ProposalItem } from '@lavra/contract/proposals/schemas';
import { justificationText } from '@lavra/domain/proposal/justification';
import { useState } from 'react';
import { useRead } from '../../data/use-api.ts';
import type { Column } from '../../lists/data-table.tsx';
import { useMay } from '../../runtime/context.tsx';
import { adminPaths } from '../../paths/admin.ts';
import { formatDate, formatDateTime } from '../../text/dates.ts';
import {
  countOf,
  daysOf,
  formatCount,
  formatMoney,
  formatUnitPrice,
  wordsFor,
} from '../../text/decimal.ts';
import { formatUnits } from '../../text/units.ts';
import { freightText } from '../../text/freight.ts';
import { maskPhone } from '../../text/masks.ts';
import { Chip } from '../../ui/chip.tsx';
import { Figures, type Figure } from '../../ui/figures.tsx';
import { BoxIcon } from '../../ui/page-icons.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { freightRuleText, saleText } from '../../ui/partial-terms.tsx';
import { ProductName } from '../../ui/product-name.tsx';
import { MarkName } from '../../ui/proposal-name.tsx';
import { Notice, QueryView, State } from '../../ui/states.tsx';
import kit from '../admin-kit/kit.module.css';
import { PartList } from '../admin-kit/list.tsx';
import { LogList } from '../admin-kit/log-list.tsx';
import { Facts, Tabs, useRecordId, useTab, type Fact } from '../admin-kit/record.tsx';
import { ProposalChip } from './proposal-columns.tsx';

/** One proposal in full: its supplier, its order, its prices. */
export function AdminProposalPage() {
  const proposal = useRead('getAdminProposal', { params: { id: useRecordId() } }, { staleTime: 0 });
  const { data } = proposal;
  return (
    <Page
      title={data === undefined ? 'Proposta' : `Proposta de ${data.supplier.name}`}
      trail={[{ label: 'Propostas', to: adminPaths.proposals }]}
      lead={data === undefined ? '' : <Lead proposal={data} />}
      actions={
        data === undefined ? undefined : (
          <Button
            variant="default"
            renderRoot={(props) => (
              <Link
                to={adminPaths.order(data.order.uuid)}
                search={{ aba: 'propostas' }}
                {...props}
              />
            )}
          >
            Comparar com as outras
          </Button>
        )
      }
    >
      <QueryView query={proposal}>{(found) => <Record proposal={found} />}</QueryView>
    </Page>
  );
}

const tabs = [
  { name: 'itens', label: 'Itens' },
  { name: 'dados', label: 'Dados' },
  { name: 'registro', label: 'Registro' },
] as const;

interface ProposalProps {
  readonly proposal: AdminProposal;
}

const Lead = ({ proposal }: ProposalProps) => (
  <span className={kit['chips']}>
    <ProposalChip proposal={proposal} />
    <MarkName mark={proposal.mark} />
    <span>
      para <Link to={adminPaths.order(proposal.order.uuid)}>{proposal.order.number}</Link>, de{' '}
      {proposal.producer.name}
    </span>
  </span>
);

/** What the proposal amounts to, and until when. */
const figuresOf = (proposal: AdminProposal): readonly Figure[] => [
  { label: 'total dos itens', value: formatMoney(proposal.total_amount) },
  {
    label: 'com frete',
    value: proposal.landed_unknown === null ? formatMoney(proposal.landed_total) : '–',
    hint: `frete: ${freightText(proposal)}`,
  },
  {
    label: 'itens com preço',
    value: `${proposal.priced_items} de ${proposal.order.total_itens}`,
  },
  {
    label: 'validade',
    value: proposal.validity_date === null ? 'Sem data' : formatDate(proposal.validity_date),
  },
];

function Record({ proposal }: ProposalProps) {
  const tab = useTab(tabs);
  const { rejection_reason, cancellation_reason } = proposal;
  return (
    <>
      <Figures figures={figuresOf(proposal)} />
      {proposal.award !== null && <Bought proposal={proposal} award={proposal.award} />}
      {rejection_reason !== null && (
        <Notice tone="info" title="Motivo da recusa">
          <p>{rejection_reason}</p>
        </Notice>
      )}
      {cancellation_reason !== null && (
        <Notice tone="info" title="Motivo do cancelamento">
          <p>{cancellation_reason}</p>
        </Notice>
      )}
      <Tabs tabs={tabs} at={tab} label="Partes da proposta" />
      {tab === 'itens' && <Items uuid={proposal.uuid} />}
      {tab === 'dados' && <ProposalFacts proposal={proposal} />}
      {tab === 'registro' && <Logs uuid={proposal.uuid} />}
    </>
  );
}

/** What was bought of the proposal, and the way to the purchases. */
function Bought({
  proposal: { priced_items, order },
  award: { order_item_ids, amount, state_label },
}: {
  readonly proposal: AdminProposal;
  readonly award: NonNullable<AdminProposal['award']>;
}) {
  const mayOpen = useMay('purchases.view');
  return (
    <Notice
      tone="good"
      title={`${wordsFor(order_item_ids.length, ['Comprado', 'Comprados'])} ${formatCount(order_item_ids.length)} de ${countOf(priced_items, ['item', 'itens'])} com preço: ${formatMoney(amount)}.`}
    >
      <p>
        {state_label}.{' '}
        {mayOpen && (
          <Link to={adminPaths.purchases} search={{ busca: order.number }}>
            Ver as compras da cotação
          </Link>
        )}
      </p>
    </Notice>
  );
}

const columns: readonly Column<ProposalItem>[] = [
  { name: 'position', label: 'Nº', cell: ({ order_item }) => order_item.position },
  {
    name: 'product',
    label: 'Produto',
    bare: true,
    cell: ({ order_item: { product }, notes }) => <ProductName product={product} notes={notes} />,
  },
  {
    name: 'asked',
    label: 'Pedido',
    align: 'right',
    cell: ({ order_item: { quantity, unit } }) => formatUnits(quantity, unit),
  },
  {
    name: 'offered',
    label: 'Oferta',
    align: 'right',
    cell: ({ is_offered, quantity, order_item: { unit } }) =>
      is_offered ? formatUnits(quantity, unit) : '–',
  },
  {
    name: 'price',
    label: 'Preço unitário',
    align: 'right',
    cell: ({ has_price, is_offered, unit_price }) =>
      is_offered && unit_price !== null
        ? formatUnitPrice(unit_price)
        : has_price
          ? 'Não oferecido'
          : 'Não cotado',
  },
  {
    name: 'total',
    label: 'Total',
    align: 'right',
    cell: ({ is_offered, total_price }) => (is_offered ? formatMoney(total_price) : '–'),
  },
  { name: 'more', label: 'Similar ou justificativa', cell: (item) => <More item={item} /> },
];

function More({
  item: {
    offers_similar,
    similar_product_name,
    similar_product_description,
    justification,
    justification_label,
  },
}: {
  readonly item: ProposalItem;
}) {
  if (offers_similar)
    return (
      <span className={kit['stack']}>
        <span>
          <Chip tone="warn">Similar</Chip>
        </span>
        {similar_product_name}
        {similar_product_description !== null && <small>{similar_product_description}</small>}
      </span>
    );
  return justificationText(justification_label, justification) ?? '–';
}

function Items({ uuid }: { readonly uuid: string }) {
  const [page, setPage] = useState(1);
  const items = useRead(
    'listAdminProposalItems',
    { params: { id: uuid }, query: { page, per_page: 100 } },
    { keepPrevious: true },
  );
  return (
    <PartList
      caption="Itens da proposta"
      query={items}
      columns={columns}
      keyOf={({ id }) => id}
      onPage={setPage}
      empty={<State icon={BoxIcon} title="Nenhum item" />}
    />
  );
}

const when = (at: string | null): string => (at === null ? '–' : formatDateTime(at));

const ProposalFacts = ({ proposal }: ProposalProps) => (
  <>
    <Card title="Condições">
      <Facts facts={termsOf(proposal)} />
    </Card>
    <Card title="Fornecedor">
      <Facts facts={partyFacts(proposal.supplier, adminPaths.supplier(proposal.supplier.uuid))} />
    </Card>
    <Card title="Produtor">
      <Facts facts={partyFacts(proposal.producer, adminPaths.producer(proposal.producer.uuid))} />
    </Card>
  </>
);

const termsOf = (proposal: AdminProposal): readonly Fact[] => [
  {
    label: 'Entrega',
    value: proposal.delivery_days === null ? 'A combinar' : daysOf(proposal.delivery_days),
  },
  { label: 'Pagamento', value: proposal.payment_terms ?? 'A combinar' },
  { label: 'Venda em parte', value: saleText(proposal) },
  { label: 'Frete em compra parcial', value: freightRuleText(proposal) ?? null },
  { label: 'Referência do fornecedor', value: proposal.supplier_reference },
  { label: 'Observações', value: proposal.notes, wide: true },
  { label: 'Enviada', value: when(proposal.submitted_at) },
  { label: 'Aceita', value: when(proposal.accepted_at) },
  { label: 'Recusada', value: when(proposal.rejected_at) },
  { label: 'Cancelada', value: when(proposal.cancelled_at) },
];

/** Who a side of the proposal is, with the way to its record. */
const partyFacts = (
  party: Pick<
    AdminProposal['supplier'] | AdminProposal['producer'],
    'name' | 'email' | 'phone' | 'city' | 'state'
  >,
  to: string,
): readonly Fact[] => [
  { label: 'Nome', value: <Link to={to}>{party.name}</Link> },
  { label: 'E-mail', value: <a href={`mailto:${party.email}`}>{party.email}</a> },
  { label: 'Telefone', value: party.phone === null ? null : maskPhone(party.phone) },
  { label: 'Município', value: party.city === null ? null : `${party.city}/${party.state}` },
];

function Logs({ uuid }: { readonly uuid: string }) {
  const [page, setPage] = useState(1);
  return (
    <LogList
      query={useRead(
        'listAdminProposalLogs',
        { params: { id: uuid }, query: { page, per_page: 25 } },
        { keepPrevious: true, staleTime: 0 },
      )}
      onPage={setPage}
    />
  );
}

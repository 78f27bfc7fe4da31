import { Link, useParams } from '@tanstack/react-router';
import type { Proposal } from '@lavra/contract/proposals/schemas';
import { useRead } from '../../data/use-api.ts';
import { supplierPaths } from '../../paths/supplier.ts';
import { countOf } from '../../text/decimal.ts';
import { FactLine, Timeline } from '../../ui/record.tsx';
import { Money } from '../../ui/money.tsx';
import { Chip } from '../../ui/chip.tsx';
import { proposalTone } from '../../ui/order-texts.ts';
import { Card, Page } from '../../ui/page.tsx';
import { Notice, QueryView } from '../../ui/states.tsx';
import { ProducerContact } from '../supplier-orders/producer-contact.tsx';
import { ProposalActions } from './proposal-actions.tsx';
import { ProposalItems, ProposalTerms } from './proposal-items.tsx';

/** Reads the proposal in the address. */
export function useProposal() {
  const { proposal = '' }: { proposal?: string } = useParams({ strict: false });
  return useRead('getSupplierProposal', { params: { id: proposal } }, { staleTime: 0 });
}

/** A proposal as its supplier sees it, with its outcome. */
export function ProposalPage() {
  const query = useProposal();
  const proposal = query.data;
  return (
    <Page
      title={proposal?.order.description ?? 'Proposta'}
      windowTitle={proposal === undefined ? 'Proposta' : `Proposta para ${proposal.order.number}`}
      trail={[{ label: 'Minhas propostas', to: supplierPaths.proposals }]}
      lead={proposal === undefined ? undefined : <Facts proposal={proposal} />}
    >
      <QueryView query={query}>
        {(found) => (
          <>
            <ProposalActions proposal={found} />
            <Outcome proposal={found} />
            <ProposalItems proposal={found} />
            <ProposalTerms proposal={found} />
            <Line proposal={found} />
          </>
        )}
      </QueryView>
    </Page>
  );
}

const Facts = ({
  proposal: { order, display_status, display_status_label, priced_items, total_amount },
}: {
  readonly proposal: Proposal;
}) => (
  <FactLine>
    <span className="lv-number">{order.number}</span>
    <Chip tone={proposalTone(display_status)}>{display_status_label}</Chip>
    <span>
      {priced_items} de {countOf(order.total_itens, ['item', 'itens'])} com preço
    </span>
    <strong className="lv-number">
      <Money amount={total_amount} />
    </strong>
  </FactLine>
);

/** What was bought of the proposal, and the way to the sales it made. */
const Bought = ({
  award: { order_item_ids, amount, state, state_label },
  priced,
  number,
}: {
  readonly award: NonNullable<Proposal['award']>;
  readonly priced: number;
  readonly number: string;
}) => (
  <Notice
    tone={state === 'cancelled' || state === 'released' ? 'info' : 'good'}
    title={`Compraram ${order_item_ids.length === priced ? '' : `${order_item_ids.length} de `}${countOf(priced, ['item', 'itens'])} desta proposta.`}
  >
    <p>
      <Money amount={amount} /> em itens. {state_label}.{' '}
      <Link to={supplierPaths.sales} search={{ busca: number }}>
        Ver em Vendas
      </Link>
    </p>
  </Notice>
);

/** Describes the outcome; the winner sees the producer's contact. */
function Outcome({
  proposal: { display_status, rejection_reason, cancellation_reason, order, award, priced_items },
}: {
  readonly proposal: Proposal;
}) {
  const isWinner = display_status === 'accepted';
  const contact = useRead('getSupplierOrder', { params: { id: order.uuid } }, { enabled: isWinner })
    .data?.producer_contact;
  if (isWinner)
    return (
      <>
        {award !== null && <Bought award={award} priced={priced_items} number={order.number} />}
        {contact !== undefined && contact !== null && (
          <ProducerContact contact={contact} number={order.number} />
        )}
      </>
    );
  if (display_status === 'rejected')
    return (
      <Notice tone="danger" title="O produtor recusou esta proposta.">
        {rejection_reason !== null && <p>Motivo: {rejection_reason}</p>}
      </Notice>
    );
  if (display_status === 'cancelled')
    return (
      <Notice tone="info" title="Você cancelou esta proposta.">
        {cancellation_reason !== null && <p>Motivo: {cancellation_reason}</p>}
      </Notice>
    );
  if (display_status === 'lost')
    return (
      <Notice
        tone="info"
        title={
          order.status === 'cancelada' || order.status === 'revogada'
            ? 'A cotação foi encerrada sem escolha.'
            : 'O produtor não escolheu esta proposta.'
        }
      />
    );
  return display_status === 'expired' ? (
    <Notice tone="warn" title="A validade desta proposta passou." />
  ) : null;
}

function Line({
  proposal: { created_at, submitted_at, accepted_at, rejected_at, cancelled_at },
}: {
  readonly proposal: Proposal;
}) {
  const steps = [
    ['Rascunho criado', created_at],
    ['Enviada ao produtor', submitted_at],
    ['Aceita', accepted_at],
    ['Recusada', rejected_at],
    ['Cancelada por você', cancelled_at],
  ] as const;
  return (
    <Card title="Histórico">
      <Timeline steps={steps.flatMap(([label, at]) => (at === null ? [] : [{ label, at }]))} />
    </Card>
  );
}

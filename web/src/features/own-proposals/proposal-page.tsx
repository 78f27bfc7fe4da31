import { useParams } from '@tanstack/react-router';
import type { Proposal } from '@lavra/contract/proposals/schemas';
import { useRead } from '../../data/use-api.ts';
import { supplierPaths } from '../../paths/supplier.ts';
import { formatDateTime } from '../../text/dates.ts';
import { countOf, formatMoney } from '../../text/decimal.ts';
import { Chip } from '../../ui/chip.tsx';
import { proposalTone } from '../../ui/order-texts.ts';
import { Card, Page } from '../../ui/page.tsx';
import { Notice, QueryView } from '../../ui/states.tsx';
import { ProducerContact } from '../supplier-orders/producer-contact.tsx';
import styles from './own-proposals.module.css';
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
  <span className={styles['facts']}>
    <span className="lv-number">{order.number}</span>
    <Chip tone={proposalTone(display_status)}>{display_status_label}</Chip>
    <span>
      {priced_items} de {countOf(order.total_itens, ['item', 'itens'])} com preço
    </span>
    <strong className="lv-number">{formatMoney(total_amount)}</strong>
  </span>
);

/** Describes the outcome; the winner sees the producer's contact. */
function Outcome({
  proposal: { display_status, rejection_reason, cancellation_reason, order },
}: {
  readonly proposal: Proposal;
}) {
  const isWinner = display_status === 'accepted';
  const contact = useRead('getSupplierOrder', { params: { id: order.uuid } }, { enabled: isWinner })
    .data?.producer_contact;
  if (isWinner)
    return contact === undefined || contact === null ? null : <ProducerContact contact={contact} />;
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
            : 'O produtor escolheu outra proposta.'
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
      <ol className={styles['line']}>
        {steps.map(
          ([label, at]) =>
            at !== null && (
              <li key={label}>
                <strong>{label}</strong>
                <small>{formatDateTime(at)}</small>
              </li>
            ),
        )}
      </ol>
    </Card>
  );
}

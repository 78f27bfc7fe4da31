import { Link } from '@tanstack/react-router';
import { producerPaths } from '../../paths/producer.ts';
import { formatDateTime } from '../../text/dates.ts';
import { countOf } from '../../text/decimal.ts';
import { Money, WithMoney } from '../../ui/money.tsx';
import { saleText } from '../../ui/partial-terms.tsx';
import { Chip } from '../../ui/chip.tsx';
import { nameOf } from '../../ui/name-of-proposal.ts';
import { ProposalName } from '../../ui/proposal-name.tsx';
import { CheckField } from '../../forms/fields.tsx';
import type { ShownOrder } from '../producer-orders/use-order.ts';
import type { ReceivedProposal } from '../producer-orders/anonymous-view.ts';
import {
  alternativesOf,
  countItems,
  coverageText,
  isOpen,
  isUnavailable,
  reviewTone,
  validityOf,
} from './proposal-texts.ts';
import styles from './received.module.css';
import { ReviewStar } from './review-star.tsx';

interface ProposalCardProps {
  readonly proposal: ReceivedProposal;
  readonly order: ShownOrder;
  /** All proposals of the order, to name those of the same supplier. */
  readonly received: readonly ReceivedProposal[];
  readonly isReader: boolean;
  readonly compare?: {
    readonly isChosen: boolean;
    readonly isFull: boolean;
    readonly toggle: () => void;
  };
}

/** A summary of a proposal: its cost, how much of the order it covers, how long it is valid. */
export function ProposalCard({ proposal, order, received, isReader, compare }: ProposalCardProps) {
  const { uuid, total_amount, landed_total, landed_unknown } = proposal;
  const counts = countItems(proposal, order.total_itens);
  return (
    <li
      className={styles['card']}
      data-state={proposal.review_state}
      data-chosen={compare?.isChosen || undefined}
    >
      <div className={styles['cardHead']}>
        <h2>
          <Link to={producerPaths.proposal(order.uuid, uuid)}>
            <ProposalName proposal={proposal} />
          </Link>
        </h2>
        <StateChip proposal={proposal} />
      </div>
      <p className={styles['total']}>
        <Money amount={total_amount} />
        {landed_unknown === null && (
          <small>
            <Money amount={landed_total} /> com frete
          </small>
        )}
      </p>
      <Coverage priced={counts.priced} total={counts.total} text={coverageText(counts)} />
      <Notes proposal={proposal} order={order} received={received} />
      {!isReader && (
        <div className={styles['cardFoot']}>
          {compare !== undefined && <Compare proposal={proposal} {...compare} />}
          {isOpen(proposal) && <ReviewStar proposal={proposal} />}
        </div>
      )}
    </li>
  );
}

/** What distinguishes the offer, and until when it holds. */
function Notes({
  proposal,
  order,
  received,
}: Pick<ProposalCardProps, 'proposal' | 'order' | 'received'>) {
  const { delivery_days, submitted_at } = proposal;
  const counts = countItems(proposal, order.total_itens);
  const validity = validityOf(proposal.validity_date);
  const alternatives = alternativesOf(proposal, received);
  return (
    <ul className={styles['notes']}>
      {counts.similar > 0 && (
        <li>{countOf(counts.similar, ['produto similar', 'produtos similares'])}</li>
      )}
      {counts.justified > 0 && (
        <li>{countOf(counts.justified, ['item justificado', 'itens justificados'])}</li>
      )}
      <li>
        <WithMoney text={saleText(proposal)} />
      </li>
      {delivery_days !== null && (
        <li>Entrega em {countOf(delivery_days, ['dia', 'dias'], 'até 1 dia')}</li>
      )}
      {isOpen(proposal) && validity.tone !== 'plain' ? (
        <li>
          <Chip tone={validity.tone}>{validity.text}</Chip>
        </li>
      ) : (
        <li>{validity.text}</li>
      )}
      {alternatives !== null && <li>Do mesmo fornecedor: {alternatives}</li>}
      {submitted_at !== null && <li>Enviada em {formatDateTime(submitted_at)}</li>}
    </ul>
  );
}

type CompareProps = NonNullable<ProposalCardProps['compare']> & Pick<ProposalCardProps, 'proposal'>;

/** Chooses the proposal for the comparison, unless enough others are chosen. */
const Compare = ({ proposal, isChosen, isFull, toggle }: CompareProps) => (
  <span data-full={isFull && !isChosen ? true : undefined} className={styles['compare']}>
    <CheckField
      label={
        <>
          Comparar<span className="lv-hidden"> {nameOf(proposal)}</span>
        </>
      }
      checked={isChosen}
      onChange={toggle}
    />
  </span>
);

/** Shows the state of a proposal: a decision takes precedence over the review state. */
export function StateChip({ proposal }: { readonly proposal: ReceivedProposal }) {
  const { status, display_status, display_status_label, review_state, review_state_label } =
    proposal;
  if (isUnavailable(proposal)) return <Chip>Indisponível</Chip>;
  const isOver =
    status === 'cancelled' || display_status === 'lost' || display_status === 'expired';
  return (
    <Chip tone={isOver ? 'plain' : reviewTone[review_state]}>
      {isOver ? display_status_label : review_state_label}
    </Chip>
  );
}

export function Coverage({
  priced,
  total,
  text,
}: {
  readonly priced: number;
  readonly total: number;
  readonly text: string;
}) {
  return (
    <div className={styles['coverage']}>
      <span>{text} com preço</span>
      <span className={styles['track']} aria-hidden="true">
        <span
          style={{ width: `${total === 0 ? 0 : (priced / total) * 100}%` }}
          data-full={priced >= total || undefined}
        />
      </span>
    </div>
  );
}

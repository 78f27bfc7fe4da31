import { Link } from '@tanstack/react-router';
import type { ProducerOrderSummary } from '@lavra/contract/orders/schemas';
import { localDate } from '@lavra/domain/calendar/calendar';
import { producerPaths } from '../../paths/producer.ts';
import { daysLeft, formatDate, serviceZone } from '../../text/dates.ts';
import { countOf } from '../../text/decimal.ts';
import { Chip } from '../../ui/chip.tsx';
import { deadlineTone, orderTone, producerStatus } from '../../ui/order-texts.ts';
import { reasonsOf } from './attention.ts';
import styles from './order-rows.module.css';
import { writerOf } from './writer-notice.tsx';

type Row = ProducerOrderSummary & { readonly producer?: { readonly name: string } };

/**
 * Returns where an order is continued: a draft in its editor, others on their page, or with their
 * proposals where these are why the order is shown.
 */
const linkTo = ({ uuid, can_edit, proposals_count }: Row, why: boolean): RowLink => ({
  to:
    why && proposals_count > 0
      ? producerPaths.proposals(uuid)
      : can_edit
        ? producerPaths.orderEditor(uuid)
        : producerPaths.order(uuid),
});

interface OrderRowsProps {
  readonly label: string;
  readonly orders: readonly Row[];
  /** Shows why each order needs attention, and links to where it is dealt with. */
  readonly why?: boolean;
  /** What a row opens, by the order's UUID; where the order is continued, without it. */
  readonly linkOf?: (order: string) => RowLink;
}

interface RowLink {
  readonly to: string;
  readonly search?: Readonly<Record<string, unknown>>;
}

/** A list of orders: title, state, number of answers, deadline. */
export const OrderRows = ({ label, orders, why = false, linkOf }: OrderRowsProps) => (
  <ul className={styles['rows']} aria-label={label}>
    {orders.map((order) => (
      <li key={order.id}>
        <OrderRow order={order} why={why} link={linkOf?.(order.uuid) ?? linkTo(order, why)} />
      </li>
    ))}
  </ul>
);

interface OrderRowProps {
  readonly order: Row;
  readonly why: boolean;
  readonly link: RowLink;
}

function OrderRow({ order, why, link }: OrderRowProps) {
  const { number, description, status, is_suspended, producer } = order;
  const writer = writerOf(order);
  const reasons = why ? reasonsOf(order, localDate(new Date(), serviceZone)) : [];
  return (
    <>
      <span className={styles['number']}>
        {number}
        {producer !== undefined && <span> · {producer.name}</span>}
        {producer === undefined && writer !== undefined && <span> · {writer}</span>}
      </span>
      <Link {...link} data-row-link className={styles['what']}>
        {description}
      </Link>
      <span className={styles['counts']}>{countsOf(order)}</span>
      <span className={styles['chips']}>
        {reasons.length > 0 ? (
          reasons.map(({ text, tone }) => (
            <Chip key={text} tone={tone}>
              {text}
            </Chip>
          ))
        ) : (
          <>
            <Deadline order={order} />
            <Chip tone={is_suspended ? 'danger' : orderTone(status)}>
              {is_suspended ? 'Suspensa' : producerStatus(order)}
            </Chip>
          </>
        )}
      </span>
    </>
  );
}

function Deadline({ order: { status, dias_restantes, deadline_date } }: { readonly order: Row }) {
  return status === 'publicada' ? (
    <Chip tone={deadlineTone(dias_restantes)}>{daysLeft(dias_restantes)}</Chip>
  ) : (
    <span>prazo {formatDate(deadline_date)}</span>
  );
}

/** Formats the counts: `14 itens · 13 propostas, 2 novas`. */
function countsOf({
  total_itens,
  proposals_count,
  new_proposals_count: fresh,
  status,
}: Row): string {
  const items = countOf(total_itens, ['item', 'itens'], 'Nenhum item');
  if (status === 'rascunho') return items;
  return `${items} · ${countOf(proposals_count, ['proposta', 'propostas'], 'Nenhuma proposta')}${fresh === 0 || (status !== 'publicada' && status !== 'em_analise') ? '' : `, ${countOf(fresh, ['nova', 'novas'])}`}`;
}

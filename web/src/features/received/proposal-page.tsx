import { Button } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { justificationText } from '@lavra/domain/proposal/justification';
import { unitName } from '@lavra/domain/unit/unit-names';
import { DataTable, type Column } from '../../lists/data-table.tsx';
import { producerPaths } from '../../paths/producer.ts';
import { formatDateTime } from '../../text/dates.ts';
import { countOf } from '../../text/decimal.ts';
import { formatUnits } from '../../text/units.ts';
import { Money, UnitPrice, WithMoney } from '../../ui/money.tsx';
import { freightText } from '../../text/freight.ts';
import { Chip } from '../../ui/chip.tsx';
import { ChevronLeftIcon, ChevronRightIcon } from '../../ui/icons.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { PartialTermsFacts } from '../../ui/partial-terms.tsx';
import { ProductName } from '../../ui/product-name.tsx';
import { nameOf } from '../../ui/name-of-proposal.ts';
import { ProposalName } from '../../ui/proposal-name.tsx';
import { FactLine, Quiet, Term, TermList } from '../../ui/record.tsx';
import { Notice, QueryView } from '../../ui/states.tsx';
import { SuspendedNotice } from '../producer-orders/order-frame.tsx';
import { offeredNotice } from '../producer-orders/legal-notice.ts';
import { useIsReader, useOrder } from '../producer-orders/use-order.ts';
import { AcceptDialog } from './accept-dialog.tsx';
import { useProposal, useReceived, useReview } from '../producer-orders/received-proposals.ts';
import type { ReceivedProposal } from '../producer-orders/anonymous-view.ts';
import { PrintButton, PrintNote } from './print-note.tsx';
import { Coverage, StateChip } from './proposal-card.tsx';
import {
  alternativesOf,
  countItems,
  coverageText,
  isOpen,
  mayBeAccepted,
  isUnavailable,
  unavailableText,
  validityOf,
} from './proposal-texts.ts';
import styles from './received.module.css';
import { RejectDialog } from './reject-dialog.tsx';
import { ReviewStar } from './review-star.tsx';

/** One proposal: its full content, and the decision on it. */
export function ProposalPage() {
  const { order = '', proposal = '' }: { order?: string; proposal?: string } = useParams({
    strict: false,
  });
  const query = useProposal(proposal);
  const found = query.data;
  return (
    <Page
      title="Proposta"
      heading={found && <ProposalName proposal={found} />}
      windowTitle={found === undefined ? 'Proposta' : `${found.order.number} – ${nameOf(found)}`}
      trail={[
        { label: 'Cotações', to: producerPaths.orders },
        { label: found?.order.number ?? 'Cotação', to: producerPaths.order(order) },
        { label: 'Propostas', to: producerPaths.proposals(order) },
      ]}
      lead={
        found === undefined ? (
          ''
        ) : (
          <FactLine>
            <StateChip proposal={found} />
            <span>{found.order.description}</span>
          </FactLine>
        )
      }
    >
      <QueryView query={query}>{(one) => <Opened proposal={one} />}</QueryView>
    </Page>
  );
}

type Item = ReceivedProposal['items'][number];

function Opened({ proposal }: { readonly proposal: ReceivedProposal }) {
  const isReader = useIsReader();
  useSeen(proposal, isReader);
  const order = useOrder(proposal.order.uuid).data;
  const legalNotice = offeredNotice(order, proposal);
  const { notes } = proposal;
  return (
    <>
      <PrintNote />
      <EndNotices proposal={proposal} />
      {order !== undefined && <SuspendedNotice order={order} />}
      {isUnavailable(proposal) && (
        <Notice tone="warn" title="Indisponível">
          <p>{unavailableText}</p>
        </Notice>
      )}
      {legalNotice !== null && (
        <Notice tone="warn">
          <p>{legalNotice}</p>
        </Notice>
      )}
      <Summary proposal={proposal} />
      <Card flush>
        <DataTable
          caption={`Itens da ${nameOf(proposal)}`}
          columns={columns}
          rows={proposal.items}
          keyOf={({ id }) => id}
        />
      </Card>
      {notes !== null && notes !== '' && (
        <Card title="Observações do fornecedor">
          <Quiet>{notes}</Quiet>
        </Card>
      )}
      <Foot proposal={proposal} isReader={isReader} legalNotice={legalNotice} />
    </>
  );
}

/** That the producer rejected it, or that its supplier cancelled it, with the reason. */
const EndNotices = ({
  proposal: { status, rejection_reason, cancellation_reason },
}: {
  readonly proposal: ReceivedProposal;
}) => (
  <>
    {rejection_reason !== null && (
      <Notice tone="danger" title="Você recusou esta proposta.">
        <p>{rejection_reason}</p>
      </Notice>
    )}
    {status === 'cancelled' && (
      <Notice tone="info" title="O fornecedor cancelou esta proposta.">
        <p>{cancellation_reason ?? 'Sem motivo informado.'}</p>
      </Notice>
    )}
  </>
);

/** Marks a new proposal as viewed after a second on the page. */
function useSeen({ uuid, review_state }: ReceivedProposal, isReader: boolean): void {
  const review = useReview();
  const isNew = review_state === 'new' && !isReader;
  useEffect(() => {
    if (!isNew) return undefined;
    // A failure is harmless: the next visit sends it again.
    const timer = setTimeout(() => {
      review(uuid, 'viewed').catch(() => undefined);
    }, 1_000);
    return () => clearTimeout(timer);
    // `review` is a new function on each render, but always does the same.
  }, [uuid, isNew]);
}

function Summary({ proposal }: { readonly proposal: ReceivedProposal }) {
  const counts = countItems(proposal, proposal.order.total_itens);
  return (
    <Card>
      <div className={styles['summary']}>
        <div>
          <p className={styles['total']}>
            <Money amount={proposal.total_amount} />
            <small>total dos itens</small>
          </p>
          <Coverage priced={counts.priced} total={counts.total} text={coverageText(counts)} />
        </div>
        <TermList>
          <Terms proposal={proposal} />
          <Sent proposal={proposal} />
        </TermList>
      </div>
    </Card>
  );
}

/** The freight in words, and what the proposal costs with it. */
const Freight = ({ proposal }: { readonly proposal: ReceivedProposal }) => (
  <>
    <WithMoney text={freightText(proposal)} />
    {proposal.freight_kind === 'amount' && (
      <>
        {' '}
        (<Money amount={proposal.landed_total} /> ao todo)
      </>
    )}
  </>
);

function Terms({ proposal }: { readonly proposal: ReceivedProposal }) {
  const { delivery_days, payment_terms, validity_date } = proposal;
  const validity = validityOf(validity_date);
  return (
    <>
      <Term name="Frete">
        <Freight proposal={proposal} />
      </Term>
      <PartialTermsFacts terms={proposal} />
      <Term name="Entrega">
        {delivery_days === null
          ? 'A combinar'
          : `em ${countOf(delivery_days, ['dia', 'dias'], 'até 1 dia')}`}
      </Term>
      <Term name="Pagamento">{payment_terms ?? 'A combinar'}</Term>
      <Term name="Validade">
        {validity.tone === 'plain' ? (
          validity.text
        ) : (
          <Chip tone={validity.tone}>{validity.text}</Chip>
        )}
      </Term>
    </>
  );
}

/** When it came, and what else its supplier sent. */
function Sent({ proposal }: { readonly proposal: ReceivedProposal }) {
  const { submitted_at, order } = proposal;
  const alternatives = alternativesOf(proposal, useReceived(order.uuid).data ?? []);
  return (
    <>
      {alternatives !== null && <Term name="Do mesmo fornecedor">{alternatives}</Term>}
      {submitted_at !== null && <Term name="Enviada">{formatDateTime(submitted_at)}</Term>}
    </>
  );
}

const columns: readonly Column<Item>[] = [
  { name: 'position', label: 'Nº', cell: ({ order_item }) => order_item.position },
  {
    name: 'product',
    label: 'Produto',
    bare: true,
    cell: (item) => (
      <>
        <ProductName product={item.order_item.product} />
        <Offered item={item} />
      </>
    ),
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
    cell: ({ is_offered, quantity, order_item }) =>
      is_offered ? (
        <span data-differs={quantity === order_item.quantity ? undefined : true}>
          {formatUnits(quantity, order_item.unit)}
        </span>
      ) : (
        '–'
      ),
  },
  { name: 'price', label: 'Preço unitário', align: 'right', cell: (item) => <Price item={item} /> },
  {
    name: 'total',
    label: 'Total',
    align: 'right',
    cell: ({ is_offered, total_price }) =>
      is_offered ? (
        <strong>
          <Money amount={total_price} />
        </strong>
      ) : (
        '–'
      ),
  },
];

function Price({ item }: { readonly item: Item }) {
  const { unit_price, has_price, is_offered, order_item } = item;
  if (is_offered && unit_price !== null)
    return (
      <>
        <UnitPrice amount={unit_price} />
        <small> / {unitName(order_item.unit)}</small>
      </>
    );
  return <Chip>{has_price ? 'Não oferecido' : 'Não cotado'}</Chip>;
}

function Offered({
  item: {
    has_price,
    is_offered,
    offers_similar,
    similar_product_name,
    similar_product_description,
    justification,
    justification_label,
    notes,
  },
}: {
  readonly item: Item;
}) {
  const reason = justificationText(justification_label, justification);
  return (
    <>
      {is_offered && offers_similar && (
        <Quiet>
          <Chip tone="warn">Similar</Chip> {similar_product_name}
          {similar_product_description === null ? '' : `: ${similar_product_description}`}
        </Quiet>
      )}
      {!has_price && reason !== null && <Quiet>{reason}</Quiet>}
      {notes !== null && <Quiet>{notes}</Quiet>}
    </>
  );
}

interface DecisionProps {
  readonly proposal: ReceivedProposal;
  readonly legalNotice: string | null;
}

/** Links to the neighbouring proposals, and what the producer can do with this one. */
const Foot = ({
  proposal,
  isReader,
  legalNotice,
}: DecisionProps & { readonly isReader: boolean }) => (
  <>
    <div className={styles['foot']}>
      <Neighbours proposal={proposal} />
      <PrintButton />
      {!isReader && isOpen(proposal) && <ReviewStar proposal={proposal} />}
    </div>
    {!isReader && <Decision proposal={proposal} legalNotice={legalNotice} />}
  </>
);

/** The decision, within reach on phones too. */
function Decision({ proposal, legalNotice }: DecisionProps) {
  const [asked, setAsked] = useState<'accept' | 'reject'>();
  const mayAccept = mayBeAccepted(proposal);
  const mayReject = proposal.status === 'submitted';
  return (
    <>
      {(mayAccept || mayReject) && (
        <div className={styles['decide']}>
          {mayReject && (
            <Button variant="outline" color="var(--lv-danger)" onClick={() => setAsked('reject')}>
              Recusar {nameOf(proposal)}
            </Button>
          )}
          {mayAccept && (
            <Button onClick={() => setAsked('accept')}>Aceitar {nameOf(proposal)}</Button>
          )}
        </div>
      )}
      {asked === 'accept' && (
        <AcceptDialog
          proposal={proposal}
          legalNotice={legalNotice}
          onClose={() => setAsked(undefined)}
        />
      )}
      {asked === 'reject' && (
        <RejectDialog proposals={[proposal]} onClose={() => setAsked(undefined)} />
      )}
    </>
  );
}

function Neighbours({ proposal: { uuid, order } }: { readonly proposal: ReceivedProposal }) {
  const all = useReceived(order.uuid).data ?? [];
  const at = all.findIndex((one) => one.uuid === uuid);
  const [before, after] = [at > 0 ? all[at - 1] : undefined, at >= 0 ? all[at + 1] : undefined];
  const to = (one: ReceivedProposal): string => producerPaths.proposal(order.uuid, one.uuid);
  return (
    <nav aria-label="Outras propostas" className={styles['neighbours']}>
      {before !== undefined && (
        <Link to={to(before)}>
          <ChevronLeftIcon size={18} />
          <ProposalName proposal={before} />
        </Link>
      )}
      {after !== undefined && (
        <Link to={to(after)}>
          <ProposalName proposal={after} />
          <ChevronRightIcon size={18} />
        </Link>
      )}
    </nav>
  );
}

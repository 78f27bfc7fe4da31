import { Button } from '@mantine/core';
import { Link, Navigate, useNavigate } from '@tanstack/react-router';
import type { SupplierOrder } from '@lavra/contract/orders/supplier-schemas';
import type { Proposal } from '@lavra/contract/proposals/schemas';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { keyOf, useRead } from '../../data/use-api.ts';
import { useOperationKey } from '../../forms/operation-key.ts';
import { supplierPaths } from '../../paths/supplier.ts';
import { usePortal, useConnectivity } from '../../runtime/context.tsx';
import { validityDoubt } from '../../text/validity.ts';
import { countOf, wordsFor } from '../../text/decimal.ts';
import { Money } from '../../ui/money.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { FileIcon } from '../../ui/page-icons.tsx';
import { Page } from '../../ui/page.tsx';
import { Notice, QueryView, State } from '../../ui/states.tsx';
import { ProposalItems, ProposalTerms } from '../own-proposals/proposal-items.tsx';
import { useSupplierOrder } from '../supplier-orders/order-page.tsx';
import { confirmedPrices } from './confirmed-prices.ts';
import { openItems } from './draft-checks.ts';
import { draftOf } from './draft.ts';
import styles from './editor.module.css';
import { IdentityWarnings } from './identity-warnings.tsx';
import { priceQuestions } from './price-doubts.ts';
import { itemNames } from './item-names.ts';
import { emptyOffers, emptySentence, WhatIsSent } from './what-is-sent.tsx';
import { remedyOf } from '../../forms/resend-verification.tsx';

/** The review before submission: what is missing, what reveals the supplier, the totals. */
export function ReviewPage() {
  const order = useSupplierOrder({ staleTime: 0 });
  return (
    <Page
      title="Revisar e enviar"
      windowTitle={
        order.data === undefined ? 'Revisar e enviar' : `Revisar proposta para ${order.data.number}`
      }
      lead={order.data?.description}
      trail={
        order.data === undefined
          ? []
          : [
              { label: 'Cotações', to: supplierPaths.orders },
              { label: order.data.number, to: supplierPaths.order(order.data.uuid) },
              { label: 'Proposta', to: supplierPaths.proposalEditor(order.data.uuid) },
            ]
      }
    >
      <QueryView query={order}>{(found) => <DraftReview order={found} />}</QueryView>
    </Page>
  );
}

function DraftReview({ order }: Pick<ReviewProps, 'order'>) {
  const [isStale, setStale] = useState(false);
  const uuid = order.my_proposals.find(({ status }) => status === 'draft')?.uuid;
  const [reviewed, setReviewed] = useState(uuid);
  if (uuid !== undefined && uuid !== reviewed) setReviewed(uuid);
  const proposal = useRead(
    'getSupplierProposal',
    { params: { id: uuid ?? '' } },
    { enabled: uuid !== undefined, staleTime: 0 },
  );
  // Already submitted: the response was lost, or another tab was faster.
  const sent = order.my_proposals.find((own) => own.uuid === reviewed);
  if (uuid === undefined && sent !== undefined)
    return <Navigate to={supplierPaths.receipt(sent.uuid)} replace />;
  if (uuid === undefined) return <NoDraft order={order} />;
  return (
    <QueryView query={proposal}>
      {(found) => (
        <Reviewed
          order={order}
          proposal={found}
          isStale={isStale}
          onStale={() => {
            setStale(true);
            window.scrollTo({ top: 0 });
          }}
        />
      )}
    </QueryView>
  );
}

interface ReviewProps {
  readonly order: SupplierOrder;
  readonly proposal: Proposal;
}

const NoDraft = ({ order }: Pick<ReviewProps, 'order'>) => (
  <State
    icon={FileIcon}
    title="Não há rascunho para enviar"
    actions={
      <Button
        renderRoot={(props) => <Link to={supplierPaths.proposalEditor(order.uuid)} {...props} />}
      >
        Preencher proposta
      </Button>
    }
  />
);

interface ReviewedProps extends ReviewProps {
  /** It changed while it was being reviewed. */
  readonly isStale: boolean;
  readonly onStale: () => void;
}

/** The draft as it would be sent. */
const Reviewed = ({ order, proposal, isStale, onStale }: ReviewedProps) => (
  <>
    {isStale && (
      <Notice tone="warn" role="alert" title="O rascunho mudou enquanto você revisava.">
        <p>Nada foi enviado. Esta é a versão de agora: confira de novo antes de enviar.</p>
      </Notice>
    )}
    <Problems order={order} proposal={proposal} />
    <IdentityWarnings proposal={proposal} />
    <Doubts order={order} proposal={proposal} />
    <ProposalItems proposal={proposal} />
    <ProposalTerms proposal={proposal} />
    <Send order={order} proposal={proposal} onStale={onStale} />
  </>
);

/** Lists what prevents submission, each with a link to its row. */
function Problems({ order, proposal }: ReviewProps) {
  const missing = openItems(order, draftOf(order, proposal));
  if (missing.length === 0) return null;
  const items = countOf(missing.length, ['item', 'itens']);
  return (
    <Notice
      tone="danger"
      title={`${wordsFor(missing.length, ['Falta', 'Faltam'])} ${items} para poder enviar.`}
    >
      <ul className={styles['problems']}>
        {missing.slice(0, 20).map(({ itemId, name, problem }) => (
          <li key={itemId}>
            <Link to={supplierPaths.proposalEditor(order.uuid)} search={{ item: itemId }}>
              {name}
            </Link>
            : {problem}
          </li>
        ))}
      </ul>
      {order.closure_type === 'fechada' && (
        <p>Esta cotação é fechada: todos os itens precisam de preço.</p>
      )}
      {missing.length > 20 && <p>E mais {missing.length - 20}.</p>}
    </Notice>
  );
}

const MOST_PRICES = 8;

/** Returns a question for each price that looks ten times off and is not confirmed yet. */
function priceDoubtsOf(order: SupplierOrder, proposal: Proposal): readonly string[] {
  const { rows } = draftOf(order, proposal);
  const questions = priceQuestions(order, rows);
  const sure = confirmedPrices(order.uuid);
  const nameOf = itemNames(order.items);
  return order.items.flatMap((item, index) => {
    const question = questions.get(item.id);
    return question === undefined || sure.get(item.id) === rows[index]?.price
      ? []
      : [`${nameOf(item)}: ${question}`];
  });
}

/** Returns the items to look at again, by what may be wrong with them. */
function doubtfulItems({ items }: Proposal) {
  const offered = items.filter(({ is_offered }) => is_offered);
  const nameOf = itemNames(items.map(({ order_item }) => order_item));
  return {
    empty: emptyOffers(items),
    gone: offered.filter(({ similar_gone }) => similar_gone).map(({ product }) => product.name),
    less: offered
      .filter(({ quantity, order_item }) => quantity !== order_item.quantity)
      .map(({ order_item }) => nameOf(order_item)),
  };
}

/** Lists what may be intended, but should be checked. */
function Doubts({ order, proposal }: ReviewProps) {
  const { validity_date, freight_kind, partial_minimum, total_amount } = proposal;
  const prices = priceDoubtsOf(order, proposal);
  const items = doubtfulItems(proposal);
  const validity = validityDoubt(validity_date, order.deadline_date);
  const silent = freight_kind === null;
  const isUnreachable = partial_minimum !== null && partial_minimum >= total_amount;
  const found = [...Object.values(items), prices].some(({ length }) => length > 0);
  if (!found && validity === null && !silent && !isUnreachable) return null;
  return (
    <Notice tone="warn" title="Confira antes de enviar">
      <ItemDoubts {...items} />
      <PriceDoubts prices={prices} />
      {silent && (
        <p>
          Falta dizer como é o frete: sem isso o produtor não sabe quanto a compra custa na fazenda.
        </p>
      )}
      {isUnreachable && (
        <p>
          O mínimo de <Money amount={partial_minimum} /> não é menor que o total: assim, só a
          proposta inteira é vendida.
        </p>
      )}
      {validity !== null && <p>{validity}</p>}
    </Notice>
  );
}

const ItemDoubts = ({ empty, gone, less }: ReturnType<typeof doubtfulItems>) => (
  <>
    {empty.length > 0 && <p>{emptySentence(empty)}</p>}
    {gone.length > 0 && (
      <p>
        Similar que já não está no catálogo: {gone.join(', ')}. Ofereça outro para poder enviar.
      </p>
    )}
    {less.length > 0 && (
      <p>
        Quantidade diferente da pedida: {less.slice(0, 8).join(', ')}
        {less.length > 8 ? ` e mais ${less.length - 8}` : ''}.
      </p>
    )}
  </>
);

const PriceDoubts = ({ prices }: { readonly prices: readonly string[] }) => (
  <>
    {prices.slice(0, MOST_PRICES).map((sentence) => (
      <p key={sentence}>{sentence}</p>
    ))}
    {prices.length > MOST_PRICES && (
      <p>
        E mais{' '}
        {countOf(prices.length - MOST_PRICES, [
          'preço muito diferente dos outros',
          'preços muito diferentes dos outros',
        ])}
        .
      </p>
    )}
  </>
);

interface SendProps extends ReviewProps {
  readonly onStale: () => void;
}

/** Submits the draft that is on the screen, and opens its receipt. */
function useSubmit({ proposal, onStale }: Pick<SendProps, 'proposal' | 'onStale'>) {
  const { api, queries, invalidateAfter } = usePortal();
  const navigate = useNavigate();
  // One key per review of the draft: pressing twice, or again after a lost response, submits once.
  const idempotencyKey = useOperationKey();
  const refresh = (): Promise<void> => invalidateAfter('submitProposal');
  return async (): Promise<void> => {
    // Sends the reviewed version: changes saved by another tab meanwhile are shown first, never
    // submitted unseen.
    const sent = await api
      .call('submitProposal', {
        params: { proposal: proposal.uuid },
        ifMatch: proposal.version,
        idempotencyKey,
      })
      .catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'stale_version') return onStale();
        if (error instanceof ApiError) void refresh(); // the page shows why, also after the dialog
        throw error;
      });
    if (sent === undefined) return refresh();
    const { uuid } = sent;
    // The receipt says what was sent, also where the line is lost from here on.
    const receipt = { params: { id: uuid } };
    queries.setQueryData(keyOf('getSupplierProposal', receipt), sent);
    api.remember('getSupplierProposal', receipt, sent);
    await navigate({ to: supplierPaths.receipt(uuid), replace: true });
    // Only now, because this page would otherwise see its draft disappear.
    await refresh();
  };
}

function Send({ order, proposal, onStale }: SendProps) {
  const submit = useSubmit({ proposal, onStale });
  const offline = useConnectivity() !== 'online';
  const [asking, ask] = useState(false);
  const blocked = openItems(order, draftOf(order, proposal)).length > 0 || !proposal.can_submit;
  return (
    <section className={styles['totals']} aria-label="Enviar">
      <Sum order={order} proposal={proposal} />
      <Button
        variant="default"
        renderRoot={(props) => <Link to={supplierPaths.proposalEditor(order.uuid)} {...props} />}
      >
        Voltar a editar
      </Button>
      <Button
        aria-disabled={blocked || offline}
        {...(blocked || offline ? { 'data-disabled': true } : {})}
        onClick={() => {
          if (!blocked && !offline) ask(true);
        }}
      >
        {offline ? 'Sem conexão' : 'Enviar proposta'}
      </Button>
      {asking && (
        <ConfirmDialog
          title="Enviar a proposta?"
          action="Enviar proposta"
          run={submit}
          remedy={remedyOf}
          onClose={() => ask(false)}
          body={<WhatIsSent order={order} proposal={proposal} />}
        />
      )}
    </section>
  );
}

const Sum = ({ order, proposal }: ReviewProps) => (
  <div className={styles['sum']}>
    <strong className={styles['amount']}>
      <Money amount={proposal.total_amount} />
    </strong>
    <span>
      {proposal.priced_items} de {countOf(order.total_itens, ['item', 'itens'])} com preço
    </span>
  </div>
);

import { Button, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { isUncertain } from '../../api/api-error.ts';
import { useOperationKey } from '../../forms/operation-key.ts';
import { sentOr, useInDoubt } from '../../forms/sent-or.ts';
import { producerPaths } from '../../paths/producer.ts';
import { usePortal } from '../../runtime/context.tsx';
import { countOf } from '../../text/decimal.ts';
import { DecisionButton } from '../../ui/decision-button.tsx';
import { expiredText, isExpired } from '../../text/validity.ts';
import { nameOf } from '../../ui/name-of-proposal.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Money, WithMoney } from '../../ui/money.tsx';
import { ProposalName } from '../../ui/proposal-name.tsx';
import { Notice } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.tsx';
import type { ReceivedProposal } from '../producer-orders/anonymous-view.ts';
import { legalNoticeFor } from '../producer-orders/legal-notice.ts';
import type { ShownOrder } from '../producer-orders/use-order.ts';
import {
  inWords,
  itemsText,
  partFreightText,
  problemText,
  refusalText,
  sumName,
} from './award-texts.ts';
import {
  boughtItems,
  isBought,
  leftOver,
  planBasket,
  type Basket,
  type BasketPlan,
} from './basket.ts';
import styles from './buying.module.css';
import { LeftOver } from './left-over.tsx';

interface AwardDialogProps {
  readonly order: ShownOrder;
  readonly proposals: readonly ReceivedProposal[];
  readonly basket: Basket;
  readonly onClose: () => void;
  /** Called once it is bought. */
  readonly onBought?: () => void;
}

/**
 * Repeats what is about to be bought: of each proposal the items and their cost, and what stays
 * unbought. Until it is sent, its amounts follow the data on the screen, which a refusal reads anew;
 * what is sent names the total that is shown. The focus starts on what is bought, which comes first.
 */
export function AwardDialog({ order, proposals, basket, onClose, onBought }: AwardDialogProps) {
  const [reason, setReason] = useState('');
  const { shown, error, isPending, run } = useBuy({ order, proposals, basket, reason }, () => {
    onBought?.();
    onClose();
  });
  const plan = planBasket(basket, shown);
  const isInDoubt = error !== null && isUncertain(error);
  return (
    <Dialog
      title={`Comprar ${itemsText(basket.size)} de ${countOf(plan.parts.length, ['proposta', 'propostas'])}?`}
      wide
      onClose={onClose}
    >
      <WhatIsBought {...{ order, proposals: shown, basket, plan }} />
      <Textarea
        label="Por que esta escolha? (opcional)"
        description="Fica só no registro da decisão."
        rows={2}
        maxLength={2000}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {error !== null && <Refusal error={error} />}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Cancelar
        </Button>
        <DecisionButton
          busy={isPending || !plan.isBuyable}
          onPress={() => {
            void run();
          }}
        >
          {isPending ? (
            'Comprando…'
          ) : isInDoubt ? (
            'Tentar de novo'
          ) : (
            <span>
              Comprar por <Money amount={plan.total} />
            </span>
          )}
        </DecisionButton>
      </DialogActions>
    </Dialog>
  );
}

const Refusal = ({ error }: { readonly error: Error }) => (
  <p role="alert" className={styles['refusal']}>
    <WithMoney text={refusalText(error)} />
  </p>
);

interface WhatIsBoughtProps extends Pick<AwardDialogProps, 'order' | 'proposals' | 'basket'> {
  readonly plan: BasketPlan<ReceivedProposal>;
}

/** The purchase in words, with what it leaves open and what follows from it. */
function WhatIsBought({ order, proposals, basket, plan }: WhatIsBoughtProps) {
  const left = leftOver(order.items, basket, { proposals, bought: boughtItems(proposals) });
  const legalNotice = legalNoticeFor(order, basket.keys());
  return (
    <>
      <Parts plan={plan} items={order.items} />
      <p className={styles['total']}>
        <Money amount={plan.total} /> <span>{sumName(plan)}</span>
      </p>
      <LeftOver left={inWords(left)} />
      <Warnings plan={plan} />
      <p>
        Essa ação não poderá ser desfeita.{' '}
        {plan.parts.length === 1
          ? 'O fornecedor recebe o seu nome, telefone, e-mail e endereço para combinar a entrega.'
          : 'Cada fornecedor recebe o seu nome, telefone, e-mail e endereço para combinar a entrega.'}
      </p>
      {legalNotice !== null && <p>{legalNotice}</p>}
    </>
  );
}

interface Chosen extends Pick<Purchase, 'basket' | 'proposals' | 'reason'> {
  readonly order: ShownOrder;
}

/**
 * Buys what is chosen, once, and opens the order's result; also where no reply came, or a refusal
 * because it was bought before, and the order, read anew, holds it.
 */
function useBuy({ order, basket, proposals, reason }: Chosen, onBought: () => void) {
  const award = useAward(order.uuid);
  const navigate = useNavigate();
  const key = useOperationKey();
  const purchase = sentOr(award, { basket, proposals, reason, version: order.version, key });
  const showResult = async (): Promise<void> => {
    toast(`${itemsText(basket.size)} ${basket.size === 1 ? 'comprado' : 'comprados'}.`);
    onBought();
    await navigate({ to: producerPaths.orderResult(order.uuid) });
  };
  const run = async (): Promise<void> => {
    try {
      await award.mutateAsync(purchase);
    } catch {
      return; // shown in the dialog
    }
    await showResult();
  };
  const isFound = award.isError && isBought(basket, proposals);
  useEffect(() => {
    if (isFound) void showResult();
  }, [isFound]);
  return { shown: purchase.proposals, error: award.error, isPending: award.isPending, run };
}

/** Which prices are past their validity, and why some of it cannot be bought. */
function Warnings({ plan }: { readonly plan: BasketPlan<ReceivedProposal> }) {
  const problems = plan.parts.flatMap(({ proposal, problem }) =>
    problem === undefined ? [] : [problemText(proposal, problem)],
  );
  const expired = plan.parts.flatMap(({ proposal }) =>
    isExpired(proposal.validity_date)
      ? [expiredText(proposal.validity_date, `A validade da ${nameOf(proposal)}`)]
      : [],
  );
  return (
    <>
      {expired.length > 0 && (
        <Notice tone="warn">
          {expired.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Notice>
      )}
      {problems.length > 0 && (
        <Notice tone="warn" title="Ainda não dá para comprar.">
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </Notice>
      )}
    </>
  );
}

/** What is bought from each proposal, by letter. */
function Parts({
  plan,
  items,
}: {
  readonly plan: BasketPlan<ReceivedProposal>;
  readonly items: ShownOrder['items'];
}) {
  return (
    <ul className={styles['parts']} tabIndex={-1} data-autofocus>
      {plan.parts.map((part) => (
        <li key={part.proposal.uuid}>
          <h3>
            <ProposalName proposal={part.proposal} />
          </h3>
          <p>
            {itemsText(part.itemIds.length)}: <Money amount={part.itemsAmount} />,{' '}
            <WithMoney text={partFreightText(part)} />
          </p>
          <details>
            <summary>
              Ver os itens<span className="lv-hidden"> da {part.proposal.label}</span>
            </summary>
            <ul>
              {items
                .filter(({ id }) => part.itemIds.includes(id))
                .map(({ id, position, product }) => (
                  <li key={id}>
                    {position}. {product.name}
                  </li>
                ))}
            </ul>
          </details>
        </li>
      ))}
    </ul>
  );
}

/** What is bought: of the version that was displayed, for the total that was displayed. */
interface Purchase {
  readonly basket: Basket;
  readonly proposals: readonly ReceivedProposal[];
  readonly reason: string;
  readonly version: number;
  readonly key: string;
}

function useAward(order: string) {
  const { api, invalidateAfter } = usePortal();
  return useMutation({
    mutationFn: useInDoubt(({ basket, proposals, reason, version, key }: Purchase) =>
      api.call('awardOrder', {
        params: { order },
        body: {
          items: [...basket].map(([item, proposal]) => ({ order_item_id: item, proposal })),
          reason: reason.trim() || null,
          expected_total: planBasket(basket, proposals).total,
        },
        ifMatch: version,
        idempotencyKey: key,
      }),
    ),
    // Also after a refusal, so that what changed elsewhere is shown at once.
    onSettled: () => invalidateAfter('awardOrder'),
  });
}

import { Button } from '@mantine/core';
import { useState } from 'react';
import { countOf } from '../../text/decimal.ts';
import { Money, WithMoney } from '../../ui/money.tsx';
import { ProposalName } from '../../ui/proposal-name.tsx';
import type { ReceivedProposal } from '../producer-orders/anonymous-view.ts';
import type { ShownOrder } from '../producer-orders/use-order.ts';
import { AwardDialog } from './award-dialog.tsx';
import {
  FULL_SUM,
  inWords,
  itemsText,
  partFreightText,
  problemText,
  sumName,
} from './award-texts.ts';
import { boughtItems, leftOver, planBasket, type Basket, type BasketPlan } from './basket.ts';
import styles from './buying.module.css';
import { LeftOver } from './left-over.tsx';

interface BasketBarProps {
  readonly order: ShownOrder;
  readonly proposals: readonly ReceivedProposal[];
  readonly basket: Basket;
  readonly onChange: (basket: Basket) => void;
}

/** The bar of what is chosen; its dialog stays with what it asked about, until it is closed. */
export function BasketBar(props: BasketBarProps) {
  const { order, proposals, basket, onChange } = props;
  const [asked, ask] = useState<Basket>();
  return (
    <>
      {basket.size > 0 && <Bar {...props} onBuy={() => ask(basket)} />}
      {asked !== undefined && (
        <AwardDialog
          order={order}
          proposals={proposals}
          basket={asked}
          onClose={() => ask(undefined)}
          onBought={() => onChange(new Map([...basket].filter(([item]) => !asked.has(item))))}
        />
      )}
    </>
  );
}

/**
 * A sticky bar with the running total of what is chosen, what is missing before it can be bought,
 * and the way to buy it.
 */
function Bar({
  order,
  proposals,
  basket,
  onChange,
  onBuy,
}: BasketBarProps & { readonly onBuy: () => void }) {
  const plan = planBasket(basket, proposals);
  const sum = sumName(plan);
  return (
    <div className={styles['bar']} role="region" aria-label="Compra">
      <div className={styles['barHead']}>
        <p aria-live="polite">
          <strong>
            <Money amount={plan.total} />
          </strong>{' '}
          <span>
            {itemsText(basket.size)} de {countOf(plan.parts.length, ['proposta', 'propostas'])}
            {sum !== FULL_SUM && `: ${sum}`}
          </span>
        </p>
        <Button aria-disabled={!plan.isBuyable} onClick={() => plan.isBuyable && onBuy()}>
          Comprar
        </Button>
      </div>
      <Problems plan={plan} basket={basket} onChange={onChange} />
      <Details {...{ order, proposals, basket, plan, onChange }} />
    </div>
  );
}

interface Planned {
  readonly plan: BasketPlan<ReceivedProposal>;
}

/** What is bought from each proposal, what from none, and the way to begin anew. */
function Details({ order, proposals, basket, plan, onChange }: BasketBarProps & Planned) {
  const left = leftOver(order.items, basket, { proposals, bought: boughtItems(proposals) });
  return (
    <details>
      <summary>Por proposta, e o que fica sem compra</summary>
      <ul>
        {plan.parts.map((part) => (
          <li key={part.proposal.uuid}>
            <ProposalName proposal={part.proposal} />: {itemsText(part.itemIds.length)},{' '}
            <Money amount={part.itemsAmount} />, <WithMoney text={partFreightText(part)} />
          </li>
        ))}
      </ul>
      <LeftOver left={inWords(left)} />
      <Button size="sm" variant="default" onClick={() => onChange(new Map())}>
        Tirar tudo
      </Button>
    </details>
  );
}

type ProblemsProps = Pick<BasketBarProps, 'basket' | 'onChange'> & Planned;

/** Why the items of a proposal cannot be bought, and the way to leave them out. */
const Problems = ({ plan, basket, onChange }: ProblemsProps) =>
  plan.parts.map(
    ({ proposal, problem }) =>
      problem !== undefined && (
        <p key={proposal.uuid} className={styles['problem']} role="status">
          <WithMoney text={problemText(proposal, problem)} />{' '}
          <button
            type="button"
            onClick={() =>
              onChange(new Map([...basket].filter(([, uuid]) => uuid !== proposal.uuid)))
            }
          >
            Tirar os itens dela
          </button>
        </p>
      ),
  );

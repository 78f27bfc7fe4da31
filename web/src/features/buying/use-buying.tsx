import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { instantOf } from '../../text/dates.ts';
import type { ReceivedProposal } from '../producer-orders/anonymous-view.ts';
import type { ShownOrder } from '../producer-orders/use-order.ts';
import {
  boughtItems,
  cheapestBasket,
  mayBeBought,
  openOffersOf,
  possibleOf,
  replaceInView,
  toggleItem,
  type Basket,
} from './basket.ts';
import { withoutWholeText } from './award-texts.ts';
import { BasketBar } from './basket-bar.tsx';
import styles from './buying.module.css';
import type { ItemChoice } from './choice-button.tsx';
import { useBasket } from './use-basket.ts';
import { WithMoney } from '../../ui/money.tsx';
import { saleText } from '../../ui/partial-terms.tsx';
import { ProposalName } from '../../ui/proposal-name.tsx';

interface Buying {
  /** Undefined where nothing can be bought any more. */
  readonly choice: ItemChoice | undefined;
  /** Says how to begin, and on which terms each proposal sells. */
  readonly start: ReactNode;
  /** Stays where nothing can be bought any more: its dialog says what was. */
  readonly bar: ReactNode;
}

interface Seen {
  readonly compared: readonly ReceivedProposal[];
  readonly received: readonly ReceivedProposal[];
}

/** Returns the proposals of which something can be bought now. */
function buyableOf(proposals: readonly ReceivedProposal[], { awarded_at }: ShownOrder) {
  const awardedAt = awarded_at === null ? null : (instantOf(awarded_at) ?? null);
  return proposals.filter((proposal) => mayBeBought(proposal, { awardedAt, now: new Date() }));
}

/**
 * Returns the parts of a comparison with which items are chosen and bought; undefined until the order
 * is there. What is chosen from proposals out of view is kept, and not shown.
 */
export function useBuying(
  order: ShownOrder | undefined,
  { compared, received }: Seen,
): Buying | undefined {
  const [kept, save] = useBasket(received[0]?.order.uuid ?? '');
  if (order === undefined) return undefined;
  const bought = boughtItems(received);
  const buyable = buyableOf(compared, order);
  const open = new Map(
    buyable.map((proposal) => [proposal.uuid, new Set(openOffersOf(proposal, bought))]),
  );
  const basket = possibleOf(kept, buyable, bought);
  const change = (next: Basket): void =>
    save(replaceInView(kept, next, { inView: compared, bought }));
  const bar = <BasketBar order={order} proposals={received} basket={basket} onChange={change} />;
  if ([...open.values()].every((items) => items.size === 0))
    return { choice: undefined, start: null, bar };
  return {
    choice: {
      stateOf: (item, proposal) => {
        if (received.find(({ uuid }) => uuid === proposal)?.award?.order_item_ids.includes(item))
          return 'bought';
        if (open.get(proposal)?.has(item) !== true) return 'closed';
        return basket.get(item) === proposal ? 'chosen' : 'open';
      },
      toggle: (item, uuid) => {
        const proposal = buyable.find((one) => one.uuid === uuid);
        if (proposal !== undefined) change(toggleItem(basket, item, proposal, bought));
      },
    },
    start: (
      <Start
        compared={buyable}
        hasCheapest={cheapestBasket(buyable, bought).size > 0}
        onCheapest={() => change(cheapestBasket(buyable, bought))}
      />
    ),
    bar,
  };
}

function Start({
  compared,
  hasCheapest,
  onCheapest,
}: {
  readonly compared: readonly ReceivedProposal[];
  readonly hasCheapest: boolean;
  readonly onCheapest: () => void;
}) {
  const without = withoutWholeText(compared);
  return (
    <section className={styles['start']} aria-label="Como cada uma vende">
      <ul>
        {compared.map((proposal) => (
          <li key={proposal.uuid}>
            <ProposalName proposal={proposal} />: <WithMoney text={saleText(proposal)} />
          </li>
        ))}
      </ul>
      {hasCheapest && (
        <div className={styles['cheapest']}>
          <Button variant="default" onClick={onCheapest}>
            Escolher o menor preço de cada item
          </Button>
          {without !== undefined && <small>{without}</small>}
        </div>
      )}
    </section>
  );
}

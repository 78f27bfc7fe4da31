import { Link } from '@tanstack/react-router';
import { producerPaths } from '../../paths/producer.ts';
import { formatUnits } from '../../text/units.ts';
import { Chip } from '../../ui/chip.tsx';
import { Money, WithMoney } from '../../ui/money.tsx';
import { ProposalName } from '../../ui/proposal-name.tsx';
import type { ReceivedProposal } from '../producer-orders/anonymous-view.ts';
import { freightSaid, itemsText } from './award-texts.ts';
import styles from './buying.module.css';
import { purchaseTone } from '../purchases/purchase-tone.ts';

/** What was bought from each chosen proposal, by letter: its items, their cost, how far it has come. */
export const Winners = ({
  order,
  winners,
}: {
  readonly order: string;
  readonly winners: readonly ReceivedProposal[];
}) => (
  <ul className={styles['parts']}>
    {winners.map((winner) => {
      const { uuid, award, items } = winner;
      if (award === null) return null;
      const bought = items.filter(({ order_item_id: id }) => award.order_item_ids.includes(id));
      return (
        <li key={uuid}>
          <h3>
            <Link to={producerPaths.proposal(order, uuid)}>
              <ProposalName proposal={winner} />
            </Link>{' '}
            <Chip tone={purchaseTone[award.state]}>{award.state_label}</Chip>
          </h3>
          <p>
            {itemsText(bought.length)}: <Money amount={award.amount} />,{' '}
            <WithMoney
              text={freightSaid({
                freight_amount: award.freight_amount,
                freight_kind: winner.freight_kind,
              })}
            />
          </p>
          <details>
            <summary>
              Ver os itens<span className="lv-hidden"> da {winner.label}</span>
            </summary>
            <ul>
              {bought.map(({ order_item_id: id, order_item, quantity, total_price }) => (
                <li key={id}>
                  {order_item.position}. {order_item.product.name},{' '}
                  {formatUnits(quantity, order_item.unit)}: <Money amount={total_price} />
                </li>
              ))}
            </ul>
          </details>
        </li>
      );
    })}
  </ul>
);

import { useState } from 'react';
import type { OrderItem } from '@lavra/contract/orders/schemas';
import { formatQuantity, formatUnitPrice } from '../../text/decimal.ts';
import { formatUnits } from '../../text/units.ts';
import { ChevronDownIcon } from '../../ui/icons.tsx';
import { Money, UnitPrice, WithMoney } from '../../ui/money.tsx';
import { shortNameOf } from '../../ui/name-of-proposal.ts';
import { ProductName } from '../../ui/product-name.tsx';
import { ProposalName } from '../../ui/proposal-name.tsx';
import { freightSaid, itemsText } from './award-texts.ts';
import styles from './combinations.module.css';
import type { Point } from './points.ts';
import { useIsPhone } from './use-is-phone.ts';

type Purchase = Point['purchases'][number];

/** So many sections are open at once. */
const MOST_OPEN = 3;

interface PointSectionsProps {
  readonly point: Point;
  readonly items: readonly OrderItem[];
}

/** What a point buys, one section for each proposal; opening another one closes the oldest. */
export function PointSections({ point: { purchases }, items }: PointSectionsProps) {
  const most = useIsPhone() ? 1 : MOST_OPEN;
  const [opened, open] = useState<readonly string[]>(() =>
    purchases
      .slice(0, most)
      .map(({ proposal }) => proposal)
      .toReversed(),
  );
  const toggle = (proposal: string): void =>
    open(
      opened.includes(proposal)
        ? opened.filter((one) => one !== proposal)
        : [proposal, ...opened].slice(0, most),
    );
  return purchases.map((purchase) => (
    <Section
      key={purchase.proposal}
      purchase={purchase}
      items={items}
      isOpen={opened.slice(0, most).includes(purchase.proposal)}
      onToggle={() => toggle(purchase.proposal)}
    />
  ));
}

function Section({
  purchase,
  items,
  isOpen,
  onToggle,
}: {
  readonly purchase: Purchase;
  readonly items: readonly OrderItem[];
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}) {
  return (
    <section className={styles['section']} data-open={isOpen || undefined}>
      <h2>
        <button type="button" aria-expanded={isOpen} onClick={onToggle}>
          <ProposalName proposal={purchase} />
          <ChevronDownIcon />
        </button>
      </h2>
      <p>
        {itemsText(purchase.items.length)}: <Money amount={purchase.items_amount} />,{' '}
        <WithMoney text={freightSaid(purchase)} />
      </p>
      {isOpen && (
        <ul>
          {purchase.items.map((bought) => {
            const item = items.find(({ id }) => id === bought.order_item_id);
            return item === undefined ? null : <Bought key={item.id} bought={bought} item={item} />;
          })}
        </ul>
      )}
    </section>
  );
}

const Bought = ({
  bought: { unit_price, quantity, total_price, alternatives },
  item,
}: {
  readonly bought: Purchase['items'][number];
  readonly item: OrderItem;
}) => (
  <li>
    <span>
      <ProductName product={item.product} />
      <small>
        Item {item.position} · {formatUnits(quantity, item.unit)}
        {quantity < item.quantity && ` de ${formatQuantity(item.quantity)} pedidos`}
      </small>
    </span>
    <span className={styles['price']}>
      <UnitPrice amount={unit_price} />
      <small>
        <Money amount={total_price} />
      </small>
    </span>
    <small className={styles['others']}>
      {alternatives.length === 0 ? (
        'Único preço'
      ) : (
        <>
          {alternatives.length === 1 ? 'Outra oferta' : 'Outras ofertas'}:{' '}
          <WithMoney
            text={alternatives
              .map((one) => `${shortNameOf(one)} ${formatUnitPrice(one.unit_price)}`)
              .join(', ')}
          />
        </>
      )}
    </small>
  </li>
);

import type { PurchaseItem } from '@lavra/contract/purchases/schemas';
import { unitName } from '@lavra/domain/unit/unit-names';
import type { Column } from '../../lists/data-table.tsx';
import { formatQuantity } from '../../text/decimal.ts';
import { formatUnits } from '../../text/units.ts';
import { Chip } from '../../ui/chip.tsx';
import { ItemWish } from '../../ui/item-wish.tsx';
import { Money, UnitPrice } from '../../ui/money.tsx';
import { ProductName } from '../../ui/product-name.tsx';
import styles from './purchases.module.css';

/** The items of a purchase, the same for both sides and the administration. */
export const purchaseItemColumns: readonly Column<PurchaseItem>[] = [
  { name: 'position', label: 'Nº', cell: ({ order_item }) => order_item.position },
  {
    name: 'product',
    label: 'Produto',
    bare: true,
    cell: ({ order_item, product, offers_similar, similar_product_name: similar }) => (
      <>
        <ProductName product={order_item.product} />
        <ItemWish item={order_item} />
        {offers_similar && (
          <p className={styles['quiet']}>
            <Chip tone="info">Similar</Chip> {similar ?? product.name}
          </p>
        )}
      </>
    ),
  },
  {
    name: 'quantity',
    label: 'Quantidade',
    align: 'right',
    cell: ({ quantity, order_item }) => (
      <>
        {formatUnits(quantity, order_item.unit)}
        {quantity < order_item.quantity && (
          <small className={styles['quiet']}>
            {' '}
            de {formatQuantity(order_item.quantity)} pedidos
          </small>
        )}
      </>
    ),
  },
  {
    name: 'price',
    label: 'Preço unitário',
    align: 'right',
    cell: ({ unit_price, order_item: { unit } }) => (
      <>
        <UnitPrice amount={unit_price} />
        <small> / {unitName(unit)}</small>
      </>
    ),
  },
  {
    name: 'total',
    label: 'Total',
    align: 'right',
    cell: ({ total_price }) => <Money amount={total_price} />,
  },
];

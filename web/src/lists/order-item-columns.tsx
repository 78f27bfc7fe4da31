import type { OrderItem } from '@lavra/contract/orders/schemas';
import { formatUnits } from '../text/units.ts';
import type { Column } from './data-table.tsx';

/** Returns the columns of an order's items; each page has its own cell for the product. */
export const orderItemColumns = (
  product: Column<OrderItem>['cell'],
): readonly Column<OrderItem>[] => [
  { name: 'position', label: 'Nº', cell: ({ position }) => position },
  { name: 'product', label: 'Produto', bare: true, cell: product },
  {
    name: 'quantity',
    label: 'Quantidade',
    align: 'right',
    cell: ({ quantity, unit }) => formatUnits(quantity, unit),
  },
  {
    name: 'similar',
    label: 'Similar',
    cell: ({ allow_similar }) => (allow_similar ? 'Aceita' : 'Não aceita'),
  },
];

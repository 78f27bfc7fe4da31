import type { Proposal, ProposalItem } from '@lavra/contract/proposals/schemas';
import { DataTable, type Column } from '../../lists/data-table.tsx';
import { formatDate } from '../../text/dates.ts';
import { countOf, formatMoney } from '../../text/decimal.ts';
import { formatUnits } from '../../text/units.ts';
import { UnitPrice } from '../../ui/money.tsx';
import { justificationText } from '@lavra/domain/proposal/justification';
import { unitName } from '@lavra/domain/unit/unit-names';
import { Chip } from '../../ui/chip.tsx';
import { Card } from '../../ui/page.tsx';
import { PartialTermsFacts } from '../../ui/partial-terms.tsx';
import { ProductName } from '../../ui/product-name.tsx';
import { ItemWish } from '../../ui/item-wish.tsx';
import order from '../supplier-orders/supplier-orders.module.css';
import { ProposalTotals } from './proposal-totals.tsx';

function Offer({
  item: {
    order_item,
    offers_similar,
    similar_product_name,
    similar_product_description,
    justification,
    justification_label,
    has_price,
    is_offered,
    has_justification,
    notes,
  },
}: {
  readonly item: ProposalItem;
}) {
  return (
    <>
      <ProductName product={order_item.product} />
      <ItemWish item={order_item} />
      {offers_similar && (
        <p className={order['quiet']}>
          <Chip tone="info">Similar</Chip>{' '}
          {[similar_product_name, similar_product_description]
            .filter((part) => part !== null)
            .join(': ')}
        </p>
      )}
      {!has_price && !has_justification && (
        <p className={order['quiet']}>
          <Chip tone="danger">Falta o preço</Chip>
        </p>
      )}
      {has_price && !is_offered && (
        <p className={order['quiet']}>
          <Chip tone="warn">Não será oferecido</Chip> total de R$ 0,00
        </p>
      )}
      {!has_price && has_justification && (
        <p className={order['quiet']}>
          <Chip>Não cotado</Chip> {justificationText(justification_label, justification)}
        </p>
      )}
      {notes !== null && <p className={order['quiet']}>{notes}</p>}
    </>
  );
}

const columns: readonly Column<ProposalItem>[] = [
  { name: 'position', label: 'Nº', cell: ({ order_item }) => order_item.position },
  { name: 'product', label: 'Produto', bare: true, cell: (item) => <Offer item={item} /> },
  {
    name: 'asked',
    label: 'Pedido',
    align: 'right',
    cell: ({ order_item: { quantity, unit } }) => formatUnits(quantity, unit),
  },
  {
    name: 'offered',
    label: 'Ofertado',
    align: 'right',
    cell: ({ quantity, has_price, order_item: { unit } }) =>
      has_price ? formatUnits(quantity, unit) : '–',
  },
  {
    name: 'price',
    label: 'Preço unitário',
    align: 'right',
    cell: ({ unit_price, has_price, order_item: { unit } }) =>
      has_price && unit_price !== null ? (
        <>
          <UnitPrice amount={unit_price} />
          <small> / {unitName(unit)}</small>
        </>
      ) : (
        '–'
      ),
  },
  {
    name: 'total',
    label: 'Total',
    align: 'right',
    cell: ({ total_price, has_price }) => (has_price ? formatMoney(total_price) : '–'),
  },
];

/** The items of a proposal. */
export const ProposalItems = ({ proposal }: { readonly proposal: Proposal }) => (
  <Card flush>
    <DataTable
      caption="Itens da proposta"
      columns={columns}
      rows={proposal.items}
      keyOf={({ id }) => id}
    />
  </Card>
);

/** The terms of the whole proposal. */
export function ProposalTerms({ proposal }: { readonly proposal: Proposal }) {
  const { delivery_days, payment_terms, validity_date, notes, supplier_reference } = proposal;
  return (
    <Card title="Total e condições">
      <dl className={order['terms']}>
        <ProposalTotals proposal={proposal} />
        <PartialTermsFacts terms={proposal} />
        <div>
          <dt>Prazo de entrega</dt>
          <dd>
            {delivery_days === null
              ? 'Não informado'
              : countOf(delivery_days, ['dia', 'dias'], 'No mesmo dia')}
          </dd>
        </div>
        <div>
          <dt>Pagamento</dt>
          <dd>{payment_terms ?? 'Não informado'}</dd>
        </div>
        <div>
          <dt>Validade</dt>
          <dd>
            {validity_date === null ? 'Sem data de validade' : `até ${formatDate(validity_date)}`}
          </dd>
        </div>
        {supplier_reference !== null && (
          <div>
            <dt>Sua referência (só você vê)</dt>
            <dd>{supplier_reference}</dd>
          </div>
        )}
        {notes !== null && (
          <div data-wide>
            <dt>Observações</dt>
            <dd>{notes}</dd>
          </div>
        )}
      </dl>
    </Card>
  );
}

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
import { Quiet, Term, TermList } from '../../ui/record.tsx';
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
        <Quiet>
          <Chip tone="info">Similar</Chip>{' '}
          {[similar_product_name, similar_product_description]
            .filter((part) => part !== null)
            .join(': ')}
        </Quiet>
      )}
      {!has_price && !has_justification && (
        <Quiet>
          <Chip tone="danger">Falta o preço</Chip>
        </Quiet>
      )}
      {has_price && !is_offered && (
        <Quiet>
          <Chip tone="warn">Não será oferecido</Chip> total de R$ 0,00
        </Quiet>
      )}
      {!has_price && has_justification && (
        <Quiet>
          <Chip>Não cotado</Chip> {justificationText(justification_label, justification)}
        </Quiet>
      )}
      {notes !== null && <Quiet>{notes}</Quiet>}
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
      <TermList>
        <ProposalTotals proposal={proposal} />
        <PartialTermsFacts terms={proposal} />
        <Term name="Prazo de entrega">
          {delivery_days === null
            ? 'Não informado'
            : countOf(delivery_days, ['dia', 'dias'], 'No mesmo dia')}
        </Term>
        <Term name="Pagamento">{payment_terms ?? 'Não informado'}</Term>
        <Term name="Validade">
          {validity_date === null ? 'Sem data de validade' : `até ${formatDate(validity_date)}`}
        </Term>
        {supplier_reference !== null && (
          <Term name="Sua referência (só você vê)">{supplier_reference}</Term>
        )}
        {notes !== null && (
          <Term name="Observações" wide>
            {notes}
          </Term>
        )}
      </TermList>
    </Card>
  );
}

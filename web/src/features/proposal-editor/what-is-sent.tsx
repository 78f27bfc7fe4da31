import type { SupplierOrder } from '@lavra/contract/orders/supplier-schemas';
import type { Proposal } from '@lavra/contract/proposals/schemas';
import { countOf } from '../../text/decimal.ts';
import { Money, WithMoney } from '../../ui/money.tsx';
import { itemNames } from './item-names.ts';
import { unsaidText } from './unsaid-terms.ts';

/** Returns the names of items that have a price but a total of zero. */
export function emptyOffers(items: Proposal['items']): readonly string[] {
  const nameOf = itemNames(items.map(({ order_item }) => order_item));
  return items.flatMap(({ has_price, is_offered, order_item }) =>
    has_price && !is_offered ? [nameOf(order_item)] : [],
  );
}

/** Says that these items will not be offered; names the first eight of many. */
export function emptySentence(names: readonly string[]): string {
  const reason = 'Com quantidade 0 ou total de R$ 0,00,';
  if (names.length === 1) return `${reason} ${names.join('')} não será oferecido.`;
  const more = names.length > 8 ? ` e mais ${names.length - 8}` : '';
  return `${reason} estes itens não serão oferecidos: ${names.slice(0, 8).join(', ')}${more}.`;
}

const NOTHING_OFFERED =
  'Nenhum item é oferecido: o produtor não terá o que comprar desta proposta.';

/** Repeats what is about to be sent, and what it leaves open. */
export function WhatIsSent({
  order,
  proposal,
}: {
  readonly order: Pick<SupplierOrder, 'number' | 'total_itens'>;
  readonly proposal: Proposal;
}) {
  const empty = emptyOffers(proposal.items);
  const unsaid = unsaidText(proposal);
  const freight = proposal.freight_amount ?? 0;
  const offersNothing = proposal.items.every(({ is_offered }) => !is_offered);
  return (
    <>
      <p>
        Você vai enviar{' '}
        <strong>
          <Money amount={proposal.total_amount} />
        </strong>{' '}
        {freight > 0 && (
          <>
            mais <Money amount={freight} /> de frete{' '}
          </>
        )}
        para {order.number}, com preço em {proposal.priced_items} de{' '}
        {countOf(order.total_itens, ['item', 'itens'])}. Não será possível editar depois do envio.
      </p>
      {unsaid !== null && <p>{unsaid}</p>}
      {(empty.length > 0 || offersNothing) && (
        <p>
          <strong>
            {empty.length > 0 && <WithMoney text={emptySentence(empty)} />}{' '}
            {offersNothing && NOTHING_OFFERED}
          </strong>{' '}
          Envie só se for isso mesmo.
        </p>
      )}
    </>
  );
}

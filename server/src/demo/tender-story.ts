import type { ProducerOrder } from '@lavra/contract/orders/schemas';
import type { Proposal, ProposalItemInput } from '@lavra/contract/proposals/schemas';
import type { Combinations } from '@lavra/contract/purchases/combinations';
import type { AwardReply } from '@lavra/contract/purchases/schemas';
import type { Api } from './demo-api.ts';
import type { Tender, TenderItem } from './tender.ts';

/**
 * Publishes the tender's 14 items as an order. `productIds` by the product's name; `today` and
 * deadline as `YYYY-MM-DD`.
 */
export async function publishTender(
  api: Api,
  {
    token,
    tender,
    productIds,
    deadline,
    city,
    state,
    description = 'Insumos para a safra: ração, fertilizantes, herbicidas e suplementos',
  }: {
    token: string;
    tender: Tender;
    productIds: ReadonlyMap<string, number>;
    deadline: string;
    city: string;
    state: string;
    description?: string;
  },
): Promise<ProducerOrder> {
  const draft = await api.call<ProducerOrder>('POST', '/api/v1/producer/orders', {
    token,
    body: {
      description,
      deadline_date: deadline,
      closure_type: 'aberta',
      delivery_address: { city, state },
      payment_terms: '30 dias após a entrega',
      notes: 'Itens e quantidades de um pregão público de fevereiro de 2024.',
      items: tender.items.map((item) => ({
        product_id: productId(productIds, item.product),
        quantity: Number(item.quantity),
        unit: item.unit ?? 'UN',
        notes: item.description,
      })),
    },
  });
  return api.call<ProducerOrder>('POST', `/api/v1/producer/orders/${draft.uuid}/publish`, {
    token,
  });
}

/**
 * Drafts and submits one bidder's proposal: prices for its bids, a reason for each item without
 * one. In a tender each item is bought by itself, at prices with delivery, so every bidder sells in
 * part with the freight included.
 */
export async function answerTender(
  api: Api,
  {
    token,
    tender,
    order,
    bidder,
    validity,
  }: { token: string; tender: Tender; order: ProducerOrder; bidder: number; validity: string },
): Promise<Proposal> {
  const items = order.items.flatMap((orderItem, index) => {
    const item = tender.items[index];
    return item === undefined ? [] : [answerOf(item, orderItem, bidder)];
  });
  const draft = await api.call<Proposal>('POST', `/api/v1/orders/${order.uuid}/proposals`, {
    token,
    body: {
      order_id: order.id,
      items,
      validity_date: validity,
      allows_partial: true,
      freight_kind: 'included',
    },
  });
  return api.call<Proposal>('POST', `/api/v1/proposals/${draft.uuid}/submit`, { token });
}

/**
 * Ends the tender, reads its combinations and buys the one of at most so many proposals, item by
 * item.
 */
export async function buyTender(
  api: Api,
  { token, order, most }: { token: string; order: ProducerOrder; most: number },
): Promise<AwardReply> {
  const path = `/api/v1/producer/orders/${order.uuid}`;
  await api.call('POST', `${path}/close`, { token });
  const { data } = await api.call<Combinations>('POST', `${path}/combinations`, { token });
  const point = data.find(({ most_proposals: limit }) => limit === most);
  if (point === undefined) throw new Error(`the tender has no combination of ${most} proposals`);
  return api.call<AwardReply>('POST', `${path}/award`, {
    token,
    body: {
      items: point.purchases.flatMap(({ proposal, items }) =>
        items.map(({ order_item_id }) => ({ order_item_id, proposal })),
      ),
      expected_total: point.landed_total,
      reason: 'Com três entregas se compra tudo o que foi pedido; uma quarta poupa muito pouco.',
    },
  });
}

function answerOf(
  item: TenderItem,
  orderItem: ProducerOrder['items'][number],
  bidder: number,
): ProposalItemInput {
  const bid = item.bids.find((candidate) => candidate.bidder === bidder);
  const named = { order_item_id: orderItem.id, product_id: orderItem.product_id };
  if (bid === undefined)
    return {
      ...named,
      quantity: 0,
      unit_price: null,
      justification_type: 'unavailable',
      justification: 'Não trabalhamos com este item.',
    };
  return {
    ...named,
    quantity: Number(bid.quantity),
    unit_price: Number(bid.final_unit_price),
    notes: [bid.brand, bid.model].filter((part) => part !== '').join(' – ') || null,
  };
}

function productId(productIds: ReadonlyMap<string, number>, name: string): number {
  const id = productIds.get(name);
  if (id === undefined) throw new Error(`the catalogue has no product named ${name}`);
  return id;
}

import { addDays } from '@lavra/domain/calendar/calendar';
import type { ProducerOrder } from '@lavra/contract/orders/schemas';
import type { Proposal, ProposalItemInput } from '@lavra/contract/proposals/schemas';
import type { Api } from './demo-api.ts';
import { priceOf, termsOf } from './demo-prices.ts';
import { orderStories, type OrderStory } from './demo-order-stories.ts';
import { officeTimes, type Calendar, type Story } from './demo-time.ts';

/** The data a story needs: ids by name, tokens by number, and today's date. */
export interface Cast extends Calendar {
  readonly api: Api;
  readonly productIds: ReadonlyMap<string, number>;
  readonly producerToken: (ordinal: number) => string;
  readonly producerId: (ordinal: number) => Promise<number>;
  readonly consultantToken: string;
  readonly supplierToken: (ordinal: number) => string;
  /** Transitions that only an administrator or the scheduler makes. */
  readonly move: (orderId: number, move: 'revoke' | 'expire') => Promise<void>;
}

/** Creates the draft: its producer, or the consultant for them. */
const write = async (cast: Cast, story: OrderStory): Promise<ProducerOrder> =>
  cast.api.call<ProducerOrder>(
    'POST',
    story.byConsultant === true
      ? `/api/v1/consultant/producers/${await cast.producerId(story.producer)}/orders`
      : '/api/v1/producer/orders',
    {
      token:
        story.byConsultant === true ? cast.consultantToken : cast.producerToken(story.producer),
      body: draftOf(cast, story),
    },
  );

type Times = (daysAgo: number) => Date;

/** Returns an order's story, which is played over HTTP, as its people would. */
export function orderStory(cast: Cast, story: OrderStory): Story {
  const at = officeTimes(cast, orderStories.indexOf(story));
  return { begins: at(story.since[0]), play: () => playOrderStory(cast, story, at) };
}

async function* playOrderStory(
  cast: Cast,
  story: OrderStory,
  at: Times,
): AsyncGenerator<Date, void> {
  const { api, today } = cast;
  const [written, ended] = story.since;
  const token = cast.producerToken(story.producer);
  const order = await write(cast, story);
  if (story.ending === 'rascunho') return;
  const act = (verb: string, body?: unknown) =>
    api.call<ProducerOrder>('POST', `/api/v1/producer/orders/${order.uuid}/${verb}`, {
      token,
      ...(body === undefined ? {} : { body }),
    });
  yield at(written);
  const published = await act('publish');
  if (story.ending === 'pendente') return;
  const proposals: Proposal[] = [];
  const answers = story.answers ?? [];
  for (const [index, [supplier, level, fate]] of answers.entries()) {
    const offer: Offer = {
      supplier,
      token: cast.supplierToken(supplier),
      level,
      validity: addDays(today, story.days + 15),
    };
    const day = written - Math.floor(((written - ended) * (index + 1)) / (answers.length + 1));
    yield at(day);
    const draft = await begin(api, published, { ...offer, isWhole: fate !== 'draft' });
    if (fate === 'draft') continue;
    yield at(day);
    const sent = await api.call<Proposal>('POST', `/api/v1/proposals/${draft.uuid}/submit`, {
      token: offer.token,
    });
    if (fate === 'rejected') {
      yield at(day - 1);
      await api.call('POST', `/api/v1/proposals/${sent.uuid}/reject`, {
        token,
        body: { reason: 'O prazo não atende: precisamos do adubo em cinco dias.' },
      });
    } else proposals.push(sent);
  }
  yield* endStory(cast, story, { order, token, proposals, act, at });
}

/** How many days after the award the goods have come, and the order is finished. */
const DELIVERY_DAYS = 11;

async function* endStory(
  { api, move }: Cast,
  { ending, since: [, ended] }: OrderStory,
  {
    order,
    token,
    proposals,
    act,
    at,
  }: {
    order: ProducerOrder;
    token: string;
    proposals: Proposal[];
    act: (verb: string, body?: unknown) => Promise<ProducerOrder>;
    at: Times;
  },
): AsyncGenerator<Date, void> {
  if (ending === 'publicada') return;
  yield at(ended);
  const cheapest = proposals.toSorted((a, b) => a.total_amount - b.total_amount)[0];
  if (ending === 'em_analise') await act('close');
  if (ending === 'cancelada')
    await act('cancel', { reason: 'A área será plantada com outra cultura.' });
  if ((ending === 'adjudicada' || ending === 'finalizada') && cheapest !== undefined)
    await api.call('POST', `/api/v1/proposals/${cheapest.uuid}/accept`, { token });
  if (ending === 'finalizada') {
    yield at(ended - DELIVERY_DAYS);
    await act('finalize');
  }
  if (ending === 'revogada') await move(order.id, 'revoke');
  if (ending === 'expirada') await move(order.id, 'expire');
}

function draftOf({ today, productIds }: Cast, story: OrderStory) {
  const [city, state] = story.city;
  return {
    description: story.description,
    deadline_date: addDays(today, story.days),
    closure_type: story.closure ?? 'aberta',
    delivery_date: addDays(today, story.days + 20),
    delivery_address: { city, state },
    payment_terms: '30 dias após a entrega',
    ...(story.ending === 'pendente' ? { publish_at: `${addDays(today, 2)} 08:00:00` } : {}),
    items: story.items.map(([product, quantity]) => {
      const id = productIds.get(product);
      if (id === undefined) throw new Error(`the catalogue has no product named ${product}`);
      return { product_id: id, quantity, unit: unitOf(product) };
    }),
  };
}

const tonnes = new Set([
  'Calcário dolomítico',
  'Gesso agrícola',
  'Sulfato de amônio',
  'Fosfato monoamônico (MAP)',
  'Fertilizante misto NPK 04-14-08',
]);
const sacks: Readonly<Record<string, string>> = {
  'Ureia 45% N': 'SC50',
  'Cloreto de potássio (KCl)': 'SC50',
  'Superfosfato triplo': 'SC50',
  'Semente de soja': 'SC40',
};
const kilos = new Set(['Elatus', 'Semente de milho', 'Sal mineral', 'Boveril WP PL63']);
const unitOf = (product: string): string =>
  sacks[product] ?? (tonnes.has(product) ? 'TON' : kilos.has(product) ? 'KG' : 'L');

interface Offer {
  readonly supplier: number;
  readonly token: string;
  readonly level: number;
  readonly validity: string;
}

/** Creates a draft that prices every item, or all but the last. */
function begin(
  api: Api,
  order: ProducerOrder,
  { supplier, token, level, validity, isWhole }: Offer & { readonly isWhole: boolean },
): Promise<Proposal> {
  const items = order.items.slice(0, isWhole ? undefined : -1).map((item): ProposalItemInput => ({
    order_item_id: item.id,
    product_id: item.product_id,
    quantity: item.quantity,
    unit_price: priceOf(item.product.name, supplier, level),
  }));
  return api.call<Proposal>('POST', `/api/v1/orders/${order.uuid}/proposals`, {
    token,
    body: {
      items,
      validity_date: validity,
      ...termsOf(supplier),
    },
  });
}

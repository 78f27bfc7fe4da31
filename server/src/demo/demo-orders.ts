import { addDays } from '@lavra/domain/calendar/calendar';
import type { ProducerOrder } from '@lavra/contract/orders/schemas';
import type { Proposal, ProposalItemInput } from '@lavra/contract/proposals/schemas';
import type { Api } from './demo-api.ts';
import { priceOf, termsOf } from './demo-prices.ts';

/** The status in which the story of a demo order ends. */
type Ending =
  | 'rascunho'
  | 'pendente'
  | 'publicada'
  | 'em_analise'
  | 'adjudicada'
  | 'finalizada'
  | 'cancelada'
  | 'revogada'
  | 'expirada';

/** A proposal that was begun and not sent, or one the producer has rejected. */
type Fate = 'draft' | 'rejected';

interface OrderStory {
  readonly producer: number;
  readonly description: string;
  readonly city: readonly [name: string, state: string];
  /** Days from today until the deadline. */
  readonly days: number;
  readonly closure?: 'fechada';
  readonly items: readonly (readonly [product: string, quantity: number])[];
  /**
   * Suppliers by number, each with the price level of its proposal, and the proposal's fate unless
   * it is only sent.
   */
  readonly answers?: readonly (readonly [supplier: number, level: number, fate?: Fate])[];
  readonly ending: Ending;
  /** Written by the consultant for the producer. */
  readonly byConsultant?: true;
}

const soy = [
  ['Roundup Original', 1200],
  ['Fox Xpro', 480],
  ['Engeo Pleno S', 260],
  ['Premio', 95],
] as const;
const fertilisers = [
  ['Ureia 45% N', 400],
  ['Cloreto de potássio (KCl)', 350],
  ['Fosfato monoamônico (MAP)', 60],
] as const;

/** The demo's orders besides the tender: at least one in each status, in ten states. */
export const orderStories: readonly OrderStory[] = [
  {
    producer: 1,
    description: 'Defensivos para a soja, talhões 1 a 14',
    city: ['Sorriso', 'MT'],
    days: 9,
    items: soy,
    answers: [
      [2, 1],
      [4, 0.96],
      [18, 1.04],
    ],
    ending: 'publicada',
  },
  {
    producer: 1,
    description: 'Adubação de plantio do milho safrinha',
    city: ['Sorriso', 'MT'],
    days: 3,
    items: fertilisers,
    answers: [
      [1, 1.02],
      [5, 0.98],
    ],
    ending: 'em_analise',
  },
  {
    producer: 1,
    description: 'Sementes de soja para a safra 2026/27',
    city: ['Sorriso', 'MT'],
    days: 20,
    items: [['Semente de soja', 900]],
    ending: 'rascunho',
    byConsultant: true,
  },
  {
    producer: 1,
    description: 'Calcário para correção de solo',
    city: ['Sorriso', 'MT'],
    days: 15,
    items: [
      ['Calcário dolomítico', 800],
      ['Gesso agrícola', 250],
    ],
    answers: [
      [2, 1],
      [20, 0.93],
    ],
    ending: 'adjudicada',
  },
  {
    producer: 1,
    description: 'Herbicidas da dessecação',
    city: ['Sorriso', 'MT'],
    days: 12,
    items: [
      ['Reglone', 300],
      ['Zapp QI 620', 900],
    ],
    answers: [
      [1, 0.9],
      [2, 1.04],
    ],
    ending: 'finalizada',
  },
  {
    producer: 2,
    description: 'Fungicidas da soja, segunda aplicação',
    city: ['Rio Verde', 'GO'],
    days: 2,
    closure: 'fechada',
    items: [
      ['Elatus', 120],
      ['Orkestra SC', 200],
    ],
    answers: [
      [1, 1],
      [2, 1.03],
    ],
    ending: 'publicada',
  },
  {
    producer: 3,
    description: 'Pacote do algodão',
    city: ['Luís Eduardo Magalhães', 'BA'],
    days: 14,
    items: [
      ['Talstar 100 EC', 180],
      ['Ampligo', 90],
      ['Liberty', 700],
    ],
    answers: [[7, 1]],
    ending: 'publicada',
  },
  {
    producer: 4,
    description: 'Inseticidas para o trigo',
    city: ['Cascavel', 'PR'],
    days: 6,
    items: [
      ['Karate Zeon 50 CS', 40],
      ['Connect', 60],
    ],
    ending: 'publicada',
  },
  {
    producer: 5,
    description: 'Tratamento de sementes',
    city: ['Passo Fundo', 'RS'],
    days: 5,
    items: [['Standak Top', 45]],
    ending: 'publicada',
  },
  {
    producer: 6,
    description: 'Adubo para o café',
    city: ['Patrocínio', 'MG'],
    days: 18,
    items: [
      ['Fertilizante misto NPK 04-14-08', 40],
      ['Sulfato de amônio', 25],
    ],
    answers: [
      [1, 1.12, 'rejected'],
      [11, 1],
      [12, 0.97],
    ],
    ending: 'publicada',
  },
  {
    producer: 7,
    description: 'Maturador e herbicidas da cana',
    city: ['Ribeirão Preto', 'SP'],
    days: 10,
    items: [
      ['Moddus', 150],
      ['Gamit 360 CS', 320],
    ],
    ending: 'publicada',
  },
  {
    producer: 8,
    description: 'Sementes e adubo para abertura de área',
    city: ['Porto Nacional', 'TO'],
    days: 25,
    items: [
      ['Semente de milho', 400],
      ['Superfosfato triplo', 500],
    ],
    ending: 'publicada',
  },
  {
    producer: 9,
    description: 'Sal mineral para o rebanho',
    city: ['Paragominas', 'PA'],
    days: 8,
    items: [['Sal mineral', 6000]],
    ending: 'pendente',
  },
  {
    producer: 10,
    description: 'Biológicos para a soja',
    city: ['Dourados', 'MS'],
    days: 7,
    items: [
      ['Boveril WP PL63', 80],
      ['Trichodermil SC 1306', 120],
      ['Dipel', 60],
    ],
    answers: [[1, 1.01, 'draft']],
    ending: 'publicada',
  },
  {
    producer: 11,
    description: 'Compra cancelada: mudança de cultura',
    city: ['Lucas do Rio Verde', 'MT'],
    days: 11,
    items: [['Callisto', 100]],
    ending: 'cancelada',
  },
  {
    producer: 12,
    description: 'Herbicidas do girassol',
    city: ['Campo Novo do Parecis', 'MT'],
    days: 4,
    items: [['Select 240 EC', 150]],
    ending: 'expirada',
  },
  {
    producer: 13,
    description: 'Acaricida do feijão',
    city: ['Jataí', 'GO'],
    days: 13,
    items: [['Vertimec 18 EC', 30]],
    ending: 'revogada',
  },
];

/** The data a story needs: ids by name, tokens by number, and today's date. */
export interface Cast {
  readonly api: Api;
  readonly today: string;
  readonly productIds: ReadonlyMap<string, number>;
  readonly producerToken: (ordinal: number) => string;
  readonly producerId: (ordinal: number) => number;
  readonly consultantToken: string;
  readonly supplierToken: (ordinal: number) => string;
  /** Transitions that only an administrator or the scheduler makes. */
  readonly move: (orderId: number, move: 'revoke' | 'expire') => Promise<void>;
}

/** Creates the draft: its producer, or the consultant for them. */
const write = (cast: Cast, story: OrderStory): Promise<ProducerOrder> =>
  cast.api.call<ProducerOrder>(
    'POST',
    story.byConsultant === true
      ? `/api/v1/consultant/producers/${cast.producerId(story.producer)}/orders`
      : '/api/v1/producer/orders',
    {
      token:
        story.byConsultant === true ? cast.consultantToken : cast.producerToken(story.producer),
      body: draftOf(cast, story),
    },
  );

/** Plays one order's story over HTTP, as its people would. */
export async function playOrderStory(cast: Cast, story: OrderStory): Promise<void> {
  const { api, today } = cast;
  const token = cast.producerToken(story.producer);
  const order = await write(cast, story);
  if (story.ending === 'rascunho') return;
  const act = (verb: string, body?: unknown) =>
    api.call<ProducerOrder>('POST', `/api/v1/producer/orders/${order.uuid}/${verb}`, {
      token,
      ...(body === undefined ? {} : { body }),
    });
  const published = await act('publish');
  if (story.ending === 'pendente') return;
  const proposals: Proposal[] = [];
  for (const [supplier, level, fate] of story.answers ?? []) {
    const offer: Offer = {
      supplier,
      token: cast.supplierToken(supplier),
      level,
      validity: addDays(today, story.days + 15),
    };
    const draft = await begin(api, published, { ...offer, isWhole: fate !== 'draft' });
    if (fate === 'draft') continue;
    const sent = await api.call<Proposal>('POST', `/api/v1/proposals/${draft.uuid}/submit`, {
      token: offer.token,
    });
    if (fate === 'rejected')
      await api.call('POST', `/api/v1/proposals/${sent.uuid}/reject`, {
        token,
        body: { reason: 'O prazo não atende: precisamos do adubo em cinco dias.' },
      });
    else proposals.push(sent);
  }
  await endStory(cast, story, { order, token, proposals, act });
}

async function endStory(
  { api, move }: Cast,
  { ending }: OrderStory,
  {
    order,
    token,
    proposals,
    act,
  }: {
    order: ProducerOrder;
    token: string;
    proposals: Proposal[];
    act: (verb: string, body?: unknown) => Promise<ProducerOrder>;
  },
): Promise<void> {
  const cheapest = proposals.toSorted((a, b) => a.total_amount - b.total_amount)[0];
  if (ending === 'em_analise') await act('close');
  if (ending === 'cancelada')
    await act('cancel', { reason: 'A área será plantada com outra cultura.' });
  if ((ending === 'adjudicada' || ending === 'finalizada') && cheapest !== undefined)
    await api.call('POST', `/api/v1/proposals/${cheapest.uuid}/accept`, { token });
  if (ending === 'finalizada') await act('finalize');
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

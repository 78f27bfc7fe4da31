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

export interface OrderStory {
  readonly producer: number;
  readonly description: string;
  readonly city: readonly [name: string, state: string];
  /** Days from today until the deadline; of an order that has ended, negative. */
  readonly days: number;
  /** How many days ago it was written, and when its ending came, for a sale when it was bought. */
  readonly since: readonly [written: number, ended: number];
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
    since: [12, 1],
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
    since: [20, 4],
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
    since: [4, 4],
    items: [['Semente de soja', 900]],
    ending: 'rascunho',
    byConsultant: true,
  },
  {
    producer: 1,
    description: 'Calcário para correção de solo',
    city: ['Sorriso', 'MT'],
    days: -15,
    since: [24, 17],
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
    days: -50,
    since: [66, 60],
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
    since: [8, 1],
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
    since: [17, 9],
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
    since: [6, 1],
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
    since: [3, 1],
    items: [['Standak Top', 45]],
    ending: 'publicada',
  },
  {
    producer: 6,
    description: 'Adubo para o café',
    city: ['Patrocínio', 'MG'],
    days: 18,
    since: [12, 3],
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
    since: [5, 1],
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
    since: [20, 1],
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
    since: [1, 1],
    items: [['Sal mineral', 6000]],
    ending: 'pendente',
  },
  {
    producer: 10,
    description: 'Biológicos para a soja',
    city: ['Dourados', 'MS'],
    days: 7,
    since: [2, 1],
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
    days: -40,
    since: [53, 47],
    items: [['Callisto', 100]],
    ending: 'cancelada',
  },
  {
    producer: 12,
    description: 'Herbicidas do girassol',
    city: ['Campo Novo do Parecis', 'MT'],
    days: -18,
    since: [22, 15],
    items: [['Select 240 EC', 150]],
    ending: 'expirada',
  },
  {
    producer: 13,
    description: 'Acaricida do feijão',
    city: ['Jataí', 'GO'],
    days: -30,
    since: [39, 38],
    items: [['Vertimec 18 EC', 30]],
    ending: 'revogada',
  },
  {
    producer: 3,
    description: 'Dessecação do algodão da safra passada',
    city: ['Luís Eduardo Magalhães', 'BA'],
    days: -48,
    since: [59, 54],
    items: [['Liberty', 260]],
    answers: [
      [7, 1.02],
      [8, 1],
    ],
    ending: 'finalizada',
  },
  {
    producer: 10,
    description: 'Fungicidas do milho',
    city: ['Dourados', 'MS'],
    days: -31,
    since: [45, 41],
    items: [['Elatus', 110]],
    answers: [
      [2, 1],
      [16, 0.97],
    ],
    ending: 'finalizada',
  },
  {
    producer: 2,
    description: 'Adubo do milho safrinha',
    city: ['Rio Verde', 'GO'],
    days: -20,
    since: [34, 30],
    items: [['Fertilizante misto NPK 04-14-08', 90]],
    answers: [
      [2, 1],
      [11, 0.99],
    ],
    ending: 'finalizada',
  },
];

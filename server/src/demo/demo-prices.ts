import type { FreightRule } from '@lavra/domain/award/partial-terms';
import type { FreightKind } from '@lavra/domain/proposal/freight';

/**
 * Usual prices in R$ by product, in the unit that the demo's orders ask for. Those of goods that
 * the tender of 2024 names lie within its final bids; no public source has the others, which are
 * round figures of the trade's order of magnitude (server/data/SOURCE.md).
 */
const usualPrices: Readonly<Record<string, number>> = {
  'Roundup Original': 34.9,
  'Fox Xpro': 189,
  'Engeo Pleno S': 129.5,
  Premio: 562,
  'Ureia 45% N': 162,
  'Cloreto de potássio (KCl)': 148,
  'Fosfato monoamônico (MAP)': 4_180,
  'Calcário dolomítico': 138,
  'Gesso agrícola': 164,
  Reglone: 47.8,
  'Zapp QI 620': 35.6,
  Elatus: 388,
  'Orkestra SC': 212,
  'Talstar 100 EC': 96.5,
  Ampligo: 428,
  Liberty: 78.9,
  'Fertilizante misto NPK 04-14-08': 2_240,
  'Sulfato de amônio': 1_690,
  'Boveril WP PL63': 94,
  'Trichodermil SC 1306': 112,
  Dipel: 87.5,
};

/**
 * Most that a supplier's price for one item lies beside its level, each way: the dearest is then at
 * most a third above the cheapest, as with the middle half of public tenders.
 */
const SPREAD = 0.13;

/** Returns a number from 0 to below 1 that belongs to this text: FNV-1a of its UTF-16 units. */
function shareOf(text: string): number {
  let hash = 2_166_136_261;
  for (let at = 0; at < text.length; at += 1)
    hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619) >>> 0;
  return hash / 2 ** 32;
}

/**
 * Returns a supplier's price in R$ for a product at its price level (1: the usual price), to the
 * cent: always the same, and another for each product, so that no supplier is best for everything.
 * Throws when the product has no usual price.
 */
export function priceOf(product: string, supplier: number, level: number): number {
  const usual = usualPrices[product];
  if (usual === undefined) throw new Error(`the demo has no price for ${product}`);
  const factor = 1 + SPREAD * (2 * shareOf(`${supplier} ${product}`) - 1);
  return Math.round(usual * level * factor * 100) / 100;
}

interface Terms {
  readonly payment_terms: string;
  readonly delivery_days: number;
  readonly freight_kind: FreightKind;
  readonly freight_amount?: number;
  readonly allows_partial: boolean;
  readonly partial_minimum?: number;
  readonly freight_rule?: FreightRule;
}

const usualTerms: readonly [Terms, ...Terms[]] = [
  {
    payment_terms: '28 dias após a entrega',
    delivery_days: 10,
    freight_kind: 'amount',
    freight_amount: 1_850,
    allows_partial: true,
    freight_rule: 'proportional',
  },
  {
    payment_terms: 'À vista, com 3% já descontados',
    delivery_days: 5,
    freight_kind: 'included',
    allows_partial: true,
    partial_minimum: 10_000,
  },
  {
    payment_terms: 'Prazo safra: 30 de abril, sem entrada',
    delivery_days: 18,
    freight_kind: 'by_producer',
    allows_partial: true,
  },
  {
    payment_terms: '30, 60 e 90 dias no boleto',
    delivery_days: 12,
    freight_kind: 'amount',
    freight_amount: 2_640,
    allows_partial: true,
  },
  {
    payment_terms: '50% no pedido, 50% na entrega',
    delivery_days: 7,
    freight_kind: 'included',
    allows_partial: false,
  },
];

/** Returns the terms that a supplier always offers, by its number. */
export const termsOf = (supplier: number): Terms =>
  usualTerms[supplier % usualTerms.length] ?? usualTerms[0];

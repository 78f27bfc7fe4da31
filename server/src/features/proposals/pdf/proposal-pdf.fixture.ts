import type { ProposalDocument, ProposalDocumentItem } from './proposal-document.ts';

/**
 * Product, brand, quantity, unit, unit price: lines of a public tender for farm inputs, held in
 * February 2024.
 */
const TENDER: readonly (readonly [string, string, string, string, string])[] = [
  ['Farelo de soja, saca de 50 kg', 'Bunge', '500', 'SC', '145.0000'],
  ['Milho em grãos, saca de 60 kg', 'Nacional', '1000', 'SC', '82.9000'],
  ['Suplemento alimentar animal, núcleo para ovinos', 'Agroceres', '24', 'UN', '250.0000'],
  ['Sal mineral para bovinos de leite', 'Master', '20', 'SC', '144.5000'],
  ['Sal mineral para equinos, 70 g de fósforo', 'Master', '15', 'SC', '116.5000'],
  ['Sal mineral, 80 g de fósforo', 'Master', '30', 'SC', '109.5000'],
  ['Sal mineral, 45 g de fósforo', 'Master', '20', 'SC', '105.0000'],
  ['Sal mineral branco', 'Agromais', '15', 'SC', '98.0000'],
  ['Sal mineral para caprinos e ovinos', 'Master', '15', 'SC', '137.5000'],
  ['Adubo químico, cloreto de potássio', 'Heringer', '150', 'SC', '135.0000'],
  ['Fertilizante ureia, 46% de nitrogênio', 'Fertipar', '300', 'SC', '157.0000'],
  ['Adubo químico, superfosfato triplo', 'Fertipar', '100', 'SC', '129.0000'],
  ['Glifosato, herbicida', 'Rainbow', '350', 'L', '21.0000'],
  ['Picloram, herbicida', 'Camp D', '250', 'L', '28.0000'],
];
const HERBICIDES = new Map([
  ['Glifosato, herbicida', 'Glifosato'],
  ['Picloram, herbicida', 'Picloram'],
]);

/**
 * Builds a submitted proposal with this many items: every seventh has no price, every ninth offers
 * a similar product.
 */
export function buildProposalDocument(
  count: number,
  changes: Partial<ProposalDocument> = {},
): ProposalDocument {
  const items = Array.from({ length: count }, (_, index) => buildItem(index));
  const cents = items.reduce((sum, item) => sum + BigInt(item.total_price.replace('.', '')), 0n);
  return {
    generated_at: new Date('2026-11-20T17:31:05Z'),
    time_zone: 'America/Sao_Paulo',
    zone_label: 'horário de Brasília',
    has_pesticide: items.some((item) => item.active_ingredient !== null),
    order: {
      number: 'COT-2026-000123',
      description: 'Insumos para a segunda safra e suplementação do rebanho',
      deadline_date: '2026-11-20',
      closure_label: 'Aberta (aceita itens sem preço)',
      city: 'Sorriso',
      state: 'MT',
      delivery_date: '2026-12-10',
    },
    producer: { initials: 'A. C. B.', city: 'Sorriso', state: 'MT' },
    supplier: {
      name: 'Agropecuária São João Comércio de Insumos Ltda',
      document: '12.ABC.345/01DE-35',
      address: 'Av. Perimetral, 1.250, Galpão 3 – Centro, Sinop/MT, 78550-000',
      email: 'vendas@saojoao.example',
      phone: '(66) 3531-0000',
      website: 'saojoao.example',
    },
    proposal: {
      uuid: '01a0b1c2-7d3e-7f4a-8b5c-6d7e3f2a9c1e',
      status: 'submitted',
      status_label: 'Enviada',
      created_at: '2026-11-18 09:05:00',
      submitted_at: '2026-11-19 16:42:10',
      validity_date: '2026-12-20',
      notes:
        'Preços para retirada ou entrega na fazenda. Descarga por conta do comprador.\nCarga mínima de 10 t por viagem.',
      payment_terms: '28/56 dias, boleto',
      delivery_days: 12,
      supplier_reference: 'OR-4471/26',
      total_amount: decimal(cents),
      freight_amount: '1200.00',
      freight_kind: null,
      allows_partial: true,
      partial_minimum: '5000.00',
      freight_rule: 'proportional',
      landed_total: decimal(cents + 120_000n),
    },
    items,
    ...changes,
  };
}

/** Builds item number `index` + 1, with changes. */
export function buildItem(
  index: number,
  changes: Partial<ProposalDocumentItem> = {},
): ProposalDocumentItem {
  const [product, brand, quantity, unit, price] = TENDER[index % TENDER.length] ?? [
    '',
    '',
    '0',
    'UN',
    '0',
  ];
  const isRefused = index % 7 === 6;
  return {
    position: index + 1,
    product,
    brand,
    active_ingredient: HERBICIDES.get(product) ?? null,
    concentration: HERBICIDES.has(product) ? '480 g/L' : null,
    requested_quantity: `${quantity}.000`,
    unit,
    requested_notes: null,
    allow_similar: true,
    offered_quantity: `${quantity}.000`,
    unit_price: isRefused ? null : price,
    total_price: isRefused
      ? '0.00'
      : decimal((BigInt(quantity) * BigInt(price.replace('.', ''))) / 100n),
    justification: isRefused
      ? { label: 'Sem estoque', text: 'próximo lote previsto para 15/12' }
      : null,
    similar:
      index % 9 === 8
        ? { name: 'Masterfos 65', description: 'mesma garantia, saco de 25 kg' }
        : null,
    notes: null,
    ...changes,
  };
}

function decimal(cents: bigint): string {
  const digits = cents.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

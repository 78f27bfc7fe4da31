import {
  AMOUNT_SCALE,
  QUANTITY_SCALE,
  UNIT_PRICE_SCALE,
  parseAmount,
  parseQuantity,
  parseUnitPrice,
} from '@lavra/domain/money/proposal-total';
import { localDate } from '@lavra/domain/calendar/calendar';
import { validityProblem } from '@lavra/domain/proposal/proposal-rules';
import { byItemText } from '@lavra/domain/proposal/free-texts';
import { freightLabels, type FreightKindWithoutAmount } from '@lavra/domain/proposal/freight';
import { justificationLabels } from '@lavra/domain/proposal/justification';
import {
  proposalStatuses,
  proposalStatusLabels,
  type ProposalStatus,
} from '@lavra/domain/proposal/proposal-status';
import { fold } from '@lavra/domain/text/fold';
import { formatDate } from '../../../platform/text/format-pt-br.ts';
import { wordsOf, type CsvCells } from '../../../platform/csv/csv-cells.ts';
import type {
  BulkProposalColumns,
  ItemRecord,
  StoredPartialTerms,
} from '../../proposals/proposals-feature.ts';
import type { ValidationContext } from '../import-type.ts';
import { pastDay, refuseDisorder } from '../past-times.ts';
import type { FindProduct } from '../products-named.ts';
import { proposalColumns } from './proposal-columns.ts';
import type { AskedItem, AskedOrder } from './proposal-import-queries.ts';

export type ProposalCells = CsvCells<typeof proposalColumns>;

/** An item without its total. */
export type OfferedItem = Omit<ItemRecord, 'total_price'>;

const { draft, submitted, accepted, rejected, cancelled } = proposalStatusLabels;
const statuses = wordsOf(
  { draft, submitted, accepted, rejected, cancelled },
  {
    perdida: 'submitted',
    'não selecionada': 'submitted',
    expirada: 'submitted',
    vencedora: 'accepted',
    rejeitada: 'rejected',
    retirada: 'cancelled',
  },
);
const shownStatuses = proposalStatuses.map((status) => proposalStatusLabels[status].toLowerCase());
const { included, by_producer } = freightLabels;
const freights = wordsOf<FreightKindWithoutAmount>(
  { included, by_producer },
  {
    incluso: 'included',
    incluído: 'included',
    'frete incluso': 'included',
    cif: 'included',
    'por conta do produtor': 'by_producer',
    'por conta do comprador': 'by_producer',
    'a pagar': 'by_producer',
    fob: 'by_producer',
  },
);
const freightShown = ['1.200,00', 'incluso', 'por conta do produtor'];
const reasons = wordsOf(justificationLabels, {
  indisponível: 'unavailable',
  logística: 'logistics',
  outro: 'other',
  'não cotado': 'unavailable',
});

/**
 * Reads the proposal from the first row of a group; undefined where it is invalid. Days become
 * instants, none before the publication of the order.
 */
export function readProposalHead(
  cells: ProposalCells,
  context: ValidationContext,
  order: AskedOrder | undefined,
): BulkProposalColumns | undefined {
  const status = cells.has('status')
    ? cells.word('status', statuses, shownStatuses)
    : (cells.needed('status'), null);
  const reason = cells.text('reason');
  const terms = {
    supplier_reference: cells.line('reference'),
    validity_date: cells.date('validity_date'),
    ...readFreight(cells),
    ...readPartialTerms(cells),
    delivery_days: cells.integer('delivery_days', 3650),
    payment_terms: cells.text('payment_terms'),
    notes: cells.text('notes'),
  };
  const [sent, decided] = [
    pastDay(cells, 'submitted_on', context),
    pastDay(cells, 'decided_on', context),
  ];
  refuseDisorder(cells, proposalColumns, [
    ['submitted_on', sent],
    ['decided_on', decided],
  ]);
  if (sent !== undefined && isOverWhenSent(terms.validity_date, sent, context))
    cells.refuse('validity_date', 'validity_before_sending');
  const published = new Date(order?.published_at_ms ?? 0);
  if (sent !== undefined && localDate(sent, context.zone) < localDate(published, context.zone))
    cells.refuse('submitted_on', 'sent_before_publication', {
      date: formatDate(localDate(published, context.zone)),
    });
  if (status === null) return undefined;
  // The noon of a day may be before the hour of its publication.
  const later = (time: Date): Date => (time < published ? published : time);
  const submitted_at = status === 'draft' ? null : later(sent ?? decided ?? context.now);
  const at = (wanted: ProposalStatus): Date | null =>
    status !== wanted ? null : decided === undefined ? submitted_at : later(decided);
  return {
    ...terms,
    status,
    created_at: submitted_at ?? context.now,
    submitted_at,
    accepted_at: at('accepted'),
    rejected_at: at('rejected'),
    cancelled_at: at('cancelled'),
    rejection_reason: status === 'rejected' ? reason : null,
    cancellation_reason: status === 'cancelled' ? reason : null,
  };
}

const isOverWhenSent = (
  validityDate: string | null,
  sent: Date,
  { zone }: ValidationContext,
): boolean => {
  const sentOn = localDate(sent, zone);
  return validityProblem({ validityDate, sentOn, deadlineDate: sentOn }) === 'past';
};

/** Reads an amount, or a word for a freight that states none; blank says nothing. */
function readFreight(
  cells: ProposalCells,
): Pick<BulkProposalColumns, 'freight_amount' | 'freight_kind'> {
  const typed = cells.line('freight_amount') ?? '';
  return /^\p{L}/u.test(typed.replace(/^R\$\s*/i, ''))
    ? { freight_amount: null, freight_kind: cells.word('freight_amount', freights, freightShown) }
    : {
        freight_amount: cells.decimal('freight_amount', parseAmount, AMOUNT_SCALE),
        freight_kind: null,
      };
}

/** Reads whether the proposal is sold in part; blank is no consent, a minimum of 0 is none, and
 * minimum and shared freight need the consent beside them. */
function readPartialTerms(cells: ProposalCells): StoredPartialTerms {
  const allows_partial = cells.yesNo('allows_partial', false) ?? false;
  const minimum = cells.decimal('partial_minimum', parseAmount, AMOUNT_SCALE);
  const partial_minimum = Number(minimum ?? 0) === 0 ? null : minimum;
  if (partial_minimum !== null && !allows_partial)
    cells.refuse('partial_minimum', 'minimum_without_parts');
  const isProportional = cells.yesNo('freight_rule', false) === true;
  if (isProportional && !allows_partial) cells.refuse('freight_rule', 'freight_rule_without_parts');
  return {
    allows_partial,
    partial_minimum,
    freight_rule: isProportional ? 'proportional' : 'full',
  };
}

/** Reads the item of a row, which answers one of the order's; undefined where it is invalid. */
export function readOfferedItem(
  cells: ProposalCells,
  order: AskedOrder | undefined,
  findProduct: FindProduct,
): OfferedItem | undefined {
  const asked = order === undefined ? undefined : findAsked(cells, order);
  const product_id = asked === undefined ? undefined : readProduct(cells, asked, findProduct);
  const item = {
    unit_price: cells.decimal('unit_price', parseUnitPrice, UNIT_PRICE_SCALE),
    quantity: cells.decimal('quantity', parseQuantity, QUANTITY_SCALE) ?? asked?.quantity ?? '0',
    offers_similar: cells.yesNo('offers_similar', false) ?? false,
    ...byItemText((name) => cells.text(name === 'notes' ? 'item_notes' : name)),
    justification_type: cells.word('justification_type', reasons, [
      'indisponível',
      'sem estoque',
      'logística',
      'outro',
    ]),
  };
  if (asked === undefined || product_id === undefined) return undefined;
  // A justification chosen from the list needs no further text.
  const justification =
    item.justification ??
    (item.justification_type === null ? null : justificationLabels[item.justification_type]);
  return { ...item, justification, order_item_id: asked.id, product_id };
}

/** Finds the order's item by its number or, where only one item has the product, by its product. */
function findAsked(cells: ProposalCells, { items }: AskedOrder): AskedItem | undefined {
  const position = cells.integer('item', 100_000);
  if (position !== null) {
    const item = items.find((one) => one.position === position);
    if (item === undefined) cells.refuse('item', 'item_not_in_order');
    return item;
  }
  if (cells.has('item')) return undefined;
  const [name, subtype] = [cells.needed('product'), cells.line('subtype')];
  if (name === '') return undefined;
  const [first, second] = items.filter(
    (one) => one.name_key === fold(name) && (subtype === null || one.subtype_key === fold(subtype)),
  );
  if (first === undefined || second !== undefined)
    cells.refuse('product', first === undefined ? 'item_not_in_order' : 'item_ambiguous');
  return second === undefined ? first : undefined;
}

/** A similar product may be another product of the catalogue. */
function readProduct(
  cells: ProposalCells,
  asked: AskedItem,
  findProduct: FindProduct,
): number | undefined {
  const name = cells.line('product');
  if (name === null || fold(name) === asked.name_key) return asked.product_id;
  const product = findProduct(name, cells.line('subtype'));
  if (typeof product === 'object') return product.id;
  cells.refuse('product', product === 'unknown' ? 'product_unknown' : 'product_ambiguous');
  return undefined;
}

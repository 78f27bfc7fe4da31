import { localDate } from '@lavra/domain/calendar/calendar';
import { parseQuantity, QUANTITY_SCALE } from '@lavra/domain/money/proposal-total';
import { closureTypeLabels } from '@lavra/domain/order/closure-type';
import { isDeliveryBeforeDeadline } from '@lavra/domain/order/order-rules';
import {
  orderStatuses,
  orderStatusLabels,
  type OrderStatus,
} from '@lavra/domain/order/order-status';
import { wordsOf, type CsvCells } from '../../../platform/csv/csv-cells.ts';
import type { BulkOrderColumns, BulkOrderItem } from '../../orders/orders-feature.ts';
import type { ValidationContext } from '../import-type.ts';
import { pastDay, refuseDisorder } from '../past-times.ts';
import type { Places } from '../people/places-named.ts';
import type { FindProduct } from '../products-named.ts';
import { orderColumns } from './order-columns.ts';

export type OrderCells = CsvCells<typeof orderColumns>;

/** An item, and whether its product can be ordered today. */
export interface OrderItem extends BulkOrderItem {
  readonly orderable: boolean;
}

const statuses = wordsOf(orderStatusLabels, {
  draft: 'rascunho',
  pending: 'pendente',
  published: 'publicada',
  'under review': 'em_analise',
  awarded: 'adjudicada',
  finished: 'finalizada',
  cancelled: 'cancelada',
  revoked: 'revogada',
  expired: 'expirada',
});
const closures = wordsOf(closureTypeLabels, {
  open: 'aberta',
  closed: 'fechada',
  aberto: 'aberta',
  fechado: 'fechada',
});
const shownStatuses = orderStatuses.map((status) => orderStatusLabels[status].toLowerCase());

export interface OrderFinders {
  readonly producers: ReadonlyMap<string, number>;
  readonly places: Pick<Places, 'findPlace' | 'guessPlace'>;
  readonly findProduct: FindProduct;
  readonly findUnit: (typed: string) => string | undefined;
}

/** Reads the order from the first row of a group; undefined where it is invalid. */
export function readOrderHead(
  cells: OrderCells,
  { producers, places }: OrderFinders,
  context: ValidationContext,
): BulkOrderColumns | undefined {
  const number = cells.needed('number');
  const producer_id = readProducer(cells, producers);
  const description = cells.text('description') ?? (cells.needed('description'), '');
  const deadline_date = cells.has('deadline_date')
    ? cells.date('deadline_date')
    : (cells.needed('deadline_date'), null);
  const status = cells.has('status')
    ? cells.word('status', statuses, shownStatuses)
    : (cells.needed('status'), null);
  const closure_type = cells.word('closure_type', closures, ['aberta', 'fechada']) ?? 'aberta';
  const place = {
    delivery_date: cells.date('delivery_date'),
    delivery_city_id: readCity(cells, places),
    payment_terms: cells.text('payment_terms'),
    notes: cells.text('notes'),
  };
  if (status === null || deadline_date === null || producer_id === undefined) return undefined;
  const isAhead = status === 'publicada' || status === 'pendente';
  if (isAhead && deadline_date < localDate(context.now, context.zone))
    cells.refuse('deadline_date', 'order_deadline_over', {
      status: orderStatusLabels[status].toLowerCase(),
    });
  if (isAhead && isDeliveryBeforeDeadline(place.delivery_date, deadline_date))
    cells.refuse('delivery_date', 'delivery_before_end');
  return {
    number,
    producer_id,
    description,
    deadline_date,
    status,
    closure_type,
    ...place,
    ...readTimes(cells, status, context),
  };
}

function readProducer(
  cells: OrderCells,
  producers: ReadonlyMap<string, number>,
): number | undefined {
  if (!cells.has('producer')) cells.needed('producer');
  const document = cells.document('producer');
  const id = document === null ? undefined : producers.get(document.number);
  if (document !== null && id === undefined) cells.refuse('producer', 'producer');
  return id;
}

function readCity(
  cells: OrderCells,
  { findPlace, guessPlace }: OrderFinders['places'],
): number | null {
  const [city, state] = [cells.line('delivery_city'), cells.line('delivery_state')];
  if (city === null && state === null) return null;
  if (city === null || state === null)
    return cells.refuse(city === null ? 'delivery_city' : 'delivery_state', 'required');
  const found = findPlace(city, state);
  if (typeof found === 'object') return found.id;
  if (found === 'no state') return cells.refuse('delivery_state', 'state');
  cells.refuse('delivery_city', 'city');
  const name = guessPlace(city, state);
  return name === undefined ? null : cells.refuse('delivery_city', 'did_you_mean', { name });
}

const wasPublished: ReadonlySet<OrderStatus> = new Set([
  'publicada',
  'em_analise',
  'adjudicada',
  'finalizada',
  'revogada',
  'expirada',
]);
const hasEnded: ReadonlySet<OrderStatus> = new Set(['cancelada', 'revogada', 'expirada']);

/** Reads the times that the status requires; a missing one takes the value of the one before it. */
function readTimes(
  cells: OrderCells,
  status: OrderStatus,
  context: ValidationContext,
): Pick<
  BulkOrderColumns,
  'created_at' | 'published_at' | 'closed_at' | 'awarded_at' | 'finished_at' | 'ended_at'
> {
  const on = (column: 'created_on' | 'published_on' | 'awarded_on' | 'finished_on' | 'ended_on') =>
    pastDay(cells, column, context);
  const [created, published, awarded, finished, ended] = [
    on('created_on'),
    on('published_on'),
    on('awarded_on'),
    on('finished_on'),
    on('ended_on'),
  ];
  refuseDisorder(cells, orderColumns, [
    ['created_on', created],
    ['published_on', published],
    ['awarded_on', awarded],
    ['finished_on', finished],
  ]);
  refuseDisorder(cells, orderColumns, [
    ['created_on', created],
    ['published_on', published],
    ['awarded_on', awarded],
    ['ended_on', ended],
  ]);
  const created_at = created ?? published ?? awarded ?? finished ?? ended ?? context.now;
  const published_at = wasPublished.has(status) ? (published ?? created_at) : (published ?? null);
  const isAwarded = status === 'adjudicada' || status === 'finalizada';
  const awarded_at = isAwarded ? (awarded ?? finished ?? published_at) : (awarded ?? null);
  return {
    created_at,
    published_at,
    awarded_at,
    closed_at: status === 'em_analise' ? context.now : null,
    finished_at: status === 'finalizada' ? (finished ?? awarded_at) : null,
    ended_at: hasEnded.has(status) ? (ended ?? awarded_at ?? published_at ?? created_at) : null,
  };
}

/** Reads the item of a row; undefined where it is invalid. */
export function readOrderItem(
  cells: OrderCells,
  { findProduct, findUnit }: OrderFinders,
): OrderItem | undefined {
  const name = cells.needed('product');
  const product = name === '' ? undefined : findProduct(name, cells.line('subtype'));
  if (product === 'unknown' || product === 'ambiguous')
    cells.refuse('product', product === 'unknown' ? 'product_unknown' : 'product_ambiguous');
  if (!cells.has('quantity')) cells.needed('quantity');
  const quantity = cells.decimal('quantity', parseQuantity, QUANTITY_SCALE);
  if (quantity !== null && Number(quantity) === 0) cells.refuse('quantity', 'positive');
  const unit =
    readUnit(cells, findUnit) ?? (typeof product === 'object' ? product.unit : undefined);
  const rest = {
    notes: cells.text('item_notes'),
    allow_similar: cells.yesNo('allow_similar', true) ?? true,
  };
  if (typeof product !== 'object' || quantity === null || unit === undefined) return undefined;
  return {
    product_id: product.id,
    quantity,
    unit,
    ...rest,
    orderable: product.orderable,
  };
}

/** Returns what the administrator checks of an item before the rows are written. */
export const orderItemData = (item: OrderItem | undefined) =>
  item === undefined
    ? {}
    : { quantity: Number(item.quantity), unit: item.unit, allow_similar: item.allow_similar };

function readUnit(cells: OrderCells, findUnit: OrderFinders['findUnit']): string | undefined {
  const typed = cells.line('unit');
  if (typed === null) return undefined;
  const unit = findUnit(typed);
  if (unit === undefined) cells.refuse('unit', 'unit');
  else if (unit !== typed) cells.warn('unit', `"${typed}" foi lida como ${unit}.`);
  return unit;
}

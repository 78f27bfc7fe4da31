import { MAX_ORDER_ITEMS } from '@lavra/domain/order/order-rules';
import { mapYielding } from '../../../platform/csv/map-yielding.ts';
import { CsvCells } from '../../../platform/csv/csv-cells.ts';
import type { CsvRow } from '../../../platform/csv/csv-file.ts';
import { listKnownPeople } from '../../accounts/accounts-feature.ts';
import { loadUnits } from '../../catalogue/catalogue-feature.ts';
import {
  createManyOrders,
  listTakenNumbers,
  reserveNumbers,
  type BulkOrder,
} from '../../orders/orders-feature.ts';
import { groupRows, validateGroup, refuseDifferences, type Group } from '../groups.ts';
import type {
  ImportType,
  ValidationContext,
  ValidationResult,
  ImportEntity,
} from '../import-type.ts';
import { documentOf, documentsIn } from '../documents-in.ts';
import { loadPlaces } from '../people/places-named.ts';
import { loadProducts } from '../products-named.ts';
import { orderColumns, orderHeadColumns } from './order-columns.ts';
import {
  orderItemData,
  readOrderHead,
  readOrderItem,
  type OrderCells,
  type OrderFinders,
} from './read-order.ts';

interface OrderEntity extends ImportEntity, BulkOrder {}

/** Imports past orders: each keeps its number and status, and no notifications are sent. */
export const ordersImport: ImportType<OrderEntity> = {
  name: 'orders',
  columns: orderColumns,
  validate: validateOrders,
  // Lavra's own numbers come from a counter shared by all requests: it is advanced before the
  // transaction, which would otherwise hold its lock.
  prepare: (db, rows) =>
    reserveNumbers(
      db,
      rows.map(({ cells }) => cells['number'] ?? ''),
    ),
  store: async (uow, entities) => {
    const ids = await createManyOrders(uow, entities);
    return entities.flatMap(({ rows }, index) => (ids[index] === undefined ? rows : []));
  },
};

async function validateOrders(
  context: ValidationContext,
  rows: readonly CsvRow[],
): Promise<ValidationResult<OrderEntity>> {
  const parsed = await mapYielding(rows, (row) => new CsvCells(row, orderColumns));
  const groups = groupRows(parsed, (cells) => cells.line('number'));
  const finders = await loadFinders(context, parsed);
  const taken = await listTakenNumbers(
    context.db,
    groups.flatMap(({ head }) => head.line('number') ?? []),
  );
  const validated = await mapYielding(groups, (group) =>
    validateOrder(group, { finders, taken, context }),
  );
  return {
    rows: validated.flatMap(({ rows: members }) => members).toSorted((a, b) => a.row - b.row),
    entities: validated.flatMap(({ entity }) => entity ?? []),
  };
}

async function loadFinders(
  { db }: ValidationContext,
  parsed: readonly OrderCells[],
): Promise<OrderFinders> {
  const people = await listKnownPeople(db, {
    emailKeys: [],
    documents: documentsIn(parsed, 'producer'),
  });
  const places = await loadPlaces(
    db,
    parsed.map((cells) => ({
      city: cells.line('delivery_city') ?? '',
      state: cells.line('delivery_state') ?? '',
    })),
  );
  return {
    producers: new Map(
      people.flatMap(({ document, producer_id, deleted }) =>
        document === null || producer_id === null || deleted
          ? []
          : [[document, producer_id] as const],
      ),
    ),
    places,
    findProduct: await loadProducts(
      db,
      parsed.flatMap((cells) => cells.line('product') ?? []),
    ),
    findUnit: await loadUnits(db),
  };
}

function validateOrder(
  group: Group<typeof orderColumns>,
  {
    finders,
    taken,
    context,
  }: { finders: OrderFinders; taken: ReadonlyMap<string, number>; context: ValidationContext },
) {
  const head = readOrderHead(group.head, finders, context);
  refuseDifferences(group, orderHeadColumns);
  const items = new Map(group.rows.map((cells) => [cells, readOrderItem(cells, finders)]));
  // Past orders may name inactive products; an order still open for proposals may not.
  if (head?.status === 'publicada')
    for (const [cells, item] of items)
      if (item?.orderable === false) cells.refuse('product', 'product_inactive');
  if (group.rows.length > MAX_ORDER_ITEMS)
    group.head.refuse('number', 'order_too_many_items', { limit: MAX_ORDER_ITEMS });
  const owner = head === undefined ? undefined : taken.get(head.number);
  if (owner !== undefined && owner !== head?.producer_id)
    group.head.refuse('number', 'order_number_taken');
  const rows = validateGroup(group, {
    column: 'number',
    isNew: owner === undefined,
    dataOf: (cells) =>
      cells.data({
        producer: documentOf(group.head, 'producer'),
        ...(head === undefined ? {} : { status: head.status, deadline_date: head.deadline_date }),
        ...orderItemData(items.get(cells)),
      }),
  });
  const found = [...items.values()].flatMap((item) => item ?? []);
  const isNew = head !== undefined && rows.every(({ action }) => action === 'create');
  return {
    rows,
    entity: isNew ? { rows: rows.map(({ row }) => row), columns: head, items: found } : undefined,
  };
}

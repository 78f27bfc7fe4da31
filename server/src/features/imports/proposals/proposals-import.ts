import {
  parseQuantity,
  parseUnitPrice,
  priceProposal,
  AMOUNT_SCALE,
} from '@lavra/domain/money/proposal-total';
import { formatDecimal, type ParsedDecimal } from '@lavra/domain/money/decimal';
import { mapYielding } from '../../../platform/csv/map-yielding.ts';
import { CsvCells } from '../../../platform/csv/csv-cells.ts';
import type { CsvRow } from '../../../platform/csv/csv-file.ts';
import { buyPast } from '../../awards/awards-feature.ts';
import { listKnownPeople } from '../../accounts/accounts-feature.ts';
import {
  createManyProposals,
  type BulkProposal,
  type ItemRecord,
} from '../../proposals/proposals-feature.ts';
import { documentOf, documentsIn } from '../documents-in.ts';
import { groupRows, validateGroup, refuseDifferences, type Group } from '../groups.ts';
import type {
  ImportType,
  ValidationContext,
  ValidationResult,
  ImportEntity,
} from '../import-type.ts';
import { loadProducts, type FindProduct } from '../products-named.ts';
import { itemIdsOf, offeredIn, readMarked, refuseBought } from './bought-items.ts';
import {
  isSame,
  KnownProposals,
  refuseItems,
  refuseNumber,
  refuseStatus,
} from './validate-proposal.ts';
import { proposalColumns, proposalHeadColumns } from './proposal-columns.ts';
import {
  holdOpenOrders,
  listAskedOrders,
  listStoredProposals,
  type AskedOrder,
  type StoredProposal,
} from './proposal-import-queries.ts';
import {
  readOfferedItem,
  readProposalHead,
  type OfferedItem,
  type ProposalCells,
} from './read-proposal.ts';

interface ProposalEntity extends ImportEntity, BulkProposal {
  /** The items bought of an accepted proposal; undefined for all that it offers. */
  readonly bought: readonly number[] | undefined;
}

/** Imports past proposals: each keeps its status, and no notifications are sent. */
export const proposalsImport: ImportType<ProposalEntity> = {
  name: 'proposals',
  columns: proposalColumns,
  validate: validateProposals,
  hold: async (db, rows) =>
    holdOpenOrders(
      db,
      numbersIn(await mapYielding(rows, (row) => new CsvCells(row, proposalColumns))),
    ),
  store: async (uow, entities) => {
    const ids = await createManyProposals(uow, entities);
    await buyPast(
      uow.db,
      entities.flatMap(({ bought, columns, items }, index) => {
        const id = ids[index];
        return bought === undefined || id === undefined
          ? []
          : [{ id, bought, items, freight: columns.freight_amount, rule: columns.freight_rule }];
      }),
      uow.now,
    );
    return entities.flatMap(({ rows }, index) => (ids[index] === undefined ? rows : []));
  },
};

interface Finders {
  readonly orders: ReadonlyMap<string, AskedOrder>;
  readonly suppliers: ReadonlyMap<string, number>;
  readonly findProduct: FindProduct;
  readonly known: KnownProposals;
}

async function validateProposals(
  context: ValidationContext,
  rows: readonly CsvRow[],
): Promise<ValidationResult<ProposalEntity>> {
  const parsed = await mapYielding(rows, (row) => new CsvCells(row, proposalColumns));
  const finders = await loadFinders(context, parsed);
  const validated = await mapYielding(groupRows(parsed, groupKey), (group) =>
    validateProposal(group, finders, context),
  );
  return {
    rows: validated.flatMap(({ rows: members }) => members).toSorted((a, b) => a.row - b.row),
    entities: validated.flatMap(({ entity }) => entity ?? []),
  };
}

function groupKey(cells: ProposalCells): string | null {
  const [order, supplier] = [cells.line('order'), cells.line('supplier')];
  return order === null || supplier === null
    ? null
    : JSON.stringify([
        order,
        supplier.replaceAll(/\W/g, '').toUpperCase(),
        cells.line('reference'),
      ]);
}

const numbersIn = (parsed: readonly ProposalCells[]): string[] => [
  ...new Set(parsed.flatMap((cells) => cells.line('order') ?? [])),
];

async function loadFinders(
  { db }: ValidationContext,
  parsed: readonly ProposalCells[],
): Promise<Finders> {
  const orders = await listAskedOrders(db, numbersIn(parsed));
  const people = await listKnownPeople(db, {
    emailKeys: [],
    documents: documentsIn(parsed, 'supplier'),
  });
  return {
    orders,
    suppliers: new Map(
      people.flatMap(({ document, supplier_id, deleted }) =>
        document === null || supplier_id === null || deleted
          ? []
          : [[document, supplier_id] as const],
      ),
    ),
    findProduct: await loadProducts(
      db,
      parsed.flatMap((cells) => cells.line('product') ?? []),
    ),
    known: new KnownProposals(
      await listStoredProposals(
        db,
        [...orders.values()].map(({ id }) => id),
      ),
    ),
  };
}

function validateProposal(
  group: Group<typeof proposalColumns>,
  finders: Finders,
  context: ValidationContext,
) {
  const { head: first } = group;
  const order = readOrder(first, finders);
  const supplierId = readSupplier(first, finders);
  const head = readProposalHead(first, context, order);
  refuseDifferences(group, proposalHeadColumns);
  const items = new Map(
    group.rows.map((cells) => [cells, readOfferedItem(cells, order, finders.findProduct)]),
  );
  const rivals = order === undefined ? [] : finders.known.of(order.id);
  const isThere =
    head !== undefined &&
    supplierId !== undefined &&
    rivals.some((stored) => isSame(stored, { supplierId, head }));
  if (head !== undefined && order !== undefined && !isThere) {
    refuseStatus(first, { head, order });
    refuseItems(group, { head, order, items });
    if (supplierId !== undefined) refuseNumber(first, { head, supplierId, rivals });
  }
  const priced = priceItems(group, items);
  const marked = readMarked(group);
  if (head !== undefined && !isThere) refuseBought(group, { head, marked, priced, rivals });
  const rows = validateGroup(group, {
    column: 'order',
    isNew: !isThere,
    dataOf: (cells) =>
      cells.data({
        supplier: documentOf(first, 'supplier'),
        ...(head === undefined ? {} : { status: head.status }),
        ...itemData(priced.get(cells)),
      }),
  });
  if (
    head === undefined ||
    order === undefined ||
    supplierId === undefined ||
    rows.some(({ action }) => action !== 'create')
  )
    return { rows, entity: undefined };
  const entity: ProposalEntity = {
    rows: rows.map(({ row }) => row),
    orderId: order.id,
    supplierId,
    columns: head,
    bought: marked && itemIdsOf(marked, priced),
    ...totalled([...priced.values()]),
  };
  finders.known.add(asStored(entity, priced));
  return { rows, entity };
}

/** Returns a proposal of the file as the next ones find it among those of their order. */
const asStored = (
  { orderId, supplierId, columns: { status, supplier_reference }, bought }: ProposalEntity,
  priced: ReadonlyMap<ProposalCells, ItemRecord>,
): StoredProposal => ({
  order_id: orderId,
  supplier_id: supplierId,
  reference: supplier_reference,
  status,
  is_whole: status === 'accepted' && bought === undefined,
  bought: status === 'accepted' ? [...(bought ?? offeredIn(priced))] : [],
});

function readOrder(cells: ProposalCells, { orders }: Finders): AskedOrder | undefined {
  const number = cells.needed('order');
  const order = orders.get(number);
  if (number !== '' && order === undefined) cells.refuse('order', 'order');
  return order;
}

function readSupplier(cells: ProposalCells, { suppliers }: Finders): number | undefined {
  if (!cells.has('supplier')) cells.needed('supplier');
  const document = cells.document('supplier', ['cnpj']);
  const id = document === null ? undefined : suppliers.get(document.number);
  if (document !== null && id === undefined) cells.refuse('supplier', 'supplier');
  return id;
}

/**
 * Returns the items with their totals, by the same rules as every proposal; adds an error where a
 * total is too large.
 */
function priceItems(
  { head }: Group<typeof proposalColumns>,
  items: ReadonlyMap<ProposalCells, OfferedItem | undefined>,
): ReadonlyMap<ProposalCells, ItemRecord> {
  const found = [...items].flatMap(([cells, item]) =>
    item === undefined ? [] : [{ cells, item }],
  );
  const result = priceProposal(
    found.map(({ item }) => ({
      unitPrice: item.unit_price === null ? null : unitsOf(parseUnitPrice(item.unit_price)),
      quantity: unitsOf(parseQuantity(item.quantity)),
    })),
  );
  if (!result.ok) {
    const rows =
      result.tooLarge === 'total'
        ? [head]
        : result.tooLarge.map((index) => found[index]?.cells ?? head);
    for (const row of rows) row.refuse('unit_price', 'total_too_large');
    return new Map();
  }
  return new Map(
    found.map(({ cells, item }, index) => [
      cells,
      { ...item, total_price: formatDecimal(result.itemTotals[index] ?? 0n, AMOUNT_SCALE) },
    ]),
  );
}

/** Returns the units of a decimal that these same rules formatted. */
const unitsOf = (parsed: ParsedDecimal): bigint => (parsed.ok ? parsed.units : 0n);

function totalled(items: readonly ItemRecord[]): Pick<ProposalEntity, 'items' | 'totalAmount'> {
  const cents = items.reduce(
    (sum, { total_price }) => sum + BigInt(total_price.replace('.', '')),
    0n,
  );
  return { items, totalAmount: formatDecimal(cents, AMOUNT_SCALE) };
}

const itemData = (item: ItemRecord | undefined) =>
  item === undefined
    ? {}
    : {
        unit_price: item.unit_price === null ? null : Number(item.unit_price),
        quantity: Number(item.quantity),
        total_price: Number(item.total_price),
      };

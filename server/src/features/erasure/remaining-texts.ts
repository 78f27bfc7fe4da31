import { itemTexts } from '@lavra/domain/proposal/free-texts';
import type { Db } from '../../platform/db/database.ts';
import { col, params, statement } from '../../platform/db/statement.ts';
import { maskDecisions } from './remaining-decisions.ts';
import type { PersonMarks } from './person.ts';
import { createMask, maskSource, textSource, type TextSource } from './text-source.ts';

/** Roots per statement. */
const SLICE = 500;

const ofOrders = 't.order_id = ANY (:roots::bigint[])';

// The words of others stay as they are, also where they name the person: a name missing from some
// orders' texts only would reveal who took part in them, and a person whose name is a product's
// could remove that product from every text.

/** The producer's texts. Roots are the orders. */
const ofProducer: readonly TextSource[] = [
  textSource({
    name: 'orders',
    table: 'orders',
    columns: ['description', 'masked_search', 'payment_terms', 'reason'],
    where: 't.id = ANY (:roots::bigint[])',
    versioned: true,
  }),
  textSource({
    name: 'received-proposals',
    table: 'proposals',
    columns: ['rejection_reason'],
    where: ofOrders,
    versioned: true,
  }),
  textSource({
    name: 'received-questions',
    table: 'order_questions',
    columns: ['answer'],
    where: ofOrders,
  }),
];

/** The supplier's offers. Roots are the proposals. */
const ofSupplier: readonly TextSource[] = [
  textSource({
    name: 'own-proposals',
    table: 'proposals',
    columns: ['payment_terms', 'cancellation_reason'],
    where: 't.id = ANY (:roots::bigint[])',
    versioned: true,
  }),
  textSource({
    name: 'own-items',
    table: 'proposal_items',
    columns: itemTexts.filter((name) => name !== 'notes'), // notes are removed
    where: 't.proposal_id = ANY (:roots::bigint[])',
  }),
];

/** The supplier's questions. Roots are the orders they took part in. */
const askedBySupplier = textSource({
  name: 'asked-questions',
  table: 'order_questions',
  columns: ['question'],
  where: `${ofOrders} AND t.supplier_id = :profile_id`,
});

const ids = (name: string, text: string) =>
  statement({
    name: `erasure-${name}`,
    params: params<{ profile_id: number }>(),
    columns: { id: col.int },
    text,
  });
const ownOrders = ids(
  'own-orders',
  'SELECT o.id FROM orders o WHERE o.producer_id = :profile_id ORDER BY o.id',
);
const ownProposals = ids(
  'own-proposals',
  'SELECT p.id FROM proposals p WHERE p.supplier_id = :profile_id ORDER BY p.id',
);
const answeredOrders = ids(
  'answered-orders',
  `
  SELECT o.id FROM orders o
  WHERE o.id IN (SELECT p.order_id FROM proposals p
    WHERE p.supplier_id = :profile_id AND p.status <> 'draft') OR o.id IN (SELECT q.order_id
    FROM order_questions q WHERE q.supplier_id = :profile_id)
  ORDER BY o.id`,
);

const idsOf = async (db: Db, query: typeof ownOrders, profileId: number): Promise<number[]> =>
  (await db.rows(query, { profile_id: profileId })).map(({ id }) => id);

/** Masks a producer in their own texts that are kept. Returns their orders. */
export async function maskWordsOfProducer(
  db: Db,
  profileId: number,
  marks: PersonMarks,
): Promise<readonly number[]> {
  const orders = await idsOf(db, ownOrders, profileId);
  const mask = createMask(marks);
  for (const roots of slices(orders)) {
    for (const source of ofProducer) await maskSource(db, source, { roots, profileId, mask });
    await maskDecisions(db, roots, { role: 'producer', mask });
  }
  return orders;
}

/** Masks a supplier in their own texts that are kept. Returns the orders they took part in. */
export async function maskWordsOfSupplier(
  db: Db,
  profileId: number,
  marks: PersonMarks,
): Promise<readonly number[]> {
  const mask = createMask(marks);
  for (const roots of slices(await idsOf(db, ownProposals, profileId))) {
    for (const source of ofSupplier) await maskSource(db, source, { roots, profileId, mask });
  }
  const orders = await idsOf(db, answeredOrders, profileId);
  for (const roots of slices(orders)) {
    await maskSource(db, askedBySupplier, { roots, profileId, mask });
    await maskDecisions(db, roots, { role: 'supplier', supplierId: profileId, mask });
  }
  return orders;
}

export function* slices(roots: readonly number[]): Generator<readonly number[]> {
  for (let start = 0; start < roots.length; start += SLICE) yield roots.slice(start, start + SLICE);
}

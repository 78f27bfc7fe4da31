import type { Db } from '../../platform/db/database.ts';
import { col, params, statement } from '../../platform/db/statement.ts';
import { maskDecisions } from './kept-decisions.ts';
import type { PersonMarks } from './person.ts';
import { createMasks, maskSource, textSource, type TextSource } from './text-source.ts';

/** Roots a statement is given at once. */
const SLICE = 500;

const ofOrders = 't.order_id = ANY (:roots::bigint[])';
const itemsOfOrders = 't.proposal_id IN (SELECT p.id FROM proposals p WHERE p.order_id = ANY (:roots::bigint[]))';

/** A producer's own orders, and what suppliers wrote on them. Roots are the orders. */
const aroundProducer: readonly TextSource[] = [
  textSource({ name: 'orders', table: 'orders', own: ['description', 'payment_terms', 'reason'], where: 't.id = ANY (:roots::bigint[])', versioned: true }),
  textSource({
    name: 'received-proposals', table: 'proposals', own: ['rejection_reason'], others: ['notes', 'payment_terms', 'supplier_reference', 'cancellation_reason'],
    where: ofOrders, versioned: true,
  }),
  textSource({
    name: 'received-items', table: 'proposal_items', others: ['notes', 'justification', 'similar_product_name', 'similar_product_description'], where: itemsOfOrders,
  }),
  textSource({ name: 'received-questions', table: 'order_questions', own: ['answer'], others: ['question'], where: ofOrders }),
  textSource({ name: 'received-declines', table: 'supplier_order_declines', others: ['reason'], where: ofOrders }),
];

/** A supplier's own proposals. Roots are the proposals. */
const ofSupplier: readonly TextSource[] = [
  textSource({
    name: 'own-proposals', table: 'proposals', own: ['payment_terms', 'cancellation_reason', 'rejection_reason'], where: 't.id = ANY (:roots::bigint[])', versioned: true,
  }),
  textSource({
    name: 'own-items', table: 'proposal_items', own: ['justification', 'similar_product_name', 'similar_product_description'], where: 't.proposal_id = ANY (:roots::bigint[])',
  }),
];

/** What was written around a supplier. Roots are the orders they took part in. */
const aroundSupplier: readonly TextSource[] = [
  textSource({ name: 'asked-questions', table: 'order_questions', own: ['question'], others: ['answer'], where: `${ofOrders} AND t.supplier_id = :profile_id` }),
  textSource({ name: 'other-questions', table: 'order_questions', others: ['question', 'answer'], where: `${ofOrders} AND t.supplier_id <> :profile_id` }),
  textSource({ name: 'rival-proposals', table: 'proposals', others: ['notes', 'payment_terms', 'cancellation_reason', 'rejection_reason'], where: `${ofOrders} AND t.supplier_id <> :profile_id`, versioned: true }),
  textSource({
    name: 'rival-items', table: 'proposal_items', others: ['notes', 'justification', 'similar_product_name', 'similar_product_description'],
    where: `t.proposal_id IN (SELECT p.id FROM proposals p WHERE p.order_id = ANY (:roots::bigint[]) AND p.supplier_id <> :profile_id)`,
  }),
  textSource({ name: 'answered-orders', table: 'orders', others: ['description', 'payment_terms', 'notes', 'reason'], where: 't.id = ANY (:roots::bigint[])', versioned: true }),
  textSource({
    name: 'answered-items', table: 'order_items', others: ['notes'], where: 't.order_id = ANY (:roots::bigint[])',
  }),
];

const ids = (name: string, text: string) => statement({ name: `erasure-${name}`, params: params<{ profile_id: number }>(), columns: { id: col.int }, text });
const ownOrders = ids('own-orders', 'SELECT o.id FROM orders o WHERE o.producer_id = :profile_id ORDER BY o.id');
const ownProposals = ids('own-proposals', 'SELECT p.id FROM proposals p WHERE p.supplier_id = :profile_id ORDER BY p.id');
const answeredOrders = ids('answered-orders', `
  SELECT o.id FROM orders o
  WHERE o.id IN (SELECT p.order_id FROM proposals p WHERE p.supplier_id = :profile_id) OR o.id IN (SELECT q.order_id FROM order_questions q WHERE q.supplier_id = :profile_id)
  ORDER BY o.id`);

const idsOf = async (db: Db, query: typeof ownOrders, profileId: number): Promise<number[]> => (await db.rows(query, { profile_id: profileId })).map(({ id }) => id);

/** Hides a producer in all that stays of their orders. Answers the orders. */
export async function maskAroundProducer(db: Db, profileId: number, marks: PersonMarks): Promise<readonly number[]> {
  const orders = await idsOf(db, ownOrders, profileId);
  const masks = createMasks(marks);
  for (const roots of slices(orders)) {
    for (const source of aroundProducer) await maskSource(db, source, { roots, profileId, marks, masks });
    await maskDecisions(db, roots, { role: 'producer', masks });
  }
  return orders;
}

/** Hides a supplier in all that stays of their proposals and the orders they were about. Answers those orders. */
export async function maskAroundSupplier(db: Db, profileId: number, marks: PersonMarks): Promise<readonly number[]> {
  const masks = createMasks(marks);
  for (const roots of slices(await idsOf(db, ownProposals, profileId))) {
    for (const source of ofSupplier) await maskSource(db, source, { roots, profileId, marks, masks });
  }
  const orders = await idsOf(db, answeredOrders, profileId);
  for (const roots of slices(orders)) {
    for (const source of aroundSupplier) await maskSource(db, source, { roots, profileId, marks, masks });
    await maskDecisions(db, roots, { role: 'supplier', supplierId: profileId, masks });
  }
  return orders;
}

export function* slices(roots: readonly number[]): Generator<readonly number[]> {
  for (let start = 0; start < roots.length; start += SLICE) yield roots.slice(start, start + SLICE);
}

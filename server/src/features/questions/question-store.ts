import type { SupplierIdentity } from '@lavra/domain/supplier/identity-names';
import type { Db } from '../../platform/db/database.ts';
import { col, orNull, params, statement } from '../../platform/db/statement.ts';
import { identityColumns, identityJoins, identitySql } from '../identities/identities-feature.ts';

const columns = {
  id: col.int,
  order_id: col.int,
  producer_id: col.int,
  supplier_id: col.int,
  ...identityColumns,
  order_item_id: orNull(col.int),
  question: col.text,
  asked_at: col.timestamp,
  answer: orNull(col.text),
  answered_at: orNull(col.timestamp),
};
const selected = `
  SELECT q.id, q.order_id, o.producer_id, q.supplier_id, ${identitySql}, q.order_item_id,
    q.question, q.asked_at, q.answer, q.answered_at
  FROM order_questions q JOIN orders o ON o.id = q.order_id ${identityJoins('q.supplier_id')}`;

/** A question with its author, for internal use only. */
export interface QuestionRow extends SupplierIdentity {
  readonly id: number;
  readonly order_id: number;
  readonly producer_id: number;
  readonly supplier_id: number;
  readonly order_item_id: number | null;
  readonly question: string;
  readonly asked_at: string;
  readonly answer: string | null;
  readonly answered_at: string | null;
}

const byId = statement({
  name: 'question',
  params: params<{ id: number }>(),
  columns,
  text: `${selected} WHERE q.id = :id`,
});
const page = statement({
  name: 'order-questions',
  params: params<{
    order_id: number;
    after_time: string;
    after_id: number;
    size: number;
    skip: number;
  }>(),
  columns,
  text: `${selected}
    WHERE q.order_id = :order_id AND (q.asked_at, q.id) > (:after_time::timestamptz, :after_id::bigint)
    ORDER BY q.asked_at, q.id LIMIT :size OFFSET :skip`,
});

export const findQuestion = (db: Db, id: number): Promise<QuestionRow | undefined> =>
  db.row(byId, { id });

/** The time and id of a question. */
export type QuestionPlace = readonly [askedAt: string, id: number];

/** Returns questions of an order in the order in which they were asked, after one of them. */
export const readQuestions = (
  db: Db,
  {
    orderId,
    after: [after_time, after_id],
    size,
    skip,
  }: { orderId: number; after: QuestionPlace; size: number; skip: number },
): Promise<QuestionRow[]> => db.rows(page, { order_id: orderId, after_time, after_id, size, skip });

export async function countQuestions(db: Db, orderId: number): Promise<number> {
  const { total } = await db.q
    .selectFrom('order_questions')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return total;
}

export interface NewQuestion {
  readonly orderId: number;
  readonly orderItemId: number | null;
  readonly supplierId: number;
  readonly question: string;
  readonly now: Date;
}

/** Inserts a question and returns its id. */
export async function insertQuestion(
  db: Db,
  { orderId, orderItemId, supplierId, question, now }: NewQuestion,
): Promise<number> {
  const { id } = await db.q
    .insertInto('order_questions')
    .values({
      order_id: orderId,
      order_item_id: orderItemId,
      supplier_id: supplierId,
      question,
      asked_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Stores the answer. Returns false when the question already has one. */
export const answerOnce = async (db: Db, id: number, answer: string, now: Date): Promise<boolean> =>
  (await db.q
    .updateTable('order_questions')
    .set({ answer, answered_at: now })
    .where('id', '=', id)
    .where('answer', 'is', null)
    .returning('id')
    .executeTakeFirst()) !== undefined;

/** Returns whether the item belongs to the order. */
export const hasItem = async (db: Db, orderId: number, itemId: number): Promise<boolean> =>
  (await db.q
    .selectFrom('order_items')
    .select('id')
    .where('id', '=', itemId)
    .where('order_id', '=', orderId)
    .executeTakeFirst()) !== undefined;

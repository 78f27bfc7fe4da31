import type { AskedQuestion, OrderQuestion } from '@lavra/contract/questions/schemas';
import { wireTime, wireTimeOrNull } from '../../platform/text/wire.ts';
import { findBetrayals, maskOfProducer, maskOfSupplier } from '../identities/identities-feature.ts';
import type { QuestionRow } from './question-store.ts';

/** Who reads a question: the supplier, or nobody in particular for producers. */
export interface QuestionReader {
  readonly supplierId?: number;
}

/**
 * A question as this reader may see it: its asker as it was written, anybody else without contacts and without anything the
 * asker is known by. In the answer, the producer's words, contacts alone are masked.
 */
export async function presentQuestion(
  row: QuestionRow,
  reader: QuestionReader,
): Promise<OrderQuestion> {
  const mine = reader.supplierId === row.supplier_id;
  const masked = mine
    ? row.question
    : ((await maskOfSupplier(row, [row.question]))(row.question) ?? '');
  return {
    id: row.id,
    order_item_id: row.order_item_id,
    question: masked,
    asked_at: wireTime(row.asked_at),
    answer: await maskOfProducer(row.answer),
    answered_at: wireTimeOrNull(row.answered_at),
    ...(reader.supplierId === undefined ? {} : { mine }),
  };
}

const MAX_WARNINGS = 100;

/** A question as the one who has just asked it gets it, warned of what will be hidden from the others. */
export const presentAsked = async (row: QuestionRow): Promise<AskedQuestion> => ({
  ...(await presentQuestion(row, { supplierId: row.supplier_id })),
  identity_warnings: await findBetrayals(row, [['question', row.question]], MAX_WARNINGS),
});

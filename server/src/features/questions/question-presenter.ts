import type { AskedQuestion, OrderQuestion } from '@lavra/contract/questions/schemas';
import { wireTime, wireTimeOrNull } from '../../platform/text/wire.ts';
import {
  findIdentityLeaks,
  maskOfProducer,
  maskOfSupplier,
} from '../identities/identities-feature.ts';
import type { QuestionRow } from './question-store.ts';

/** The reader of a question: a supplier by id; without an id, a producer. */
export interface QuestionReader {
  readonly supplierId?: number;
}

/**
 * Returns a question for this reader: unchanged for its author; for all others without contacts and
 * without anything that identifies the author. In the answer, which the producer wrote, only
 * contacts are masked.
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

/**
 * Returns a question for its author, with warnings about what will be hidden from all other
 * readers.
 */
export const presentAsked = async (row: QuestionRow): Promise<AskedQuestion> => ({
  ...(await presentQuestion(row, { supplierId: row.supplier_id })),
  identity_warnings: await findIdentityLeaks(row, [['question', row.question]], MAX_WARNINGS),
});

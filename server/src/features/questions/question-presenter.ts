import type { OrderQuestion } from '@lavra/contract/questions/schemas';
import { maskContacts } from '@lavra/domain/text/contacts';
import { wireTime, wireTimeOrNull } from '../../platform/text/wire.ts';
import type { QuestionRow } from './question-store.ts';

/**
 * A question as this reader may see it: its asker as it was written, anybody else without contacts and without the
 * asker's name. In the answer contacts alone are masked: hiding the asker's name too would let a producer find it out by
 * writing names and looking which of them disappears.
 */
export function presentQuestion(row: QuestionRow, reader: { readonly supplierId?: number }): OrderQuestion {
  const mine = reader.supplierId === row.supplier_id;
  return {
    id: row.id, order_item_id: row.order_item_id,
    question: mine ? row.question : maskContacts(row.question, [row.supplier_name]), asked_at: wireTime(row.asked_at),
    answer: row.answer === null ? null : maskContacts(row.answer), answered_at: wireTimeOrNull(row.answered_at),
    ...(reader.supplierId === undefined ? {} : { mine }),
  };
}

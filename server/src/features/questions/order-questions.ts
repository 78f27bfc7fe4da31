import type {
  AskedQuestion,
  AskQuestionBody,
  OrderQuestion,
} from '@lavra/contract/questions/schemas';
import { localDate } from '@lavra/domain/calendar/calendar';
import { isBlank } from '@lavra/domain/text/blank';
import type { ProducerCaller, SupplierCaller } from '../../platform/auth/caller.ts';
import type { Request } from '../../platform/auth/request.ts';
import { openPage, type PageQuery } from '../../platform/db/cursor-page.ts';
import type { Db } from '../../platform/db/database.ts';
import { InvalidFields, RuleError } from '../../platform/errors.ts';
import type { PageMeta } from '../../platform/db/paging.ts';
import type { Platform } from '../../platform/platform.ts';
import { presentOneByOne } from '../../platform/text/yielding.ts';
import { lockOrder, lockOrderToWrite } from '../orders/orders-feature.ts';
import { assertOutreachAllowed } from '../outreach/outreach-feature.ts';
import { assertTakesProposals, isDeclined } from '../proposals/proposals-feature.ts';
import { presentAsked, presentQuestion } from './question-presenter.ts';
import {
  answerOnce,
  countQuestions,
  findQuestion,
  hasItem,
  insertQuestion,
  readQuestions,
  type QuestionRow,
} from './question-store.ts';

const BEGINNING = ['-infinity', 0] as const;

/** Returns a page of an order's questions, and their answers, in the order of asking. */
export async function listQuestions(
  { db }: Platform,
  caller: SupplierCaller | ProducerCaller,
  orderId: number,
  query: PageQuery,
): Promise<{ data: OrderQuestion[]; meta: PageMeta }> {
  const { after = BEGINNING, ...page } = openPage(query, {
    name: 'questions',
    types: ['timestamptz', 'bigint'],
    of: (row: QuestionRow) => [row.asked_at, row.id],
  });
  const [found, total] = await Promise.all([
    readQuestions(db, { orderId, after, size: page.limit, skip: page.offset }),
    countQuestions(db, orderId),
  ]);
  const { rows, meta } = page.of(found, total);
  return {
    data: await presentOneByOne(rows, (row) => presentQuestion(row, readerOf(caller))),
    meta,
  };
}

/** Asks the producer of an order. Throws the same errors as saving a draft, or `InvalidFields`. */
export function askQuestion(
  { command, zone }: Platform,
  request: Request<SupplierCaller>,
  orderId: number,
  body: AskQuestionBody,
): Promise<AskedQuestion> {
  const question = written('question', body.question);
  const orderItemId = body.order_item_id ?? null;
  return command(
    request,
    async (uow) => {
      const { supplierId } = request.caller;
      const order = await lockOrderToWrite(uow.db, { orderId, supplierId });
      if (order === undefined) throw new RuleError('order_not_found');
      if (orderItemId !== null && !(await hasItem(uow.db, orderId, orderItemId)))
        throw InvalidFields.of('order_item_id', 'order_item');
      assertTakesProposals({
        order_status: order.status,
        order_suspended: order.suspended,
        order_deadline_date: order.deadline_date,
        today: localDate(uow.now, zone),
        declined: await isDeclined(uow.db, {
          supplier_id: supplierId,
          order_id: orderId,
        }),
      });
      await assertOutreachAllowed(uow, 'ask', request.caller, zone);
      const id = await insertQuestion(uow.db, {
        orderId,
        orderItemId,
        supplierId,
        question,
        now: uow.now,
      });
      uow.event({ type: 'question.asked', data: { order_id: orderId, question_id: id } });
      uow.orderEvent({ orderId, event: 'question.asked' });
      uow.audit({
        action: 'updated',
        event: 'question.asked',
        resourceType: 'order',
        resourceId: orderId,
        newValues: { question_id: id },
      });
      return getQuestion(uow.db, id);
    },
    presentAsked,
  );
}

/**
 * Answers a question for all suppliers. Throws `question_order_closed` once the order is no longer
 * published, `question_order_suspended`, and `question_answered` for a second answer.
 */
export function answerQuestion(
  { command }: Platform,
  request: Request<ProducerCaller>,
  { id, order_id: orderId }: QuestionRow,
  text: string,
): Promise<OrderQuestion> {
  const answer = written('answer', text);
  return command(
    request,
    async (uow) => {
      const order = await lockOrder(uow.db, orderId, 'share');
      if (order?.status !== 'publicada') throw new RuleError('question_order_closed');
      if (order.suspended) throw new RuleError('question_order_suspended');
      if (!(await answerOnce(uow.db, id, answer, uow.now)))
        throw new RuleError('question_answered');
      uow.event({ type: 'question.answered', data: { order_id: orderId, question_id: id } });
      uow.orderEvent({ orderId, event: 'question.answered' });
      uow.audit({
        action: 'updated',
        event: 'question.answered',
        resourceType: 'order',
        resourceId: orderId,
        newValues: { question_id: id },
      });
      return getQuestion(uow.db, id);
    },
    (row) => presentQuestion(row, readerOf(request.caller)),
  );
}

const readerOf = (caller: SupplierCaller | ProducerCaller) =>
  caller.userType === 'fornecedor' ? { supplierId: caller.supplierId } : {};

function written(field: string, text: string): string {
  if (isBlank(text)) throw InvalidFields.of(field, 'not_blank');
  return text.trim();
}

async function getQuestion(db: Db, id: number): Promise<QuestionRow> {
  const row = await findQuestion(db, id);
  if (row === undefined) throw new RuleError('question_not_found');
  return row;
}

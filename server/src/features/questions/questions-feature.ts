import { answerQuestion, askQuestion, listQuestions } from '@lavra/contract/questions/endpoints';
import type { ProducerCaller, SupplierCaller } from '../../platform/auth/caller.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { refOf } from '../../platform/http/refs.ts';
import type { Platform } from '../../platform/platform.ts';
import { findReadableOrder, authorizeOrderReader } from '../proposals/proposals-feature.ts';
import { createQuestionService } from './question-service.ts';
import { findQuestion } from './question-store.ts';

/**
 * Creates the feature of suppliers' questions about an order, which its producer answers once for
 * all suppliers; the author is never disclosed.
 */
export function createQuestions({ platform }: { platform: Platform }) {
  const { db } = platform;
  const service = createQuestionService(platform);
  const ofOrder = {
    load: ({ order }: { order: string }, caller: SupplierCaller | ProducerCaller) =>
      findReadableOrder(db, order, caller),
    policy: authorizeOrderReader,
  };
  const load = async ({ id }: { id: string }) => {
    const ref = refOf(id);
    return ref !== undefined && 'id' in ref ? findQuestion(db, ref.id) : undefined;
  };
  return {
    mountRoutes: (mount: Mount): void => {
      mount(listQuestions, {
        ...ofOrder,
        handle: ({ caller, subject, query }) => service.list(caller, subject.id, query),
      });
      mount(askQuestion, {
        ...ofOrder,
        handle: ({ caller, subject, body }) => service.ask(caller, subject.id, body),
      });
      mount(answerQuestion, {
        load,
        policy: authorizeOrderReader,
        handle: ({ caller, subject, body }) => service.answer(caller, subject, body.answer),
      });
    },
  };
}

import * as endpoints from '@lavra/contract/questions/endpoints';
import type { ProducerCaller, SupplierCaller } from '../../platform/auth/caller.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { refOf } from '../../platform/http/refs.ts';
import type { Platform } from '../../platform/platform.ts';
import { findReadableOrder, authorizeOrderReader } from '../proposals/proposals-feature.ts';
import { answerQuestion, askQuestion, listQuestions } from './order-questions.ts';
import { findQuestion } from './question-store.ts';

/**
 * Creates the feature of suppliers' questions about an order, which its producer answers once for
 * all suppliers; the author is never disclosed.
 */
export const createQuestions = ({ platform }: { platform: Platform }) => ({
  mountRoutes: (mount: Mount): void => mountQuestionRoutes(mount, platform),
});

function mountQuestionRoutes(mount: Mount, platform: Platform): void {
  const { db } = platform;
  const ofOrder = {
    load: ({ order }: { order: string }, caller: SupplierCaller | ProducerCaller) =>
      findReadableOrder(db, order, caller),
    policy: authorizeOrderReader,
  };
  const load = async ({ id }: { id: string }) => {
    const ref = refOf(id);
    return ref !== undefined && 'id' in ref ? findQuestion(db, ref.id) : undefined;
  };
  mount(endpoints.listQuestions, {
    ...ofOrder,
    handle: ({ caller, subject, query }) => listQuestions(platform, caller, subject.id, query),
  });
  mount(endpoints.askQuestion, {
    ...ofOrder,
    handle: ({ request, subject, body }) => askQuestion(platform, request, subject.id, body),
  });
  mount(endpoints.answerQuestion, {
    load,
    policy: authorizeOrderReader,
    handle: ({ request, subject, body }) => answerQuestion(platform, request, subject, body.answer),
  });
}

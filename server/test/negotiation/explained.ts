import assert from 'node:assert/strict';
import type { Answer, TestService } from '../service.ts';
import { differencesFrom, find } from './found.ts';
import { explain, type Operation } from './history.ts';
import { draftOrder, QUANTITY, type Command, type ModelOrder } from './model.ts';
import { answeredOf } from './stage.ts';

/** A call of a race, and the command that it is. */
export interface Asked {
  readonly command: Command;
  readonly ask: () => Promise<Answer<unknown>>;
}

/**
 * Returns the state of a published order with proposals that were sent in full; `price` is what
 * each item costs per unit, `quantity` how many units are ordered.
 */
export const publishedOrder = (
  items: number,
  sent: readonly {
    readonly name: string;
    readonly supplier: number;
    readonly price: number;
    readonly partial: boolean;
  }[],
  quantity = 100,
): ModelOrder => ({
  ...draftOrder(items),
  status: 'publicada',
  proposals: sent.map(({ price, ...proposal }) => ({
    ...proposal,
    minimum: null,
    status: 'submitted',
    offers: Array.from({ length: items }, () => (price * quantity) / QUANTITY),
    version: 1,
  })),
});

/** Records the calls of a race: runs them by `together`, and returns what was asked and answered. */
export async function record<B>(
  asked: readonly Asked[],
  together: (calls: readonly (() => Promise<Answer<unknown>>)[]) => Promise<B>,
): Promise<{ readonly answers: B; readonly history: Operation[] }> {
  const history: Operation[] = [];
  const answers = await together(
    asked.map(({ command, ask }, index) => async () => {
      const begin = performance.now();
      const answer = await ask();
      history.push({
        actor: `caller ${index}`,
        command,
        begin,
        end: performance.now(),
        answer: answeredOf(
          { status: answer.status, body: answer.body as Record<string, unknown> }, // JSON objects
          command.do,
        ),
      });
      return answer;
    }),
  );
  return { answers, history };
}

/** Asserts that some order of the commands explains their answers and what the database holds. */
export async function assertExplained(
  service: TestService,
  orderId: number,
  { from, history }: { readonly from: ModelOrder; readonly history: readonly Operation[] },
): Promise<void> {
  const found = await find(service, orderId);
  const explanation = explain(from, history, (end) => differencesFrom(found, end).length === 0);
  assert.ok(explanation.legal, JSON.stringify({ explanation, found, history }));
}

import assert from 'node:assert/strict';
import type { Answer, TestService } from '../service.ts';
import { differencesFrom, find } from './found.ts';
import { explain, type Operation } from './history.ts';
import { draftOrder, QUANTITY, type Command, type ModelOrder } from './model.ts';
import { answeredOf } from './stage.ts';

/** A call of a race, and the command that it is. */
export interface Asked<T = unknown> {
  readonly command: Command;
  readonly ask: () => Promise<Answer<T>>;
  /** Its reply is a sentence, and says nothing of what it changed. */
  readonly saysLittle?: true;
}

/**
 * Returns the state of a published order with proposals of one version that offer everything, sent
 * unless they say otherwise; `price` is what each item costs per unit, or by item, `quantity` how
 * many units are ordered.
 */
export const publishedOrder = (
  items: number,
  sent: readonly {
    readonly name: string;
    readonly supplier: number;
    readonly price: number | readonly number[];
    readonly partial: boolean;
    readonly status?: 'draft' | 'submitted';
  }[],
  quantity = 100,
): ModelOrder => ({
  ...draftOrder(items),
  status: 'publicada',
  proposals: sent.map(({ price, status = 'submitted', ...proposal }) => ({
    ...proposal,
    minimum: null,
    status,
    offers: Array.from(
      { length: items },
      (_, item) => ((typeof price === 'number' ? price : (price[item] ?? 0)) * quantity) / QUANTITY,
    ),
    version: 1,
  })),
});

/** Records the calls of a race: runs them by `together`, and returns what was asked and answered. */
export async function record<T, B>(
  asked: readonly Asked<T>[],
  together: (calls: readonly (() => Promise<Answer<T>>)[]) => Promise<B>,
): Promise<{ readonly answers: B; readonly history: Operation[] }> {
  const history: Operation[] = [];
  const answers = await together(
    asked.map(({ command, ask, saysLittle }, index) => async () => {
      const begin = performance.now();
      const answer = await ask();
      history.push({
        actor: `caller ${index}`,
        command,
        begin,
        end: performance.now(),
        answer:
          saysLittle === true && answer.status === 200
            ? { status: 200, code: null }
            : answeredOf(
                { status: answer.status, body: answer.body as Record<string, unknown> }, // JSON objects
                command.do,
              ),
      });
      return answer;
    }),
  );
  return { answers, history };
}

/**
 * Returns the one operation that calls under one key are: it took effect before the first of them
 * was answered, and all were answered alike.
 */
export function asOne(history: readonly Operation[]): Operation {
  const [first, ...others] = history.toSorted((a, b) => a.end - b.end);
  if (first === undefined) throw new Error('nothing was asked');
  for (const { command, answer } of others)
    assert.deepEqual({ command, answer }, { command: first.command, answer: first.answer });
  return { ...first, begin: Math.min(...history.map(({ begin }) => begin)) };
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

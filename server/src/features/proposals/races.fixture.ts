import assert from 'node:assert/strict';
import { createRandom, SEED } from '@lavra/domain/seeded.fixture';
import { sql } from 'kysely';
import { raceTrials } from '../../../test/race-trials.ts';
import type { Answer, TestService } from '../../../test/service.ts';

/** Runs of each race; the runner of the whole suite requests more. */
export const TRIALS = raceTrials();

const random = createRandom(SEED);
const CROWDS = [2, 8, 16] as const;
/** Errors that are not defects: accept returns 500 by contract. */
const declared = new Set(['accept_not_submitted', 'accept_order_awarded', 'accept_order_closed']);

/** Runs a race repeatedly, with 2, 8 and 16 callers in turn. */
export async function race(
  trial: (callers: number, index: number) => Promise<void>,
  trials = TRIALS,
): Promise<void> {
  for (let index = 0; index < trials; index += 1)
    await trial(CROWDS[index % CROWDS.length] ?? 2, index);
}

/**
 * Starts all calls at once, in any order; none may fail in a way that the contract does not
 * declare.
 */
export async function together<B>(
  calls: readonly (() => Promise<Answer<B>>)[],
): Promise<Answer<B>[]> {
  const order = random.shuffled(calls.map((_, index) => index));
  const answers: Answer<B>[] = [];
  await Promise.all(
    order.map(async (index) => {
      answers[index] = await (calls[index] as () => Promise<Answer<B>>)();
    }),
  ); // one of its own indexes
  for (const { status, body } of answers)
    assert.ok(status < 500 || declared.has(codeOf(body)), `${status} ${JSON.stringify(body)}`);
  return answers;
}

export const codeOf = (body: unknown): string => (body as { code?: string }).code ?? '';
export const succeeded = ({ status }: Answer<unknown>): boolean => status === 200;

/** Builds several elements with the same function. */
export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Returns the number of deadlocks that PostgreSQL has broken in this service's database. */
export async function countDeadlocks({ db }: TestService): Promise<number> {
  // Each connection keeps its own count until a flush is forced.
  await Promise.all(
    times(20, () => sql`SELECT pg_stat_force_next_flush(), pg_sleep(0.1)`.execute(db.q)),
  );
  const { rows } = await sql<{
    deadlocks: number;
  }>`SELECT d.deadlocks::int AS deadlocks FROM pg_stat_database d WHERE d.datname = current_database()`.execute(
    db.q,
  );
  return rows[0]?.deadlocks ?? 0;
}

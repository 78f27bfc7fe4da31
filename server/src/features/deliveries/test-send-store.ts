import type { UnitOfWork } from '../../platform/db/command.ts';
import { col, params, statement } from '../../platform/db/statement.ts';
import { RuleError } from '../../platform/errors.ts';

const HOUR = 3_600_000;

/** Finds when the tenth latest test send within the window was made, in epoch milliseconds. */
const tenthLatest = statement({
  name: 'test-sends-tenth-latest',
  params: params<{ user_id: number; window_start: Date }>(),
  columns: { at: col.float },
  text: `
    SELECT extract(epoch FROM t.at)::float8 * 1000 AS at FROM test_sends t
    WHERE t.user_id = :user_id AND t.at > :window_start
    ORDER BY t.at DESC OFFSET 9 LIMIT 1`,
});

/**
 * Counts one test send of the administrator: ten an hour, concurrent ones included. Returns its
 * number; throws `too_many_test_sends`.
 */
export async function countTestSend(
  { db, now }: UnitOfWork,
  userId: number,
  channel: 'email' | 'whatsapp',
): Promise<number> {
  await db.q.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  const tenth = await db.row(tenthLatest, {
    user_id: userId,
    window_start: new Date(now.getTime() - HOUR),
  });
  if (tenth !== undefined) {
    const seconds = Math.max(1, Math.ceil((tenth.at + HOUR - now.getTime()) / 1000));
    throw new RuleError('too_many_test_sends', {
      minutes: Math.ceil(seconds / 60),
      retry_after: seconds,
    });
  }
  const { id } = await db.q
    .insertInto('test_sends')
    .values({ user_id: userId, channel, at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

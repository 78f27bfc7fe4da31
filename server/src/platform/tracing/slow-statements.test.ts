import assert from 'node:assert/strict';
import { it } from 'node:test';
import { pino } from 'pino';
import { traced } from './operations.ts';
import { logSlowStatements } from './slow-statements.ts';

it('slow statements are logged by their name, each once a minute, with no value', async ({
  mock,
}) => {
  let now = 0;
  mock.method(performance, 'now', () => now);
  const pass = async (ms: number): Promise<void> => {
    now += ms;
  };
  const lines: string[] = [];
  const stop = logSlowStatements(pino({ base: null }, { write: (line) => lines.push(line) }), 20);
  const run = (name: string, ms: number) => traced({ kind: 'statement', name }, () => pass(ms));
  await Promise.all([run('order-list', 30), run('order-list', 30), run('order-find', 0)]);
  await run('select "id" from "users" where "email" = $1', 30);
  await assert.rejects(
    traced({ kind: 'statement', name: 'draft-save' }, async () => {
      await pass(30);
      throw new Error('canceling statement due to statement timeout');
    }),
  );
  stop();
  await run('proposal-list', 30);
  assert.deepEqual(
    lines.map((line) => {
      const { statement, msg } = JSON.parse(line) as { statement: string; msg: string };
      return [statement, msg];
    }),
    ['order-list', 'select users', 'draft-save'].map((name) => [name, 'slow statement']),
  );
});

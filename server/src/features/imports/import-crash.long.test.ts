import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { someCpf } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { importDesk } from './imports.fixture.ts';

const service = await startService();
const { q } = service.db;
const desk = await importDesk(service);
const ROWS = 2_000;

const HEADING = 'Nome;E-mail;CPF ou CNPJ;CEP;Logradouro;Município;UF';
const rows = Array.from(
  { length: ROWS },
  (_, index) =>
    `Sítio ${index};queda-${index}@teste.example;${someCpf()};78890-000;Rua A;Sorriso;MT`,
);
const script = fileURLToPath(new URL('../../../test/run-import.ts', import.meta.url));

const countOf = async (
  table: 'users' | 'producers' | 'addresses' | 'mails' | 'subscriptions' | 'account_tokens',
): Promise<number> =>
  (
    await q
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;
const everything = async () => ({
  users: await countOf('users'),
  producers: await countOf('producers'),
  addresses: await countOf('addresses'),
  mails: await countOf('mails'),
  subscriptions: await countOf('subscriptions'),
  links: await countOf('account_tokens'),
});

describe('an import whose worker is killed', () => {
  it(
    'leaves no partial rows, shows its progress, and is completed once by the next worker',
    { timeout: 600_000 },
    async (context) => {
      const { import_id } = await desk.preview('producers', HEADING, ...rows);
      await desk.process(import_id);
      const { id } = await q
        .selectFrom('imports')
        .select('id')
        .where('uuid', '=', import_id)
        .executeTakeFirstOrThrow();
      const before = await everything();
      const seen: number[] = [];
      const start = (): ChildProcess => {
        const child = spawn(process.execPath, [script, service.databaseUrl, String(id)], {
          stdio: ['ignore', 'ignore', 'inherit'],
        });
        context.after(() => child.kill('SIGKILL'));
        return child;
      };
      const killWhen = async (
        isTime: (processed: number, started: boolean) => boolean,
      ): Promise<void> => {
        const child = start();
        while (child.exitCode === null) {
          const { processed, started_at } = await q
            .selectFrom('imports')
            .select(['processed', 'started_at'])
            .where('id', '=', id)
            .executeTakeFirstOrThrow();
          if (isTime(processed, started_at !== null)) break;
          await sleep(20);
        }
        assert.equal(child.exitCode, null, 'it was killed before it was done');
        child.kill('SIGKILL');
        await once(child, 'exit');
        seen.push((await desk.read(import_id)).progress.processed);
        assert.deepEqual(await everything(), before, 'nothing of it stays');
        assert.equal((await desk.read(import_id)).state, 'processing');
        await q.updateTable('imports').set({ processed: 0 }).where('id', '=', id).execute();
      };
      await killWhen((_processed, started) => started);
      await killWhen((processed) => processed > 0);
      await killWhen((processed) => processed >= ROWS / 3);
      assert.ok(
        (seen[1] ?? 0) > 0 && (seen[2] ?? 0) >= ROWS / 3,
        `progress while it ran: ${seen.join(', ')}`,
      );
      const last = start();
      await once(last, 'exit');
      assert.equal(last.exitCode, 0);
      await service.work({ evenIfEarly: true }); // the event's own job finds the import finished
      const done = await desk.read(import_id);
      assert.deepEqual(
        [done.state, done.created, done.progress.processed],
        ['completed', ROWS, ROWS],
      );
      const more = Object.fromEntries(
        Object.entries(await everything()).map(([table, count]) => [
          table,
          count - (before[table as keyof typeof before] ?? 0),
        ]),
      ); // its own keys
      assert.deepEqual(more, {
        users: ROWS,
        producers: ROWS,
        addresses: ROWS,
        mails: ROWS,
        subscriptions: ROWS,
        links: ROWS,
      });
      const finished = await q
        .selectFrom('events')
        .select('id')
        .where('type', '=', 'import.finished')
        .execute();
      assert.equal(finished.length, 1);
    },
  );
});

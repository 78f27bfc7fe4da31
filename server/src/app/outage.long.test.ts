import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { systemActor } from '../platform/db/command.ts';
import { isUnavailable } from '../platform/db/database-errors.ts';
import { configOf } from '../platform/config/config.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres/embedded-postgres.ts';
import { makeScratch } from '../platform/embedded-postgres/test-support.ts';
import { signalAll } from '../../test/signal-all.ts';
import { until } from '../../test/until.ts';
import { openInstallation, type Installation } from './installation.ts';

const MINUTE = 60_000;

/** Asserts effects that only a running worker and a running scheduler have. */
async function assertAllWork({ app: { platform } }: Installation, shiftMs: number): Promise<void> {
  const { db, command } = platform;
  await command(systemActor, async (uow) => {
    uow.event({ type: 'mail.queued', data: { mail_id: 0 } });
    uow.audit({ action: 'created', resourceType: 'product', resourceId: 1 });
  });
  platform.clock.now = () => new Date(Date.now() + shiftMs);
  const slot = new Date(Math.floor((Date.now() + shiftMs) / MINUTE) * MINUTE);
  const none = async (rows: Promise<unknown>): Promise<boolean> => (await rows) === undefined;
  await until('events are dispatched', () =>
    none(
      db.q
        .selectFrom('events')
        .select('id')
        .where('dispatched_at', 'is', null)
        .where('attempts', '=', 0)
        .executeTakeFirst(),
    ),
  );
  await until('the audit log is sealed', () =>
    none(
      db.q
        .selectFrom('audit_log as a')
        .leftJoin('audit_seals as s', 's.audit_id', 'a.id')
        .select('a.id')
        .where('s.audit_id', 'is', null)
        .executeTakeFirst(),
    ),
  );
  await until(
    'ticks are taken',
    async () =>
      !(await none(
        db.q
          .selectFrom('scheduler_ticks')
          .select('task')
          .where('slot', '>=', slot.toISOString())
          .executeTakeFirst(),
      )),
  );
}

describe('a database that stops and starts again', () => {
  it(
    'does not end API, worker and scheduler of one process, which catch up by themselves',
    { timeout: 600_000 },
    async (t) => {
      const scratch = makeScratch(t);
      const start = () =>
        startEmbeddedPostgres({ dataDir: join(scratch, 'postgres'), durability: 'off' });
      let postgres = await start();
      const config = {
        ...configOf({}),
        databaseUrl: postgres.url,
        databaseSilenceMs: 60_000,
        databaseWaitMs: 60_000,
        dataDir: scratch,
        strict: true,
        rateLimit: false,
        logLevel: 'silent',
      } as const;
      const installation = await openInstallation(config, { scheduler: true, worker: true });
      const { app } = installation;
      const warned = t.mock.method(installation.logger, 'warn');
      const informed = t.mock.method(installation.logger, 'info');
      /** The loops and scheduled tasks that lines of the log name. */
      const namedIn = ({ mock }: typeof warned): string[] =>
        mock.calls.flatMap(({ arguments: [about] }) => {
          const { loop, task } = about as { loop?: string; task?: string }; // a line's fields
          return loop ?? task ?? [];
        });
      const answer = async (url: string) => {
        const { statusCode, headers } = await app.http.inject({
          method: 'GET',
          url,
          headers: { authorization: `Bearer ${'x'.repeat(43)}` },
        });
        return { status: statusCode, retryAfter: headers['retry-after'] };
      };
      try {
        await assertAllWork(installation, 0);
        for (const [round, end] of [
          [1, () => postgres.stop()],
          [
            2,
            async () => {
              process.kill(postgres.pid, 'SIGKILL');
            },
          ],
        ] as const) {
          const begun = Promise.withResolvers<void>();
          const gone = Promise.withResolvers<void>();
          const cutShort = assert.rejects(
            app.platform.command(systemActor, async ({ db }) => {
              begun.resolve();
              await gone.promise;
              await db.q.selectFrom('events').select('id').execute();
            }),
          );
          await Promise.race([begun.promise, cutShort]);
          for (const { mock } of [warned, informed]) mock.resetCalls();
          await end();
          await until(
            'the loops and a scheduled task fail',
            async () =>
              ['events', 'jobs', 'audit seals'].every((name) => namedIn(warned).includes(name)),
            // An installation closes once its running commands have ended
          ).finally(gone.resolve);
          await cutShort;
          assert.deepEqual(await answer('/health/live'), { status: 200, retryAfter: undefined });
          assert.equal((await answer('/health/ready')).status, 503);
          assert.equal((await answer('/metrics')).status, 200);
          const refused = await answer('/api/v1/user/profile');
          assert.deepEqual([refused.status, Number(refused.retryAfter) > 0], [503, true]);

          postgres = await start();
          assert.equal(postgres.url, config.databaseUrl);
          await until(
            'the API answers',
            async () => (await answer('/api/v1/user/profile')).status === 401,
          );
          await assertAllWork(installation, round * MINUTE);
          // A loop that has not recovered would not log the next round's failure
          await until('the loops recover', async () =>
            ['events', 'jobs'].every((name) => namedIn(informed).includes(name)),
          );
        }
      } finally {
        await installation.close();
        await postgres.stop();
      }
    },
  );

  it(
    'causes immediate errors while it is frozen, and the service recovers once it responds',
    { timeout: 600_000 },
    async (t) => {
      const scratch = makeScratch(t);
      const postgres = await startEmbeddedPostgres({
        dataDir: join(scratch, 'postgres'),
        durability: 'off',
      });
      const installation = await openInstallation({
        ...configOf({}),
        databaseUrl: postgres.url,
        databaseSilenceMs: 5_000,
        databaseWaitMs: 5_000,
        dataDir: scratch,
        strict: true,
        rateLimit: false,
        logLevel: 'silent',
      });
      const { app } = installation;
      const answer = async (url: string) =>
        (
          await app.http.inject({
            method: 'GET',
            url,
            headers: { authorization: `Bearer ${'x'.repeat(43)}` },
          })
        ).statusCode;
      try {
        const { command } = app.platform;
        const [begun, frozen] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
        const cutShort = assert.rejects(
          command(systemActor, async ({ db }) => {
            begun.resolve();
            await frozen.promise;
            await db.q.selectFrom('events').select('id').execute();
          }),
          isUnavailable,
        );
        await begun.promise;
        signalAll(postgres.pid, 'SIGSTOP');
        frozen.resolve();
        // Without the health monitor these wait for as long as the server is frozen.
        assert.deepEqual(
          await Promise.all([
            answer('/api/v1/user/profile'),
            answer('/api/v1/plans'),
            answer('/health/ready'),
            answer('/health/live'),
          ]),
          [503, 503, 503, 200],
        );
        await cutShort;
        signalAll(postgres.pid, 'SIGCONT');
        await until('the API answers', async () => (await answer('/api/v1/user/profile')) === 401);
        assert.equal(await answer('/health/ready'), 200);
      } finally {
        signalAll(postgres.pid, 'SIGCONT');
        await installation.close();
        await postgres.stop();
      }
    },
  );
});

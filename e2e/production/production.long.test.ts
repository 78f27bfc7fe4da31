import assert from 'node:assert/strict';
import fs from 'node:fs';
import { after, describe, it, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { lacking } from '../../server/test/needs.ts';
import { createRedis } from '../../server/test/redis.ts';
import { PATIENCE_MS, until } from '../../server/test/until.ts';
import { debianPostgres } from '../database/debian-postgres.ts';
import { startShape } from './installation.ts';

const lacks = lacking('nginx', 'redis-server');
if (lacks === false) await runStories();
else test('the production set-up', { skip: lacks }, () => undefined);

async function runStories(): Promise<void> {
  const shape = await startShape();
  after(() => shape.stop());
  const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${shape.gateway.address}${path}`, { signal: AbortSignal.timeout(PATIENCE_MS), ...init });
  const post = (path: string, body: unknown, token?: string): Promise<Response> =>
    ask(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
    });
  const isPage = async (reply: Response): Promise<boolean> =>
    (await reply.text()).includes('2 a 5 minutos');

  async function enter(): Promise<string> {
    const reply = await post('/api/v1/login', {
      email: 'master@lavra.example',
      password: 'Lavra2026',
      user_type: 'admin',
    });
    assert.equal(reply.status, 200, await reply.clone().text());
    return ((await reply.json()) as { token: string }).token;
  }

  interface Answered {
    readonly path: string;
    readonly status: number;
    readonly page: boolean;
  }
  /** Starts users who read and write in turn until stopped. Returns all the responses they got. */
  let loads = 0;
  function startLoad(token: string, people = 8) {
    const load = (loads += 1);
    const answers: Answered[] = [];
    const written: string[] = [];
    const leaving = new AbortController();
    const person = async (n: number): Promise<void> => {
      for (let turn = 0; !leaving.signal.aborted; turn += 1) {
        const name = `Marca ${load}-${n}-${turn}`;
        const [path, request] =
          turn % 2 === 0
            ? ([
                '/api/v1/admin/brands',
                ask('/api/v1/admin/brands?per_page=5', {
                  headers: { authorization: `Bearer ${token}` },
                }),
              ] as const)
            : ([
                'POST /api/v1/admin/brands',
                post('/api/v1/admin/brands', { name }, token),
              ] as const);
        const reply = await request.catch((error: unknown) => {
          throw new Error(`${path} met no answer`, { cause: error });
        });
        const text = await reply.text();
        answers.push({ path, status: reply.status, page: text.includes('2 a 5 minutos') });
        if (path.startsWith('POST') && reply.status === 200) written.push(name);
      }
    };
    const work = Promise.all(Array.from({ length: people }, (_, n) => person(n)));
    return {
      answers,
      written,
      /** Waits until each user has been answered again, twice on average. */
      goesOn: () => {
        const before = answers.length;
        return until('the load goes on', () => answers.length >= before + 2 * people);
      },
      stop: async () => {
        leaving.abort();
        await work;
      },
    };
  }

  async function brandsIn(): Promise<Set<string>> {
    const client = new pg.Client({ connectionString: shape.database.url });
    await client.connect();
    const { rows } = await client.query<{ name: string }>('SELECT b.name FROM brands b');
    await client.end();
    return new Set(rows.map(({ name }) => name));
  }
  async function assertAllThere(written: readonly string[]): Promise<void> {
    const there = await brandsIn();
    assert.deepEqual(
      written.filter((name) => !there.has(name)),
      [],
      'what was acknowledged is there',
    );
  }

  describe('the production set-up', () => {
    it('starts from nothing with two processes of each kind, and removes the page once all are ready', async () => {
      assert.equal(shape.database.kind, debianPostgres === undefined ? 'embedded' : 'debian');
      const migrated = await shape.lavra(['migrate'], {
        DATABASE_OWNER_URL: shape.database.ownerUrl,
      });
      assert.equal(migrated.code, 0, migrated.output);
      const created = await shape.lavra([
        'admin',
        'create',
        '--email',
        'master@lavra.example',
        '--password',
        'Lavra2026',
      ]);
      assert.equal(created.code, 0, created.output);
      fs.writeFileSync(shape.gateway.flag, '');
      const { code, output } = await shape.operate('maintenance', 'off');
      assert.equal(code, 0, output);
      assert.match(output, /api-1 no ar[^]*api-2 no ar[^]*worker-1[^]*scheduler-2[^]*retirada/);
      assert.equal((await ask('/health/ready')).status, 200);
      assert.match(await (await ask('/')).text(), /Lavra/);
      assert.equal((await shape.operate('maintenance', 'status')).code, 0);
    });

    it('restarts one process after the other under load without a failed request', async () => {
      const load = startLoad(await enter());
      await load.goesOn();
      const { code, output } = await shape.operate('restart');
      await load.goesOn();
      await load.stop();
      assert.equal(code, 0, output);
      assert.deepEqual(
        load.answers.filter(({ status }) => status !== 200),
        [],
      );
      await assertAllThere(load.written);
    });

    it('gives a request one id, from the gateway to the API, the event and its job', async () => {
      const reply = await post('/api/v1/password/forgot', {
        email: 'master@lavra.example',
        user_type: 'admin',
      });
      assert.equal(reply.status, 200, await reply.text());
      const id = reply.headers.get('x-request-id');
      const mine = (line: Record<string, unknown>): boolean => line['request_id'] === id;
      const said = (unit: string, msg: string) =>
        shape
          .logOf(`${unit}-1`)
          .concat(shape.logOf(`${unit}-2`))
          .filter((line) => mine(line) && line['msg'] === msg);
      await until('the job is done', () => said('worker', 'job completed').length > 0);
      await shape.gateway.logged(id);
      assert.deepEqual(
        shape.gateway
          .accessLog()
          .filter(mine)
          .map(({ method, path, status }) => [method, path, status]),
        [['POST', '/api/v1/password/forgot', 200]],
      );
      assert.deepEqual(
        said('api', 'request').map(({ route, status }) => [route, status]),
        [['/api/v1/password/forgot', 200]],
      );
      assert.deepEqual(
        said('worker', 'event dispatched').map(({ type }) => type),
        ['mail.queued'],
      );
      assert.deepEqual(
        said('worker', 'job completed').map(({ job }) => job),
        ['mail.send'],
      );
    });

    it('counts the requests of an address over both API processes, and per process without Redis', async (t) => {
      const redis = await createRedis();
      await redis.start();
      t.after(() => redis.remove());
      const limited = await shape.startLimited(redis.url);
      t.after(() => limited.stop());
      await until('both processes use Redis', async () => (await redis.users()) >= 2);
      const plans = async () => (await fetch(`${limited.gateway.address}/api/v1/plans`)).status;
      const statuses: number[] = [];
      for (let n = 0; n < 61; n += 1) statuses.push(await plans());
      assert.deepEqual(
        statuses,
        [...Array.from({ length: 60 }, () => 200), 429],
        'the 61st, by any instance',
      );
      assert.equal(
        new Set(limited.gateway.accessLog().map(({ upstream }) => upstream)).size,
        2,
        'both were asked',
      );
      const refused = await fetch(`${limited.gateway.address}/api/v1/plans`);
      assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d?$/);
      assert.equal(((await refused.json()) as { code: string }).code, 'rate_limited');
      await redis.kill();
      for (let n = 0; n < 20; n += 1) assert.equal(await plans(), 200);
    });

    it('continues when one API process is killed', async () => {
      const token = await enter();
      process.kill(shape.pidOf('api-1'), 'SIGKILL');
      for (let n = 0; n < 40; n += 1)
        assert.equal(
          (await ask('/api/v1/admin/brands', { headers: { authorization: `Bearer ${token}` } }))
            .status,
          200,
        );
      assert.equal((await shape.operate('maintenance', 'status')).code, 1);
      assert.equal((await shape.operate('maintenance', 'off')).code, 0);
      assert.equal((await shape.operate('maintenance', 'status')).code, 0);
    });

    it('shows the page while the database is down, and recovers by itself after its return', async (t) => {
      const token = await enter();
      const brands = (): Promise<Response> =>
        ask('/api/v1/admin/brands', { headers: { authorization: `Bearer ${token}` } });
      const load = startLoad(token, 4);
      await load.goesOn();
      await shape.database.kill();
      for (let n = 0; n < 5; n += 1) {
        const reply = await brands();
        assert.equal(reply.status, 503);
        assert.ok(await isPage(reply));
        await pause(100);
      }
      await shape.database.start();
      const back = performance.now();
      await until('the service is back', async () => (await brands()).status === 200);
      t.diagnostic(`back after ${((performance.now() - back) / 1000).toFixed(1)} s`);
      await load.stop();
      assert.deepEqual(
        load.answers.filter(({ status, page }) => status !== 200 && !page),
        [],
        'nothing but answers and the page',
      );
      await assertAllThere(load.written);
      assert.equal(
        (await shape.operate('maintenance', 'status')).code,
        0,
        'nothing had to be restarted',
      );
    });

    it('enters and leaves maintenance repeatedly under load, and loses nothing', async () => {
      const load = startLoad(await enter(), 4);
      await load.goesOn();
      for (let round = 0; round < 2; round += 1) {
        const { code, output } = await shape.operate('maintenance', 'on');
        assert.equal(code, 0, output);
        assert.match(
          output,
          round === 0
            ? /scheduler-1 parado[^]*worker-1 parado[^]*api-1 parado/
            : /já estava no ar[^]*scheduler-1 já estava parado/,
        );
      }
      const reply = await ask('/produtor');
      assert.equal(reply.status, 503);
      assert.ok(await isPage(reply));
      assert.equal((await ask('/__maintenance.html')).status, 404);
      assert.ok((await brandsIn()).size > 0, 'the database goes on');
      for (let round = 0; round < 2; round += 1)
        assert.equal((await shape.operate('maintenance', 'off')).code, 0);
      await load.goesOn();
      await load.stop();
      assert.deepEqual(
        load.answers.filter(({ status, page }) => status !== 200 && !(page && status === 503)),
        [],
      );
      assert.equal(load.answers.at(-1)?.status, 200);
      await assertAllThere(load.written);
    });

    it('is backed up meanwhile, and the backup can be restored', async () => {
      const load = startLoad(await enter(), 2);
      const taken = await shape.lavra(['backup', '--to', 'backups'], {
        DATABASE_URL: shape.database.backupUrl,
      });
      await load.stop();
      assert.equal(taken.code, 0, taken.output);
      const verified = await shape.lavra([
        'restore',
        '--verify',
        taken.output.split('\n')[0] ?? '',
      ]);
      assert.equal(verified.code, 0, verified.output);
      assert.match(verified.output, /auditoria está íntegra[^]*pode ser restaurado/);
    });
  });
}

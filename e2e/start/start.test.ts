import assert from 'node:assert/strict';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { startRunning, type RunningService } from '../running-service.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lavra-start-'));
const DATA_DIR = path.join(folder, 'data');
after(() => fs.rmSync(folder, { recursive: true, force: true }));

/** Starts the service until the test ends, which may fail before it stops it. */
async function startInTest(env: Readonly<Record<string, string>>): Promise<RunningService> {
  const service = await startRunning(env);
  after(() => service.process.kill('SIGINT'));
  return service;
}

interface Orders {
  data: {
    number: string;
    description: string;
    created_at: string;
    status: string;
    deadline_date: string;
  }[];
  meta: { total: number };
}

async function enter(service: RunningService, email: string, user_type: string): Promise<string> {
  const reply = await fetch(`${service.address}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'Lavra2026', user_type }),
  });
  assert.equal(reply.status, 200);
  return ((await reply.json()) as { token: string }).token;
}

async function listOrders(service: RunningService): Promise<Orders> {
  const token = await enter(service, 'produtor@demo.lavra.example', 'produtor');
  const reply = await fetch(`${service.address}/api/v1/producer/orders`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return (await reply.json()) as Orders;
}

/** Returns what the demo's producer paid for the tender that was bought, by proposal. */
async function listPaid(service: RunningService): Promise<readonly number[]> {
  const token = await enter(service, 'produtor@demo.lavra.example', 'produtor');
  const reply = await fetch(`${service.address}/api/v1/producer/purchases?q=Reposi%C3%A7%C3%A3o`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { data } = (await reply.json()) as { data: { landed_total: number }[] };
  return data.map(({ landed_total }) => landed_total).toSorted((a, b) => a - b);
}

/** Returns the demo supplier's number of proposals by their outcome. */
async function countProposals(service: RunningService): Promise<readonly number[]> {
  const token = await enter(service, 'fornecedor@demo.lavra.example', 'fornecedor');
  const reply = await fetch(`${service.address}/api/v1/supplier/dashboard`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { metricas } = (await reply.json()) as { metricas: Readonly<Record<string, number>> };
  return ['rascunho', 'enviadas', 'aceitas', 'rejeitadas'].map(
    (fate) => metricas[`propostas_${fate}`] ?? -1,
  );
}

interface Weeks {
  figures: { figure: string; weeks: { week: string; value: number }[] }[];
}

/** Returns the values of a figure of the administration's home, the oldest week first. */
async function weeksOf(service: RunningService, wanted: string): Promise<readonly number[]> {
  const token = await enter(service, 'admin@demo.lavra.example', 'admin');
  const reply = await fetch(`${service.address}/api/v1/admin/dashboard/work`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { figures } = (await reply.json()) as Weeks;
  const found = figures.find(({ figure }) => figure === wanted);
  return found?.weeks.map(({ value }) => value) ?? assert.fail(`no figure ${wanted}`);
}

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

/** Whether the demo's figures and orders are those of some ten weeks, with more of everything in the last ones. */
async function assertTenWeeks(service: RunningService): Promise<void> {
  for (const figure of ['orders_published', 'proposals_submitted', 'new_accounts', 'revenue']) {
    const weeks = await weeksOf(service, figure);
    assert.ok(weeks.filter((value) => value > 0).length >= 7, `${figure}: ${weeks.join(' ')}`);
  }
  for (const figure of ['orders_published', 'proposals_submitted', 'accepted_amount']) {
    const weeks = await weeksOf(service, figure);
    assert.ok(sum(weeks.slice(-4)) > sum(weeks.slice(-8, -4)), `${figure}: ${weeks.join(' ')}`);
  }
  const { data } = await listOrders(service);
  const days = data.map(({ created_at }) => created_at.slice(0, 10));
  assert.equal(new Set(days).size, data.length, `each on a day of its own: ${days.join(' ')}`);
  const newest = days.toSorted().at(-1) ?? '';
  for (const { status, deadline_date, description } of data)
    if (status === 'publicada') assert.ok(deadline_date > newest, description);
}

/**
 * Returns the status of a request whose `Host` differs from the address it is sent to, which fetch
 * does not allow.
 */
function statusBy(host: string, address: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    http
      .get(`${address}/health/live`, { headers: { host } }, (reply) =>
        resolve(reply.resume().statusCode),
      )
      .once('error', reject);
  });
}

// The tests run in order: each start finds the state that the one before left.

test('the first start loads the demo, a story of some ten weeks, and prints its address and the logins', async () => {
  const service = await startInTest({ DATA_DIR });
  for (const part of [
    '/api/docs',
    'produtor@demo.lavra.example',
    'fornecedor@demo.lavra.example',
    'admin@demo.lavra.example',
    'Lavra2026',
  ]) {
    assert.ok(service.output().includes(part), part);
  }
  for (const [email, type] of [
    ['fornecedor@demo.lavra.example', 'fornecedor'],
    ['admin@demo.lavra.example', 'admin'],
    ['consultor@demo.lavra.example', 'consultor'],
  ] as const) {
    await enter(service, email, type);
  }
  const orders = await listOrders(service);
  assert.ok(
    orders.data.some((order) => order.description.startsWith('Insumos para a safra')),
    'the tender is there, open',
  );
  assert.deepEqual(
    await countProposals(service),
    [1, 5, 2, 1],
    'a draft, five that were sent, of which two were accepted and one refused',
  );
  assert.deepEqual(
    await listPaid(service),
    [14_350, 87_870, 167_485],
    'bought from the three bidders of the best combination, R$ 269.705,00 in all',
  );
  await assertTenWeeks(service);
  const page = await fetch(`${service.address}/api/docs`);
  assert.equal(page.status, 200);

  assert.deepEqual(await service.stop(), { code: 0 });
  assert.ok(service.output().includes('Até logo.'));
  assert.ok(
    !fs.existsSync(path.join(DATA_DIR, 'postgres', 'postmaster.pid')),
    'its PostgreSQL ended with it',
  );
});

test('the second start finds its data, loads nothing again, and replies only under its own host names', async () => {
  const service = await startInTest({ DATA_DIR });
  const { meta } = await listOrders(service);
  assert.equal(meta.total, 7);
  assert.deepEqual(await countProposals(service), [1, 5, 2, 1]);
  const answers = await Promise.all(
    ['localhost:3000', '[::1]', 'rebind.example'].map((host) => statusBy(host, service.address)),
  );
  assert.deepEqual(await service.stop(), { code: 0 });
  assert.deepEqual(answers, [200, 200, 421]);
});

test('the demo with its public passwords is opened to other machines only on request', async () => {
  for (const env of [{ DATA_DIR }, { DATA_DIR: path.join(folder, 'empty') }]) {
    // If it starts nevertheless, it is stopped again: no open service must be left behind.
    const started = startRunning({ ...env, HOST: '0.0.0.0' }).then((service) => service.stop());
    await assert.rejects(started, (error: Error) => {
      assert.match(
        error.message,
        /ended with 1:\n(?:\{.*\}\n)*As senhas da demonstração são conhecidas de todos, e HOST=0\.0\.0\.0 .+DEMO_PUBLIC=1/,
      );
      return !error.message.includes('    at ');
    });
  }
  const service = await startInTest({ DATA_DIR, HOST: '127.0.0.1', DEMO_PUBLIC: '1' });
  assert.equal(await statusBy('demo.lavra.example', service.address), 200);
  assert.deepEqual(await service.stop(), { code: 0 });
});

test('after kill -9 the service starts again on the same data, also while PostgreSQL still runs', async () => {
  const first = await startInTest({ DATA_DIR });
  const dead = once(first.process, 'exit');
  first.process.kill('SIGKILL');
  await dead;
  const second = await startInTest({ DATA_DIR });
  assert.equal((await listOrders(second)).meta.total, 7);
  assert.deepEqual(await second.stop(), { code: 0 });
});

test('an invalid configuration is explained completely, in Portuguese', async () => {
  await assert.rejects(
    startRunning({
      DATA_DIR,
      PORT: 'abc',
      APP_TIMEZONE: 'Marte/Olimpo',
      ADMIN_EMAIL: 'a@b.example',
    }),
    (error: Error) => {
      for (const part of [
        'PORT deve ser',
        'APP_TIMEZONE deve ser',
        'ADMIN_EMAIL e ADMIN_PASSWORD andam juntas',
      ])
        assert.ok(error.message.includes(part), part);
      assert.ok(!error.message.includes('    at '), 'no stack for what a person can mend');
      return true;
    },
  );
});

test('a port in use is named as the problem', async () => {
  const taken = http.createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo; // a socket of TCP has one
  await assert.rejects(startRunning({ DATA_DIR, PORT: String(port) }), /A porta já está em uso/);
  taken.close();
});

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startGateway } from '../../e2e/gateway/nginx.ts';
import { buildProducer } from '../../server/test/people.ts';
import { signalAll } from '../../server/test/signal-all.ts';
import { startDatabaseProxy, type DatabaseProxy } from '../kit/database-proxy.ts';
import { DELIVERED_WAITS, openHome, type Home, type Service } from '../kit/home.ts';
import { clientOf, jsonOf, type Client } from '../kit/http.ts';
import { Broken, count, seconds, type Proof, type Size, type ProofResult } from '../kit/proof.ts';

const LONGEST_ANSWER = 2_000;
const LONGEST_RETURN = 5_000;

export const proof: Proof = {
  title: 'The database goes away, in seven ways, behind the gateway',
  promise:
    'whatever keeps the database away, the API answers 503 in JSON within 2 s, liveness ' +
    'stays true, readiness false, the gateway shows its page under the same status, and ' +
    'nothing has to be restarted',
  needs: ['nginx'],
  prove: (size) => prove(size),
};

interface Context {
  readonly home: Home;
  readonly proxy: DatabaseProxy;
  readonly api: Service;
  readonly gateway: Client;
  readonly token: string;
}
interface Outage {
  readonly what: string;
  readonly begin: (context: Context) => Promise<() => Promise<void>>;
}

/** Each begins an outage and returns a function that ends it. */
const outages: readonly Outage[] = [
  {
    what: 'killed',
    begin: async ({ home }) => {
      await home.killDatabase();
      return home.startDatabase;
    },
  },
  {
    what: 'frozen',
    begin: async ({ home }) => {
      signalAll(home.postgresPid(), 'SIGSTOP');
      return async () => signalAll(home.postgresPid(), 'SIGCONT');
    },
  },
  { what: 'out of connections', begin: takeEveryConnection },
  {
    what: 'slow to a crawl',
    begin: async ({ proxy }) => {
      proxy.delay(3_000);
      return async () => proxy.delay(0);
    },
  },
  { what: 'gone in the middle of transactions', begin: goneInTransaction },
  {
    what: 'refused by the network',
    begin: async ({ proxy }) => {
      await proxy.refuse();
      return () => proxy.accept();
    },
  },
  {
    what: 'swallowed by the network',
    begin: async ({ proxy }) => {
      proxy.swallow();
      return async () => proxy.deliver();
    },
  },
];

/** Takes all connections of the server, and drops those of the service. */
async function takeEveryConnection({ home, proxy }: Context): Promise<() => Promise<void>> {
  const taken: pg.Client[] = [];
  let full = false;
  while (!full) {
    const client = new pg.Client({ connectionString: home.databaseUrl });
    client.on('error', () => {});
    await client.connect().then(
      () => taken.push(client),
      () => {
        full = true;
      },
    );
    if (full && taken.length < 20) {
      proxy.dropAll(); // frees their connections, so that they can be taken
      await sleep(100);
      full = false;
    }
    if (taken.length === 20) proxy.dropAll();
    if (taken.length > 200) throw new Error('there is no end of connections');
  }
  return async () => {
    await Promise.all(taken.map((client) => client.end()));
  };
}

/** Breaks connections off while statements are running, and keeps refusing them. */
async function goneInTransaction({ home, proxy }: Context): Promise<() => Promise<void>> {
  const locker = new pg.Client({ connectionString: home.databaseUrl });
  locker.on('error', () => {});
  await locker.connect();
  await locker.query('BEGIN; LOCK TABLE orders, users IN ACCESS EXCLUSIVE MODE');
  await sleep(200); // by now a statement waits for the lock
  await proxy.refuse();
  await locker.end();
  return () => proxy.accept();
}

async function prove(size: Size): Promise<ProofResult> {
  const home = await openHome({ maxConnections: 40 });
  const proxy = await startDatabaseProxy(home.databaseUrl);
  const broken = new Broken();
  const [answers, returns]: [number[], number[]] = [[], []];
  try {
    const { token } = await buildProducer(home.service);
    await home.leaveService(); // its connections must not be counted
    const api = await home.serve({ DATABASE_URL: proxy.url, ...DELIVERED_WAITS });
    const nginx = await startGateway({
      api: [new URL(api.address).host],
      web: [new URL(api.address).host],
    });
    try {
      const context = { home, proxy, api, gateway: clientOf(nginx.address), token };
      for (let round = 0; round < (size === 'long' ? 10 : 1); round += 1) {
        for (const outage of outages)
          await goThrough(context, outage, { broken, answers, returns });
      }
      broken.expect(api.process.exitCode === null, 'the API ended', String(api.process.exitCode));
    } finally {
      await nginx.stop();
    }
  } finally {
    await proxy.stop();
    await home.close();
  }
  return {
    figures: [
      `${outages.length} kinds of outage × ${size === 'long' ? 10 : 1}`,
      `${count(answers.length)} requests during them`,
      `slowest answer ${seconds(Math.max(...answers))}`,
      `back after ${seconds(Math.max(...returns))} at most`,
    ],
    broken: broken.lines,
  };
}

interface Notes {
  readonly broken: Broken;
  readonly answers: number[];
  readonly returns: number[];
}

/**
 * Sends requests continuously; during the outage they must be answered as promised, and after it as
 * before.
 */
async function goThrough(
  context: Context,
  { what, begin }: Outage,
  { broken, answers, returns }: Notes,
): Promise<void> {
  const { api, gateway, token } = context;
  const orders = '/api/v1/producer/orders';
  await untilTrue(async () => (await api.ask('GET', orders, { token })).status === 200);
  const waiting = Promise.all(
    Array.from({ length: 4 }, () => api.ask('GET', orders, { token, patience: 30_000 })),
  );
  const end = await begin(context);
  try {
    await waiting;
    for (let n = 0; n < 5; n += 1) {
      const [read, write, anonymous, live, ready, page] = await Promise.all([
        api.ask('GET', orders, { token }),
        api.ask('POST', orders, { token, body: { description: 'Insumos' } }),
        api.ask('POST', '/api/v1/login', {
          body: { email: 'a@b.example', password: 'Errada2026', user_type: 'produtor' },
        }),
        api.ask('GET', '/health/live'),
        api.ask('GET', '/health/ready'),
        gateway('GET', orders, { token }),
      ]);
      for (const reply of [read, write, anonymous]) {
        const fine =
          reply.status === 503 &&
          jsonOf(reply)['code'] === 'unavailable' &&
          reply.headers['retry-after'] !== undefined;
        broken.expect(
          fine,
          `${what}: no 503 in JSON`,
          `${reply.status} ${reply.text.slice(0, 120)}`,
        );
      }
      broken.expect(live.status === 200, `${what}: not alive`, String(live.status));
      broken.expect(ready.status === 503, `${what}: ready`, String(ready.status));
      broken.expect(
        page.status === 503 && page.text.includes('2 a 5 minutos'),
        `${what}: no page`,
        `${page.status} ${page.text.slice(0, 80)}`,
      );
      for (const { ms } of [read, write, anonymous, live, ready, page]) {
        answers.push(ms);
        broken.expect(ms <= LONGEST_ANSWER, `${what}: too slow`, seconds(ms));
      }
      await sleep(100);
    }
  } finally {
    await end();
  }
  const back = performance.now();
  await untilTrue(
    async () =>
      (await gateway('GET', orders, { token })).status === 200 &&
      (await api.ask('GET', '/health/ready')).status === 200,
  );
  returns.push(performance.now() - back);
  broken.expect(
    performance.now() - back <= LONGEST_RETURN,
    `${what}: back too late`,
    seconds(performance.now() - back),
  );
}

async function untilTrue(isTrue: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 30_000; !(await isTrue().catch(() => false));) {
    if (Date.now() > end) throw new Error('the API does not come back');
    await sleep(20);
  }
}

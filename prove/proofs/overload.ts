import { setTimeout as sleep } from 'node:timers/promises';
import { hashPassword } from '@lavra/server/platform/auth/password';
import { sql } from 'kysely';
import { request, type LoadPlan, type LoadResult } from '../../bench/load/plan.ts';
import { memoryOf, startWorker } from '../../bench/processes.ts';
import { buildProposal } from '../../server/test/proposals.ts';
import { buildOrder } from '../../server/test/orders.ts';
import { buildAdmin, buildProducer, buildSupplier } from '../../server/test/people.ts';
import { DELIVERED_WAITS, openHome, type Home, type Service } from '../kit/home.ts';
import { clientOf, type Ask, type Client, type Reply } from '../kit/http.ts';
import { buildMarket, combinationsOf, MARKET, type Market } from '../kit/stored-market.ts';
import {
  Broken,
  count,
  quantile,
  seconds,
  type Proof,
  type Size,
  type ProofResult,
} from '../kit/proof.ts';

const sizes = {
  quick: { measure: 5_000, overload: 20_000, each: 8_000 },
  long: { measure: 15_000, overload: 300_000, each: 30_000 },
} as const;
const SESSIONS = 600;
const LONGEST = 2_000;
const MOST_MEMORY = 512;
/** How long the event loop may be blocked at a time, in ms. */
const LONGEST_STILL = 500;

export const proof: Proof = {
  title: 'Three times more than it can do',
  promise:
    'under three times its saturation it lives on within 512 MB, answers whom it lets in ' +
    'within 2 s (p99) and the rest 429 or 503; one abusive caller slows no other; 140 wrong ' +
    'logins at a time, from one /64 and from 64 addresses, leave the signed-in their list ' +
    'within twice its quiet time and never refused; combinations asked for meanwhile are answered ' +
    'or refused; hashing, PDFs, exports, combinations and large compressed replies do not hold up ' +
    'the event loop',
  prove,
};

interface Context {
  readonly home: Home;
  readonly api: Service;
  readonly tokens: readonly string[];
  readonly market: Market;
  readonly broken: Broken;
  readonly size: (typeof sizes)[Size];
}

async function prove(size: Size): Promise<ProofResult> {
  const home = await openHome();
  const broken = new Broken();
  try {
    const tokens = await fill(home);
    const api = await home.serve({ RATE_LIMIT: 'on', TRUST_PROXY: '1', ...DELIVERED_WAITS });
    const market = await buildMarket(home);
    const context: Context = { home, api, tokens, market, broken, size: sizes[size] };
    const figures = await overload(context);
    const loaded = Math.round(memoryOf(api.process.pid ?? 0).peak);
    figures.push(
      ...(await abuse(context)),
      ...(await attackLogins(context)),
      ...(await heavyWork(context)),
    );
    const peak = Math.round(memoryOf(api.process.pid ?? 0).peak);
    broken.expect(peak <= MOST_MEMORY, 'too much memory', `${peak} MB`);
    broken.expect(api.process.exitCode === null, 'the API ended', String(api.process.exitCode));
    return {
      figures: [...figures, `${loaded} MB at most under load, ${peak} MB with the heavy work`],
      broken: broken.lines,
    };
  } finally {
    await home.close();
  }
}

/** Creates suppliers with many sessions, because the general rate limit counts per session. */
async function fill({ service }: Home): Promise<string[]> {
  const { producerId } = await buildProducer(service);
  for (let n = 0; n < 60; n += 1) await buildOrder(service, { producerId });
  const suppliers: number[] = [];
  for (let n = 0; n < 20; n += 1) suppliers.push((await buildSupplier(service)).userId);
  return Promise.all(
    Array.from({ length: SESSIONS }, (_, n) =>
      service.tokenFor(suppliers[n % suppliers.length] ?? 0),
    ),
  );
}

const LIST = '/api/v1/supplier/orders?per_page=20';
/** As every browser asks: replies are compressed. */
const COMPRESSED = { 'accept-encoding': 'gzip, deflate, br' };

const UNANSWERED: Reply = { status: 0, text: '', headers: {}, ms: 15_000 };

/**
 * Runs `callers` that each send the next request when the last is answered; `next` returns that
 * request. Returns all replies, with status 0 those that did not come within 15 s or were cut off.
 */
async function load(
  ask: Client,
  callers: number,
  milliseconds: number,
  next: () => { path: string; ask: Ask; method?: string },
): Promise<Reply[]> {
  const replies: Reply[] = [];
  const end = performance.now() + milliseconds;
  const caller = async (): Promise<void> => {
    while (performance.now() < end) {
      const { path, ask: options, method = 'GET' } = next();
      const reply = await ask(method, path, { ...options, patience: 15_000 }).catch(
        () => UNANSWERED,
      );
      replies.push({ ...reply, text: '' });
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return replies;
}

/** Returns callers who ask for the list, each with sessions of its own. */
const callersOf = (tokens: readonly string[], many: number) =>
  Array.from({ length: many }, (_, who) => ({
    requests: tokens
      .filter((_token, n) => n % many === who)
      .map((token) => request('GET', LIST, { token, headers: COMPRESSED })),
  }));

/**
 * Measures the maximum rate of the service, then sends three times as many requests: an open loop,
 * from a separate process that uses little CPU.
 */
async function overload(context: Context): Promise<string[]> {
  const { api, tokens, broken, size } = context;
  const port = Number(new URL(api.address).port);
  const generator = startWorker('load.ts');
  const run = async (plan: Omit<LoadPlan, 'port'>): Promise<LoadResult> =>
    // load.ts replies with nothing else
    (await generator.ask({ port, ...plan }))['result'] as LoadResult;
  try {
    // Requests rotate over all sessions, so that none reaches its own limit; quick refusals would
    // count as quick work.
    const saturated = await run({ callers: callersOf(tokens, 32), milliseconds: size.measure });
    broken.expect(
      saturated.refused === undefined,
      'refused while it was measured',
      saturated.refused ?? '',
    );
    const perSecond = Math.round((saturated.requests / saturated.seconds) * 3);
    const [{ statuses }, combined] = await Promise.all([
      run({
        callers: callersOf(tokens, SESSIONS),
        milliseconds: size.overload,
        perSecond,
        connections: 2_000,
      }),
      combine(context),
    ]);
    const of = (...some: readonly number[]) =>
      some
        .flatMap((status) => statuses[status] ?? [])
        .reduce(
          (sum, { count: more, p99 }) => ({ count: sum.count + more, p99: Math.max(sum.p99, p99) }),
          { count: 0, p99: 0 },
        );
    const [accepted, refused, unanswered] = [of(200), of(429, 503), of(0)];
    const others = Object.keys(statuses).filter(
      (status) => !['0', '200', '429', '503'].includes(status),
    );
    broken.expect(
      accepted.count > 0 && accepted.p99 <= LONGEST,
      'accepted too slowly',
      seconds(accepted.p99),
    );
    broken.expect(refused.p99 <= LONGEST, 'refused too slowly', seconds(refused.p99));
    broken.expect(unanswered.count === 0, 'no answer', count(unanswered.count));
    broken.expect(others.length === 0, 'another status', others.join(', '));
    return [
      `saturated at ${count(Math.round(perSecond / 3))} requests/s, asked for ` +
        `${count(perSecond)}/s for ${size.overload / 1_000} s`,
      `${count(accepted.count)} accepted, p99 ${seconds(accepted.p99)}`,
      `${count(refused.count)} refused, p99 ${seconds(refused.p99)}`,
      combined,
    ];
  } finally {
    await generator.stop();
  }
}

/** Asks for combinations as long as the overload lasts, one after the other. */
async function combine({ api, market, broken, size }: Context): Promise<string> {
  const replies = await load(clientOf(api.address, { sockets: 1 }), 1, size.overload, () =>
    combinationsOf(market),
  );
  const solved = replies.filter(({ status }) => status === 200);
  const other = replies.find(({ status }) => ![200, 429, 503].includes(status));
  broken.expect(solved.length > 0, 'no combinations were found', String(replies[0]?.status));
  broken.expect(
    other === undefined,
    'combinations got no answer or another status',
    String(other?.status),
  );
  return (
    `combinations of ${MARKET.items} items from ${MARKET.proposals} proposals meanwhile: ` +
    `${count(solved.length)} of ${count(replies.length)} answered, p99 ${seconds(p99(solved))}`
  );
}

/** Runs ten signed-in users who request their list five times a second. */
async function ten({ api, tokens, size }: Context): Promise<Reply[]> {
  const loads = await Promise.all(
    Array.from({ length: 10 }, async (_, who) => {
      const replies: Reply[] = [];
      const ask = clientOf(api.address, { sockets: 1 });
      for (const end = performance.now() + size.each; performance.now() < end; await sleep(200))
        replies.push(await ask('GET', LIST, { token: tokens[who] ?? '' }));
      return replies;
    }),
  );
  return loads.flat();
}

const p99 = (replies: readonly Reply[]): number =>
  quantile(
    replies.map(({ ms }) => ms),
    0.99,
  );

/**
 * Runs ten normal users, alone and beside one abusive caller that sends as much as possible over a
 * hundred connections.
 */
async function abuse(context: Context): Promise<string[]> {
  const { api, tokens, broken, size } = context;
  const alone = await ten(context);
  const [beside, abusive] = await Promise.all([
    ten(context),
    load(clientOf(api.address, { sockets: 100 }), 100, size.each, () => ({
      path: LIST,
      ask: { token: tokens[599] },
    })),
  ]);
  broken.expect(
    beside.every(({ status }) => status === 200),
    'a normal caller was refused',
    String(beside.find(({ status }) => status !== 200)?.status),
  );
  broken.expect(
    p99(beside) <= LONGEST / 2,
    'normal callers were slowed',
    `${seconds(p99(beside))} against ${seconds(p99(alone))}`,
  );
  broken.expect(
    abusive.some(({ status }) => status === 429),
    'the abusive caller was not held back',
    '',
  );
  return [
    `ten normal callers p99 ${seconds(p99(alone))} alone, ${seconds(p99(beside))} beside one ` +
      `abusive caller's ${count(abusive.length)} requests`,
  ];
}

const ATTACKERS = 140;
/**
 * In ms: a list takes a few on an idle machine, and twice that is less than other processes of the
 * machine may add.
 */
const LEAST_QUIET = 25;

/**
 * Runs the same ten users beside 140 concurrent wrong logins to accounts that are already slowed
 * down.
 */
async function attackLogins(context: Context): Promise<string[]> {
  const {
    api,
    broken,
    size,
    home: { service },
  } = context;
  const port = Number(new URL(api.address).port);
  const emails = Array.from({ length: 50 }, (_, n) => `alvo-${n}@teste.example`);
  const quiet = Math.max(p99(await ten(context)), LEAST_QUIET);
  const figures: string[] = [];
  for (const [from, addressOf] of [
    ['one /64', (n: number) => `2001:db8:1:1::${((n % 60_000) + 1).toString(16)}`],
    ['64 addresses', (n: number) => `2001:db8:2:${(n % 64).toString(16)}::1`],
  ] as const) {
    await service.db.q.deleteFrom('login_attempts').execute();
    const before = emails.flatMap((email) =>
      Array.from({ length: 60 }, (_, n) => ({
        at: new Date(),
        account_key: email,
        ip: `203.0.113.${n}`,
        outcome: 'refused',
      })),
    );
    await service.db.q.insertInto('login_attempts').values(before).execute();
    const attempts = (of: number): string[] =>
      Array.from({ length: 64 }, (_, n) =>
        request('POST', '/api/v1/login', {
          body: {
            email: emails[(of + n) % emails.length],
            password: 'Errada2026',
            user_type: 'fornecedor',
          },
          headers: { 'x-forwarded-for': addressOf(of * 64 + n) },
        }),
      );
    const callers = Array.from({ length: ATTACKERS }, (_, of) => ({ requests: attempts(of) }));
    const generator = startWorker('load.ts');
    const [beside, answer] = await Promise.all([
      ten(context),
      generator.ask({ port, callers, milliseconds: size.each }),
    ]);
    await generator.stop();
    // load.ts replies with nothing else
    const { requests, statuses } = answer['result'] as LoadResult;
    const refused = beside.filter(({ status }) => status !== 200);
    const others = Object.keys(statuses).filter((status) => status !== '401' && status !== '429');
    broken.expect(
      refused.length === 0,
      `signed-in people were refused under an attack from ${from}`,
      `${refused.length}, ${refused[0]?.status}`,
    );
    broken.expect(
      p99(beside) <= 2 * quiet,
      `signed-in people were slowed by an attack from ${from}`,
      `${seconds(p99(beside))} against ${seconds(quiet)}`,
    );
    broken.expect(
      others.length === 0 && statuses[429] !== undefined,
      `logins from ${from} were answered otherwise`,
      others.join(', '),
    );
    figures.push(
      `list p99 ${seconds(p99(beside))} beside ${count(requests)} wrong logins from ${from} (quiet ${seconds(quiet)})`,
    );
  }
  return figures;
}

/**
 * Sends logins, then PDFs, exports, combinations and large replies, four at a time; checks the longest
 * event loop delay that the service reports.
 */
async function heavyWork({
  home: { service },
  api,
  market,
  broken,
  size,
}: Context): Promise<string[]> {
  const admin = await buildAdmin(service);
  const [producer, supplier] = [await buildProducer(service), await buildSupplier(service)];
  const order = await buildOrder(service, { producerId: producer.producerId });
  const proposal = await buildProposal(service, {
    orderId: order.id,
    supplierId: supplier.supplierId,
    items: order.items.map((item) => ({ item, price: '10' })),
  });
  const password_hash = await hashPassword('Colheita2026');
  await sql`UPDATE users SET password_hash = ${password_hash} WHERE id = ${supplier.userId}`.execute(
    service.db.q,
  );
  const work = [
    {
      what: 'logins',
      method: 'POST',
      path: '/api/v1/login',
      ask: { body: { email: supplier.email, password: 'Colheita2026', user_type: 'fornecedor' } },
    },
    {
      what: 'PDFs',
      method: 'GET',
      path: `/api/v1/supplier/proposals/${proposal.uuid}/pdf`,
      ask: { token: supplier.token },
    },
    {
      what: 'exports',
      method: 'GET',
      path: '/api/v1/admin/reports/export/csv?view=orders',
      ask: { token: admin.token },
    },
    { what: 'combinations', ...combinationsOf(market) },
    {
      what: 'compressed replies',
      method: 'GET',
      path: `/api/v1/orders/${market.uuid}/proposals/received?view=anonymous`,
      ask: { token: await service.tokenFor(market.userId), headers: COMPRESSED },
    },
  ];
  const figures: string[] = [];
  for (const { what, method, path, ask } of work) {
    await stillFor(api); // reads and resets the value
    const replies = await load(clientOf(api.address, { sockets: 4 }), 4, size.each / 2, () => ({
      path,
      method,
      ask,
    }));
    const done = replies.filter(({ status }) => status === 200).length;
    const still = await stillFor(api);
    broken.expect(done > 0, `no ${what} were done`, String(replies[0]?.status));
    broken.expect(
      replies.every(({ status }) => status !== UNANSWERED.status),
      `${what} got no answer`,
      '',
    );
    broken.expect(still <= LONGEST_STILL, `${what} hold up the event loop`, seconds(still));
    figures.push(`${count(done)} ${what}: event loop still for ${Math.round(still)} ms at most`);
  }
  return figures;
}

async function stillFor({ ask }: Service): Promise<number> {
  return (
    Number(
      /^nodejs_eventloop_lag_max_seconds (\S+)/m.exec((await ask('GET', '/metrics')).text)?.[1],
    ) * 1_000
  );
}

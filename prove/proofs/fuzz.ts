import fs from 'node:fs';
import path from 'node:path';
import { errorTexts } from '@lavra/server/platform/texts/error-texts';
import {
  buildWorld,
  negotiate,
  orderOf,
  roles,
  type World,
} from '../../server/test/security/world.ts';
import { openHome } from '../kit/home.ts';
import type { Client, Reply } from '../kit/http.ts';
import {
  nastyRequest,
  operationsOf,
  slowRequest,
  type Nasty,
  type Operation,
} from '../kit/nasty-requests.ts';
import {
  Broken,
  count,
  quantile,
  seconds,
  type Proof,
  type Size,
  type ProofResult,
} from '../kit/proof.ts';
import { createRandom, type Random } from '@lavra/domain/seeded.fixture';
import { negotiateSlowly } from '../kit/slow-stories.ts';
import { LONGEST_HELD, slowNames, slowText, slowUnits, Stillness } from '../kit/slow-texts.ts';

const requests = { quick: 6_000, long: 200_000 } as const;
const AT_ONCE = 8;

export const proof: Proof = {
  title: 'Anything in any place of any request',
  promise:
    'whatever is put where, by whomever, there is no 5xx but those that accepting and test sends promise, no SQL or ' +
    'stack in an answer, every refusal is JSON in Portuguese with its code and request_id, ' +
    'and no request with a text made to be slow holds the event loop over 100 ms',
  prove,
  control: {
    what: 'a service that looks through a text at 20 µs a character',
    prove: proveSlowly,
  },
};

/** Texts that only the service's internals would produce. */
const leaks =
  /\b(?:SELECT|INSERT INTO|UPDATE \w+ SET|DELETE FROM|syntax error|violates|relation "|pg_|postgres|kysely|ajv|fastify|node_modules|TypeError|RangeError)\b|\.ts:\d|\n\s+at /;
const sentences: Readonly<Record<string, readonly [number, string]>> = errorTexts;
const patterns = new Map(
  Object.entries(sentences).map(([code, [, sentence]]) => [
    code,
    new RegExp(
      `^${sentence.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/\{\w+\}/g, '[^]+')}$`,
    ),
  ]),
);

async function prove(size: Size, seed: number): Promise<ProofResult> {
  const home = await openHome();
  const broken = new Broken();
  const random = createRandom(seed);
  const statuses = new Map<number, number>();
  const took: number[] = [];
  try {
    const world = await buildWorld(home.service);
    const api = await home.serve({ LAVRA_STRICT: '1' });
    const operations = documented();
    let callers = await signIn(world);
    let known = await identifiersOf(world);
    // the last caller admitted to each operation, who gets most of its next requests
    const welcome = new Map<string, number>();
    for (let sent = 0; sent < requests[size]; sent += AT_ONCE) {
      // Sessions end, accounts are erased and objects are used up, so new ones are created from
      // time to time.
      if (sent % 2_000 < AT_ONCE)
        [callers, known] = [await signIn(world), await identifiersOf(world)];
      const nasties = Array.from({ length: AT_ONCE }, () =>
        nastyRequest(random.of(operations), known, random),
      );
      await Promise.all(
        nasties.map(async (nasty) => {
          const known = welcome.get(nasty.operation.operationId);
          const who =
            known !== undefined && random.chance(0.8)
              ? known
              : Math.floor(random.next() * callers.length);
          const reply = await sendOne(api.ask, nasty, callers[who], broken);
          if (reply === undefined) return;
          if (reply.status !== 401 && reply.status !== 403)
            welcome.set(nasty.operation.operationId, who);
          statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
          took.push(reply.ms);
          checkReply(nasty, reply, broken);
        }),
      );
    }
    await api.stop();
    const delivered = await home.serve(); // strict checks of each reply are enabled in tests only
    const stillness = await standStill({
      world,
      api: delivered,
      operations,
      callers: () => signIn(world),
      size,
      random,
      broken,
    });
    broken.expect(
      delivered.process.exitCode === null &&
        (await delivered.ask('GET', '/health/ready')).status === 200,
      'the API ended',
      String(delivered.process.exitCode),
    );
    const spread = [...statuses]
      .toSorted(([a], [b]) => a - b)
      .map(([status, n]) => `${status} × ${count(n)}`)
      .join(', ');
    return {
      figures: [
        `${count(took.length)} requests to ${operations.length} operations, seed ${seed}`,
        spread,
        `p99 ${seconds(quantile(took, 0.99))}`,
        stillness,
      ],
      broken: broken.lines,
    };
  } finally {
    await home.close();
  }
}

/** Returns all operations except endless streams, which have tests of their own. */
const documented = (): Operation[] =>
  operationsOf(
    JSON.parse(
      fs.readFileSync(path.resolve(import.meta.dirname, '../../contract/openapi.json'), 'utf8'),
    ) as Parameters<typeof operationsOf>[0],
  ).filter(({ operationId }) => !operationId.startsWith('stream'));

const CONTROL_TURNS = 5;

/** The number of negotiations, and of requests per operation. */
const slowly = {
  quick: { negotiations: 6, each: 1 },
  long: { negotiations: 400, each: 20 },
} as const;

interface Quiet {
  readonly world: World;
  readonly api: { readonly ask: Client };
  readonly operations: readonly Operation[];
  readonly callers: () => Promise<readonly (string | undefined)[]>;
  readonly size: Size;
  readonly random: Random;
  readonly broken: Broken;
}

/**
 * Sends texts made to be slow, one request at a time: none may block the event loop for long, as
 * measured by the service itself.
 */
async function standStill({
  world,
  api,
  operations,
  callers,
  size,
  random,
  broken,
}: Quiet): Promise<string> {
  const still = new Stillness(api.ask, broken);
  await negotiateSlowly(new Stillness(api.ask, new Broken()), world, {
    name: 'Aquecimento',
    unit: 'a ',
    tail: '',
  }); // code is compiled once
  for (let turn = 0; turn < slowly[size].negotiations; turn += 1) {
    // The worst known names first, then random ones.
    const name = turn < slowNames.length ? (slowNames[turn] ?? '') : random.of(slowNames);
    await negotiateSlowly(still, world, {
      name,
      unit: turn === 0 ? 'a ' : random.of(slowUnits),
      tail: random.of(['', '', '.1.com', '!', '@']),
    });
  }
  for (const operation of operations) {
    const known = await identifiersOf(world);
    const tokens = (await callers()).slice(0, roles.length);
    let welcome = 0; // the caller who was admitted last
    for (let turn = 0; turn < slowly[size].each; turn += 1) {
      const unit = random.of(slowUnits);
      for (let tries = 0; tries < tokens.length; tries += 1) {
        const { url, ask } = slowRequest(operation, {
          known,
          text: (length) => slowText(unit, length),
          random,
        });
        const { status } = await still.measure(
          `${operation.operationId}, text ${JSON.stringify(unit)}`,
          () => Promise.resolve([operation.method, url, { ...ask, token: tokens[welcome] }]),
        );
        if (status !== 401 && status !== 403) break; // admitted, so the others are not needed
        welcome = (welcome + 1) % tokens.length;
      }
    }
  }
  return (
    `event loop held for ${Math.round(still.longest)} ms at most by one of ` +
    `${count(still.asked)} requests with slow texts`
  );
}

/**
 * Sends the same texts to a service that is slow on purpose. A measurement taken while the machine
 * gives this process next to nothing counts as next to nothing, so one alone may miss the fault.
 */
async function proveSlowly(): Promise<ProofResult> {
  const home = await openHome();
  const broken = new Broken();
  try {
    const api = await home.serve({
      NODE_OPTIONS: `--import ${path.resolve(import.meta.dirname, '../slow-search.ts')}`,
    });
    const still = new Stillness(api.ask, broken);
    const world = await buildWorld(home.service);
    const { uuid } = await orderOf(world);
    const { token } = world.supplier;
    const body = { question: slowText(slowUnits[0] ?? '', 2_000) };
    for (let turn = 0; turn < CONTROL_TURNS && broken.lines.length === 0; turn += 1) {
      const { status, text } = await still.measure('asking', () =>
        Promise.resolve(['POST', `/api/v1/orders/${uuid}/questions`, { token, body }]),
      );
      if (status !== 200)
        throw new Error(`the question was answered ${status}: ${text.slice(0, 200)}`);
    }
    return {
      figures: [`event loop held for ${Math.round(still.longest)} ms, allowed ${LONGEST_HELD}`],
      broken: broken.lines,
    };
  } finally {
    await home.close();
  }
}

async function sendOne(
  ask: Client,
  { operation, url, ask: request }: Nasty,
  token: string | undefined,
  broken: Broken,
): Promise<Reply | undefined> {
  try {
    return await ask(operation.method, url, { ...request, token, patience: 30_000 });
  } catch (error) {
    // A request that cannot be sent does not count.
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_'))
      return undefined;
    broken.add('no answer', `${operation.method} ${url}: ${String(error)}`);
    return undefined;
  }
}

function checkReply(
  { operation, url, ask }: Nasty,
  { status, text, headers }: Reply,
  broken: Broken,
): void {
  if (status < 400) return;
  const what =
    `${operation.method} ${url.slice(0, 200)} ${String(ask.payload ?? '').slice(0, 200)} → ` +
    `${status} ${text.slice(0, 200)}`;
  broken.expect(
    status < 500 || text.includes('"code":"accept_') || text.includes('"code":"test_send'),
    'a 5xx',
    what,
  );
  broken.expect(!leaks.test(text), 'internals are revealed', what);
  const body = String(headers['content-type']).startsWith('application/json')
    ? parsed(text)
    : undefined;
  if (body === undefined) return broken.add('no JSON', what);
  const [code, sentence] = [String(body['code']), String(body['error'])];
  broken.expect(
    sentences[code]?.[0] === status && patterns.get(code)?.test(sentence) === true,
    'no sentence of ours',
    what,
  );
  broken.expect(/^[\w-]{8,64}$/.test(String(body['request_id'])), 'no request_id', what);
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>; // an object; any other value is not read
  } catch {
    return undefined;
  }
}

/** Signs in every user, each with a new session; adds an unknown token, and none. */
async function signIn({ service, people }: World): Promise<readonly (string | undefined)[]> {
  await service.db.q
    .updateTable('users')
    .set({ status: 'ativo', deleted_at: null })
    .where(
      'id',
      'in',
      roles.map((role) => people[role].userId),
    )
    .execute();
  const living = await Promise.all(roles.map((role) => service.tokenFor(people[role].userId)));
  return [...living, ...living, 'x'.repeat(43), undefined];
}

/** Returns identifiers of existing objects, in each state that matters. */
async function identifiersOf(world: World): Promise<readonly string[]> {
  const [open, draft, sent, written] = [
    await orderOf(world),
    await orderOf(world, { status: 'rascunho' }),
    await negotiate(world),
    await negotiate(world, { proposal: { status: 'draft' } }),
  ];
  return [
    open.uuid,
    draft.uuid,
    sent.order.uuid,
    sent.proposal.uuid,
    written.order.uuid,
    written.proposal.uuid,
    String(open.id),
    String(sent.proposal.id),
    String(world.product.id),
    world.producer.uuid,
    world.supplier.uuid,
    '1',
    'mail.port',
    'termos',
  ];
}

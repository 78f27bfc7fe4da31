import { createHash, randomBytes } from 'node:crypto';
import { after } from 'node:test';
import type { InjectOptions } from 'fastify';
import { pino } from 'pino';
import { createApplication, type Application } from '@lavra/server/app/compose';
import { configOf, type Config } from '@lavra/server/platform/config/config';
import type { Db } from '@lavra/server/platform/db/database';
import { openWorkerRuntime, type WorkerRuntime } from '@lavra/server/platform/queue/worker-runtime';
import { cloneDatabase, startTestCluster } from './cluster.ts';

export interface Answer<B = Record<string, unknown>> {
  readonly status: number;
  readonly body: B;
  readonly headers: Record<string, string | string[] | number | undefined>;
  readonly raw: Buffer;
}

export interface CallOptions {
  readonly token?: string | undefined;
  readonly body?: unknown;
  /** Sent unchanged, instead of `body` as JSON. */
  readonly payload?: string | Buffer;
  readonly headers?: Record<string, string>;
}

/** The whole service on a database of its own, called without a network. */
export interface TestService {
  readonly app: Application;
  readonly db: Db;
  readonly databaseUrl: string;
  /**
   * Calls one route. The body's type is asserted by the caller: replies are checked against the
   * contract when they are sent.
   */
  call<B = Record<string, unknown>>(
    method: InjectOptions['method'] & string,
    url: string,
    options?: CallOptions,
  ): Promise<Answer<B>>;
  /** Sets the service's clock, which then stands still. */
  moveClock(to: Date): void;
  /**
   * Does a worker's work: dispatches every waiting event and runs every due job, until nothing is
   * left. A job that fails waits until its retry is due as it does in production; `evenIfEarly`
   * retries it at once, up to its last attempt.
   */
  work(options?: { readonly evenIfEarly?: boolean }): Promise<void>;
  /** Creates a valid session of a user, without a password. */
  tokenFor(userId: number): Promise<string>;
}

/** What every process of a test runs with, the moment that a run of the suite pretends included. */
export const testConfig: Config = {
  ...configOf({}),
  strict: true,
  rateLimit: false,
  logLevel: 'silent',
  databasePoolSize: 20,
  databaseSilenceMs: 60_000,
  databaseWaitMs: 60_000,
  now: configOf({ APP_NOW: process.env['LAVRA_TEST_NOW'] }).now,
};

/** The key of test installations. */
export const APP_KEY = 'key of the tests, and of nothing else';

/**
 * Starts the service for one test file and stops it afterwards. Uses the cluster of the test run
 * when there is one, or starts its own, so that a file also runs alone; `embedded` always does, on the
 * PostgreSQL that the service brings along.
 */
export async function startService(
  overrides: Partial<Config> = {},
  { embedded = false }: { readonly embedded?: boolean } = {},
): Promise<TestService> {
  const shared = embedded ? undefined : process.env['LAVRA_TEST_CLUSTER'];
  const cluster =
    shared === undefined
      ? await startTestCluster(embedded ? undefined : process.env['TEST_DATABASE_URL'])
      : { url: shared, stop: () => Promise.resolve() };
  const database = await cloneDatabase(cluster.url, `test_${randomBytes(6).toString('hex')}`);
  const config = { ...testConfig, ...overrides };
  const app = await createApplication({
    config,
    databaseUrl: database.url,
    appKey: APP_KEY,
    logger: pino({ level: config.logLevel }),
  });
  await app.http.ready();
  const { service, close } = serviceOver(app, database.url);
  after(async () => {
    await close();
    await database.drop();
    await cluster.stop();
  });
  return service;
}

/** Returns the test service over an application on a database of the caller's. */
export function serviceOver(
  app: Application,
  databaseUrl: string,
): { readonly service: TestService; readonly close: () => Promise<void> } {
  let runtime: Promise<WorkerRuntime> | undefined;
  const service: TestService = {
    app,
    databaseUrl,
    db: app.platform.db,
    call: callerOf(app),
    tokenFor: (userId) => openSession(app, userId),
    work: async (options) =>
      (await (runtime ??= openWorkerRuntime({ ...app, databaseUrl, waitMs: 60_000 }))).runUntilIdle(
        options,
      ),
    // All components share this clock object and call it each time.
    moveClock: (to) => {
      app.platform.clock.now = () => to;
    },
  };
  const close = async (): Promise<void> => {
    await (await runtime)?.close();
    await app.close();
  };
  return { service, close };
}

function callerOf(app: Application): TestService['call'] {
  return async <B>(
    method: InjectOptions['method'] & string,
    url: string,
    { token, body, payload, headers }: CallOptions = {},
  ): Promise<Answer<B>> => {
    const hasBody = body !== undefined || payload !== undefined;
    const endless = url.startsWith('/api/v1/notifications/stream');
    const response = await app.http.inject({
      ...(endless ? { payloadAsStream: true } : {}),
      method: method as 'GET',
      url,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(hasBody ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(payload !== undefined
        ? { payload }
        : body === undefined
          ? {}
          : { payload: JSON.stringify(body) }),
    });
    if (endless && response.statusCode === 200) {
      // Only its first event is checked here; the rest has tests of its own.
      response.stream().destroy();
      return { status: 200, headers: response.headers, raw: Buffer.alloc(0), body: {} as B };
    }
    const raw = endless
      ? Buffer.concat((await response.stream().toArray()) as Buffer[])
      : response.rawPayload; // the body of a refusal ends
    const isJson = String(response.headers['content-type']).startsWith('application/json');
    return {
      status: response.statusCode,
      headers: response.headers,
      raw,
      body: (isJson ? JSON.parse(raw.toString()) : {}) as B,
    };
  };
}

async function openSession({ platform }: Application, userId: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const now = platform.clock.now();
  const user = await platform.db.q
    .selectFrom('users')
    .select('auth_version')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  await platform.db.q
    .insertInto('sessions')
    .values({
      user_id: userId,
      token_hash: createHash('sha256').update(token).digest(),
      auth_version: user.auth_version,
      created_at: now,
      expires_at: new Date(now.getTime() + 86_400_000),
    })
    .execute();
  return token;
}

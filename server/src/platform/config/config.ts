import path from 'node:path';
import type { Env } from './env.ts';
import { CONNECTION_WAIT_MS } from './connection-wait.ts';
import { EnvReader } from './env-reader.ts';

/** The validated configuration of all processes. One field per variable of the README's table. */
export interface Config {
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  /** Absent: an embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** Migrations run as this role where the application's own role owns nothing. */
  readonly databaseOwnerUrl: string | undefined;
  /** A streaming replica for long reads. Absent: the primary answers them. */
  readonly databaseReadUrl: string | undefined;
  readonly databasePoolSize: number;
  /**
   * How long the database may send no response at all, in ms, before requests are rejected instead
   * of waiting.
   */
  readonly databaseSilenceMs: number;
  /** How long a request waits for a connection to the database, in ms, before it is rejected. */
  readonly databaseWaitMs: number;
  readonly dataDir: string;
  readonly demo: boolean;
  /** Whether the demo, whose passwords are public, may be reached from other machines. */
  readonly demoPublic: boolean;
  readonly admin: { readonly email: string; readonly password: string } | undefined;
  /** Absent outside production: generated into `dataDir`. */
  readonly appKey: string | undefined;
  readonly timezone: string;
  readonly now: Date | undefined;
  readonly trustProxy: boolean | string;
  readonly rateLimit: boolean;
  /** Absent: each process counts requests by itself. */
  readonly redisUrl: string | undefined;
  /** Off: scheduled tasks are left to a separate process. */
  readonly scheduler: boolean;
  /** Off: events and jobs are left to separate processes. */
  readonly worker: boolean;
  /**
   * Off: the portals are neither built nor served; another server does so, as with `npm run dev`.
   */
  readonly portals: boolean;
  /**
   * How many seconds a process that received a stop signal still replies, for gateways that keep
   * connections to it.
   */
  readonly drainSeconds: number;
  /** An object store for files, beside the database. Absent: every file is in the database. */
  readonly objects: ObjectsConfig | undefined;
  /** Whether new files become objects of that store. */
  readonly storesObjects: boolean;
  readonly logLevel: LogLevel;
  /** Where traces are sent; absent: none are drawn. */
  readonly tracesUrl: string | undefined;
  /** The part of the traces that is drawn, from 0 to 1. */
  readonly tracesRatio: number;
  readonly publicUrl: string | undefined;
  /**
   * Hosts and ports that may be called although they are not on the internet; see `parseHostPort`.
   */
  readonly outboundAllow: ReadonlySet<string>;
  /**
   * Validates every reply against its contract, and forbids stray queries inside transactions:
   * tests.
   */
  readonly strict: boolean;
}

/** An object store that speaks the S3 protocol. */
export interface ObjectsConfig {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** What the names of this installation's objects begin with: empty, or ending in `/`. */
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/**
 * Converts the environment into a validated configuration. Throws `ConfigError` naming every
 * invalid variable.
 */
export function configOf(env: Env): Config {
  const read = new EnvReader(env);
  const production = env['NODE_ENV'] === 'production';
  const config: Config = {
    production,
    // For the name `localhost` Fastify would open a second server beside the first, without the
    // listeners that run before Fastify.
    host: read.text('HOST', '127.0.0.1').replace(/^localhost$/i, '127.0.0.1'),
    port: read.integer('PORT', 3000, { min: 0, max: 65_535 }),
    databaseUrl: read.postgresUrl('DATABASE_URL'),
    databaseOwnerUrl: read.postgresUrl('DATABASE_OWNER_URL'),
    databaseReadUrl: read.postgresUrl('DATABASE_READ_URL'),
    databasePoolSize: read.integer('DATABASE_POOL_SIZE', 10, { min: 2, max: 200 }),
    databaseSilenceMs: read.integer('DATABASE_SILENCE_MS', 1_500, { min: 250, max: 60_000 }),
    databaseWaitMs: read.integer('DATABASE_WAIT_MS', CONNECTION_WAIT_MS, { min: 250, max: 60_000 }),
    dataDir: path.resolve(read.text('DATA_DIR', '.data')),
    demo: read.flag('DEMO', !production),
    demoPublic: read.flag('DEMO_PUBLIC', false),
    admin: firstAdmin(read, env),
    appKey: read.secret('APP_KEY', { minLength: 32 }),
    timezone: read.timezone('APP_TIMEZONE', 'America/Sao_Paulo'),
    now: read.instant('APP_NOW'),
    trustProxy: read.trustProxy('TRUST_PROXY'),
    rateLimit: read.onOff('RATE_LIMIT', true),
    redisUrl: read.redisUrl('REDIS_URL'),
    scheduler: read.onOff('SCHEDULER', true),
    worker: read.onOff('WORKER', true),
    portals: read.onOff('PORTALS', true),
    drainSeconds: read.integer('DRAIN_SECONDS', 0, { min: 0, max: 60 }),
    objects: objectStore(read, env),
    storesObjects: read.oneOf('FILES_STORE', ['database', 's3'], 'database') === 's3',
    logLevel: read.oneOf('LOG_LEVEL', logLevels, production ? 'info' : 'warn'),
    tracesUrl: read.httpUrl('OTEL_EXPORTER_OTLP_ENDPOINT'),
    tracesRatio: read.ratio('OTEL_TRACES_SAMPLER_ARG', 0.1),
    publicUrl: read.httpUrl('PUBLIC_URL'),
    outboundAllow: read.hostPorts('OUTBOUND_ALLOW'),
    strict: read.flag('LAVRA_STRICT', false),
  };
  if (config.storesObjects && env['FILES_BUCKET'] === undefined)
    read.problem('FILES_STORE=s3 precisa de FILES_BUCKET e das outras variáveis do depósito.');
  if (production) checkProduction(config, read);
  read.finish();
  return config;
}

function firstAdmin(read: EnvReader, env: Env): Config['admin'] {
  const email = env['ADMIN_EMAIL'];
  const password = env['ADMIN_PASSWORD'];
  if ((email === undefined) !== (password === undefined))
    read.problem('ADMIN_EMAIL e ADMIN_PASSWORD andam juntas: defina as duas ou nenhuma.');
  return email !== undefined && password !== undefined ? { email, password } : undefined;
}

function objectStore(read: EnvReader, env: Env): ObjectsConfig | undefined {
  const endpoint = read.openUrl('FILES_ENDPOINT');
  const bucket = read.bucket('FILES_BUCKET');
  const folder = read.folder('FILES_FOLDER');
  const accessKeyId = env['FILES_ACCESS_KEY_ID'];
  const secretAccessKey = env['FILES_SECRET_ACCESS_KEY'];
  const region = read.text('FILES_REGION', 'us-east-1');
  const together = ['FILES_BUCKET', 'FILES_ENDPOINT', 'FILES_ACCESS_KEY_ID'] as const;
  const given = [...together, 'FILES_SECRET_ACCESS_KEY'].filter((name) => env[name] !== undefined);
  if (given.length > 0 && given.length <= together.length)
    read.problem(
      'FILES_BUCKET, FILES_ENDPOINT, FILES_ACCESS_KEY_ID e FILES_SECRET_ACCESS_KEY andam juntas: ' +
        'defina todas ou nenhuma.',
    );
  if (endpoint === undefined || bucket === undefined) return undefined;
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  const prefix = folder === undefined ? '' : `${folder}/`;
  return { endpoint, region, bucket, prefix, accessKeyId, secretAccessKey };
}

function checkProduction(config: Config, read: EnvReader): void {
  if (config.appKey === undefined)
    read.problem(
      'APP_KEY é obrigatória em produção: use ao menos 32 caracteres aleatórios, por exemplo a saída de `openssl rand -base64 48`.',
    );
  if (config.now !== undefined)
    read.problem('APP_NOW serve só para testes e é recusada em produção.');
  if (!config.rateLimit) read.problem('RATE_LIMIT=off é recusado em produção.');
}

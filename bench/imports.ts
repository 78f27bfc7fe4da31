import { createHash, randomUUIDv7 } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { loadReferenceData } from '@lavra/server/features/reference-data/load-reference-data';
import { createApplication, type Application } from '@lavra/server/app/compose';
import { configOf } from '@lavra/server/platform/config/config';
import { migrate } from '@lavra/server/platform/db/migrate';
import { startEmbeddedPostgres } from '@lavra/server/platform/embedded-postgres/embedded-postgres';
import { migrateQueue } from '@lavra/server/platform/queue/migrate-queue';
import { cpfCheckDigits } from '@lavra/domain/document/cpf';
import { cnpjCheckDigits } from '@lavra/domain/document/cnpj';
import { quantile } from './measure.ts';
import { cpuSecondsOfChildren } from './processes.ts';
import { describeMachine, renderReport, type Row } from './report.ts';

// `node_modules/.bin/node bench/imports.ts`: imports sheets of 10,000 rows of each kind, previewed and stored one
// after another, while one caller in the same process reads the supplier's list. PostgreSQL is the
// embedded one, durable. CPU is more reliable than time where other programs run beside it.

const ROWS = 10_000;
/** Seconds that a file may take. */
const MOST = { preview: 5, processing: 30 } as const;
const config = { ...configOf({}), strict: false, rateLimit: false, logLevel: 'silent' as const };
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const TOKEN = 'bench-import-token';
const numbers = Array.from({ length: ROWS }, (_, index) => String(index).padStart(6, '0'));
const address = '78890-000;Rodovia BR-163;S/N;Sorriso;MT';
const cpf = (number: string, region = '100'): string =>
  `${region}${number}${cpfCheckDigits(`${region}${number}`)}`;
const cnpj = (number: string): string => `10${number}0001${cnpjCheckDigits(`10${number}0001`)}`;
const product = (number: string): string => `Produto ${Number(number) % 5000}`;

let supplierToken: Promise<string> | undefined;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lavra-bench-'));
const postgres = await startEmbeddedPostgres({
  dataDir: path.join(folder, 'data'),
  durability: 'full',
});
try {
  await migrate(postgres.url, { timezone: config.timezone });
  await migrateQueue(postgres.url);
  const app = await createApplication({
    config,
    databaseUrl: postgres.url,
    appKey: 'key of the benchmark',
    logger: pino({ level: 'silent' }),
  });
  await app.http.ready();
  await loadReferenceData(app.platform.command);
  await signIn(app, 'admin');
  await addCatalogue(app);
  const rows: Row[] = [];
  // in this order: each depends on those before it
  for (const sheet of [...sheetsOfPeople(), ...sheetsOfTrade()]) {
    say(`measuring: ${sheet.what}`);
    rows.push(...(await measure(app, sheet)));
  }
  say(renderReport(rows, describeMachine('embedded'), { markdown: false }));
  await app.close();
} finally {
  await postgres.stop();
  fs.rmSync(folder, { recursive: true, force: true });
}

/** Creates a user with a session, and the supplier record for suppliers. */
async function signIn(
  { platform: { db, clock } }: Application,
  user_type: 'admin' | 'fornecedor',
): Promise<string> {
  const now = clock.now();
  const token = `${TOKEN}-${user_type}`;
  const { id } = await db.q
    .insertInto('users')
    .values({
      uuid: randomUUIDv7(),
      user_type,
      admin_role: user_type === 'admin' ? 'master' : null,
      status: 'ativo',
      name: 'Conta',
      email: `${user_type}@bench.example`,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (user_type === 'fornecedor')
    await db.q
      .insertInto('suppliers')
      .values({ uuid: randomUUIDv7(), user_id: id, coverage_kind: 'national' })
      .execute();
  await db.q
    .insertInto('sessions')
    .values({
      user_id: id,
      token_hash: createHash('sha256').update(token).digest(),
      auth_version: 1,
      created_at: now,
      expires_at: new Date(now.getTime() + 86_400_000),
    })
    .execute();
  return token;
}

/** Creates a type and a subtype for the products. */
async function addCatalogue({ platform: { db, clock } }: Application): Promise<void> {
  const dates = { created_at: clock.now(), updated_at: clock.now() };
  const { id } = await db.q
    .insertInto('product_types')
    .values({ name: 'Defensivos', is_pesticide: true, ...dates })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.q
    .insertInto('product_subtypes')
    .values({ product_type_id: id, name: 'Herbicidas', ...dates })
    .execute();
}

interface Sheet {
  readonly what: string;
  readonly type: string;
  readonly lines: readonly string[];
}

function sheetsOfPeople(): Sheet[] {
  return [
    {
      what: 'producers',
      type: 'producers',
      lines: [
        'Nome;E-mail;CPF ou CNPJ;Celular;Área plantada;CEP;Logradouro;Número;Município;UF',
        ...numbers.map(
          (number) =>
            `Fazenda ${number};p${number}@bench.example;${cpf(number)};(66) 99999-8888;1.250,5;${address}`,
        ),
      ],
    },
    {
      what: 'producers with passwords',
      type: 'producers',
      lines: [
        'Nome;E-mail;CPF ou CNPJ;Celular;Área plantada;CEP;Logradouro;Número;Município;UF;Senha',
        ...numbers.map(
          (number) =>
            `Fazenda ${number};w${number}@bench.example;${cpf(number, '200')};(66) 99999-8888;1.250,5;${address};Colheita${number}`,
        ),
      ],
    },
    {
      what: 'suppliers',
      type: 'suppliers',
      lines: [
        'Nome;E-mail;CNPJ;Estados atendidos;CEP;Logradouro;Número;Município;UF',
        ...numbers.map(
          (number) =>
            `Revenda ${number};s${number}@bench.example;${cnpj(number)};MT, GO;${address}`,
        ),
      ],
    },
  ];
}

function sheetsOfTrade(): Sheet[] {
  return [
    {
      what: 'products',
      type: 'products',
      lines: [
        'Tipo;Subtipo;Nome;Marca;Unidade',
        ...numbers.map(
          (number) =>
            `Defensivos;Herbicidas;Produto ${Number(number)};Marca ${Number(number) % 100};L`,
        ),
      ],
    },
    {
      what: 'orders',
      type: 'orders',
      lines: [
        'Cotação;Produtor;Descrição;Prazo;Status;Município de entrega;UF de entrega;Produto;Quantidade',
        ...numbers.map((number) => {
          const order = Math.floor(Number(number) / 5);
          const producer = cpf(numbers[order] ?? number);
          return `B-${order};${producer};Insumos;15/09/2025;finalizada;Sorriso;MT;${product(number)};1.500,5`;
        }),
      ],
    },
    {
      what: 'proposals',
      type: 'proposals',
      lines: [
        'Cotação;Fornecedor;Referência;Status;Item;Preço unitário',
        ...numbers.map(
          (number) =>
            `B-${Math.floor(Number(number) / 5)};${cnpj('000001')};ORC;enviada;${1 + (Number(number) % 5)};3,2155`,
        ),
      ],
    },
  ];
}

async function measure(app: Application, { what, type, lines }: Sheet): Promise<Row[]> {
  const { db } = app.platform;
  const file = lines.join('\r\n');
  const headers = { authorization: `Bearer ${TOKEN}-admin` };
  const boundary = 'bench';
  const payload =
    `--${boundary}\r\ncontent-disposition: form-data; ` +
    `name="type"\r\n\r\n${type}\r\n--${boundary}\r\ncontent-disposition: form-data; ` +
    `name="file"; filename="x.csv"\r\n\r\n${file}\r\n--${boundary}--\r\n`;
  const preview = await timed(() =>
    app.http.inject({
      method: 'POST',
      url: '/api/v1/admin/import/preview',
      headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload,
    }),
  );
  const { import_id, summary } = preview.result.json<{
    import_id: string;
    summary: { valid: number; invalid: number };
  }>();
  if (summary?.valid !== ROWS) throw new Error(`${what}: ${preview.result.body.slice(0, 500)}`);
  await app.http.inject({
    method: 'POST',
    url: '/api/v1/admin/import/process',
    headers,
    payload: { import_id },
  });
  const { id } = await db.q
    .selectFrom('imports')
    .select('id')
    .where('uuid', '=', import_id)
    .executeTakeFirstOrThrow();
  const job = app.work.jobs.find(({ name }) => name === 'import.process');
  let over = false;
  const watching = watch(app, import_id, () => over);
  const stored = await timed(async () =>
    job?.run({ import_id: id }, { signal: new AbortController().signal, attempt: 1, isLast: true }),
  );
  over = true;
  const { lists, progress } = await watching;
  const { state, created } = await db.q
    .selectFrom('imports')
    .select(['state', 'created'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (state !== 'completed') throw new Error(`${what}: the import is ${state}`);
  return [
    {
      what: `${what}: preview`,
      value: preview.seconds,
      unit: 's',
      most: MOST.preview,
      detail: preview.cpu,
    },
    {
      what: `${what}: processing`,
      value: stored.seconds,
      unit: 's',
      // Each password takes what hashing it takes.
      ...(lines[0]?.includes('Senha') === true ? {} : { most: MOST.processing }),
      detail:
        `${stored.cpu}; ${created} created; progress seen at ${progress.join(', ')} %; the list ` +
        `beside it p50 ${quantile(lists, 0.5).toFixed(1)}, p99 ${quantile(lists, 0.99).toFixed(1)} ms`,
    },
  ];
}

/** Reads the list and the progress until the import is over. */
async function watch(
  app: Application,
  importId: string,
  isOver: () => boolean,
): Promise<{ lists: number[]; progress: number[] }> {
  supplierToken ??= signIn(app, 'fornecedor');
  const token = await supplierToken;
  const lists: number[] = [];
  const progress = new Set<number>();
  while (!isOver()) {
    const began = performance.now();
    await app.http.inject({
      method: 'GET',
      url: '/api/v1/supplier/orders',
      headers: { authorization: `Bearer ${token}` },
    });
    lists.push(performance.now() - began);
    const { body } = await app.http.inject({
      method: 'GET',
      url: `/api/v1/admin/import/${importId}?per_page=1`,
      headers: { authorization: `Bearer ${TOKEN}-admin` },
    });
    // as the contract defines
    progress.add((JSON.parse(body) as { progress: { percent: number } }).progress.percent);
    await sleep(20);
  }
  return { lists: lists.toSorted((a, b) => a - b), progress: [...progress] };
}

async function timed<R>(
  work: () => Promise<R>,
): Promise<{ result: R; seconds: number; cpu: string }> {
  const [cpu, database, began] = [
    process.cpuUsage(),
    cpuSecondsOfChildren(postgres.pid),
    performance.now(),
  ];
  const result = await work();
  const { user, system } = process.cpuUsage(cpu);
  return {
    result,
    seconds: (performance.now() - began) / 1000,
    cpu:
      `CPU node ${((user + system) / 1e6).toFixed(1)} + db ` +
      `${(cpuSecondsOfChildren(postgres.pid) - database).toFixed(1)} s`,
  };
}

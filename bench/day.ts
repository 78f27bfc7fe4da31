import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { onServer, urlOf } from '../server/test/cluster.ts';
import { startApi, untilItRests } from './api-server.ts';
import { ORDERS_PER_PRODUCER, SUPPLIERS } from './data/people-sql.ts';
import { producerToken, supplierToken } from './data/tokens.ts';
import { onData } from './fixtures.ts';
import { openData, type DataSet } from './generate.ts';
import { quantile } from './measure.ts';
import { playNegotiation, STORY, type Ask } from './negotiation.ts';
import { describeMachine } from './report.ts';

// `node_modules/.bin/node bench/day.ts`: plays the negotiations of a market's day in an hour, on a copy
// of a data set, and prints what the requests took and what the writes leave in the tables. Options:
//   --size 1000000       orders of the data set
//   --negotiations 2740  of the day: a market of a million orders a year has so many
//   --minutes 60         in which they begin, evenly spread

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '1000000' },
    negotiations: { type: 'string', default: '2740' },
    minutes: { type: 'string', default: '60' },
  },
});
const size = Number(values.size);
const negotiations = Number(values.negotiations);
const everyMs = (Number(values.minutes) * 60_000) / negotiations;
const COPY = 'bench_day'; // the next run drops it, if this one cannot
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

async function measure(copy: DataSet): Promise<void> {
  const api = await startApi(copy);
  try {
    await untilItRests(copy);
    const before = await tablesOf(copy);
    const wal = await walOf(copy);
    const { took, refused, ended, seconds } = await playAll(api.port, await productsOf(copy));
    const written = (await walOf(copy)) - wal;
    const after = await tablesOf(copy);
    say(
      `\n${ended} of ${negotiations} negotiations (${JSON.stringify(STORY)}) ended ` +
        `in ${(seconds / 60).toFixed(1)} min; WAL ${megabytes(written)} MB; refused: ${refused.length}`,
    );
    for (const refusal of refused.slice(0, 5)) say(`  ${refusal}`);
    printTimes(took);
    printTables(before, after);
  } finally {
    await api.worker.stop();
  }
}

interface Played {
  /** Milliseconds of each request, by its address without what identifies. */
  readonly took: ReadonlyMap<string, readonly number[]>;
  readonly refused: readonly string[];
  readonly ended: number;
  readonly seconds: number;
}

/** Begins each negotiation at its time, whether or not those before it have ended. */
async function playAll(
  port: number,
  products: readonly { readonly id: number; readonly unit: string }[],
): Promise<Played> {
  const took = new Map<string, number[]>();
  const refused: string[] = [];
  const ask = timedOn(port, took);
  /** Those with orders: of the others some are inactive. */
  const producers = size / ORDERS_PER_PRODUCER;
  const began = performance.now();
  let ended = 0;
  const playOne = async (n: number): Promise<void> => {
    try {
      await playNegotiation(ask, {
        n,
        producer: producerToken(1 + ((n * 37) % producers)),
        suppliers: Array.from({ length: STORY.opened }, (_, k) =>
          supplierToken(1 + ((n * 7 + k) % SUPPLIERS)),
        ),
        products: Array.from({ length: STORY.items }, (_, k) => ({
          ...(products[(n * 11 + k) % products.length] ?? { id: 0, unit: '' }),
        })),
      });
      ended += 1;
    } catch (error) {
      refused.push(String(error));
    }
  };
  const playing: Promise<void>[] = [];
  for (let n = 0; n < negotiations; n += 1) {
    await sleep(Math.max(0, began + n * everyMs - performance.now()));
    playing.push(playOne(n));
  }
  await Promise.all(playing);
  return { took, refused, ended, seconds: (performance.now() - began) / 1_000 };
}

const timedOn =
  (port: number, took: Map<string, number[]>): Ask =>
  async (method, url, { token, key, body }) => {
    const began = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${url}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const what = `${method} ${url.replace(/[\da-f]{8}-[\da-f-]{27}/, '{id}')}`;
    if (answer.status !== 200) throw new Error(`${what}: ${answer.status} ${text.slice(0, 200)}`);
    const times = took.get(what) ?? [];
    if (times.length === 0) took.set(what, times);
    times.push(performance.now() - began);
    return JSON.parse(text) as object; // every reply of the contract is one
  };

const productsOf = (copy: DataSet): Promise<{ id: number; unit: string }[]> =>
  onData(copy, async (client) => {
    const { rows } = await client.query<{ id: string; unit: string }>(
      'SELECT id, unit FROM products WHERE active AND NOT is_unlisted ORDER BY id',
    );
    return rows.map(({ id, unit }) => ({ id: Number(id), unit }));
  });

const walOf = (copy: DataSet): Promise<number> =>
  onData(copy, async (client) => {
    const { rows } = await client.query<{ bytes: string }>(
      `SELECT pg_current_wal_lsn() - '0/0'::pg_lsn AS bytes`,
    );
    return Number(rows[0]?.bytes);
  });

interface Table {
  readonly name: string;
  readonly bytes: number;
  readonly dead: number;
  readonly updated: number;
  readonly inPlace: number;
  readonly vacuums: number;
}

const tablesOf = (copy: DataSet): Promise<Map<string, Table>> =>
  onData(copy, async (client) => {
    await client.query('SELECT pg_stat_force_next_flush()');
    const { rows } = await client.query<{ [K in keyof Table]: string }>(`
      SELECT relid::regclass::text AS name, pg_total_relation_size(relid) AS bytes, n_dead_tup AS dead,
        n_tup_upd AS updated, n_tup_hot_upd AS "inPlace", autovacuum_count AS vacuums
      FROM pg_stat_user_tables`);
    return new Map(
      rows.map(({ name, ...figures }) => [
        name,
        {
          name,
          bytes: Number(figures.bytes),
          dead: Number(figures.dead),
          updated: Number(figures.updated),
          inPlace: Number(figures.inPlace),
          vacuums: Number(figures.vacuums),
        },
      ]),
    );
  });

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);

function printTimes(took: Played['took']): void {
  say('\n| Request | Sent | p50, ms | p99, ms |\n|---|---:|---:|---:|');
  for (const [what, times] of took) {
    const sorted = times.toSorted((a, b) => a - b);
    const [p50, p99] = [quantile(sorted, 0.5).toFixed(0), quantile(sorted, 0.99).toFixed(0)];
    say(`| ${what} | ${times.length} | ${p50} | ${p99} |`);
  }
}

/** Prints the tables that grew or were updated, those that grew most first. */
function printTables(before: ReadonlyMap<string, Table>, after: ReadonlyMap<string, Table>): void {
  say('\n| Table | Grown, MB | To, MB | Updated | In place | Dead rows at the end | Vacuums |');
  say('|---|---:|---:|---:|---:|---:|---:|');
  const changes = [...after.values()].map((table) => {
    const was = before.get(table.name);
    return {
      ...table,
      grown: table.bytes - (was?.bytes ?? 0),
      updated: table.updated - (was?.updated ?? 0),
      inPlace: table.inPlace - (was?.inPlace ?? 0),
      vacuums: table.vacuums - (was?.vacuums ?? 0),
    };
  });
  for (const one of changes.toSorted((a, b) => b.grown - a.grown)) {
    if (one.grown <= 0 && one.updated === 0) continue;
    say(
      `| \`${one.name}\` | ${megabytes(one.grown)} | ${megabytes(one.bytes)} | ${one.updated} | ${one.inPlace} | ` +
        `${one.dead} | ${one.vacuums} |`,
    );
  }
}

const data = await openData([size], say);
try {
  const [original] = data.sets;
  if (original === undefined) throw new Error('there is no data');
  const copy: DataSet = { orders: size, url: urlOf(data.postgres.url, COPY) };
  const template = new URL(original.url.replace('@/', '@localhost/')).pathname.slice(1);
  await onServer(data.postgres.url, async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${COPY}`);
    await client.query(`CREATE DATABASE ${COPY} TEMPLATE ${template}`);
  });
  for (const line of describeMachine('embedded')) say(line);
  await measure(copy);
  await onServer(data.postgres.url, (client) => client.query(`DROP DATABASE ${COPY}`));
} finally {
  await data.postgres.stop();
}

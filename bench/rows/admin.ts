import assert from 'node:assert/strict';
import { countStatements } from '../api-server.ts';
import { ADMIN_TOKEN } from '../data/tokens.ts';
import { limitPool } from '../limits/pool.ts';
import { request } from '../load/plan.ts';
import { median, mediansOf, timeStatement, type Bench, type Sample } from '../measure.ts';
import type { Row } from '../report.ts';
import { adminPages, type AdminPage } from './admin-pages.ts';
import { callersOf, sizeName, type Context, type Stage } from './context.ts';

type Pool = ReturnType<typeof limitPool>;
interface Answer {
  readonly data?: readonly { readonly uuid: string }[];
  readonly meta?: { readonly total: number };
}

/**
 * Measures the back office's first pages at the largest size with one caller, each against the bare
 * rows read by a plain client.
 */
export async function adminRows({ bench, smallest, largest }: Context): Promise<Row[]> {
  const pool = limitPool(largest.set.url, 1);
  const rows: Row[] = [];
  try {
    for (const page of adminPages)
      rows.push(await pageRow(page, { bench, stage: largest, quick: smallest, pool }));
  } finally {
    await pool.end();
  }
  return rows;
}

interface Means {
  readonly bench: Bench;
  readonly stage: Stage;
  readonly pool: Pool;
}
/**
 * Statements are counted on the smallest data set: responses are quick there, so fewer of the
 * scheduler's statements are counted too.
 */
interface MeansToCount extends Means {
  readonly quick: Stage;
}

async function pageRow(page: AdminPage, { bench, stage, quick, pool }: MeansToCount): Promise<Row> {
  const answer = await read(stage, page);
  const bareRows = (await pool.query<{ uuid: string }>(page.bare)).rows;
  if (answer.data !== undefined)
    assert.deepEqual(
      answer.data.map(({ uuid }) => uuid),
      bareRows.map(({ uuid }) => uuid),
      `${page.path} gives the bare query's rows`,
    );
  const { sample, bare, ratio } = await compare(page, { bench, stage, pool });
  const statements = await countStatements(quick.api, async () => {
    await read(quick, page);
  });
  const total = answer.meta === undefined ? '' : `, of ${answer.meta.total.toLocaleString('en')}`;
  return {
    what: `back office, ${page.what}, p50 at ${sizeName(stage)} orders`,
    value: sample.p50,
    unit: 'ms',
    most: 30,
    detail:
      `${ratio.toFixed(1)} × the bare query (p50 ${bare.toFixed(2)} ms), p99 ` +
      `${sample.p99.toFixed(1)} ms, ${statements} statements${total}`,
  };
}

/**
 * Compares in interleaved rounds after a warm-up round; the ratio is the median of the rounds'
 * ratios.
 */
async function compare(
  page: AdminPage,
  { bench, stage, pool }: Means,
): Promise<{ sample: Sample; bare: number; ratio: number }> {
  const target = {
    server: stage.api,
    callers: callersOf(1, () => request('GET', page.path, { token: ADMIN_TOKEN })),
  };
  const rounds: { ours: Sample; bare: number }[] = [];
  for (let round = 0; round <= bench.rounds; round += 1) {
    const ours = await bench.load(target, bench.milliseconds);
    const bare = await timeStatement(
      pool,
      { name: `bare ${page.what}`, text: page.bare },
      bench.milliseconds / 2,
    );
    if (round > 0) rounds.push({ ours, bare });
  }
  return {
    sample: mediansOf(rounds.map(({ ours }) => ours)),
    bare: median(rounds.map(({ bare }) => bare)),
    ratio: median(rounds.map(({ ours, bare }) => ours.p50 / bare)),
  };
}

async function read({ api }: Stage, { path }: AdminPage): Promise<Answer> {
  const answer = await fetch(`http://127.0.0.1:${api.port}${path}`, {
    headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
  });
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answer; // compared with the bare rows
}

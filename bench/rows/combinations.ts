import { randomMarket } from '../../prove/kit/markets.ts';
import { request } from '../load/plan.ts';
import { createMarkets, tenderOffers } from '../markets.ts';
import { mediansOf, type Sample } from '../measure.ts';
import type { Row } from '../report.ts';
import { sizeName, type Context, type Stage } from './context.ts';

/** Two rounds count: random markets differ from each other, and one is solved alike each time. */
const ROUNDS = 2;

/** Half of `count` markets are of mixed suppliers, half of specialists. */
const random = (count: number, items: number, proposals: number) =>
  Array.from({ length: count }, (_, index) =>
    randomMarket(
      index % 2 === 0 ? 'mixed' : 'specialists',
      { items, proposals },
      Math.floor(index / 2),
    ),
  );

const shapes = [
  {
    what: 'the tender (14 items × 13 proposals)',
    markets: () => [tenderOffers()],
    requests: 40,
    most: 50,
  },
  {
    what: '33 items × 104 proposals',
    markets: () => random(40, 33, 104),
    requests: 40,
    most: 500,
  },
  {
    what: '50 items × 200 proposals',
    markets: () => random(20, 50, 200),
    requests: 20,
    most: 5_000,
  },
];

/** Measures how long one producer waits for combinations, and the service's event loop meanwhile. */
export async function combinationRows({ bench, largest }: Context): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { what, markets, requests, most } of shapes) {
    const targets = await createMarkets(largest.set, markets());
    const asked = targets.map(({ uuid, token }) =>
      request('POST', `/api/v1/producer/orders/${uuid}/combinations`, { token, body: {} }),
    );
    const ask = (count: number): Promise<Sample> =>
      bench.load({
        server: largest.api,
        callers: [
          { requests: Array.from({ length: count }, (_, at) => asked[at % asked.length] ?? '') },
        ],
      });
    await ask(5); // warms up
    await eventLoopLag(largest);
    const samples: Sample[] = [];
    for (let round = 0; round < ROUNDS; round += 1) samples.push(await ask(requests));
    const lag = await eventLoopLag(largest);
    const { p50, p95, nodeCpu, databaseCpu } = mediansOf(samples);
    rows.push(
      {
        what: `combinations of ${what}, p95 (${sizeName(largest)} orders)`,
        value: p95,
        unit: 'ms',
        most,
        detail:
          `p50 ${p50.toFixed(0)} ms, CPU node ${nodeCpu.toFixed(0)} + db ` +
          `${databaseCpu.toFixed(0)} ms, one caller`,
      },
      {
        what: 'the event loop meanwhile, p99 of its lag',
        value: lag,
        unit: 'ms',
        most: 50,
      },
    );
  }
  return rows;
}

/** Returns the p99 of the event loop's lag in ms since it was last read. */
async function eventLoopLag({ api }: Stage): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${api.port}/metrics`);
  const text = await answer.text();
  return Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(text)?.[1]) * 1_000;
}

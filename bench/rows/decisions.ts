import { createDrafts, createTenders, type DecisionTarget } from '../fixtures.ts';
import { request } from '../load/plan.ts';
import { mediansOf, type Sample } from '../measure.ts';
import type { Row } from '../report.ts';
import { sizeName, type Context, type Stage } from './context.ts';

const PER_ROUND = 60;

const submit = (target: DecisionTarget): string =>
  request('POST', `/api/v1/proposals/${target.proposalUuid}/submit`, {
    token: target.supplierToken,
  });
const accept = (target: DecisionTarget): string =>
  request('POST', `/api/v1/proposals/${target.proposalUuid}/accept`, {
    token: target.producerToken,
  });

/**
 * Measures submitting and accepting new proposals at the largest size against the smallest; each
 * proposal can be used only once.
 */
export async function decisionRows({ bench, smallest, largest }: Context): Promise<Row[]> {
  const rounds = bench.rounds + 1;
  const stages = [largest, smallest];
  const fresh = new Map<Stage, DecisionTarget[]>();
  for (const stage of stages) fresh.set(stage, await createDrafts(stage.set, PER_ROUND * rounds));
  const measured = async (
    requestOf: (target: DecisionTarget) => string,
  ): Promise<readonly [Sample, Sample]> => {
    const samples: [Sample[], Sample[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      for (const [place, stage] of stages.entries()) {
        const targets = fresh.get(stage)?.slice(round * PER_ROUND, (round + 1) * PER_ROUND) ?? [];
        const sample = await bench.load({
          server: stage.api,
          callers: [{ requests: targets.map(requestOf) }],
        });
        if (round > 0) samples[place === 0 ? 0 : 1].push(sample); // the first round warms up
      }
    }
    return [mediansOf(samples[0]), mediansOf(samples[1])];
  };
  const rows: Row[] = [];
  for (const [what, requestOf] of [
    ['submit', submit],
    ['accept', accept],
  ] as const) {
    const [large, small] = await measured(requestOf);
    rows.push({
      what: `${what} at ${sizeName(largest)} orders / ${sizeName(smallest)}`,
      value: large.p50 / small.p50,
      most: 1.5,
      detail:
        `p50 ${large.p50.toFixed(2)} / ${small.p50.toFixed(2)} ms, node CPU ` +
        `${large.nodeCpu.toFixed(2)} ms, one caller`,
    });
  }
  rows.push(await awardRow({ bench, largest }));
  return rows;
}

/** Measures an award by item of the largest size that an order has, one caller. */
async function awardRow({ bench, largest }: Pick<Context, 'bench' | 'largest'>): Promise<Row> {
  const samples: Sample[] = [];
  for (const { uuid, producerToken: token, items } of await createTenders(
    largest.set,
    bench.rounds + 1,
  ))
    samples.push(
      await bench.load({
        server: largest.api,
        callers: [
          {
            requests: [
              request('POST', `/api/v1/producer/orders/${uuid}/award`, { token, body: { items } }),
            ],
          },
        ],
      }),
    );
  const { p50, nodeCpu, databaseCpu } = mediansOf(samples.slice(1)); // the first one warms up
  return {
    what: `award of 1,000 items over 50 proposals (${sizeName(largest)} orders)`,
    value: p50,
    unit: 'ms',
    most: 500,
    detail: `CPU node ${nodeCpu.toFixed(0)} + db ${databaseCpu.toFixed(0)} ms, one caller, 10,000 prices`,
  };
}

import { isClean, proveWorkerKills, type Plan, type Counts } from '../worker-kills.ts';
import { allConvicted, count, type Proof, type ProofResult } from '../kit/proof.ts';

const sizes = {
  quick: { events: 200, kills: 3, rolledBack: 20 },
  long: { events: 2_000, kills: 20, rolledBack: 200 },
} as const;

export const proof: Proof = {
  title: 'kill -9 of the worker',
  promise:
    'each event notifies each person it concerns exactly once, however often the worker is ' +
    'killed, and none of a request that was rolled back',
  prove: async (size) =>
    verdictOf(sizes[size].events, await proveWorkerKills({ worker: 'ours', ...sizes[size] })),
  control: {
    what: 'a worker that marks an event before it notifies, and one that notifies before it marks, in two transactions',
    prove: async (size) => {
      const verdicts = [];
      for (const worker of ['marks before it notifies', 'notifies before it marks'] as const) {
        const plan: Plan = {
          worker,
          events: size === 'long' ? 2_000 : 400,
          kills: size === 'long' ? 20 : 12,
          rolledBack: 0,
        };
        verdicts.push(verdictOf(plan.events, await proveWorkerKills(plan)));
      }
      return allConvicted(verdicts);
    },
  },
};

function verdictOf(events: number, counts: Counts): ProofResult {
  const { kills, lost, doubled, ghosts, miscounted } = counts;
  const found = `${lost} lost, ${doubled} doubled, ${ghosts} of rolled back requests, ${miscounted} miscounted`;
  return {
    figures: [`${count(events)} events`, `${kills} kills`, found],
    broken: isClean(counts) ? [] : [found],
  };
}

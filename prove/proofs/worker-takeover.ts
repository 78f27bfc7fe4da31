import { LONGEST_SECONDS, measureTakeover } from '../worker-takeover.ts';
import type { Proof } from '../kit/proof.ts';

export const proof: Proof = {
  title: 'Another worker takes over',
  promise:
    'the job of a worker that was killed is taken up by another within a minute, at the pace of production',
  sizes: ['long'],
  prove: async () => {
    const took = await measureTakeover();
    return {
      figures: [`taken up after ${took.toFixed(1)} s`],
      broken: took <= LONGEST_SECONDS ? [] : [`after ${took.toFixed(1)} s`],
    };
  },
};

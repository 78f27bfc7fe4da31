// A solving thread that does what the first proposal's name says.
import { parentPort, threadId } from 'node:worker_threads';
import type { CombinationQuestion } from './combine.ts';

parentPort?.on('message', ({ market }: CombinationQuestion) => {
  switch (market.proposals[0]?.uuid ?? '') {
    case 'hang':
      for (;;);
    case 'exit':
      process.exit(7);
    case 'throw':
      throw new RangeError('out of the blue');
    case 'grow': {
      const kept: number[][] = [];
      for (;;) kept.push(Array.from({ length: 10_000 }, (_, index) => index));
    }
    case 'late':
      return void setTimeout(() => parentPort?.postMessage({ ok: true, points: [] }, []), 50);
    default:
      return parentPort?.postMessage({ ok: true, points: [{ most_proposals: threadId }] }, []);
  }
});

// The solving thread: one question in, one answer out. It keeps no state, so it may be killed at any
// moment.
import { parentPort } from 'node:worker_threads';
import { combine, type CombinationQuestion } from './combine.ts';

parentPort?.on('message', (question: CombinationQuestion) =>
  parentPort?.postMessage(combine(question), []),
);

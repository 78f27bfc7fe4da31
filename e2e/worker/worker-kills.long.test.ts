import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { proveWorkerKills } from '../../prove/worker-kills.ts';

// The long version, and the faulty workers it must detect: `npm run prove -- --only worker-kills`.
describe('a worker that is killed repeatedly', () => {
  it(
    'loses no event, dispatches none twice, and none that was rolled back',
    { timeout: 600_000 },
    async () => {
      const result = await proveWorkerKills({
        worker: 'ours',
        events: 300,
        kills: 4,
        rolledBack: 30,
      });
      assert.deepEqual(
        { ...result, seconds: 0 },
        { kills: 4, seconds: 0, lost: 0, doubled: 0, ghosts: 0, miscounted: 0 },
      );
    },
  );
});

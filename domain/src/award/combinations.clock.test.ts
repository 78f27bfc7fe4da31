import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { offerOf } from './award.fixture.ts';
import { combinationPoints } from './combinations.ts';

/** Proposals sold in part, whose prices differ by a cent or not at all. */
function tied(proposals: number, items: number) {
  let state = 7;
  const price = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return 1000 + (state >= 2 ** 30 ? 1 : 0);
  };
  return Array.from({ length: proposals }, (_, index) =>
    offerOf(String(index).padStart(6, '0'), Array.from({ length: items }, price), {
      partial: true,
    }),
  );
}

/** Returns how many ms of a processor one search takes. */
function took(offers: ReturnType<typeof tied>): number {
  const began = process.cpuUsage();
  combinationPoints(offers, { budget: 5_000_000 });
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

describe('the best purchase of many proposals that cost the same', () => {
  it('takes about as long as of as many offers in fewer proposals', () => {
    const [few, many] = [tied(1_000, 60), tied(20_000, 3)];
    took(few);
    const [short, long] = [took(few), took(many)];
    // Four to seven times as long; where all candidates are listed for each of them, a hundred times.
    assert.ok(long < 20 * short, `${long} ms, and ${short} ms`);
  });
});

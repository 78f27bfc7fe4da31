import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatTimestamp } from '@lavra/domain/calendar/calendar';
import { createClock } from '../platform/clock/clock.ts';
import { officeTimes, playStories, takeTime, type Story } from './demo-time.ts';

const zone = 'America/Sao_Paulo';
const now = new Date('2026-11-27T12:00:00Z'); // a Friday
const day = (ago: number): Date => new Date(now.getTime() - ago * 86_400_000);

describe('the hours of a story', () => {
  it('are on working days, in office hours and in the past, each after the one before', () => {
    for (let seed = 0; seed < 50; seed += 1) {
      const at = officeTimes({ today: '2026-11-27', zone }, seed);
      const times = [60, 41, 41, 20, 19, 18, 17, 5, 1].map(at);
      for (const [index, time] of times.entries()) {
        const local = formatTimestamp(time, zone);
        assert.ok(![0, 6].includes(new Date(`${local.slice(0, 10)}T00:00:00Z`).getUTCDay()), local);
        assert.ok(local.slice(11) >= '08:00:00' && local.slice(11) < '20:00:00', local);
        assert.ok(time < now && time > (times[index - 1] ?? day(70)), local);
      }
    }
  });
});

describe('stories', () => {
  it('are played side by side in the order of their instants, each step at its own time', async () => {
    const clock = createClock(now);
    const time = takeTime(clock);
    const seen: string[] = [];
    const note = async (what: string): Promise<void> => {
      await new Promise(setImmediate);
      seen.push(`${what} ${clock.now().toISOString().slice(5, 10)}`);
    };
    const stories: Story[] = [
      {
        begins: day(9),
        async *play() {
          await note('sown');
          yield day(3);
          await note('reaped');
        },
      },
      {
        begins: day(6),
        async *play() {
          yield day(5);
          await note('ordered');
        },
      },
    ];
    await playStories(time, stories, () => note('and the clock is right:'));
    const real = 'and the clock is right: 11-27';
    assert.deepEqual(seen, ['sown 11-18', real, real, 'ordered 11-22', real, 'reaped 11-24', real]);
    time.end();
    assert.ok(clock.now() >= now);
  });

  it('end at the first failure', async () => {
    const failing: Story = {
      begins: day(2),
      async *play() {
        yield day(1);
        throw new Error('no price');
      },
    };
    const time = takeTime(createClock(now));
    await assert.rejects(
      playStories(time, [failing], () => Promise.resolve()),
      /no price/,
    );
  });
});

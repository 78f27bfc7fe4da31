import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RuleError } from '../../errors.ts';
import { createConcurrencyLimiter } from './concurrency-limiter.ts';

const isOverloaded = (error: unknown): boolean =>
  error instanceof RuleError && error.code === 'overloaded' && error.status === 429;

describe('the concurrency limiter', () => {
  it('gives one caller at most sixteen slots and keeps others free', () => {
    const limiter = createConcurrencyLimiter({ limits: true });
    const releases = Array.from({ length: 16 }, () => limiter.acquire('request', 'greedy'));
    assert.throws(() => limiter.acquire('request', 'greedy'), isOverloaded);
    limiter.acquire('request', 'modest')();
    releases[0]?.();
    limiter.acquire('request', 'greedy');
    assert.throws(() => limiter.acquire('request', 'greedy'), isOverloaded);
  });

  it('admits 128 requests at most, and reuses a released slot', () => {
    for (const limits of [true, false]) {
      const limiter = createConcurrencyLimiter({ limits });
      const releases = Array.from({ length: 128 }, (_, n) =>
        limiter.acquire('request', limits ? `caller ${n}` : 'one'),
      );
      assert.throws(() => limiter.acquire('request', 'late'), isOverloaded);
      for (const release of releases) release();
      for (let n = 0; n < 128; n += 1) limiter.acquire('request', `caller ${n}`);
    }
  });

  it('admits fewer requests while replies are slow, sixteen at least, and more once they are fast', () => {
    let now = 0;
    const limiter = createConcurrencyLimiter({ limits: true, stopwatch: () => now });
    const serve = (took: number, caller = 'one'): void => {
      const release = limiter.acquire('request', caller);
      now += took;
      release();
    };
    const countFree = (): number => {
      const releases: (() => void)[] = [];
      try {
        for (;;) releases.push(limiter.acquire('request', `caller ${releases.length}`));
      } catch (error) {
        assert.ok(isOverloaded(error));
        now += 1_000; // neither slow nor fast
        for (const release of releases) release();
        return releases.length;
      }
    };
    for (let n = 0; n < 100; n += 1) serve(3_000, `slow ${n}`);
    assert.equal(countFree(), 16);
    for (let n = 0; n < 224; n += 1) serve(10);
    assert.equal(countFree(), 128);
  });

  describe('where replies are slow', () => {
    /** Creates a limiter whose clock moves as the test says. */
    const scene = () => {
      let now = 0;
      const limiter = createConcurrencyLimiter({ limits: true, stopwatch: () => now });
      /** Acquires all slots that a person gets. */
      const fill = (person: string): (() => void)[] => {
        const releases: (() => void)[] = [];
        try {
          for (;;) releases.push(limiter.acquire('request', person));
        } catch (error) {
          assert.ok(isOverloaded(error));
          return releases;
        }
      };
      const answer = (releases: readonly (() => void)[], took: number): void => {
        now += took;
        for (const release of releases) release();
      };
      return { fill, answer, pass: (ms: number) => (now += ms) };
    };

    it('gives a person a share that shrinks with the slots of all', () => {
      const { fill, answer } = scene();
      for (let n = 0; n < 100; n += 1) answer(fill(`slow ${n}`), 3_000);
      const held = ['a', 'b', 'c'].map((person) => fill(person).length);
      assert.deepEqual(held, [2, 2, 2]);
      assert.equal(fill('uninvolved').length, 2);
    });

    it('takes slots from those whose replies are slow time and again, not from the others', () => {
      const { fill, answer } = scene();
      const greedy = ['a', 'b', 'c'];
      for (let round = 0; round < 20; round += 1) answer(greedy.flatMap(fill), 3_000);
      assert.deepEqual(
        greedy.map((person) => fill(person).length),
        [4, 4, 4],
      );
      assert.ok(fill('uninvolved').length > 8);
      assert.ok(fill('another').length > 8);
    });

    it('takes none from the others for one whose replies are slow and fast in turn', () => {
      const { fill, answer } = scene();
      for (let cycle = 0; cycle < 40; cycle += 1) {
        answer(fill('a'), 1_300);
        for (let n = 0; n < 8; n += 1) answer(fill('a'), 20);
      }
      answer(fill('a'), 1_300);
      assert.equal(fill('uninvolved').length, 16);
    });

    it('gives the slots back with fast replies, and after a minute', () => {
      const { fill, answer, pass } = scene();
      for (let round = 0; round < 20; round += 1) answer(fill('a'), 3_000);
      for (let round = 0; round < 30; round += 1) answer(fill('a'), 10);
      assert.equal(fill('a').length, 16);
      const later = scene();
      for (let round = 0; round < 20; round += 1) later.answer(later.fill('a'), 3_000);
      later.pass(61_000);
      assert.ok(later.fill('a').length > 12);
      pass(0);
    });
  });

  it('counts uploads separately, since each is held in memory', () => {
    const limiter = createConcurrencyLimiter({ limits: true });
    for (let n = 0; n < 4; n += 1) limiter.acquire('upload', 'one');
    assert.throws(() => limiter.acquire('upload', 'one'), isOverloaded);
    for (let n = 0; n < 12; n += 1) limiter.acquire('upload', `other ${n}`);
    assert.throws(() => limiter.acquire('upload', 'late'), isOverloaded);
    limiter.acquire('request', 'one')();
  });

  it('displaces a slow upload, never a steady or a recent one', () => {
    let now = 0;
    const limiter = createConcurrencyLimiter({ limits: true, stopwatch: () => now });
    const lost: string[] = [];
    const arrive = (person: string, bytesPerSecond: number): void => {
      const [release, begun] = [limiter.acquire('upload', person), now];
      const untrack = limiter.trackUpload({
        person,
        bytesReceived: () => (bytesPerSecond * (now - begun)) / 1_000,
        displace: () => {
          untrack();
          release();
          lost.push(person);
        },
      });
    };
    for (let n = 0; n < 15; n += 1) arrive(`steady ${n}`, 10_000);
    arrive('slow', 2_000);
    now += 40_000;
    assert.throws(() => limiter.acquire('upload', 'early'), isOverloaded);
    now += 10_000;
    arrive('late', 10_000);
    assert.throws(() => limiter.acquire('upload', 'later'), isOverloaded);
    assert.deepEqual(lost, ['slow']);
  });

  it('displaces an upload of the person with most uploads, until all hold equally many', () => {
    const limiter = createConcurrencyLimiter({ limits: true });
    const lost: string[] = [];
    const arrive = (person: string): void => {
      const release = limiter.acquire('upload', person);
      const untrack = limiter.trackUpload({
        person,
        bytesReceived: () => 0,
        displace: () => {
          untrack();
          release();
          lost.push(person);
        },
      });
    };
    for (const person of ['a', 'b', 'c', 'd']) for (let n = 0; n < 4; n += 1) arrive(person);
    for (let n = 0; n < 12; n += 1) arrive(`other ${n}`);
    assert.deepEqual(lost.toSorted(), ['a', 'a', 'a', 'b', 'b', 'b', 'c', 'c', 'c', 'd', 'd', 'd']);
    assert.throws(() => arrive('a'), isOverloaded);
    assert.throws(() => arrive('one more'), isOverloaded);
  });

  it('keeps separate slots for sessions, for new tokens and for public endpoints', () => {
    const limiter = createConcurrencyLimiter({ limits: true });
    for (const [kind, slots] of [
      ['public', 48],
      ['newcomer', 64],
    ] as const) {
      for (let n = 0; n < slots; n += 1) limiter.acquire(kind, `address ${n}`);
      assert.throws(() => limiter.acquire(kind, 'late'), isOverloaded);
    }
    assert.equal(limiter.isFull(), false);
    for (let n = 0; n < 128; n += 1) limiter.acquire('request', `session ${n}`);
    assert.equal(limiter.isFull(), true);
  });

  it('gives an address at most twelve slots at the public endpoints', () => {
    const limiter = createConcurrencyLimiter({ limits: true });
    for (let n = 0; n < 12; n += 1) limiter.acquire('public', 'address');
    assert.throws(() => limiter.acquire('public', 'address'), isOverloaded);
    limiter.acquire('public', 'another')();
  });

  it('gives all anonymous callers of one wider network at most half of the slots', () => {
    const limiter = createConcurrencyLimiter({ limits: true });
    for (const [kind, slots] of [
      ['public', 48],
      ['newcomer', 64],
      ['webhook', 32],
    ] as const) {
      const releases = Array.from({ length: slots / 2 }, (_, n) =>
        limiter.acquire(kind, `address ${n}`, 'network'),
      );
      assert.throws(() => limiter.acquire(kind, 'one more', 'network'), isOverloaded);
      for (let n = 0; n < slots / 2 - 1; n += 1)
        limiter.acquire(kind, `address ${n} elsewhere`, `network ${n}`);
      limiter.acquire(kind, 'of no network')();
      releases[0]?.();
      limiter.acquire(kind, 'one more', 'network');
    }
  });

  it('accepts webhooks of payment gateways while the public endpoints are full', () => {
    const limiter = createConcurrencyLimiter({ limits: true });
    for (let n = 0; n < 48; n += 1) limiter.acquire('public', `address ${n}`);
    limiter.acquire('webhook', 'a gateway')();
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RuleError } from '../errors.ts';
import { createCrowd } from './crowd.ts';

const isOverloaded = (error: unknown): boolean =>
  error instanceof RuleError && error.code === 'overloaded' && error.status === 429;

describe('a crowd at the door', () => {
  it('gives one caller sixteen places and leaves the others theirs', () => {
    const crowd = createCrowd({ limits: true });
    const leaving = Array.from({ length: 16 }, () => crowd.enter('request', 'greedy'));
    assert.throws(() => crowd.enter('request', 'greedy'), isOverloaded);
    crowd.enter('request', 'modest')();
    leaving[0]?.();
    crowd.enter('request', 'greedy');
    assert.throws(() => crowd.enter('request', 'greedy'), isOverloaded);
  });

  it('is never of more than 128, whoever they are, and a place that is left is free', () => {
    for (const limits of [true, false]) {
      const crowd = createCrowd({ limits });
      const leaving = Array.from({ length: 128 }, (_, n) =>
        crowd.enter('request', limits ? `caller ${n}` : 'one'),
      );
      assert.throws(() => crowd.enter('request', 'late'), isOverloaded);
      for (const leave of leaving) leave();
      for (let n = 0; n < 128; n += 1) crowd.enter('request', `caller ${n}`);
    }
  });

  it('lets fewer in while answers take long, sixteen at least, and more again once they do not', () => {
    let now = 0;
    const crowd = createCrowd({ limits: true, stopwatch: () => now });
    const answer = (took: number): void => {
      const leave = crowd.enter('request', 'one');
      now += took;
      leave();
    };
    const room = (): number => {
      const leaving: (() => void)[] = [];
      try {
        for (;;) leaving.push(crowd.enter('request', `caller ${leaving.length}`));
      } catch (error) {
        assert.ok(isOverloaded(error));
        now += 1_000; // neither slow nor fast
        for (const leave of leaving) leave();
        return leaving.length;
      }
    };
    for (let n = 0; n < 100; n += 1) answer(3_000);
    assert.equal(room(), 16);
    for (let n = 0; n < 224; n += 1) answer(10);
    assert.equal(room(), 128);
  });

  it('counts uploads by themselves, since each is held in memory', () => {
    const crowd = createCrowd({ limits: true });
    for (let n = 0; n < 4; n += 1) crowd.enter('upload', 'one');
    assert.throws(() => crowd.enter('upload', 'one'), isOverloaded);
    for (let n = 0; n < 12; n += 1) crowd.enter('upload', `other ${n}`);
    assert.throws(() => crowd.enter('upload', 'late'), isOverloaded);
    crowd.enter('request', 'one')();
  });

  it('gives the place of a form that hardly comes to who asks, and leaves steady and young ones theirs', () => {
    let now = 0;
    const crowd = createCrowd({ limits: true, stopwatch: () => now });
    const lost: string[] = [];
    const arrive = (person: string, bytesPerSecond: number): void => {
      const [leave, begun] = [crowd.enter('upload', person), now];
      const gone = crowd.arriving({
        person,
        come: () => (bytesPerSecond * (now - begun)) / 1_000,
        makeRoom: () => {
          gone();
          leave();
          lost.push(person);
        },
      });
    };
    for (let n = 0; n < 15; n += 1) arrive(`steady ${n}`, 10_000);
    arrive('slow', 2_000);
    now += 40_000;
    assert.throws(() => crowd.enter('upload', 'early'), isOverloaded);
    now += 10_000;
    arrive('late', 10_000);
    assert.throws(() => crowd.enter('upload', 'later'), isOverloaded);
    assert.deepEqual(lost, ['slow']);
  });

  it('gives the place of who holds most forms to who holds fewer, until all hold alike', () => {
    const crowd = createCrowd({ limits: true });
    const lost: string[] = [];
    const arrive = (person: string): void => {
      const leave = crowd.enter('upload', person);
      const gone = crowd.arriving({
        person,
        come: () => 0,
        makeRoom: () => {
          gone();
          leave();
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

  it('gives nobody without a session a place of the signed-in, nor one without a known token a place of the others', () => {
    const crowd = createCrowd({ limits: true });
    for (const [kind, places] of [
      ['public', 48],
      ['newcomer', 64],
    ] as const) {
      for (let n = 0; n < places; n += 1) crowd.enter(kind, `address ${n}`);
      assert.throws(() => crowd.enter(kind, 'late'), isOverloaded);
    }
    assert.equal(crowd.isFull(), false);
    for (let n = 0; n < 128; n += 1) crowd.enter('request', `session ${n}`);
    assert.equal(crowd.isFull(), true);
  });

  it('gives an address twelve places at the public endpoints', () => {
    const crowd = createCrowd({ limits: true });
    for (let n = 0; n < 12; n += 1) crowd.enter('public', 'address');
    assert.throws(() => crowd.enter('public', 'address'), isOverloaded);
    crowd.enter('public', 'another')();
  });

  it('gives the strangers of one wider network half of the places together, however many addresses they have', () => {
    const crowd = createCrowd({ limits: true });
    for (const [kind, places] of [
      ['public', 48],
      ['newcomer', 64],
      ['webhook', 32],
    ] as const) {
      const leaving = Array.from({ length: places / 2 }, (_, n) =>
        crowd.enter(kind, `address ${n}`, 'network'),
      );
      assert.throws(() => crowd.enter(kind, 'one more', 'network'), isOverloaded);
      for (let n = 0; n < places / 2 - 1; n += 1)
        crowd.enter(kind, `address ${n} elsewhere`, `network ${n}`);
      crowd.enter(kind, 'of no network')();
      leaving[0]?.();
      crowd.enter(kind, 'one more', 'network');
    }
  });

  it('takes what gateways tell while the public endpoints are full', () => {
    const crowd = createCrowd({ limits: true });
    for (let n = 0; n < 48; n += 1) crowd.enter('public', `address ${n}`);
    crowd.enter('webhook', 'a gateway')();
  });
});

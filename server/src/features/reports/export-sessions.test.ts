import assert from 'node:assert/strict';
import { after, describe, it, type MockTracker } from 'node:test';
import { Readable } from 'node:stream';
import pg from 'pg';
import { pino } from 'pino';
import { RuleError } from '../../platform/errors.ts';
import { startService } from '../../../test/service.ts';
import { until } from '../../../test/until.ts';
import { createExportSessions } from './export-sessions.ts';

const service = await startService();
const pool = new pg.Pool({ connectionString: service.databaseUrl, max: 2 });
after(() => pool.end());
const pace = { bytesPerSecond: 8 * 1024, over: 400, sample: 50 };
const startExport = createExportSessions({ pool, logger: pino({ level: 'silent' }), pace });

/** Creates a stream with more data than the buffers hold; bytes are produced on demand. */
const endless = (): Readable =>
  new Readable({
    read() {
      this.push(Buffer.alloc(16 * 1024));
    },
  });
const begin = (userId: number, make = endless) => startExport(userId, async () => make());
const refusedWith =
  (code: string) =>
  (error: unknown): boolean =>
    error instanceof RuleError && error.code === code;

/** Reads exactly so many bytes. */
async function take(stream: Readable, bytes: number): Promise<void> {
  await until(`${bytes} bytes wait`, () => stream.readableLength >= bytes);
  stream.read(bytes);
}
/** Resolves with the message of the error that ended a stream, if any. */
const endOf = (stream: Readable): Promise<string> =>
  new Promise((resolve) => {
    stream.once('error', ({ message }) => resolve(message));
    stream.once('close', () => resolve('closed'));
  });
const closed = (stream: Readable) => new Promise((resolve) => void stream.once('close', resolve));

/** The time over which a reader's pace is measured passes when a test says so. */
function passing(mock: MockTracker): (milliseconds: number) => void {
  mock.timers.enable({ apis: ['setInterval'] });
  return (milliseconds) => mock.timers.tick(milliseconds);
}

describe('two exports that are read too slowly', () => {
  it('give way to a third person: one of them is aborted', async ({ mock }) => {
    const pass = passing(mock);
    const slow = [await begin(1), await begin(2)];
    const ends = slow.map(endOf);
    for (const stream of slow) await take(stream, 16);
    await assert.rejects(
      begin(3),
      refusedWith('exports_busy'),
      'at first their reading pace is unknown',
    );
    pass(pace.over);
    const third = await begin(3);
    assert.match(await Promise.race(ends), /read too slowly/);
    third.destroy();
    const left = slow.filter((stream) => !stream.destroyed);
    assert.equal(left.length, 1, 'the other goes on');
    left[0]?.destroy();
    await Promise.all(ends);
  });
});

describe('an export that is read at the pace of a slow connection', () => {
  it('keeps its slot, and a person has only one slot', async ({ mock }) => {
    const pass = passing(mock);
    const steady = [await begin(1), await begin(2)];
    const ends = steady.map(endOf);
    const eachSample = (pace.bytesPerSecond * pace.sample) / 1_000;
    for (let time = 0; time <= pace.over; time += pace.sample) {
      for (const stream of steady) await take(stream, Math.ceil(eachSample));
      pass(pace.sample);
    }
    await assert.rejects(begin(3), refusedWith('exports_busy'));
    steady[0]?.destroy();
    await ends[0];
    await assert.rejects(begin(2), refusedWith('exports_busy_own'));
    const third = await begin(3);
    for (const stream of [third, ...steady]) stream.destroy();
    await Promise.all(ends);
  });

  it('keeps its slot also while the database is slow', async ({ mock }) => {
    const pass = passing(mock);
    const waiting = (): Readable => new Readable({ read() {} });
    const streams = [await begin(1, waiting), await begin(2, waiting)];
    for (const stream of streams) stream.read();
    pass(pace.over);
    await assert.rejects(begin(3), refusedWith('exports_busy'));
    for (const stream of streams) stream.destroy();
  });
});

describe('an export that a replica cancels before its first byte', () => {
  it('begins again on the primary, once; any other error ends it', async () => {
    const replica = { connect: () => pool.connect() };
    const start = createExportSessions({ pool, replica, logger: pino({ level: 'silent' }), pace });
    const failingWith = (code: string, times: number) => {
      const made = { times: 0 };
      const stream = start(7, async () => {
        made.times += 1;
        if (made.times <= times) throw Object.assign(new Error('cancelled'), { code });
        return endless();
      });
      return { made, stream };
    };
    const once = failingWith('40001', 1);
    const opened = await once.stream;
    opened.destroy();
    await closed(opened);
    assert.equal(once.made.times, 2);
    const twice = failingWith('40001', 2);
    await assert.rejects(twice.stream, { code: '40001' });
    assert.equal(twice.made.times, 2);
    const other = failingWith('22012', 1);
    await assert.rejects(other.stream, { code: '22012' });
    assert.equal(other.made.times, 1);
    await until('no connection is left open', () => pool.totalCount === 0);
  });
});

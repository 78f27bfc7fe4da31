import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { RuleError } from '../../platform/errors.ts';
import { startService } from '../../../test/service.ts';
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

/** Reads this many bytes every 20 ms until the stream ends; returns how it ended. */
async function read(stream: Readable, bytes: number): Promise<string> {
  let end = 'closed';
  stream.once('error', ({ message }) => {
    end = message;
  });
  while (!stream.closed) {
    stream.read(Math.min(bytes, Math.max(stream.readableLength, 1)));
    await wait(20);
  }
  return end;
}

describe('two who hardly read their exports', () => {
  it('do not keep a third out for long: one of theirs breaks off for it', async () => {
    const slow = [await begin(1), await begin(2)];
    const ends = slow.map((stream) => read(stream, 16));
    await assert.rejects(
      begin(3),
      refusedWith('exports_busy'),
      'at first their reading pace is unknown',
    );
    await wait(700);
    const third = await begin(3);
    assert.match(await Promise.race(ends), /read too slowly/);
    third.destroy();
    const left = slow.filter((stream) => !stream.destroyed);
    assert.equal(left.length, 1, 'the other goes on');
    left[0]?.destroy();
    await Promise.all(ends);
  });
});

describe('an export that is read as fast as a slow line carries', () => {
  it('keeps its slot, and a person has one alone', async () => {
    const steady = [await begin(1), await begin(2)];
    const ends = steady.map((stream) => read(stream, 8 * 1024));
    await wait(700);
    await assert.rejects(begin(3), refusedWith('exports_busy'));
    steady[0]?.destroy();
    await ends[0];
    await assert.rejects(begin(2), refusedWith('exports_busy_own'));
    const third = await begin(3);
    for (const stream of [third, ...steady]) stream.destroy();
    await Promise.all(ends);
  });

  it('keeps it also while it is the database that takes its time', async () => {
    const waiting = (): Readable => new Readable({ read() {} });
    const streams = [await begin(1, waiting), await begin(2, waiting)];
    for (const stream of streams) stream.read();
    await wait(700);
    await assert.rejects(begin(3), refusedWith('exports_busy'));
    for (const stream of streams) stream.destroy();
  });
});

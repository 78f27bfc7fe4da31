import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { inspect } from 'node:util';
import { startS3Double } from '../../../test/s3-double.ts';
import type { ObjectsConfig } from '../config/config.ts';
import { ConfigError } from '../config/env-reader.ts';
import type { Logger } from '../log/logger.ts';
import type { ObjectStore } from './object-store.ts';
import { createS3ObjectStore } from './s3-object-store.ts';

const s3 = await startS3Double();
after(() => s3.close());

/** Lines of the log, as level and fields. */
const logged: unknown[] = [];
const note =
  (level: string) =>
  (...line: unknown[]): void => {
    logged.push([level, ...line]);
  };
const logger = { warn: note('warn'), error: note('error') } as unknown as Logger; // all it uses

function open(change: Partial<ObjectsConfig> = {}): ObjectStore {
  const store = createS3ObjectStore({ ...s3.config, ...change }, logger);
  after(() => store.close());
  return store;
}
const store = open();
const content = Buffer.from('conteúdo');

describe('an S3 object store', () => {
  it('stores, reads, measures and removes an object below its folder, over IPv6', async () => {
    await store.put('a/1', content);
    assert.equal(s3.requests.at(-1), 'PUT lavra/a/1');
    assert.deepEqual(await store.read('a/1', content.length), content);
    assert.equal(await store.sizeOf('a/1'), content.length);
    await store.remove('a/1');
    await store.remove('a/1');
    assert.deepEqual(
      [await store.read('a/1', content.length), await store.sizeOf('a/1')],
      [undefined, undefined],
    );
  });

  it('sends the bytes as they are: no server has to know trailers with checksums', async () => {
    const all = Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 256));
    await store.put('a/2', all);
    assert.deepEqual(s3.objects.get('a/2')?.content, all);
    s3.objects.clear();
  });

  it('lists every page, with the time of each object', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await store.put(name, content);
    const pages: string[][] = [];
    for await (const page of store.list()) {
      pages.push(page.map(({ name }) => name));
      assert.ok(page.every(({ modifiedAt }) => modifiedAt.getTime() === s3.now.getTime()));
    }
    assert.deepEqual(pages, [['a', 'b'], ['c', 'd'], ['e']]);
  });

  it('stops reading what is longer than what was stored', async () => {
    await store.put('long', Buffer.alloc(20_000_000));
    const { length = 0 } = (await store.read('long', 1_000)) ?? {};
    assert.ok(length > 1_000 && length < 1_000_000, `${length} bytes`);
  });

  it('is unavailable when it hangs up or refuses, after it was asked again', async () => {
    s3.state = 'down';
    const before = s3.requests.length;
    await assert.rejects(store.put('b/1', content), { code: 'files_unavailable', status: 424 });
    assert.equal(s3.requests.length - before, 3);
    s3.state = 'refusing';
    await assert.rejects(store.read('b/1', 9), { code: 'files_unavailable', status: 424 });
    s3.state = 'up';
    const missing = open({ bucket: 'outro' });
    await assert.rejects(
      missing.read('b/1', 9),
      { code: 'files_unavailable' },
      'no missing object',
    );
  });

  it('names a refusal for the operator at the start, and leaves an outage to later', async () => {
    await store.probe();
    s3.state = 'refusing';
    await assert.rejects(store.probe(), (error) => {
      assert.ok(error instanceof ConfigError);
      assert.match(error.message, /anexos\/lavra\/ .*recusa o acesso \(SignatureDoesNotMatch\)/);
      return true;
    });
    s3.state = 'down';
    await assert.rejects(store.probe(), { code: 'files_unavailable' });
    s3.state = 'up';
    await assert.rejects(open({ bucket: 'outro' }).probe(), {
      name: 'ConfigError',
      message: /não existe: confira FILES_BUCKET/,
    });
  });

  it('passes on nothing of what a refusal repeats of the request: causes are logged', async () => {
    s3.state = 'refusing';
    const refused = await store.read('a', 1).catch((error: unknown) => error);
    s3.state = 'up';
    assert.match(inspect(refused, { depth: 9 }), /SignatureDoesNotMatch/);
    assert.doesNotMatch(inspect(refused, { depth: 9, showHidden: true }), /AWSAccessKeyId|ToSign/);
  });

  it('counts and logs what failed and where, and never the secret', () => {
    const levels = new Set((logged as [string][]).map(([level]) => level));
    assert.ok(levels.has('warn') && levels.has('error'));
    assert.match(JSON.stringify(logged), /"operation":"put","location":"anexos\/lavra\//);
    assert.ok(Object.values(store.failures).every((count) => count > 1));
    assert.doesNotMatch(JSON.stringify(logged), new RegExp(s3.config.secretAccessKey));
  });
});

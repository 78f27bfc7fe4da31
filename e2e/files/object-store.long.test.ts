import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { pino } from 'pino';
import { checkObjects } from '@lavra/server/platform/files/check-objects';
import { createS3ObjectStore } from '@lavra/server/platform/files/s3-object-store';
import { noteOrphans, removeUnreferenced } from '@lavra/server/platform/files/sweep-objects';
import type { ListedObject } from '@lavra/server/platform/files/object-store';
import { systemActor } from '@lavra/server/platform/db/command';
import { somePdf } from '../../server/test/files.ts';
import { buildOrder } from '../../server/test/orders.ts';
import { buildProducer } from '../../server/test/people.ts';
import { APP_KEY, startService } from '../../server/test/service.ts';
import { createSwift, withoutSwift } from '../../server/test/swift.ts';
import { until } from '../../server/test/until.ts';
import { send, startApi, startCommand, type Environment, type Reply } from './lavra-processes.ts';

const DAY = 86_400_000;
const neverAborted = new AbortController().signal;

/** Everything the stories share: a service on its database, a Swift, and a producer's order. */
async function open() {
  const swift = await createSwift();
  after(() => swift.remove());
  await swift.start();
  const service = await startService();
  const producer = await buildProducer(service);
  const order = await buildOrder(service, { producerId: producer.producerId });
  const { config } = swift;
  const client = new S3Client({ ...config, credentials: config, forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: config.bucket }));
  client.destroy();
  const objects = createS3ObjectStore(config, pino({ level: 'silent' }));
  after(() => objects.close());
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lavra-objects-'));
  fs.chmodSync(folder, 0o755);
  after(() => fs.rmSync(folder, { recursive: true, force: true }));
  const env: Environment = {
    DATABASE_URL: service.databaseUrl,
    DATA_DIR: folder,
    APP_KEY,
    WORKER: 'off',
    SCHEDULER: 'off',
    PORTALS: 'off',
    PORT: '0',
    RATE_LIMIT: 'off',
    FILES_STORE: 's3',
    FILES_ENDPOINT: config.endpoint,
    FILES_BUCKET: config.bucket,
    FILES_FOLDER: 'lavra',
    FILES_ACCESS_KEY_ID: config.accessKeyId,
    FILES_SECRET_ACCESS_KEY: config.secretAccessKey,
  };
  return { swift, service, producer, order, objects, folder, env };
}

type World = Awaited<ReturnType<typeof open>>;

const world: World | undefined = withoutSwift === false ? await open() : undefined;
const there = (): World => world ?? assert.fail('skipped');

let remarks = 0;
const newPdf = (size = 200_000): Buffer => somePdf(`real ${(remarks += 1)}`, size);
const hashOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
const listed = async (): Promise<ListedObject[]> => {
  const all: ListedObject[] = [];
  for await (const page of there().objects.list()) all.push(...page);
  return all;
};
const objectsOf = async (content: Buffer): Promise<string[]> =>
  (await listed()).map(({ name }) => name).filter((name) => name.startsWith(hashOf(content)));
const attachmentsOf = (base: string): string =>
  `${base}/api/v1/orders/${there().order.uuid}/attachments`;
const upload = (base: string, content: Buffer): Promise<Reply> =>
  send(attachmentsOf(base), { method: 'POST', token: there().producer.token, content });
const uuidOf = ({ status, body }: Reply): string => {
  assert.equal(status, 200, body.toString());
  return (JSON.parse(body.toString()) as { uuid: string }).uuid; // an attachment
};
const get = (base: string, uuid: string): Promise<Reply> =>
  send(`${attachmentsOf(base)}/${uuid}`, { method: 'GET', token: there().producer.token });
const rows = () =>
  there().service.db.q.selectFrom('stored_files').select(['sha256', 'content', 'object']).execute();

/** Runs a command to its end, and returns what it said. */
async function lavra(args: readonly string[], more: Environment = {}, code = 0): Promise<string> {
  const command = startCommand(args, { ...there().env, ...more });
  assert.equal(await command.ended, code, command.output());
  return command.output();
}

/** Sweeps as after that many days. */
async function sweepIn(days: number): Promise<number> {
  const { service, objects } = there();
  const clock = { now: () => new Date(Date.now() + days * DAY + 60_000) };
  const sweep = { platform: { db: service.db, clock }, objects, stopping: neverAborted };
  await noteOrphans(sweep);
  return removeUnreferenced(sweep);
}

describe('files in a real S3 server', { skip: withoutSwift, timeout: 900_000 }, () => {
  it('are read back as they were sent, and the check finds each', async () => {
    const api = await startApi(there().env);
    const content = newPdf(5_000_000);
    const uuid = uuidOf(await upload(api.address, content));
    assert.deepEqual((await get(api.address, uuid)).body, content);
    assert.equal((await objectsOf(content)).length, 1);
    assert.match(await lavra(['files', 'check']), /depósito anexos\/lavra\/ .*: 1, todos lá/);
    api.child.kill('SIGTERM');
    assert.equal(await api.ended, 0);
  });

  it('leave only an orphan when a process is killed between the object and the COMMIT', async () => {
    const { env, service } = there();
    const api = await startApi(env);
    const [content, before] = [newPdf(), await rows()];
    const killed = Promise.withResolvers<void>();
    const sha256 = Buffer.from(hashOf(content), 'hex');
    // The content is about to be stored elsewhere, so that the command waits after its object is.
    const held = service.app.platform.command(systemActor, async ({ db, now }) => {
      const file = { sha256, media_type: 'application/pdf', size: content.length, content };
      await db.q
        .insertInto('stored_files')
        .values({ ...file, created_at: now })
        .execute();
      await killed.promise;
      throw new Error('not stored after all');
    });
    const cut = assert.rejects(upload(api.address, content));
    await until('the object is stored', async () => (await objectsOf(content)).length === 1);
    api.child.kill('SIGKILL');
    await cut;
    killed.resolve();
    await assert.rejects(held, /not stored after all/);
    assert.deepEqual(await rows(), before);
    const again = await startApi(env);
    const uuid = uuidOf(await upload(again.address, content));
    assert.equal((await objectsOf(content)).length, 2, 'the orphan, and what was kept');
    assert.equal(await sweepIn(1), 0, 'seen once');
    assert.equal(await sweepIn(2.5), 1);
    assert.equal((await objectsOf(content)).length, 1);
    assert.deepEqual((await get(again.address, uuid)).body, content);
    again.child.kill('SIGTERM');
    await again.ended;
  });

  it('are refused with a sentence while the server is gone or hangs, and nothing is lost', async () => {
    const { env, swift, service } = there();
    const api = await startApi(env);
    const content = newPdf();
    const uuid = uuidOf(await upload(api.address, content));
    for (const [lose, find] of [
      [() => swift.kill(), () => swift.start()],
      [async () => swift.freeze(), async () => swift.thaw()],
    ] as const) {
      const before = await rows();
      await lose();
      const late = newPdf();
      const [sent, read] = await Promise.all([upload(api.address, late), get(api.address, uuid)]);
      assert.deepEqual([sent.status, read.status], [424, 424]);
      assert.match(read.body.toString(), /temporariamente indisponíveis/);
      assert.deepEqual(await rows(), before);
      const elsewhere = await send(`${api.address}/health/ready`, { method: 'GET', token: '' });
      assert.equal(elsewhere.status, 200);
      await find();
      uuidOf(await upload(api.address, late));
      assert.deepEqual((await get(api.address, uuid)).body, content);
    }
    assert.deepEqual((await checkObjects(service.db, there().objects)).missing, []);
    api.child.kill('SIGTERM');
    await api.ended;
    assert.ok(!api.output().includes(env['FILES_SECRET_ACCESS_KEY'] ?? ''));
  });

  it('are not served with a wrong secret or bucket: the start says so, without the secret', async () => {
    const wrong = await lavra(['serve'], { FILES_SECRET_ACCESS_KEY: 'outro-segredo' }, 1);
    assert.match(wrong, /recusa o acesso \(SignatureDoesNotMatch\).*FILES_SECRET_ACCESS_KEY/);
    assert.ok(!wrong.includes('outro-segredo'));
    assert.match(await lavra(['serve'], { FILES_BUCKET: 'outros' }, 1), /não existe/);
  });

  it('do not keep a process from starting while the server is gone', async () => {
    const { env, swift } = there();
    await swift.kill();
    const api = await startApi(env);
    assert.match(api.output(), /object store failed/);
    await swift.start();
    uuidOf(await upload(api.address, newPdf()));
    api.child.kill('SIGTERM');
    await api.ended;
  });

  it('move to the database and back, also when the move is killed on its way', async () => {
    const { service, objects } = there();
    const api = await startApi(there().env);
    for (let n = 0; n < 12; n += 1) uuidOf(await upload(api.address, newPdf()));
    api.child.kill('SIGTERM');
    await api.ended;
    const inDatabase = { FILES_STORE: 'database' };
    assert.match(
      await lavra(['files', 'move', '--to', 'database'], {}, 1),
      /Defina FILES_STORE=database/,
    );
    const { length } = await rows();
    const cut = startCommand(['files', 'move', '--to', 'database'], {
      ...there().env,
      ...inDatabase,
    });
    await until('one is moved', async () => (await rows()).some(({ content }) => content !== null));
    cut.child.kill('SIGKILL');
    await cut.ended;
    await lavra(['files', 'move', '--to', 'database'], inDatabase);
    for (const { sha256, content } of await rows())
      assert.deepEqual(
        createHash('sha256')
          .update(content ?? '')
          .digest(),
        sha256,
      );
    assert.match(
      await lavra(['files', 'move', '--to', 's3']),
      new RegExp(`^${length} arquivos movidos e conferidos`, 'm'),
    );
    assert.deepEqual(await checkObjects(service.db, objects), { objects: length, missing: [] });
  });

  it('are named and checked by a backup and by its restore', async () => {
    const { folder, objects } = there();
    const to = path.join(folder, 'backups');
    const said = await lavra(['backup', '--to', to]);
    const [made = ''] = fs.readdirSync(to);
    const manifest = JSON.parse(fs.readFileSync(path.join(to, made, 'manifest.json'), 'utf8')) as {
      files?: { location: string };
    };
    assert.equal(manifest.files?.location, objects.location);
    assert.match(said, /todos lá/);
    assert.match(await lavra(['restore', path.join(to, made), '--verify']), /todos lá/);
    const gone = (await rows()).find(({ object }) => object !== null)?.object ?? assert.fail();
    await objects.remove(gone);
    const missing = new RegExp(`Faltam 1:\n  ${gone}`);
    assert.match(await lavra(['backup', '--to', to], {}, 1), missing);
    assert.match(await lavra(['restore', path.join(to, made), '--verify'], {}, 1), missing);
    const elsewhere = { FILES_STORE: 'database', FILES_BUCKET: '', FILES_ENDPOINT: '' };
    assert.match(
      await lavra(
        ['restore', path.join(to, made), '--verify'],
        { ...elsewhere, FILES_ACCESS_KEY_ID: '', FILES_SECRET_ACCESS_KEY: '' },
        1,
      ),
      /Os arquivos deste backup estão em outro depósito, anexos/,
    );
  });
});

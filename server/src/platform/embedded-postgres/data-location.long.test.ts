import assert from 'node:assert/strict';
import { chmodSync, chownSync, existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { chooseDataLocation } from './data-location.ts';
import { canEnterFolder, canUseNamespace, currentUser, NOBODY_UID, runSync } from './run-as.ts';
import {
  killHard,
  makeScratch,
  query,
  startFast,
  startInChild,
  stopIfRunning,
} from './test-support.ts';

const nobody = { mode: 'user', uid: NOBODY_UID, gid: NOBODY_UID } as const;
const notRoot = currentUser().uid === 0 ? false : 'only root may run as another user';
const noNamespace = notRoot || (canUseNamespace() ? false : 'this machine forbids user namespaces');
const outOfReach =
  notRoot ||
  (runSync(nobody, process.execPath, ['--version']).status === 0 &&
  canEnterFolder(nobody, import.meta.dirname)
    ? false
    : 'this checkout is out of reach for other users');

describe('the data directory of root', () => {
  it(
    'is used as it is through a user namespace, even when closed to all other users',
    { skip: noNamespace },
    async (t) => {
      const scratch = makeScratch(t);
      chmodSync(scratch, 0o700);
      const { dataDir, url, stop } = await startFast(join(scratch, 'postgres'));
      assert.equal(dataDir, join(scratch, 'postgres'));
      assert.equal(statSync(dataDir).uid, 0);
      assert.deepEqual(await query(url, 'SELECT 1 AS alive'), [{ alive: 1 }]);
      await stop();
    },
  );

  it(
    'is owned by the unprivileged user where namespaces are forbidden, and stays so',
    { skip: notRoot },
    async (t) => {
      const dataDir = join(makeScratch(t), 'postgres');
      const first = await startFast(dataDir, 'user');
      assert.equal(statSync(dataDir).uid, NOBODY_UID);
      await query(first.url, 'CREATE TABLE crops AS SELECT 1 AS id');
      await first.stop();
      const second = await startFast(dataDir);
      assert.deepEqual(await query(second.url, 'SELECT id FROM crops'), [{ id: 1 }]);
      await second.stop();
    },
  );

  it(
    'changes its owner to the unprivileged user when namespaces become forbidden',
    { skip: noNamespace },
    async (t) => {
      const dataDir = join(makeScratch(t), 'postgres');
      const first = await startFast(dataDir);
      await query(first.url, 'CREATE TABLE crops AS SELECT 1 AS id');
      await first.stop();
      const second = await startFast(dataDir, 'user');
      assert.deepEqual(await query(second.url, 'SELECT id FROM crops'), [{ id: 1 }]);
      await second.stop();
    },
  );

  it(
    "is a shared folder when no other user can enter root's own, and is found again later",
    { skip: notRoot },
    async (t) => {
      const scratch = makeScratch(t);
      chmodSync(scratch, 0o700);
      const first = await startFast(join(scratch, 'postgres'), 'user');
      t.after(async () => {
        await stopIfRunning(first.dataDir);
        rmSync(dirname(first.dataDir), { recursive: true });
      });
      assert.match(first.dataDir, /^\/var\/(lib|tmp)\/lavra-\w+\/postgres$/);
      assert.equal(existsSync(join(scratch, 'postgres')), false);
      await query(first.url, 'CREATE TABLE crops AS SELECT 1 AS id');
      await first.stop();
      const second = await startFast(join(scratch, 'postgres'));
      assert.deepEqual(await query(second.url, 'SELECT id FROM crops'), [{ id: 1 }]);
      await second.stop();
    },
  );

  it("is run as the owner of an ordinary user's private folder", { skip: notRoot }, (t) => {
    const home = join(makeScratch(t), 'home');
    mkdirSync(home, { mode: 0o700 });
    chownSync(home, 1, 1); // `daemon`, a user that every Linux has
    assert.deepEqual(chooseDataLocation(join(home, 'postgres'), 'user').runAs, {
      mode: 'user',
      uid: 1,
      gid: 1,
    });
  });
});

describe('an ordinary user', () => {
  it('runs the database under the same user', { skip: outOfReach }, async (t) => {
    const scratch = makeScratch(t);
    chownSync(scratch, NOBODY_UID, NOBODY_UID);
    const { child, url, pid } = await startInChild(join(scratch, 'postgres'), {
      uid: NOBODY_UID,
      gid: NOBODY_UID,
    });
    assert.deepEqual(await query(url, 'SELECT 1 AS alive'), [{ alive: 1 }]);
    assert.equal(statSync(`/proc/${pid}`).uid, NOBODY_UID);
    await killHard(child);
  });

  it('gets instructions for a folder of another user', { skip: outOfReach }, async (t) => {
    const dataDir = join(makeScratch(t), 'postgres');
    mkdirSync(dataDir);
    const script = `const { chooseDataLocation } = await import(process.argv[1]); try { chooseDataLocation(process.argv[2]) } catch (error) { console.log(error.message) }`;
    const module = new URL('data-location.ts', import.meta.url).href;
    const { output } = runSync(nobody, process.execPath, [
      '--input-type=module',
      '-e',
      script,
      module,
      dataDir,
    ]);
    assert.match(output, /pertence a outro usuário.*chown.*DATABASE_URL/);
  });
});

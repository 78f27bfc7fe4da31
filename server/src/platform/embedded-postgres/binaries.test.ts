import assert from 'node:assert/strict';
import { chmodSync, cpSync, lstatSync, mkdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { findInstalled, linkLibraries, prepareBinaries } from './binaries.ts';
import { currentUser, NOBODY_UID, runSync } from './run-as.ts';
import { makeScratch } from './test-support.ts';

describe('the PostgreSQL binaries', () => {
  it('have an error message with a solution where npm has none for the platform', () => {
    assert.throws(() => findInstalled('sunos-sparc'), /sunos-sparc.*[Dd]efina DATABASE_URL/);
  });

  it('get the links that an install script would have created, and keep existing ones', (t) => {
    const native = join(makeScratch(t), 'native');
    mkdirSync(join(native, 'lib'), { recursive: true });
    writeFileSync(join(native, 'lib/libx.so.1.2'), '');
    writeFileSync(
      join(native, 'pg-symlinks.json'),
      JSON.stringify([{ source: 'native/lib/libx.so.1.2', target: 'native/lib/libx.so.1' }]),
    );
    assert.equal(linkLibraries(native), true);
    assert.equal(linkLibraries(native), true);
    assert.equal(readlinkSync(join(native, 'lib/libx.so.1')), 'libx.so.1.2');
  });

  it('are copied beside the data when the installed ones cannot be used', (t) => {
    const scratch = makeScratch(t);
    const isRoot = currentUser().uid === 0;
    const installed = join(scratch, 'package/native');
    cpSync(findInstalled(), installed, {
      recursive: true,
      filter: (path) => !lstatSync(path).isSymbolicLink(),
    });
    cpSync(join(dirname(findInstalled()), 'package.json'), join(scratch, 'package/package.json'));
    // A private folder stops the other user that root runs as; a read-only one stops any user but
    // root.
    const closed = isRoot ? join(scratch, 'package') : join(installed, 'lib');
    chmodSync(closed, isRoot ? 0o700 : 0o500);
    const runAs = isRoot
      ? ({ mode: 'user', uid: NOBODY_UID, gid: NOBODY_UID } as const)
      : ({ mode: 'self', ...currentUser() } as const);
    const location = { dataDir: join(scratch, 'postgres'), runAs };
    const binaries = prepareBinaries(location, installed);
    assert.deepEqual(prepareBinaries(location, installed), binaries);
    chmodSync(closed, 0o700); // so that the scratch folder can be removed
    assert.match(binaries.postgres, /\/postgres-[^/]+\/native\/bin\/postgres$/);
    assert.equal(dirname(dirname(dirname(dirname(binaries.postgres)))), scratch);
    assert.equal(runSync(runAs, binaries.initdb, ['--version']).status, 0);
  });
});

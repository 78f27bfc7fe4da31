import assert from 'node:assert/strict';
import { readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { logPath, openLog, rotateLargeLog } from './log-file.ts';
import { makeScratch } from './test-support.ts';

it('a large log is rotated to .1 while its writer continues', (t) => {
  const dataDir = join(makeScratch(t), 'postgres');
  const path = logPath(dataDir);
  writeFileSync(path, 'from another day\n');
  using log = openLog(dataDir);
  writeSync(log.fd, 'first\n');
  assert.equal(log.readNew(), 'first');
  rotateLargeLog(path, 1000);
  assert.equal(readFileSync(path, 'utf8'), 'from another day\nfirst\n');
  rotateLargeLog(path, 10);
  writeSync(log.fd, 'second\n');
  assert.equal(readFileSync(path, 'utf8'), 'second\n');
  assert.equal(readFileSync(`${path}.1`, 'utf8'), 'from another day\nfirst\n');
});

import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { readEnv } from './env.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lavra-env-'));
after(() => fs.rmSync(folder, { recursive: true }));
const file = (name: string, content: string): string => {
  fs.writeFileSync(path.join(folder, name), content);
  return path.join(folder, name);
};

describe('the environment reader', () => {
  it('trims values, and treats empty ones as absent', () => {
    assert.deepEqual(readEnv({ HOST: ' 127.0.0.1 ', PORT: '', LOG_LEVEL: '  ' }), {
      HOST: '127.0.0.1',
      PORT: undefined,
      LOG_LEVEL: undefined,
    });
  });

  it('reads a secret from the file that its variable names, without the line end', () => {
    assert.equal(
      readEnv({ APP_KEY_FILE: file('key', 'a secret of some length\n') })['APP_KEY'],
      'a secret of some length',
    );
  });

  it('prefers the variable itself, and reads only secrets from files', () => {
    const given = readEnv({
      APP_KEY: 'the variable',
      APP_KEY_FILE: file('other', 'the file'),
      HOST_FILE: file('host', '0.0.0.0'),
    });
    assert.deepEqual([given['APP_KEY'], given['HOST']], ['the variable', undefined]);
  });

  it('fails when a named file does not exist', () => {
    assert.throws(() => readEnv({ DATABASE_URL_FILE: path.join(folder, 'nowhere') }), /ENOENT/);
  });
});

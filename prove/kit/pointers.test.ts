import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { pointers } from './pointers.ts';

const root = path.resolve(import.meta.dirname, '../..');

describe('proofs that are stories of the suite', () => {
  it('name files that are there', () => {
    const files = pointers.flatMap((pointer) => pointer.files);
    assert.ok(files.length > 30, 'there are files to look for');
    assert.deepEqual(
      files.filter((file) => !fs.existsSync(path.join(root, file))),
      [],
    );
  });
});

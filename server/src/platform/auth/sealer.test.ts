import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSealer, SealError } from './sealer.ts';

const sealer = createSealer('the key of one installation, long enough');
const secret = 'senha do SMTP: çãé 🌱';

describe('a sealed secret', () => {
  it('is opened unchanged, even when it is empty', () => {
    assert.equal(sealer.open(sealer.seal(secret, 'mail'), 'mail'), secret);
    assert.equal(sealer.open(sealer.seal('', 'mail'), 'mail'), '');
    assert.equal(
      createSealer('the key of one installation, long enough').open(
        sealer.seal(secret, 'mail'),
        'mail',
      ),
      secret,
      'in another process',
    );
  });

  it('differs each time, and reveals nothing of the secret', () => {
    const [one, other] = [sealer.seal(secret, 'mail'), sealer.seal(secret, 'mail')];
    assert.ok(!one.equals(other));
    assert.ok(!one.includes(Buffer.from('SMTP')));
  });

  it('cannot be opened under another key or for another purpose', () => {
    const sealed = sealer.seal(secret, 'mail');
    assert.throws(
      () => createSealer('the key of another installation').open(sealed, 'mail'),
      SealError,
    );
    assert.throws(() => sealer.open(sealed, 'settings'), SealError);
  });

  it('cannot be opened when any byte of it was changed or is missing', () => {
    const sealed = sealer.seal(secret, 'mail');
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      assert.throws(() => sealer.open(changed, 'mail'), SealError, `byte ${at}`);
    }
    for (const length of [0, 1, 13, 28, sealed.length - 1])
      assert.throws(
        () => sealer.open(sealed.subarray(0, length), 'mail'),
        SealError,
        `${length} bytes`,
      );
  });
});

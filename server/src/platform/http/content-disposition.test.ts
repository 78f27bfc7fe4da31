import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { attachmentNamed } from './content-disposition.ts';

describe('the name of a download', () => {
  it('is sent in ASCII and in UTF-8', () => {
    assert.equal(
      attachmentNamed('proposta_1.pdf'),
      `attachment; filename="proposta_1.pdf"; filename*=UTF-8''proposta_1.pdf`,
    );
    assert.equal(
      attachmentNamed('cotação “final”.pdf'),
      `attachment; filename="cotacao _final_.pdf"; filename*=UTF-8''cota%C3%A7%C3%A3o%20%E2%80%9Cfinal%E2%80%9D.pdf`,
    );
  });

  it('cannot break the header or its quotes, whatever it contains', () => {
    for (const name of [
      'a"; filename="b.exe',
      'a\r\nSet-Cookie: x=1',
      'a\\',
      "it's (1)*.pdf",
      'a%00b',
      'half \ud800 pair',
      'dir/..\\x',
    ]) {
      assert.match(
        attachmentNamed(name),
        /^attachment; filename="[^"\\%\r\n]*"; filename\*=UTF-8''[A-Za-z0-9!#$&+.^_`|~%-]*$/,
        name,
      );
    }
  });
});

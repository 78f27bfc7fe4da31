import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '@lavra/domain/seeded.fixture';
import { someJpeg, somePdf, somePng, someZip } from '../../../test/files.ts';
import { mediaTypeOf } from './media-type.ts';

const whole = {
  'application/pdf': somePdf(),
  'image/png': somePng(),
  'image/jpeg': someJpeg(),
} as const;
const text = (content: string): Buffer => Buffer.from(content, 'latin1');

describe('the media type of a file', () => {
  it('is detected from its bytes', () => {
    for (const [type, content] of Object.entries(whole)) assert.equal(mediaTypeOf(content), type);
    assert.equal(
      mediaTypeOf(Buffer.concat([somePdf(), text('\r\n \n')])),
      'application/pdf',
      'white space after the end mark',
    );
    assert.equal(
      mediaTypeOf(Buffer.concat([someJpeg(), text('SEFT data of a phone')])),
      'image/jpeg',
    );
  });

  it('is unknown when it is something else, whatever its first bytes', () => {
    const others = [
      Buffer.alloc(0),
      text('<html><script>alert(1)</script>'),
      text('MZ\x90\0'),
      text('GIF89a'),
      someZip(),
      text('%PDF-1.4'),
      text('%PDF-9.9\n%%EOF'),
      text('\x89PNG\r\n\x1a\n'),
      text('\xff\xd8\xff\xe0'),
      text('\xff\xd8\xff\xd9'),
      Buffer.concat([text(' '), somePdf()]),
      Buffer.concat([text('<script>'), somePng()]),
    ];
    for (const content of others)
      assert.equal(mediaTypeOf(content), undefined, content.toString('latin1', 0, 20));
  });

  it('is unknown when a part of the file is missing', () => {
    for (const content of Object.values(whole)) {
      for (const length of [1, 8, 20, content.length - 7, content.length - 1]) {
        const part = content.subarray(0, length);
        if (!part.toString('latin1').endsWith('%%EOF'))
          assert.equal(mediaTypeOf(part), undefined, `${length} of ${content.length} bytes`);
      }
    }
  });

  it('is unknown when the file is also an archive, or continues in another format', () => {
    for (const content of Object.values(whole)) {
      assert.equal(mediaTypeOf(Buffer.concat([content, someZip()])), undefined);
      assert.equal(mediaTypeOf(Buffer.concat([content, someZip('a comment')])), undefined);
    }
    const hidden = Buffer.concat([text('%PDF-1.4\n'), someZip('\nstartxref\n0\n%%EOF\n')]);
    assert.equal(mediaTypeOf(hidden), undefined, 'an archive whose comment ends like a PDF');
    assert.equal(mediaTypeOf(Buffer.concat([somePdf(), text('<script>')])), undefined);
    assert.equal(mediaTypeOf(Buffer.concat([somePng(), text('<?php')])), undefined);
  });

  it('is detected without errors for any bytes', () => {
    const begun = fc.tuple(
      fc.constantFrom('%PDF-1.7\n', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR', '\xff\xd8\xff', ''),
      fc.uint8Array({ maxLength: 300 }),
    );
    fc.assert(
      fc.property(begun, ([start, rest]) => {
        mediaTypeOf(Buffer.concat([text(start), rest]));
      }),
    );
  });
});

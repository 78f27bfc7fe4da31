import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '@lavra/domain/seeded.fixture';
import { attachmentFilename } from './attachment-filename.ts';

const pdf = (name: string): string => attachmentFilename(name, 'application/pdf');

describe('the name of an attachment', () => {
  it('stays as it was sent when it is valid', () => {
    for (const name of ['mapa da fazenda.pdf', 'cotação nº 3 (final).PDF', 'análise.v2.pdf'])
      assert.equal(pdf(name), name);
    assert.equal(attachmentFilename('foto.JPEG', 'image/jpeg'), 'foto.JPEG');
  });

  it('loses its path and all invisible characters', () => {
    assert.equal(pdf('../../etc/passwd.pdf'), 'passwd.pdf');
    assert.equal(pdf('C:\\Users\\Ana\\mapa.pdf'), 'mapa.pdf');
    assert.equal(pdf('ma\0pa\r\n\u0007.pdf'), 'mapa.pdf');
    assert.equal(pdf('fdp\u202Egpj.pdf'), 'fdpgpj.pdf');
    assert.equal(pdf('  a   b\u00a0c.pdf. . '), 'a b c.pdf');
    assert.equal(pdf('a"b<c>:d|e?f*g.pdf'), 'a_b_c__d_e_f_g.pdf');
  });

  it('gets the extension of the detected file type', () => {
    assert.equal(pdf('instalador.exe'), 'instalador.exe.pdf');
    assert.equal(attachmentFilename('foto.pdf', 'image/png'), 'foto.pdf.png');
    for (const name of ['', '.', '..', '/', '\0', '   ', '\u202e'])
      assert.equal(pdf(name), 'anexo.pdf', JSON.stringify(name));
  });

  it('is taken from the end of what was sent when that is longer than a thousand characters', () => {
    assert.equal(pdf(`Ana${'.'.repeat(78_000)}mapa.pdf`), 'mapa.pdf');
    assert.equal(pdf(`${'a'.repeat(78_000)}/mapa.pdf`), 'mapa.pdf');
  });

  it('is safe to save whatever was sent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (sent) => {
        const name = pdf(sent);
        assert.match(name, /^[^/\\\p{C}<>:"|?*]+\.pdf$/iu);
        assert.ok(name.length <= 200 && name.isWellFormed() && !name.startsWith('.'));
        assert.equal(pdf(name), name);
      }),
    );
    assert.equal(pdf(`${'😀'.repeat(300)}.pdf`).length, 200);
    assert.equal(pdf(`a${'😀'.repeat(300)}.pdf`).length, 199);
  });
});

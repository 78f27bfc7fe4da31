import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fc } from '@lavra/domain/seeded.fixture';
import { sql } from 'kysely';
import { fold } from '@lavra/domain/text/fold';
import { startService } from '../../../test/service.ts';

const { db } = await startService();

async function foldInSql(texts: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ folded: string }>`
    SELECT fold(t.value) AS folded FROM unnest(${[...texts]}::text[]) WITH ORDINALITY AS t(value, n) ORDER BY t.n`.execute(
    db.q,
  );
  return rows.map((row) => row.folded);
}

/** Returns every code point of the range, alone and after a letter. */
const range = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, index) =>
    String.fromCodePoint(first + index),
  ).flatMap((char) => [char, `A${char}`]);

it('the database folds text character for character as the rules do', async () => {
  const texts = [
    'Ação de GRAÇAS',
    'Cafe\u0301',
    'Café',
    'A\u036F',
    'A\u0370',
    '\u0300',
    'Straße',
    'İstanbul',
    'ıI',
    'ＡＢＣ１２３',
    'ﬁm',
    '½ L',
    'm²',
    'H₂SO₄',
    '№ 1',
    'Å',
    '\u212B',
    'ǅ',
    'ẛ̣',
    'ΑΒΓ',
    'ЙЁ',
    '한국',
    'が',
    '\u00A0espaço\u2009fino',
    '´`¨^~',
    "Olho-d'Água",
    '🌱',
    '𝐀',
    'ﷺ',
    '',
    // what local keyboards type, marks of every kind, presentation forms
    ...range(0x20, 0x7e),
    ...range(0xa0, 0x24f),
    ...range(0x2b0, 0x3ff),
    ...range(0x400, 0x45f),
    ...range(0x1e00, 0x1eff),
    ...range(0x2000, 0x21ff),
    ...range(0xfb00, 0xfb06),
    ...range(0xff01, 0xff5e),
  ];
  assert.deepEqual(await foldInSql(texts), texts.map(fold));
});

it('the database and the rules agree on random letters and marks', async () => {
  const char = fc
    .oneof(fc.integer({ min: 0x20, max: 0x24f }), fc.integer({ min: 0x2f0, max: 0x380 }))
    .map((point) => String.fromCodePoint(point));
  const texts = fc.sample(fc.string({ unit: char, maxLength: 30 }), 2_000);
  assert.deepEqual(await foldInSql(texts), texts.map(fold));
});

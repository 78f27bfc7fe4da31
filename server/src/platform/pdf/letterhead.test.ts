import assert from 'node:assert/strict';
import { it } from 'node:test';
import { brand } from '@lavra/domain/brand/mark';
import { drawText } from './blocks.ts';
import { marksIn, ONE_MARK } from './brand-on-pages.fixture.ts';
import { drawMasthead, drawRunningHead } from './letterhead.ts';
import { INK, printPdf } from './pdf-canvas.ts';
import { readPdf } from './read-pdf.fixture.ts';

it('every page bears the drawing of the brand once, in its green, and begins with its name', async () => {
  const lines = Array.from({ length: 130 }, (_, index) => `linha ${index}`).join('\n');
  const bytes = await printPdf({ title: 'Teste', createdAt: new Date(0) }, (canvas) => {
    canvas.onNewPage = () => drawRunningHead(canvas, ['Proposta comercial']);
    drawMasthead(canvas, 'Proposta comercial');
    drawText(canvas, 'P', lines, { size: 9, color: INK.text, leading: 12 });
  });
  assert.deepEqual(await marksIn(bytes), [ONE_MARK, ONE_MARK, ONE_MARK]);
  for (const { text } of (await readPdf(bytes)).pages) assert.ok(text.startsWith(brand.name));
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inTurn } from '../../../test/in-turn.ts';
import { drawHeading, drawText } from './blocks.ts';
import { BODY, FOOTER_TOP, INK, printPdf, type PdfCanvas } from './pdf-canvas.ts';
import { readPdf, type ReadPage } from './read-pdf.fixture.ts';
import { drawTable, type Column } from './table.ts';
import type { TextStyle } from './typesetting.ts';

const TEXT: TextStyle = { size: 9, color: INK.text, leading: 12 };
const COLUMNS: readonly Column[] = [
  { title: 'Item', width: 60, align: 'left' },
  { title: 'Produto', width: BODY.width - 60, align: 'left' },
];
const info = { title: 'Teste', createdAt: new Date(0) };
const times = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
const fifth = (BODY.bottom - BODY.top) / 5;

/** Returns how far the texts of a page reach below the upper margin, in points. */
function depthOf({ runs, height }: ReadPage): number {
  const body = runs.filter(({ y }) => y > height - FOOTER_TOP);
  return Math.max(...body.map(({ y }) => height - y)) - BODY.top;
}

function drawRows(canvas: PdfCanvas, count: number): void {
  drawHeading(canvas, 'Itens');
  drawTable(canvas, COLUMNS, times(count), (row) =>
    [String(row), `Insumo ${row}`].map((text) => ({ lines: [{ text, style: TEXT }] })),
  );
  drawText(canvas, 'P', 'Uma frase no fim.', TEXT);
}

describe('the last page of a document', () => {
  it('is never nearly empty, whatever the number of rows', async () => {
    for (const count of inTurn(times(90).slice(29), 0, 3)) {
      const { pages, text } = await readPdf(await printPdf(info, (one) => drawRows(one, count)));
      const last = pages.at(-1);
      assert.ok(last !== undefined);
      if (pages.length > 1)
        assert.ok(depthOf(last) > fifth - 24, `${count} rows end at ${depthOf(last)} points`);
      assert.deepEqual(
        [...text.matchAll(/Insumo (\d+)/g)].map(([, row]) => Number(row)),
        Array.from({ length: count }, (_, index) => index + 1),
      );
    }
  });

  it('is left out where slightly denser rows fit on the pages before', async () => {
    const pagesOf = async (count: number): Promise<number> =>
      (await readPdf(await printPdf(info, (one) => drawRows(one, count)))).pages.length;
    assert.deepEqual([await pagesOf(38), await pagesOf(44), await pagesOf(60)], [1, 1, 2]);
  });

  it('follows a text that fills several pages, without a line lost', async () => {
    for (const lines of [61, 62, 63, 130]) {
      const words = Array.from({ length: lines }, (_, index) => `linha${index}`);
      const { pages, text } = await readPdf(
        await printPdf(info, (one) => drawText(one, 'P', words.join('\n'), TEXT)),
      );
      assert.equal(text, words.join(' '));
      const last = pages.at(-1);
      assert.ok(last !== undefined && depthOf(last) > fifth - 24, `${lines} lines`);
    }
  });
});

describe('the page that a table ends on', () => {
  it('has more than its last row', async () => {
    const drawTall = (canvas: PdfCanvas, count: number): void => {
      drawTable(canvas, COLUMNS, times(count), (row) => [
        { lines: [{ text: String(row), style: TEXT }] },
        { lines: times(5).map(() => ({ text: 'Insumo', style: TEXT })) },
      ]);
      drawText(canvas, 'P', times(30).join('\n'), TEXT);
    };
    for (let count = 10; count <= 40; count += 1) {
      const { pages } = await readPdf(await printPdf(info, (one) => drawTall(one, count)));
      const end = pages.findLast(({ text }) => text.includes('Insumo'))?.text ?? '';
      assert.ok([...end.matchAll(/Insumo/g)].length > 5, `${count} rows end with one: ${end}`);
    }
  });
});

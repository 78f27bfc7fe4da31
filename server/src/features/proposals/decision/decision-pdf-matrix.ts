import type { JustificationType } from '@lavra/domain/proposal/justification';
import { countOf } from '@lavra/domain/text/count-of';
import { letterOf } from '@lavra/domain/proposal/letters';
import { drawHeading, drawNotice, drawText } from '../../../platform/pdf/blocks.ts';
import { BODY, breakPage, INK, roomOn, type PdfCanvas } from '../../../platform/pdf/pdf-canvas.ts';
import { boxOf, drawTable, type Cell, type Column } from '../../../platform/pdf/table.ts';
import type { TextLine, TextStyle } from '../../../platform/pdf/typesetting.ts';
import {
  formatAmount,
  formatDecimal,
  formatQuantity,
  formatUnitPrice,
} from '../../../platform/text/format-pt-br.ts';
import type {
  DecisionAnswer,
  DecisionContent,
  DecisionItem,
  DecisionProposal,
} from './decision-content.ts';
import { nameLines, nameOf } from './decision-names.ts';
import { situation } from './decision-pdf-proposals.ts';
import { shownProposals } from './decision-size.ts';
import { isByItem } from './decision-winners.ts';

const WIDEST_BLOCK = 4;
/** Width of the column with the letter that an item was bought from, in points. */
const CHOSEN_WIDTH = 38;
/** The same where it also holds prices, of winners that have no column of their own. */
const PRICED_CHOSEN_WIDTH = 60;
/** Width of a price column in points, by the number of proposals side by side. */
const priceWidths: Readonly<Record<number, number>> = { 1: 100, 2: 92, 3: 80, 4: 70 };
/** Labels of one or two words: columns of a four-column table are too narrow for more. */
const reasons: Readonly<Record<JustificationType, string>> = {
  unavailable: 'Indisponível',
  out_of_stock: 'Sem estoque',
  logistics: 'Logística',
  other: 'Outro motivo',
};

const NAME: TextStyle = { bold: true, size: 8, color: INK.text, leading: 10 };
const DETAIL: TextStyle = { size: 7, color: INK.muted, leading: 8.8 };
const POSITION: TextStyle = { size: 8, color: INK.muted, leading: 10 };
const PRICE: TextStyle = { size: 8.5, color: INK.text, leading: 10.5 };
const BEST: TextStyle = { ...PRICE, bold: true };
const NOTE: TextStyle = { size: 7, color: INK.muted, leading: 8.8 };
const LEGEND: TextStyle = { size: 7.5, color: INK.muted, leading: 10 };

/**
 * Draws items as rows and proposals as columns, at most four side by side; more proposals continue
 * in further blocks.
 */
export function drawMatrix(canvas: PdfCanvas, content: DecisionContent): void {
  canvas.y += 14;
  const shown = shownProposals(content);
  if (shown.length < content.proposals.length) {
    drawNotice(canvas, shortNotice(content, shown.length));
    canvas.y += 8;
  }
  for (const [index, block] of blocksOf(shown).entries()) {
    if (index > 0) startBlock(canvas);
    const columns = columnsOf(block, content);
    drawHeading(canvas, titleOf(block), 90);
    drawTable(canvas, columns, content.items, (item) =>
      cellsOf(canvas, columns, item, { block, content }),
    );
  }
  canvas.y += 6;
  drawText(
    canvas,
    'P',
    (isByItem(content) ? 'Compra: a letra da proposta de que o item foi comprado. ' : '') +
      'Preço unitário e, abaixo dele, o total do item, em R$. • menor preço do item na quantidade pedida. Ofertado: quantidade diferente da pedida. ' +
      'Similar: outro produto no lugar do pedido. – item não mencionado na proposta.',
    LEGEND,
  );
}

const shortNotice = (content: DecisionContent, shown: number): string =>
  `Esta cotação tem ${countOf(content.items.length, ['item', 'itens'])} e recebeu ` +
  `${countOf(content.proposals.length, ['proposta', 'propostas'])}: preço a preço e nas suas palavras, ` +
  `este registro mostra ${shown}. ` +
  (hidesWinners(content)
    ? 'São, das escolhidas, as de que mais itens foram comprados; o preço de cada item comprado das outras está na coluna Compra. '
    : 'São as escolhidas e, depois delas, as que cotam mais itens, pelo menor total. ') +
  'Das outras, a lista acima ' +
  'mostra o total e quantos itens cotam; o menor preço de cada item e a comparação de totais contam com todas.';

/** Returns whether winners have no column of their own. */
function hidesWinners({ winners = [], shown }: DecisionContent): boolean {
  return shown !== undefined && winners.some(({ letter }) => !shown.includes(letter));
}

const chosenWidth = (content: DecisionContent): number =>
  hidesWinners(content) ? PRICED_CHOSEN_WIDTH : CHOSEN_WIDTH;

/**
 * Starts a block on the next page when the current one has less than a third of its height left.
 */
function startBlock(canvas: PdfCanvas): void {
  canvas.y += 16;
  if (roomOn(canvas) < (BODY.bottom - BODY.top) / 3) breakPage(canvas);
}

/** Splits the proposals into as few blocks as possible, filled as evenly as possible. */
function blocksOf(proposals: readonly DecisionProposal[]): (readonly DecisionProposal[])[] {
  const count = Math.ceil(proposals.length / WIDEST_BLOCK);
  return Array.from({ length: count }, (_, index) =>
    proposals.slice(
      Math.round((index * proposals.length) / count),
      Math.round(((index + 1) * proposals.length) / count),
    ),
  );
}

function titleOf(block: readonly DecisionProposal[]): string {
  const [first, last] = [block[0], block.at(-1)];
  if (first === undefined || last === undefined) return 'Preços por item';
  if (first === last) return `Preços por item – ${nameOf(first)}`;
  return `Preços por item – Propostas ${letterOf(first.letter)} ${block.length === 2 ? 'e' : 'a'} ${letterOf(last.letter)}`;
}

function columnsOf(block: readonly DecisionProposal[], content: DecisionContent): Column[] {
  const price = priceWidths[block.length] ?? 70;
  const bought: readonly Column[] = isByItem(content)
    ? [{ title: 'Compra', width: chosenWidth(content), align: 'right' }]
    : [];
  const used = 24 + 54 + price * block.length + chosenWidth(content) * bought.length;
  const asked: readonly Column[] = [
    { title: 'Item', width: 24, align: 'left' },
    { title: 'Produto', width: BODY.width - used, align: 'left' },
  ];
  const offers = block.map((proposal) => ({
    title: [
      ...nameLines(proposal),
      ...(proposal.status === 'submitted' && proposal.available !== false
        ? []
        : [situation(proposal, content).toLowerCase()]),
    ].join('\n'),
    width: price,
    align: 'right' as const,
    shaded: proposal.letter === content.chosen,
  }));
  return [...asked, { title: 'Pedido', width: 54, align: 'right' }, ...bought, ...offers];
}

function cellsOf(
  canvas: PdfCanvas,
  columns: readonly Column[],
  item: DecisionItem,
  { block, content }: Block,
): Cell[] {
  const { type } = canvas;
  const fit = (text: string, style: TextStyle, column: number): TextLine =>
    type.fit(text, style, boxOf(columns, column).width);
  const substance = [item.active_ingredient, item.concentration].filter(Boolean).join(' ');
  const details = [item.brand === item.product ? null : item.brand, substance]
    .filter(Boolean)
    .join('  ·  ');
  const product = [
    ...type.wrap(item.product, NAME, boxOf(columns, 1).width),
    ...(details ? type.wrap(details, DETAIL, boxOf(columns, 1).width) : []),
  ];
  const bought = isByItem(content)
    ? [{ lines: boughtLines(item, content).map(([text, style]) => fit(text, style, 3)) }]
    : [];
  const offers = block.map(({ letter }, offer) => {
    const column = 3 + bought.length + offer;
    const answer = item.answers.find((one) => one.letter === letter);
    return {
      lines: answerLines(canvas, item, answer, {
        column,
        fit,
        width: boxOf(columns, column).width,
      }),
    };
  });
  return [
    { lines: [fit(String(item.position), POSITION, 0)] },
    { lines: product },
    { lines: [fit(formatQuantity(item.quantity, item.unit), POSITION, 2)] },
    ...bought,
    ...offers,
  ];
}

/** Returns the letter that an item was bought from, and its price where no column shows it. */
function boughtLines(
  { chosen, answers }: DecisionItem,
  { shown }: DecisionContent,
): (readonly [string, TextStyle])[] {
  if (typeof chosen !== 'number') return [['–', POSITION]];
  const answer = answers.find(({ letter }) => letter === chosen);
  const prices =
    shown === undefined || shown.includes(chosen) || !answer || answer.unit_price === null
      ? []
      : [formatUnitPrice(answer.unit_price), formatAmount(answer.total_price)];
  return [[letterOf(chosen), BEST], ...prices.map((text) => [text, NOTE] as const)];
}

interface Block {
  readonly block: readonly DecisionProposal[];
  readonly content: DecisionContent;
}
interface Place {
  readonly column: number;
  readonly width: number;
  readonly fit: (text: string, style: TextStyle, column: number) => TextLine;
}

function answerLines(
  { type }: PdfCanvas,
  item: DecisionItem,
  answer: DecisionAnswer | undefined,
  { column, width, fit }: Place,
): TextLine[] {
  if (answer === undefined) return [fit('–', POSITION, column)];
  if (answer.unit_price === null) {
    const reason = answer.justification_type === null ? null : reasons[answer.justification_type];
    const head = answer.not_offered === true ? 'Não oferecido' : 'Não cotado';
    return [
      fit(head, POSITION, column),
      ...(reason === null ? [] : type.wrap(reason, NOTE, width)),
    ];
  }
  const differs = formatDecimal(answer.quantity, 0, 3) !== formatDecimal(item.quantity, 0, 3);
  return [
    fit(
      `${answer.is_best ? '•  ' : ''}${formatUnitPrice(answer.unit_price)}`,
      answer.is_best ? BEST : PRICE,
      column,
    ),
    fit(formatAmount(answer.total_price), NOTE, column),
    ...(differs
      ? [fit(`Ofertado ${formatQuantity(answer.quantity, item.unit)}`, NOTE, column)]
      : []),
    ...(answer.similar === null
      ? []
      : type.wrap(
          answer.unwanted === true ? 'Similar, não aceito no item' : 'Similar',
          NOTE,
          width,
        )),
  ];
}

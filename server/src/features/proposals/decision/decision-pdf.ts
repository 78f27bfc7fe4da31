import { drawNotice, drawText } from '../../../platform/pdf/blocks.ts';
import { drawFooter, drawRunningHead } from '../../../platform/pdf/letterhead.ts';
import { INK, printPdf, type PdfCanvas } from '../../../platform/pdf/pdf-canvas.ts';
import type { TextStyle } from '../../../platform/pdf/typesetting.ts';
import { pesticideNotice } from '../../../platform/texts/legal-texts.ts';
import type { DecisionContent } from './decision-content.ts';
import type { DecisionDocument } from './decision-document.ts';
import { drawDecisionHead } from './decision-pdf-head.ts';
import { drawMatrix } from './decision-pdf-matrix.ts';
import { drawProposals } from './decision-pdf-proposals.ts';
import { drawRounds } from './decision-pdf-rounds.ts';
import { drawRemarks } from './decision-pdf-remarks.ts';

const LEGEND: TextStyle = { size: 7.5, color: INK.muted, leading: 10 };

/**
 * Renders the decision record as an A4 PDF: what was requested, the offers by letter and mark, the
 * chosen ones and the reason, and what later rounds bought.
 */
export async function renderDecisionPdf(document: DecisionDocument): Promise<Buffer> {
  const { content } = document;
  return printPdf({ title: 'Registro da decisão', createdAt: document.generated_at }, (canvas) => {
    canvas.onNewPage = () =>
      drawRunningHead(canvas, ['Registro da decisão', `Cotação ${content.order.number}`]);
    canvas.onPageEnd = () => drawFooter(canvas, document);
    drawDecisionHead(canvas, document);
    drawProposals(canvas, content);
    drawMatrix(canvas, content);
    drawRounds(canvas, document);
    drawRemarks(canvas, content);
    drawClosing(canvas, document);
  });
}

function drawClosing(canvas: PdfCanvas, { content }: DecisionDocument): void {
  canvas.y += 10;
  if (content.order.has_pesticide) {
    drawNotice(canvas, pesticideNotice);
    canvas.y += 6;
  }
  drawText(
    canvas,
    'P',
    `${naming(content)} O que poderia identificar um fornecedor foi ocultado. ` +
      'Itens, preços e textos estão como no momento da escolha.',
    LEGEND,
  );
}

/** The letters of records without marks were drawn for them alone. */
const naming = ({ proposals }: DecisionContent): string =>
  proposals.some(({ mark }) => mark !== undefined)
    ? 'O nome de árvore de cada proposta é o mesmo em todas as telas, avisos e documentos desta cotação; a letra é a da sessão em que a escolha foi feita.'
    : 'As letras foram sorteadas para este registro e valem só nele: não são as das telas.';

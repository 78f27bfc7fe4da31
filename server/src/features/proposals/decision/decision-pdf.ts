import { drawNotice, drawText } from '../../../platform/pdf/blocks.ts';
import { drawFooter, drawRunningHead } from '../../../platform/pdf/letterhead.ts';
import { INK, printSheet, type Sheet } from '../../../platform/pdf/sheet.ts';
import type { TextStyle } from '../../../platform/pdf/typesetting.ts';
import { pesticideNotice } from '../../../platform/texts/legal-texts.ts';
import type { DecisionDocument } from './decision-document.ts';
import { drawDecisionHead } from './decision-pdf-head.ts';
import { drawMatrix } from './decision-pdf-matrix.ts';
import { drawProposals } from './decision-pdf-proposals.ts';
import { drawRemarks } from './decision-pdf-remarks.ts';

const LEGEND: TextStyle = { size: 7.5, color: INK.muted, leading: 10 };

/**
 * Renders the decision record as an A4 PDF: what was requested, the offers by letter, the chosen
 * one and the reason.
 */
export async function renderDecisionPdf(document: DecisionDocument): Promise<Buffer> {
  const { content } = document;
  return printSheet({ title: 'Registro da decisão', createdAt: document.generated_at }, (sheet) => {
    sheet.onNewPage = () =>
      drawRunningHead(sheet, ['Registro da decisão', `Cotação ${content.order.number}`]);
    sheet.onPageEnd = () => drawFooter(sheet, document);
    drawDecisionHead(sheet, document);
    drawProposals(sheet, content);
    drawMatrix(sheet, content);
    drawRemarks(sheet, content);
    drawClosing(sheet, document);
  });
}

function drawClosing(sheet: Sheet, { content }: DecisionDocument): void {
  sheet.y += 10;
  if (content.order.has_pesticide) {
    drawNotice(sheet, pesticideNotice);
    sheet.y += 6;
  }
  drawText(
    sheet,
    'P',
    'As letras foram sorteadas para este registro e valem só nele: não são as das telas. O que poderia identificar um fornecedor foi ocultado. ' +
      'Itens, preços e textos estão como no momento da adjudicação.',
    LEGEND,
  );
}

import { pdfKind } from '../../../platform/pdf/pdf-kind.ts';
import type { DecisionDocument } from './decision-document.ts';

/** Registers the decision record with the PDF renderer, without loading PDF code. */
export const decisionPdfKind = pdfKind<DecisionDocument>(
  new URL('./decision-pdf.ts', import.meta.url),
  'renderDecisionPdf',
);

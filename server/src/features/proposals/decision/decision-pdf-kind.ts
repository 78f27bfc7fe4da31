import { pdfKind } from '../../../platform/pdf/pdf-kind.ts';
import type { DecisionDocument } from './decision-document.ts';

/** The decision record among the documents the renderer prints; naming it loads no PDF code. */
export const decisionPdfKind = pdfKind<DecisionDocument>(
  new URL('./decision-pdf.ts', import.meta.url),
  'renderDecisionPdf',
);

import { pdfKind } from '../../../platform/pdf/pdf-kind.ts';
import type { ProposalDocument } from './proposal-document.ts';

/** Registers the proposal with the PDF renderer, without loading PDF code. */
export const proposalPdfKind = pdfKind<ProposalDocument>(
  new URL('./proposal-pdf.ts', import.meta.url),
  'renderProposalPdf',
);

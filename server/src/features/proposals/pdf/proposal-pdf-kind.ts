import { pdfKind } from '../../../platform/pdf/pdf-kind.ts';
import type { ProposalDocument } from './proposal-document.ts';

/** The proposal among the documents the renderer prints; naming it loads no PDF code. */
export const proposalPdfKind = pdfKind<ProposalDocument>(
  new URL('./proposal-pdf.ts', import.meta.url),
  'renderProposalPdf',
);

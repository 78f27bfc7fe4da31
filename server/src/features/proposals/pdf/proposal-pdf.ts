import { drawFooter } from '../../../platform/pdf/letterhead.ts';
import { printPdf } from '../../../platform/pdf/pdf-canvas.ts';
import { shortCode, type ProposalDocument } from './proposal-document.ts';
import { drawFirstHeader, drawRunningHeader } from './proposal-pdf-header.ts';
import { drawItems } from './proposal-pdf-items.ts';
import { drawSummary } from './proposal-pdf-summary.ts';

/**
 * Renders the proposal as an A4 PDF, paginated for any number of items. The same document always
 * gives the same bytes.
 */
export async function renderProposalPdf(document: ProposalDocument): Promise<Buffer> {
  const info = {
    title: `Proposta comercial ${shortCode(document.proposal.uuid)}`,
    createdAt: document.generated_at,
  };
  return printPdf(info, (canvas) => {
    canvas.onNewPage = () => drawRunningHeader(canvas, document);
    canvas.onPageEnd = () => drawFooter(canvas, document);
    drawFirstHeader(canvas, document);
    drawItems(canvas, document.items);
    drawSummary(canvas, document);
  });
}

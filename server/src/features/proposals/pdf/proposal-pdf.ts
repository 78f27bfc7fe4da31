import { BODY, drawLines, drawRule, FOOTER_TOP, INK, printSheet, type Sheet } from '../../../platform/pdf/sheet.ts';
import type { TextStyle } from '../../../platform/pdf/typesetting.ts';
import { formatDateTime } from '../../../platform/text/format-pt-br.ts';
import { shortCode, type ProposalDocument } from './proposal-document.ts';
import { drawFirstHeader, drawRunningHeader } from './proposal-pdf-header.ts';
import { drawItems } from './proposal-pdf-items.ts';
import { drawSummary } from './proposal-pdf-summary.ts';

const FOOTER: TextStyle = { size: 7, color: INK.muted, leading: 10 };

/** The proposal as an A4 PDF, paginated for any number of items. The same document gives the same bytes. */
export async function renderProposalPdf(document: ProposalDocument): Promise<Buffer> {
  const info = { title: `Proposta comercial ${shortCode(document.proposal.uuid)}`, createdAt: document.generated_at };
  return printSheet(info, (sheet) => {
    sheet.onNewPage = () => drawRunningHeader(sheet, document);
    sheet.onPageEnd = () => drawFooter(sheet, document);
    drawFirstHeader(sheet, document);
    drawItems(sheet, document.items);
    drawSummary(sheet, document);
  });
}

function drawFooter(sheet: Sheet, document: ProposalDocument): void {
  const moment = formatDateTime(localTime(document.generated_at, document.time_zone), document.zone_label);
  const origin = sheet.type.fit(`Documento gerado em ${moment} – não tem valor fiscal`, FOOTER, BODY.width - 80);
  const strip = { x: BODY.left, y: FOOTER_TOP + 4, width: BODY.width };
  drawRule(sheet, FOOTER_TOP);
  drawLines(sheet, [origin], strip);
  drawLines(sheet, [{ text: `Página ${sheet.page} de ${sheet.pages}`, style: FOOTER }], { ...strip, align: 'right' });
}

/** 'YYYY-MM-DD HH:MM:SS' in the zone: how Swedes write a moment. */
function localTime(instant: Date, timeZone: string): string {
  return instant.toLocaleString('sv-SE', { timeZone });
}

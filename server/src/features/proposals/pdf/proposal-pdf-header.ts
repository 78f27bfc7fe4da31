import { drawFacts, drawText, type Fact } from '../../../platform/pdf/blocks.ts';
import { drawMasthead, drawRunningHead } from '../../../platform/pdf/letterhead.ts';
import {
  BODY,
  drawAside,
  drawLines,
  drawRule,
  drawTagged,
  INK,
  type PdfCanvas,
} from '../../../platform/pdf/pdf-canvas.ts';
import { heightOf, type TextLine, type TextStyle } from '../../../platform/pdf/typesetting.ts';
import { formatDate, formatDateTime, formatDeadline } from '../../../platform/text/format-pt-br.ts';
import {
  shortCode,
  type ProposalDocument,
  type ProposalDocumentSupplier,
} from './proposal-document.ts';

const NUMBER: TextStyle = { size: 9, color: INK.muted, leading: 13 };
const TITLE: TextStyle = { bold: true, size: 14, color: INK.text, leading: 18 };
const MARK: TextStyle = { bold: true, size: 8, color: INK.muted };
const HEADING: TextStyle = { bold: true, size: 8, color: INK.accent, leading: 14 };
const NAME: TextStyle = { bold: true, size: 9.5, color: INK.text, leading: 13 };
const DETAIL: TextStyle = { size: 8.5, color: INK.text, leading: 11.5 };
const GAP = 22;

/**
 * Draws the head of the first page: the document's title, the order, the supplier and the dates.
 */
export function drawFirstHeader(canvas: PdfCanvas, document: ProposalDocument): void {
  drawMasthead(canvas, 'Proposta comercial', markOf(canvas, document.proposal));
  drawText(canvas, 'P', `Cotação ${document.order.number}`, NUMBER);
  drawText(canvas, 'H1', document.order.description, TITLE);
  canvas.y += 8;
  drawFacts(canvas, identity(document), [1, 1, 2]);
  canvas.y += 4;
  drawAside(canvas, () => drawRule(canvas, canvas.y));
  canvas.y += 8;
  drawParties(canvas, document);
  canvas.y += 12;
}

/** Draws the one-line header of every following page. */
export function drawRunningHeader(canvas: PdfCanvas, { order, proposal }: ProposalDocument): void {
  drawRunningHead(
    canvas,
    [`Proposta comercial ${shortCode(proposal.uuid)}`, `Cotação ${order.number}`],
    markOf(canvas, proposal),
  );
}

const markOf = (canvas: PdfCanvas, { status }: ProposalDocument['proposal']) =>
  status === 'draft'
    ? (right: number, y: number): void => drawDraftMark(canvas, right, y)
    : undefined;

/** Draws an outlined word that ends at `right`, where it is visible and covers nothing. */
function drawDraftMark(canvas: PdfCanvas, right: number, y: number): void {
  const text = 'RASCUNHO';
  const width = canvas.type.width(text, MARK) + 14;
  canvas.doc
    .roundedRect(right - width, y, width, 15, 3)
    .lineWidth(0.8)
    .strokeColor(INK.muted)
    .stroke();
  drawLines(canvas, [{ text, style: MARK }], { x: right - width + 7, y: y + 3, width });
}

function identity({ proposal, zone_label }: ProposalDocument): Fact[] {
  const sent = proposal.submitted_at
    ? { label: 'Enviada em', value: formatDateTime(proposal.submitted_at, zone_label) }
    : {
        label: 'Criada em (ainda não enviada)',
        value: formatDateTime(proposal.created_at, zone_label),
      };
  return [
    { label: 'Código da proposta', value: shortCode(proposal.uuid) },
    { label: 'Situação', value: proposal.status_label },
    sent,
  ];
}

function drawParties(canvas: PdfCanvas, document: ProposalDocument): void {
  const facts = orderFacts(document);
  if (document.supplier === null) return drawFacts(canvas, facts, [1, 1]);
  const width = (BODY.width - GAP) / 2;
  const blocks = [
    supplierLines(canvas, document.supplier, width),
    orderLines(canvas, facts, width),
  ];
  for (const [index, lines] of blocks.entries()) {
    drawTagged(canvas, canvas.root, 'P', () => {
      drawLines(canvas, lines, { x: BODY.left + index * (width + GAP), y: canvas.y, width });
    });
  }
  canvas.y += Math.max(...blocks.map(heightOf));
}

function supplierLines(
  { type }: PdfCanvas,
  supplier: ProposalDocumentSupplier,
  width: number,
): TextLine[] {
  const contact = [supplier.phone, supplier.website].filter(Boolean).join('  ·  ');
  const details = [supplier.document, supplier.address, supplier.email, contact];
  return [
    ...type.wrap('Fornecedor', HEADING, width),
    ...type.wrap(supplier.name, NAME, width),
    ...details.flatMap((text) => (text ? type.wrap(text, DETAIL, width) : [])),
  ];
}

function orderLines({ type }: PdfCanvas, facts: readonly Fact[], width: number): TextLine[] {
  return [
    ...type.wrap('Cotação', HEADING, width),
    ...facts.flatMap(({ label, value }) => type.wrap(`${label}: ${value}`, DETAIL, width)),
  ];
}

function orderFacts({ order, producer, zone_label }: ProposalDocument): Fact[] {
  const facts = [
    { label: 'Produtor', value: joined([producer.initials, place(producer)], ' – ') },
    { label: 'Prazo', value: formatDeadline(order.deadline_date, zone_label) },
    {
      label: 'Entrega',
      value: joined(
        [place(order), order.delivery_date === null ? null : formatDate(order.delivery_date)],
        ', ',
      ),
    },
    { label: 'Fechamento', value: order.closure_label },
  ];
  return facts.filter(({ value }) => value !== '');
}

function place({ city, state }: { city: string | null; state: string | null }): string {
  return joined([city, state], '/');
}

function joined(parts: readonly (string | null)[], separator: string): string {
  return parts.filter((part) => part !== null && part !== '').join(separator);
}

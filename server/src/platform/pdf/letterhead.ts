import { brand, mark as logo } from '@lavra/domain/brand/mark';
import { formatDateTime } from '../text/format-pt-br.ts';
import {
  BODY,
  drawAside,
  drawLines,
  drawRule,
  drawTagged,
  FOOTER_TOP,
  INK,
  type PdfCanvas,
} from './pdf-canvas.ts';
import type { TextStyle } from './typesetting.ts';

const BRAND: TextStyle = { bold: true, size: 18, color: INK.accent, leading: 22 };
const KIND: TextStyle = { size: 10, color: INK.muted, leading: 22 };
const RUNNING: TextStyle = { size: 8, color: INK.muted, leading: 11 };
const FOOTER: TextStyle = { size: 7, color: INK.muted, leading: 10 };
const ROOM_FOR_MARK = 90;
const PAPER = '#fff';
const LOGO = 22;
const SMALL_LOGO = 11;

/** When a document was created, and in which time zone that is shown. */
export interface Moment {
  readonly generated_at: Date;
  /**
   * IANA name, such as 'America/Sao_Paulo'; `zone_label` is its name for readers: 'horário de
   * Brasília'.
   */
  readonly time_zone: string;
  readonly zone_label: string;
}

/**
 * Draws the head of the first page: the brand and the kind of document. `mark` draws an aside that
 * ends at that x.
 */
export function drawMasthead(
  canvas: PdfCanvas,
  kind: string,
  mark?: (right: number, y: number) => void,
): void {
  const strip = { x: BODY.left, y: canvas.y, width: BODY.width };
  drawAside(canvas, () => drawLogo(canvas, LOGO, canvas.y));
  drawTagged(canvas, canvas.root, 'P', () => {
    drawLines(canvas, [{ text: brand.name, style: BRAND }], { ...strip, x: strip.x + LOGO + 8 });
    drawLines(canvas, [{ text: kind, style: KIND }], { ...strip, align: 'right' });
  });
  drawAside(canvas, () => {
    mark?.(BODY.right - canvas.type.width(kind, KIND) - 12, canvas.y + 3.5);
    drawRule(canvas, canvas.y + 27, { color: INK.accent, weight: 1.2 });
  });
  canvas.y += 39;
}

/** Draws the logo at the left margin, `size` points wide and high. */
function drawLogo({ doc }: PdfCanvas, size: number, y: number): void {
  const { sun, field, furrows, lineWidth, radius } = logo;
  doc
    .save()
    .translate(BODY.left, y)
    .scale(size / logo.size);
  doc.roundedRect(0, 0, logo.size, logo.size, radius).clip();
  doc.rect(0, 0, logo.size, logo.size).fill(INK.accent);
  doc.circle(sun.x, sun.y, sun.radius).fill(PAPER);
  doc.lineWidth(lineWidth).path(field).fillAndStroke(INK.accent, PAPER);
  doc.path(furrows).stroke(PAPER);
  doc.restore();
}

/** Draws one line at the head of every following page. */
export function drawRunningHead(
  canvas: PdfCanvas,
  parts: readonly string[],
  mark?: (right: number, y: number) => void,
): void {
  const line = canvas.type.fit(
    [brand.name, ...parts].join('  ·  '),
    RUNNING,
    BODY.width - ROOM_FOR_MARK - SMALL_LOGO - 5,
  );
  drawLogo(canvas, SMALL_LOGO, canvas.y);
  drawLines(canvas, [line], {
    x: BODY.left + SMALL_LOGO + 5,
    y: canvas.y,
    width: BODY.width - SMALL_LOGO - 5,
  });
  mark?.(BODY.right, canvas.y - 2);
  drawRule(canvas, canvas.y + 16);
  canvas.y += 24;
}

/** Draws the foot of every page: when the file was created, and the page number. */
export function drawFooter(
  canvas: PdfCanvas,
  { generated_at, time_zone, zone_label }: Moment,
): void {
  const moment = formatDateTime(localTime(generated_at, time_zone), zone_label);
  const origin = canvas.type.fit(
    `Documento gerado em ${moment} – não tem valor fiscal`,
    FOOTER,
    BODY.width - 80,
  );
  const strip = { x: BODY.left, y: FOOTER_TOP + 4, width: BODY.width };
  drawRule(canvas, FOOTER_TOP);
  drawLines(canvas, [origin], strip);
  drawLines(canvas, [{ text: `Página ${canvas.page} de ${canvas.pages}`, style: FOOTER }], {
    ...strip,
    align: 'right',
  });
}

/** Returns 'YYYY-MM-DD HH:MM:SS' in the zone: the Swedish date format. */
function localTime(instant: Date, timeZone: string): string {
  return instant.toLocaleString('sv-SE', { timeZone });
}

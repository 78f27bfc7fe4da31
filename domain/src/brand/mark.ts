/**
 * The brand's name and its green, on light and on dark grounds. The portals add a colour of their
 * own (web/src/ui/tokens.css); the producer's is the brand's.
 */
export const brand = { name: 'Lavra', green: '#1f6b3f', greenOnDark: '#85cf9f' } as const;

/**
 * The mark of the brand in a square of 32 by 32: a field whose furrows run to the horizon, and the
 * sun on it. The only source of its shapes: screens, mails, PDFs and icons draw these.
 */
export const mark = {
  size: 32,
  radius: 9,
  lineWidth: 2,
  sun: { x: 20.5, y: 12.5, radius: 5.5 },
  field: 'M0 17.5c7-3.5 20-3.5 32 1V32H0Z',
  furrows: 'M13.5 16.5C11 21 6 27.5 1 33M17 16.5c-.5 5-1.5 11-3 17M20.5 17c1.5 5 4 11 7 17',
} as const;

/** The colours of the mark; `sun` is that of the lines where it is left out. */
export interface MarkColours {
  readonly ground: string;
  readonly line: string;
  readonly sun?: string;
}

/**
 * Returns the mark's shapes for an `<svg viewBox="0 0 32 32">`. The id of its outline is unique in a
 * page that shows the mark once.
 */
export const markShapes = ({ ground, line, sun = line }: MarkColours): string =>
  `<clipPath id="mark"><rect width="32" height="32" rx="${mark.radius}"/></clipPath><g clip-path="url(#mark)"><rect width="32" height="32" fill="${ground}"/><circle cx="${mark.sun.x}" cy="${mark.sun.y}" r="${mark.sun.radius}" fill="${sun}"/><path d="${mark.field}" fill="${ground}" stroke="${line}" stroke-width="2"/><path d="${mark.furrows}" fill="none" stroke="${line}" stroke-width="2"/></g>`;

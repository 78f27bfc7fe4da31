export const contactKinds = ['email', 'url', 'document', 'phone', 'name'] as const;
export type ContactKind = (typeof contactKinds)[number];

/**
 * A shape of contact; `accepts` drops matches that only look like one. A text without `needs` has
 * none, and is not searched for it.
 */
export interface ContactPattern {
  readonly kind: ContactKind;
  readonly shape: RegExp;
  readonly accepts: (match: string) => boolean;
  readonly needs?: RegExp;
}

/** A shape by the source of its expression, which must take time in proportion to the text. */
export function pattern(
  kind: ContactKind,
  source: string,
  accepts: (match: string) => boolean = () => true,
): ContactPattern {
  return { kind, shape: new RegExp(source, 'giu'), accepts };
}

/** The same shapes, looked for only where something cheap to find is there: in most texts it is not. */
export const where = (needs: RegExp, patterns: readonly ContactPattern[]): ContactPattern[] =>
  patterns.map((one) => ({ ...one, needs }));

/** What every @ of an address has, in words or not. */
export const AT_SIGN = /@|[[(] ?a/i;

/** A document neither goes on from other digits or letters nor goes on into them. */
export const BEFORE = String.raw`(?<![\p{L}\d])(?<!\d[.,/-])`;
export const AFTER = String.raw`(?![\p{L}\d])(?![.,/-]\d)`;

/** The @ of an address, also in words between brackets. */
export const AT = String.raw`(?: {0,2}@ {0,2}| ?[\[(] ?(?:at|arroba) ?[\])] ?)`;

/**
 * How addresses of the web end; no word that an offer's sentence begins with, for a space may be
 * missing before it.
 */
export const ENDINGS =
  'com|net|org|app|site|shop|store|online|me|link|io|br|' +
  'xyz|info|biz|dev|club|tech|website|blog|page|live|world|space|farm|cloud|agency|company|' +
  'solutions|ly|gg|tv|inc|ltd';

/** A phone may stand beside another (`/`, `-`), but not inside a price. */
export const RINGS = String.raw`(?<![\p{L}\d])(?<!\d\.)`;
export const GAP = String.raw`[ \u00A0\-\u2013]{0,3}`;
export const JOINT = String.raw`[ \u00A0.\-\u2013]{0,3}`;
const UNIT = String.raw` ?(?:kgs?|l|lts?|litros?|t|ton|toneladas?|sc|sacas?|sacos?|un|und|unidades?|ha|g|ml|mg)(?![\p{L}\d])`;
/** What follows a phone is neither the rest of an amount nor its unit. */
export const ENDS = String.raw`(?!\d)(?!,\d{1,2}(?!\d))(?!\.\d{3}(?!\d))(?!${UNIT})`;
export const TRUNK = String.raw`(?:0(?:xx|${GAP}\d{2}${GAP})?)?`;

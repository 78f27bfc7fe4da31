export const contactKinds = ['email', 'url', 'document', 'phone', 'name'] as const;
export type ContactKind = (typeof contactKinds)[number];

/**
 * A pattern for one kind of contact; `accepts` rejects matches that only look like one. A text that
 * does not match `needs` cannot contain the contact and is not searched for it.
 */
export interface ContactPattern {
  readonly kind: ContactKind;
  readonly shape: RegExp;
  readonly accepts: (match: string) => boolean;
  readonly needs?: RegExp;
}

/** Creates a pattern from the source of its expression, which must run in linear time. */
export function pattern(
  kind: ContactKind,
  source: string,
  accepts: (match: string) => boolean = () => true,
): ContactPattern {
  return { kind, shape: new RegExp(source, 'giu'), accepts };
}

/**
 * Limits patterns to texts that match `needs`, which is cheap to check and absent from most texts.
 */
export const where = (needs: RegExp, patterns: readonly ContactPattern[]): ContactPattern[] =>
  patterns.map((one) => ({ ...one, needs }));

/** Matches what every @ sign of an address contains, written as a sign or as a word. */
export const AT_SIGN = /@|[[({<*_~|-] ?a/i;

/** What people put around a word that stands for a sign, before and behind it. */
export const OPENS = String.raw` ?[\[({<*_~|\-] ?`;
export const CLOSES = String.raw` ?[\])}>*_~|\-] ?`;

/** A document is neither preceded nor followed directly by other digits or letters. */
export const BEFORE = String.raw`(?<![\p{L}\d])(?<!\d[.,/-])`;
export const AFTER = String.raw`(?![\p{L}\d])(?![.,/-]\d)`;

/** The @ of an address, also as a word between brackets. */
export const AT = String.raw`(?: {0,2}@ {0,2}|${OPENS}(?:at|arroba)${CLOSES})`;

/** A phone number may follow another one (`/`, `-`), but may not be part of a price. */
export const RINGS = String.raw`(?<![\p{L}\d])(?<!\d\.)`;
export const GAP = String.raw`[ \u00A0\-\u2013]{0,3}`;
export const JOINT = String.raw`[ \u00A0.\-\u2013]{0,3}`;
const UNIT = String.raw` ?(?:kgs?|l|lts?|litros?|t|ton|toneladas?|sc|sacas?|sacos?|un|und|unidades?|ha|g|ml|mg)(?![\p{L}\d])`;
/** A phone number is not followed by the rest of an amount or by a unit. */
export const ENDS = String.raw`(?!\d)(?!,\d{1,2}(?!\d))(?!\.\d{3}(?!\d))(?!${UNIT})`;
export const TRUNK = String.raw`(?:0(?:xx|${GAP}\d{2}${GAP})?)?`;

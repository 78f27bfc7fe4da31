import { isCnpj } from '../document/cnpj.ts';
import { isCpf } from '../document/cpf.ts';
import {
  AFTER,
  AT,
  AT_SIGN,
  BEFORE,
  CLOSES,
  ENDS,
  GAP,
  JOINT,
  OPENS,
  pattern,
  RINGS,
  TRUNK,
  where,
  type ContactPattern,
} from './contact-shape.ts';
import { ENDINGS } from './top-level-domains.ts';

// Contacts split up so that the usual patterns miss them: digits one by one, dots surrounded by
// spaces or written as words, groups without punctuation, a line break in between.

const r = String.raw;

const digitsOf = (match: string): string => match.replaceAll(/\D/g, '');
const isDocument = (match: string): boolean => isCpf(digitsOf(match)) || isCnpj(digitsOf(match));
const hasAreaCode = (digits: string): boolean =>
  /^(?:55|0)?[1-9]{2}(?:9\d{8}|[2-9]\d{7})$/.test(digits);
const isMobile = (digits: string): boolean => /^9\d{8}$/.test(digits);

/** Nine digits alone are a mobile number or just another list of numbers; lists use commas. */
const isSpelled = (match: string): boolean =>
  isDocument(match) || hasAreaCode(digitsOf(match)) || isMobile(digitsOf(match));
const isListedContact = (match: string): boolean =>
  isDocument(match) || hasAreaCode(digitsOf(match));

/**
 * Matches only where no digit of the same sequence precedes, so that each sequence is scanned once.
 */
const ROW = r`(?<![\p{L}\d])(?<!\d[ .,\/_|*\-\u2013]{1,3})`;

const digits = where(/\d\D{1,4}\d\D{1,4}\d\D/, [
  pattern(
    'phone',
    r`${ROW}\(?\d(?:[ \u00A0()\-\u2013]{1,4}\d(?!\d)){8,13}(?![\p{L}\d])`,
    isSpelled,
  ),
  pattern(
    'document',
    r`${ROW}\d(?:[ \u00A0.\-\u2013\/]{1,4}\d(?!\d)){10,13}(?![\p{L}\d])`,
    isDocument,
  ),
  // The same separator throughout: "1,5 2,5 3,5" are doses.
  pattern(
    'phone',
    r`${ROW}\d([.,\/_|*]) ?\d(?!\d)(?:\1 ?\d(?!\d)){8,12}(?![\p{L}\d])(?!\1\d)`,
    isListedContact,
  ),
]);

const SEP = r`[ \u00A0.\-\u2013\/]{1,3}`;
const documents = where(/\d{3}\D{1,3}\d{3}/, [
  pattern(
    'document',
    r`${BEFORE}\d{2}${SEP}\d{3}${SEP}\d{3}${SEP}\d{4}${SEP}\d{2}${AFTER}`,
    isDocument,
  ),
  pattern('document', r`${BEFORE}\d{3}${SEP}\d{3}${SEP}\d{3}${SEP}\d{2}${AFTER}`, isDocument),
]);

/** The groups of a document, some of them joined, with any sign between the others. */
const ANY_SEP = r`[ \u00A0.,\-\u2013\/_|]{0,3}`;
const joinedDocuments = where(/\d{3}\D{0,3}\d{2}/, [
  pattern(
    'document',
    r`${BEFORE}${[2, 3, 3, 4, 2].map((size) => r`\d{${size}}`).join(ANY_SEP)}${AFTER}`,
    isDocument,
  ),
  pattern(
    'document',
    r`${BEFORE}${[3, 3, 3, 2].map((size) => r`\d{${size}}`).join(ANY_SEP)}${AFTER}`,
    isDocument,
  ),
]);

const LABEL = r`[\p{L}\d-]+`;
const BRACKETED = r`(?:${OPENS}(?:ponto|dot)${CLOSES}| ?[\[({<"'] ?\. ?[\])}>"'] ?)`;
/**
 * Requires a space before the dot: the full stop before a sentence that begins with "com" has none.
 */
const APART = r`(?: {1,2}\. {0,2}| (?:ponto|dot) |${BRACKETED})`;
const WIDE = r`(?: {0,2}\. {0,2}| (?:ponto|dot) |${BRACKETED})`;
const OVER = r`(?![\p{L}\d-])`;
/** Excludes the road: "Rota sul. BR-163". */
const BR = r`br(?![\p{L}\d-]| ?\d)`;

/** Commas for dots: `com` with a space and a word behind it is the preposition. */
const commas = [
  ...where(/,br/i, [
    pattern(
      'url',
      r`(?<![\p{L}\d.@-])${LABEL},(?:com|net|org|agr|agro|ind|coop|emp|eco|tec|log),br(?![\p{L}\d])(?!-\d)`,
    ),
  ]),
  ...where(/,(?:com|net|org)/i, [
    pattern(
      'url',
      r`(?<![\p{L}\d.@-])\p{L}[\p{L}\d-]+,(?:com|net|org)(?= {0,3}(?:[.!?;:)\]\n\r]|$))`,
    ),
  ]),
  ...where(/@/, [
    pattern(
      'email',
      r`(?<![\p{L}\d._%+-])[\p{L}\d._%+-]+@(?:${LABEL}[.,])+(?:${ENDINGS})(?![\p{L}\d-])`,
      (match) => /^[^@]*\p{L}/u.test(match),
    ),
  ]),
];

const webs = [
  ...where(/[. \])}]br/i, [
    pattern(
      'url',
      r`(?<![\p{L}\d.@-])(?:${LABEL}\.)*${LABEL}${WIDE}(?:com|net|org|ind|coop|emp|eco|tec|log)${WIDE}${BR}`,
    ),
  ]),
  ...where(/[[({<*_~|"'-] ?[.pd]/i, [
    pattern('url', r`(?<![\p{L}\d.@-])(?:${LABEL}\.)*${LABEL}${BRACKETED}(?:${ENDINGS})${OVER}`),
  ]),
];

/** An address that its first word announces; no offer needs it. */
const announced = where(/www|http|:\/\//i, [
  pattern('url', r`(?<![\p{L}\d])[a-z]{2,8}:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]]`),
  pattern(
    'url',
    r`(?<![\p{L}\d])(?:https?|www)[ .:\/\\_\-]{1,6}[\p{L}\d]+(?:(?: ?[.,_\-] ?| )(?:com|net|org|agro?|ind|br)(?![\p{L}\d]))*`,
  ),
]);

const LOCAL = r`(?<![\p{L}\d._%+-])[\p{L}\d._%+-]+`;
const emails = [
  ...where(AT_SIGN, [
    pattern(
      'email',
      r`${LOCAL}${AT}(?:${LABEL}\.)*${LABEL}${APART}(?:${ENDINGS})${OVER}(?:${WIDE}${BR})?`,
    ),
  ]),
  ...where(/ (?:at|arroba) /i, [
    pattern(
      'email',
      r`${LOCAL} (?:at|arroba) (?:${LABEL}\.)*${LABEL}(?:\.|${APART})(?:${ENDINGS})${OVER}(?:${WIDE}${BR})?`,
    ),
  ]),
];

const MAILS = r`(?:outlook|yahoo|icloud|uol)`;
/** What is left of an address without its ending. */
const shortEmails = [
  ...where(/@/, [
    pattern('email', r`${LOCAL}@\p{L}[\p{L}\d\-]{2,}(?![\p{L}\d])`, (match) =>
      /^[^@]*\p{L}/u.test(match),
    ),
  ]),
  ...where(/mail/i, [
    pattern(
      'email',
      r`${LOCAL} (?:(?:no|em|at|arroba) )?(?:g|hot)[ \-]?mail(?:[ .]com)?(?:[ .]br)?(?![\p{L}\d])`,
    ),
  ]),
  // Names of programs and companies too: only behind such a word, or before an ending.
  ...where(/outlook|yahoo|icloud|uol/i, [
    pattern('email', r`${LOCAL} (?:no|em|at|arroba) ${MAILS}(?:[ .]com)?(?:[ .]br)?(?![\p{L}\d])`),
    pattern('email', r`${LOCAL} ${MAILS}[ .]com(?:[ .]br)?(?![\p{L}\d])`),
  ]),
];

const BREAK = r`[ .\-\u2013]{0,3}\r?\n {0,3}`;
/** Ten digits or more, not all in pairs, behind the plus of another country. */
const isForeign = (match: string): boolean =>
  digitsOf(match).length >= 10 && digitsOf(match).length <= 15 && /\d{3}/.test(match.slice(4));

const phones = [
  ...where(/\+[1-9]/, [
    pattern(
      'phone',
      r`(?<![\p{L}\d+])\+[1-9]\d{0,2}(?:[ ().\-]{1,3}\d{1,8}){2,5}${ENDS}`,
      isForeign,
    ),
  ]),
  // Numbers in a column are quantities; only a mobile number with its area code, or an area code in
  // brackets, can continue on the next line.
  ...where(/\n/, [
    pattern(
      'phone',
      r`(?:\+ ?|${RINGS})(?:55${GAP})?\(?${TRUNK}[1-9]{2}\)?${GAP}9${GAP}\d{4}${BREAK}\d{4}${ENDS}`,
    ),
  ]),
  ...where(/\(.{2,12}\)/, [
    pattern(
      'phone',
      r`\(${TRUNK}[1-9]{2}\)(?:${BREAK}|${GAP})(?:9${GAP}\d{4}|[2-9]\d{3})(?:${BREAK}|${JOINT})\d{4}${ENDS}`,
    ),
  ]),
];

export const splitContactPatterns: readonly ContactPattern[] = [
  ...emails,
  ...shortEmails,
  ...announced,
  ...webs,
  ...commas,
  ...documents,
  ...joinedDocuments,
  ...digits,
  ...phones,
];

import { isCnpj } from '../document/cnpj.ts';
import { isCpf } from '../document/cpf.ts';
import { stripDocumentMask } from '../document/mask.ts';
import { splitContactPatterns } from './split-contact-patterns.ts';
import { ENDINGS, WORD_ENDINGS } from './top-level-domains.ts';
import {
  AFTER,
  AT,
  AT_SIGN,
  BEFORE,
  ENDS,
  GAP,
  JOINT,
  pattern,
  RINGS,
  TRUNK,
  where,
  type ContactPattern,
} from './contact-shape.ts';

const r = String.raw;

const emails = where(AT_SIGN, [
  pattern('email', r`(?<![\p{L}\d._%+-])[\p{L}\d._%+-]+${AT}[\p{L}\d-]+(?:\.[\p{L}\d-]+)+`),
  // A handle; the @ of "R$ 300/@" is a unit of weight.
  pattern('email', r`(?<![\p{L}\d@/])@[\p{L}_][\p{L}\d_.]{2,}`),
]);

/** The rest of an address, without the punctuation of the surrounding sentence. */
const REST = r`(?:[^\s<>"']*[^\s<>"'.,;:!?)\]])?`;

/** The labels of an address up to its last dot. */
const LABELS = r`(?<![\p{L}\d.@-])(?<!\d,)(?:[\p{L}\d-]+\.)+`;

const urls = [
  ...where(/\/\/|www\./i, [pattern('url', r`(?<![\p{L}\d])(?:https?:\/\/|www\.)${REST}`)]),
  pattern('url', r`${LABELS}(?:${ENDINGS})(?![\p{L}\d-])(?:\/${REST})?`, isAddress),
  ...where(/\//, [pattern('url', r`${LABELS}(?:${WORD_ENDINGS})\/[\p{L}\d]${REST}`, isAddress)]),
];

/** Rejects a missing space after a full stop ("25 kg.com frete", "R$ 1.000.com frete"). */
function isAddress(match: string): boolean {
  // Checked part by part: one expression over all parts would start again at each letter.
  const parts = match.split('.');
  const isDotted = parts.some(
    (part, index) => LETTER_FIRST.test(parts[index + 1] ?? '') && LETTER.test(part),
  );
  return isDotted && ((parts[0] ?? '').length >= 3 || parts.length > 2 || match.includes('/'));
}

const LETTER = /\p{L}/u;
const LETTER_FIRST = /^\p{L}/u;

const documents: readonly ContactPattern[] = [
  pattern(
    'document',
    r`${BEFORE}[a-z\d]{2}\.[a-z\d]{3}\.[a-z\d]{3} ?\/ ?[a-z\d]{4} ?- ?\d{2}${AFTER}`,
  ),
  pattern('document', r`${BEFORE}\d{8}\/\d{4}-?\d{2}${AFTER}`),
  pattern('document', r`${BEFORE}\d{3}\.\d{3}\.\d{3} ?- ?\d{2}${AFTER}`),
  pattern('document', r`${BEFORE}\d{9}-\d{2}${AFTER}`),
  pattern(
    'document',
    r`${BEFORE}(?:[a-z\d]{12}\d{2}|\d{11})${AFTER}`,
    (match) => isCnpj(stripDocumentMask(match)) || isCpf(match),
  ),
];

/** "Safra 2025-2026" is a pair of years, "2000-3000" and "2500-3250 kg" are quantities. */
const YEARS = r`(?:19|20)\d{2}[ \-\u2013](?:19|20)\d{2}`;
const ROUND_RANGE = r`\d{2}00[\-\u2013]\d{2}00`;
const NUMBER = r`(?!${YEARS})(?:9${GAP}\d{4}|[2-9]\d{3})${JOINT}\d{4}`;
/** Two prices, as the currency, a word or what follows says, whose digits end in 0 or 5. */
const PRICED = r`(?<=\$ ?|(?:pre[çc]o|valor)e?s?:? ?)`;
const PER = r` ?(?:\/|por) ?(?:kg|l|litro|t|ton|tonelada|sc|saca|saco|un|unidade|ha)(?![\p{L}\d])`;
const PRICES = r`\d{3}[05][\-\u2013]\d{3}[05]`;
const PRICE_RANGE = r`${PRICED}${PRICES}|${PRICES}${PER}`;
const CUE = r`(?:telefones?|tel|fones?|celular|cel|whatsapp|whats|wpp|zap|ligue|ligar|fax)`;
/** What stands between such a word and its number: "fone = ", "whats nº ", "zap é o ". */
const SAYS = r`[.:=;,>|\- \u2013]{0,4}(?:(?:para|no|n[ºo°.]{1,2}|n[uú]mero|é|eh|o) ?[:=]? ?){0,2}`;

const phones: readonly ContactPattern[] = [
  // With an area code: (65) 99999-8888, 65 3333 4444, +55 65 9 9999-8888, (0xx65) 3333-4444.
  pattern('phone', r`(?:\+ ?|${RINGS})(?:55${GAP})?\(?${TRUNK}[1-9]{2}\)?${GAP}${NUMBER}${ENDS}`),
  pattern('phone', r`${RINGS}[1-9]{2}\.9?\.?\d{4}\.\d{4}${ENDS}`),
  // Without an area code: a mobile number, or a landline number written with its hyphen.
  pattern('phone', r`${RINGS}9${GAP}\d{4}(?:[ \u00A0._|*~]| ?[\-\u2013]{1,2} ?)\d{4}${ENDS}`),
  pattern('phone', r`${RINGS}9([._|*~])\d{4}\1\d{4}${ENDS}`),
  pattern(
    'phone',
    r`${RINGS}(?!${YEARS}|${ROUND_RANGE}|${PRICE_RANGE})[2-9]\d{3}[\-\u2013]\d{4}${ENDS}`,
  ),
  pattern('phone', r`${RINGS}0[3589]00${JOINT}\d{3}${JOINT}\d{3,4}${ENDS}`),
  // Any sequence of digits that a word such as "tel" announces as a phone number.
  pattern('phone', r`(?=[+(\d])(?<=(?<!\p{L})${CUE}${SAYS})\+?\(?\d[\d ().\-\u2013]{6,20}\d`),
];

export const contactPatterns: readonly ContactPattern[] = [
  ...emails,
  ...urls,
  ...documents,
  ...phones,
  ...splitContactPatterns,
];

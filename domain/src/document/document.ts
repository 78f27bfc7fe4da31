import { formatCnpj, isCnpj } from './cnpj.ts';
import { formatCpf, isCpf } from './cpf.ts';
import { isRepeated, stripDocumentMask } from './mask.ts';

export const documentTypes = ['cpf', 'cnpj'] as const;
export type DocumentType = (typeof documentTypes)[number];

export const documentTypeLabels: Readonly<Record<DocumentType, string>> = {
  cpf: 'CPF',
  cnpj: 'CNPJ',
};

const lengths: Readonly<Record<DocumentType, number>> = { cpf: 11, cnpj: 14 };

/**
 * `too_short` for a document of digits only often means that a spreadsheet dropped the leading
 * zeros.
 */
export type DocumentProblem =
  | 'empty'
  | 'bad_character'
  | 'too_short'
  | 'too_long'
  | 'repeated'
  | 'bad_check_digits';

export type ParsedDocument =
  | { readonly ok: true; readonly document: string }
  | { readonly ok: false; readonly reason: DocumentProblem };

/**
 * Parses a typed document, masked or not, into its stored form, or returns the reason why it is
 * invalid.
 */
export function parseDocument(type: DocumentType, raw: string): ParsedDocument {
  const document = stripDocumentMask(raw);
  const reason = documentProblem(type, document);
  return reason === null ? { ok: true, document } : { ok: false, reason };
}

function documentProblem(type: DocumentType, document: string): DocumentProblem | null {
  if (document === '') return 'empty';
  if (!(type === 'cpf' ? /^\d+$/ : /^[0-9A-Z]+$/).test(document)) return 'bad_character';
  if (document.length < lengths[type]) return 'too_short';
  if (document.length > lengths[type]) return 'too_long';
  if (isRepeated(document)) return 'repeated';
  return (type === 'cpf' ? isCpf : isCnpj)(document) ? null : 'bad_check_digits';
}

/** Returns the type of a stored document by its length; null when it fits neither type. */
export function documentTypeOf(document: string): DocumentType | null {
  return documentTypes.find((type) => lengths[type] === document.length) ?? null;
}

/** Formats a stored document with its mask. */
export function formatDocument(type: DocumentType, document: string): string {
  return type === 'cpf' ? formatCpf(document) : formatCnpj(document);
}

import { formatDocument, type DocumentType } from '@lavra/domain/document/document';
import { stripDocumentMask } from '@lavra/domain/document/mask';
import { formatPhone, parsePhone } from '@lavra/domain/phone';
import { formatPostalCode, parsePostalCode } from '@lavra/domain/postal-code';

// Masks for display, and for input once the field loses the focus. Text that cannot be parsed is
// returned unchanged.

/** Formats `12abc34501de35` as `12.ABC.345/01DE-35`. */
export const maskDocument = (type: DocumentType, typed: string): string =>
  formatDocument(type, stripDocumentMask(typed));

/** Formats `65999998888` as `(65) 99999-8888`. */
export function maskPhone(typed: string): string {
  const phone = parsePhone(typed);
  return phone === null ? typed : formatPhone(phone);
}

/** Formats `78890000` as `78890-000`. */
export function maskPostalCode(typed: string): string {
  const code = parsePostalCode(typed);
  return code === null ? typed : formatPostalCode(code);
}

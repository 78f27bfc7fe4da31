import { formatDocument, type DocumentType } from '@lavra/domain/document/document';
import { stripDocumentMask } from '@lavra/domain/document/mask';
import { formatPhone, parsePhone } from '@lavra/domain/phone';
import { formatPostalCode, parsePostalCode } from '@lavra/domain/postal-code';

// Masks for showing, and for what was typed once the field is left. What cannot be read stays as it was typed.

/** `12abc34501de35` as `12.ABC.345/01DE-35`. */
export const maskDocument = (type: DocumentType, typed: string): string =>
  formatDocument(type, stripDocumentMask(typed));

/** `65999998888` as `(65) 99999-8888`. */
export function maskPhone(typed: string): string {
  const phone = parsePhone(typed);
  return phone === null ? typed : formatPhone(phone);
}

/** `78890000` as `78890-000`. */
export function maskPostalCode(typed: string): string {
  const code = parsePostalCode(typed);
  return code === null ? typed : formatPostalCode(code);
}

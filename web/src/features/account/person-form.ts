import type { DocumentType } from '@lavra/domain/document/document';

export const documentHints: Readonly<Record<DocumentType, string>> = {
  cpf: 'Só números, com ou sem pontos.',
  cnpj: 'Números e letras: o CNPJ novo também vale.',
};

/**
 * Returns the on-screen keyboard for a document: no numeric pad for a CNPJ, which may contain
 * letters.
 */
export const documentKeyboard = (type: DocumentType) =>
  type === 'cpf'
    ? ({ inputMode: 'numeric', autoCapitalize: 'off' } as const)
    : ({ inputMode: 'text', autoCapitalize: 'characters' } as const);

import type { IdentityWarning } from '@lavra/contract/proposals/schemas';

/** Labels for the kinds of text that would reveal its author's identity. */
export const betrayalLabels: Readonly<Record<IdentityWarning['kind'], string>> = {
  email: 'e-mail',
  url: 'site',
  document: 'documento',
  phone: 'telefone',
  name: 'nome da empresa',
};

import type { IdentityWarning } from '@lavra/contract/proposals/schemas';

/** What a part of a text that tells who wrote it is called. */
export const betrayalLabels: Readonly<Record<IdentityWarning['kind'], string>> = {
  email: 'e-mail',
  url: 'site',
  document: 'documento',
  phone: 'telefone',
  name: 'nome da empresa',
};

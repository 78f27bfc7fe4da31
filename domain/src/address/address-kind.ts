import { fold } from '../text/fold.ts';

export const addressKinds = ['headquarters', 'branch', 'warehouse', 'farm'] as const;
export type AddressKind = (typeof addressKinds)[number];

/** Address kinds of suppliers; `farm` is for producers only. */
export const supplierAddressKinds = [
  'headquarters',
  'branch',
  'warehouse',
] as const satisfies readonly AddressKind[];

export const addressKindLabels: Readonly<Record<AddressKind, string>> = {
  headquarters: 'Matriz',
  branch: 'Filial',
  warehouse: 'Depósito/Armazém',
  farm: 'Fazenda',
};

const spreadsheetNames: Readonly<Record<string, AddressKind>> = {
  matriz: 'headquarters',
  sede: 'headquarters',
  filial: 'branch',
  deposito: 'warehouse',
  armazem: 'warehouse',
  'deposito/armazem': 'warehouse',
  fazenda: 'farm',
};

/**
 * Parses an address kind as spreadsheets spell it, in Portuguese or English; returns null when it
 * is unknown.
 */
export function parseAddressKind(raw: string): AddressKind | null {
  const name = fold(raw.trim());
  const translated = Object.hasOwn(spreadsheetNames, name) ? spreadsheetNames[name] : undefined;
  return translated ?? addressKinds.find((kind) => kind === name) ?? null;
}

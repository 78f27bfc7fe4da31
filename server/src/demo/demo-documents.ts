import { cnpjCheckDigits } from '@lavra/domain/document/cnpj';
import { cpfCheckDigits } from '@lavra/domain/document/cpf';

/** A valid CPF of a made-up holder: the ordinal stands behind zeros, so that it shows for what it is. */
export function demoCpf(ordinal: number): string {
  const base = String(ordinal).padStart(9, '0');
  return base + cpfCheckDigits(base);
}

/** A valid CNPJ of a made-up company, its head office: `root` is eight digits or capital letters. */
export function demoCnpj(root: string): string {
  const base = `${root}0001`;
  return base + cnpjCheckDigits(base);
}

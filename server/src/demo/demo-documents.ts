import { cnpjCheckDigits } from '@lavra/domain/document/cnpj';
import { cpfCheckDigits } from '@lavra/domain/document/cpf';

/**
 * Returns a valid CPF of a made-up holder: the ordinal behind zeros, so that it is recognisable as
 * made up.
 */
export function demoCpf(ordinal: number): string {
  const base = String(ordinal).padStart(9, '0');
  return base + cpfCheckDigits(base);
}

/**
 * Returns a valid CNPJ of a made-up company, its head office: `root` is eight digits or capital
 * letters.
 */
export function demoCnpj(root: string): string {
  const base = `${root}0001`;
  return base + cnpjCheckDigits(base);
}

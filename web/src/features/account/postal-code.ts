import { stateOfPostalCode } from '@lavra/domain/address/postal-ranges';

/** A CEP's range names its state; the platform asks no other service for the rest. */
export const POSTAL_CODE_HINT = 'Preenche o estado; o município e a rua você informa.';

/**
 * Returns what a typed CEP fills in: its state, and Brasília, the only municipality of its own.
 * Nothing while it is incomplete, or when its state is the chosen one.
 */
export function filledBy(
  postalCode: string,
  { state }: { readonly state: string },
): { readonly state: string; readonly city: string } | undefined {
  const found = stateOfPostalCode(postalCode);
  if (found === undefined || found === state) return undefined;
  return { state: found, city: found === 'DF' ? 'Brasília' : '' };
}

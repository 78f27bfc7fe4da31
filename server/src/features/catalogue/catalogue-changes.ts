import { blankToNull, isBlank } from '@lavra/domain/text/blank';
import { fold } from '@lavra/domain/text/fold';
import { violatesForeignKey, violatesUnique } from '../../platform/db/database-errors.ts';
import { InvalidFields, RuleError } from '../../platform/errors.ts';
import type { ErrorCode } from '../../platform/texts/error-texts.ts';

export { beforeOf, changesOf } from '../../platform/db/changes.ts';

/**
 * Returns the name without needless space, in the form that unique indexes compare. Throws 422 when
 * it has no visible character.
 */
export function tidyName(name: string): string {
  if (isBlank(name)) throw InvalidFields.of('name', 'not_blank');
  return name.trim().replaceAll(/\s+/g, ' ');
}

/** Normalises an optional free text: absent stays absent, blank becomes null. */
export const tidyText = (text: string | null | undefined): string | null | undefined =>
  text === undefined ? undefined : blankToNull(text);

// The largest B-tree entry, less its overhead, in bytes: some scripts grow several times in size
// when folded.
const MAX_KEY_BYTES = 2_500;

/**
 * Returns the name of a registry entry that a product mentions. Throws 422 when its folded form is
 * too long to index.
 */
export function tidyEntry(
  field: string,
  text: string | null | undefined,
): string | null | undefined {
  const tidy = tidyText(text?.replaceAll(/\s+/g, ' ') ?? text);
  if (typeof tidy === 'string' && Buffer.byteLength(fold(tidy)) > MAX_KEY_BYTES)
    throw InvalidFields.of(field, 'format');
  return tidy;
}

const fieldOfIndex = {
  product_types_name_key_key: 'name',
  product_subtypes_product_type_id_name_key_key: 'name',
  products_product_subtype_id_name_key_key: 'name',
  measurement_units_name_key_key: 'name',
  measurement_units_symbol_key: 'symbol',
  measurement_units_symbol_folded: 'symbol',
  brands_name_key_key: 'name',
  active_ingredients_name_key_key: 'name',
  cultures_name_key_key: 'name',
  order_kits_name_key_key: 'name',
} as const;

/**
 * Awaits a command; a unique violation becomes the 422 of its field, also when a concurrent request
 * took the name.
 */
export async function refusingTaken<R>(work: Promise<R>): Promise<R> {
  try {
    return await work;
  } catch (error) {
    for (const [index, field] of Object.entries(fieldOfIndex)) {
      if (violatesUnique(error, index)) throw InvalidFields.of(field, 'taken_name');
    }
    throw error;
  }
}

/**
 * Awaits a deletion; a foreign key violation becomes `code`, also when the reference was added
 * concurrently.
 */
export async function refusingReferenced<R>(code: ErrorCode, work: Promise<R>): Promise<R> {
  try {
    return await work;
  } catch (error) {
    if (violatesForeignKey(error)) throw new RuleError(code);
    throw error;
  }
}

import { blankToNull, isBlank } from '@lavra/domain/text/blank';
import { fold } from '@lavra/domain/text/fold';
import { violatesForeignKey, violatesUnique } from '../../platform/db/database-errors.ts';
import { InvalidFields, RuleError } from '../../platform/errors.ts';
import type { ErrorCode } from '../../platform/texts/error-texts.ts';

export { beforeOf, changesOf } from '../../platform/db/changes.ts';

/** A name without needless space, as unique indexes compare it. Throws 422 when there is nothing to see in it. */
export function tidyName(name: string): string {
  if (isBlank(name)) throw InvalidFields.of('name', 'not_blank');
  return name.trim().replaceAll(/\s+/g, ' ');
}

/** Free text of a body: absent stays absent, blank becomes null. */
export const tidyText = (text: string | null | undefined): string | null | undefined =>
  text === undefined ? undefined : blankToNull(text);

// What a B-tree takes in one entry, less its overhead: some scripts grow several times when they are folded.
const MAX_KEY_BYTES = 2_500;

/** The name of a registry entry that a product mentions. Throws 422 when its folded form is too long to index. */
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
} as const;

/** Waits for a command; a unique index that refused it becomes the 422 of its field, also when two raced for a name. */
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

/** Waits for a deletion; a foreign key that refused it becomes `code`, also when the reference came a moment ago. */
export async function refusingReferenced<R>(code: ErrorCode, work: Promise<R>): Promise<R> {
  try {
    return await work;
  } catch (error) {
    if (violatesForeignKey(error)) throw new RuleError(code);
    throw error;
  }
}

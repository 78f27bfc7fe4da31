import type { CommercialReferenceInput } from '@lavra/contract/admin/producers';
import type { Db } from '../../../platform/db/database.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import { readOptionalEmail, readOptionalPhone, readText } from '../person-fields.ts';

/** A person or company that vouches for a producer, in stored form. */
export interface CommercialReferenceValues {
  readonly type: string;
  readonly name: string;
  readonly phone: string | null;
  readonly email: string | null;
}

/** The lists that only a producer's record has. */
export interface ProducerLists {
  readonly culture_ids: readonly number[];
  readonly commercial_references: readonly CommercialReferenceValues[];
}

/** Reads the cultures a producer grows, without duplicates; adds an error for each unknown id. */
export async function readCultures(
  db: Db,
  fields: FieldErrors,
  { path, ids }: { path: string; ids: readonly number[] },
): Promise<number[]> {
  const unique = [...new Set(ids)];
  const found =
    unique.length === 0
      ? []
      : await db.q.selectFrom('cultures').select('id').where('id', 'in', unique).execute();
  const known = new Set(found.map(({ id }) => id));
  ids.forEach((id, index) => {
    if (!known.has(id)) fields.add(`${path}.${index}`, 'culture');
  });
  return unique;
}

export const readCommercialReferences = (
  fields: FieldErrors,
  { path, inputs }: { path: string; inputs: readonly CommercialReferenceInput[] },
): CommercialReferenceValues[] =>
  inputs.map(({ type, name, phone, email }, index) => ({
    type: readText(fields, `${path}.${index}.type`, type),
    name: readText(fields, `${path}.${index}.name`, name),
    phone: readOptionalPhone(fields, `${path}.${index}.phone`, phone),
    email: readOptionalEmail(fields, `${path}.${index}.email`, email),
  }));

/** Returns the producer's lists as stored, in their stored order. */
export async function listProducerLists(db: Db, producerId: number): Promise<ProducerLists> {
  const cultures = await db.q
    .selectFrom('producer_cultures')
    .select('culture_id')
    .where('producer_id', '=', producerId)
    .orderBy('culture_id')
    .execute();
  const commercial_references = await db.q
    .selectFrom('commercial_references')
    .select(['type', 'name', 'phone', 'email'])
    .where('producer_id', '=', producerId)
    .orderBy('position')
    .execute();
  return { culture_ids: cultures.map(({ culture_id }) => culture_id), commercial_references };
}

/** Replaces the producer's cultures. */
export async function replaceCultures(
  db: Db,
  producerId: number,
  ids: readonly number[],
): Promise<void> {
  await db.q.deleteFrom('producer_cultures').where('producer_id', '=', producerId).execute();
  if (ids.length > 0)
    await db.q
      .insertInto('producer_cultures')
      .values(ids.map((culture_id) => ({ producer_id: producerId, culture_id })))
      .execute();
}

/** Replaces the producer's commercial references. */
export async function replaceCommercialReferences(
  db: Db,
  producerId: number,
  references: readonly CommercialReferenceValues[],
): Promise<void> {
  await db.q.deleteFrom('commercial_references').where('producer_id', '=', producerId).execute();
  if (references.length === 0) return;
  await db.q
    .insertInto('commercial_references')
    .values(
      references.map((reference, position) => ({
        producer_id: producerId,
        position,
        ...reference,
      })),
    )
    .execute();
}

import { sql, type RawBuilder } from 'kysely';
import type { UnitOfWork } from '../../platform/db/command.ts';
import type { Db } from '../../platform/db/database.ts';
import { col, params, statement } from '../../platform/db/statement.ts';
import { FieldErrors } from '../../platform/errors.ts';

/** SQL: the links `cp` of consultants `co` to producers `pr` whose accounts `pu` exist. */
export const advised = `
  FROM consultants co
  JOIN consultant_producers cp ON cp.consultant_id = co.id
  JOIN producers pr ON pr.id = cp.producer_id
  JOIN users pu ON pu.id = pr.user_id AND pu.deleted_at IS NULL`;

/**
 * SQL: the ids of the producers whom a consultant advises, without deleted ones. Evaluated at each
 * request.
 */
export const advisedProducers = (userId: number): RawBuilder<unknown> =>
  sql`(SELECT cp.producer_id ${sql.raw(advised)} WHERE co.user_id = ${userId})`;

const findLink = statement({
  name: 'consultant-link-find',
  params: params<{ user_id: number; producer_id: number }>(),
  columns: { id: col.int },
  text: `
    SELECT cp.producer_id AS id ${advised}
    WHERE co.user_id = :user_id AND cp.producer_id = :producer_id`,
});

/** Returns whether the consultant with this account advises the producer at present. */
export const isConsultantOf = async (
  db: Db,
  { userId, producerId }: { userId: number; producerId: number },
): Promise<boolean> =>
  (await db.row(findLink, { user_id: userId, producer_id: producerId })) !== undefined;

/**
 * Returns the ids of the producers to link, without duplicates; throws 422 naming those that do not
 * exist.
 */
export async function readProducerIds(db: Db, ids: readonly number[]): Promise<number[]> {
  const unique = [...new Set(ids)].toSorted((a, b) => a - b);
  const found =
    unique.length === 0
      ? []
      : await db.q
          .selectFrom('producers as pr')
          .innerJoin('users as pu', 'pu.id', 'pr.user_id')
          .select('pr.id')
          .where(sql<boolean>`pr.id = ANY(${unique}::bigint[])`)
          .where('pu.deleted_at', 'is', null)
          .execute();
  const known = new Set(found.map(({ id }) => id));
  const fields = new FieldErrors();
  ids.forEach((id, index) => {
    if (!known.has(id)) fields.add(`producer_ids.${index}`, 'producer');
  });
  fields.throwIfAny();
  return unique;
}

/** Replaces all links of the consultant; returns the former producer ids, ascending. */
export async function replaceLinks(
  db: Db,
  {
    consultantId,
    producerIds,
    now,
  }: { consultantId: number; producerIds: readonly number[]; now: Date },
): Promise<number[]> {
  const before = await db.q
    .selectFrom('consultant_producers')
    .select('producer_id')
    .where('consultant_id', '=', consultantId)
    .orderBy('producer_id')
    .execute();
  const old = before.map(({ producer_id: id }) => id);
  // A link that stays keeps its creation date.
  const gone = old.filter((id) => !producerIds.includes(id));
  const added = producerIds.filter((id) => !old.includes(id));
  if (gone.length > 0)
    await db.q
      .deleteFrom('consultant_producers')
      .where('consultant_id', '=', consultantId)
      .where(sql<boolean>`producer_id = ANY(${gone}::bigint[])`)
      .execute();
  await sql`
    INSERT INTO consultant_producers (consultant_id, producer_id, created_at)
    SELECT ${consultantId}, unnest(${added}::bigint[]), ${now}`.execute(db.q);
  return old;
}

const insertMany = statement({
  name: 'consultant-links-bulk-insert',
  params: params<{ links: string; now: Date }>(),
  columns: { consultant_id: col.int },
  text: `
    INSERT INTO consultant_producers (consultant_id, producer_id, created_at)
    SELECT co.id, p.id::bigint, :now
    FROM jsonb_to_recordset(:links::jsonb) AS l(user_id bigint, producer_ids jsonb)
    JOIN consultants co ON co.user_id = l.user_id
    CROSS JOIN LATERAL jsonb_array_elements_text(l.producer_ids) p(id)
    RETURNING consultant_id`,
});

/** Inserts the links of consultants who have none yet, named by their accounts. */
export async function linkManyConsultants(
  { db, now }: UnitOfWork,
  links: readonly { readonly userId: number; readonly producerIds: readonly number[] }[],
): Promise<void> {
  const rows = links.map(({ userId, producerIds }) => ({
    user_id: userId,
    producer_ids: producerIds,
  }));
  await db.rows(insertMany, { links: JSON.stringify(rows), now });
}

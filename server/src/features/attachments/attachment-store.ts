import { sql } from 'kysely';
import type { AttachmentType } from '@lavra/contract/attachments/schemas';
import type { Db } from '../../platform/db/database.ts';
import { col, params, statement } from '../../platform/db/statement.ts';
import { refOf } from '../../platform/http/refs.ts';

export interface AttachmentRow {
  readonly id: number;
  readonly uuid: string;
  readonly order_id: number;
  readonly producer_id: number;
  readonly sha256: Buffer;
  readonly filename: string;
  readonly created_at: string;
  readonly media_type: AttachmentType;
  readonly size: number;
}

const selectAttachments = (db: Db, orderId: number) =>
  db.q
    .selectFrom('order_attachments as a')
    .innerJoin('orders as o', 'o.id', 'a.order_id')
    .innerJoin('stored_files as f', 'f.sha256', 'a.sha256')
    .where('a.order_id', '=', orderId)
    .select(['a.id', 'a.uuid', 'a.order_id', 'o.producer_id', 'a.sha256', 'a.filename'])
    .select(['a.created_at', 'f.media_type', 'f.size'])
    .$narrowType<{ media_type: AttachmentType }>();

/** Lists an order's attachments, oldest first. */
export const listAttachments = (db: Db, orderId: number): Promise<AttachmentRow[]> =>
  selectAttachments(db, orderId).orderBy('a.id').execute();

/** Finds the attachment that a path names by UUID or id, in this order only. */
export async function findAttachment(
  db: Db,
  orderId: number,
  value: string,
): Promise<AttachmentRow | undefined> {
  const ref = refOf(value);
  if (ref === undefined) return undefined;
  const attachments = selectAttachments(db, orderId);
  return 'id' in ref
    ? attachments.where('a.id', '=', ref.id).executeTakeFirst()
    : attachments.where('a.uuid', '=', ref.uuid).executeTakeFirst();
}

export interface NewAttachment {
  readonly uuid: string;
  readonly orderId: number;
  readonly sha256: Buffer;
  readonly filename: string;
  readonly now: Date;
}

export async function insertAttachment(
  db: Db,
  { uuid, orderId, sha256, filename, now }: NewAttachment,
): Promise<void> {
  await db.q
    .insertInto('order_attachments')
    .values({ uuid, order_id: orderId, sha256, filename, created_at: now })
    .execute();
}

/** Returns false when a concurrent request has removed it. */
export async function removeAttachment(db: Db, id: number): Promise<boolean> {
  return (
    (await db.q
      .deleteFrom('order_attachments')
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()) !== undefined
  );
}

const held = statement({
  name: 'attachments-held',
  params: params<{ producer_id: number; content_hash: Buffer }>(),
  columns: { bytes: col.int },
  text: `
    SELECT coalesce(sum(f.size), 0)::bigint AS bytes FROM stored_files f
    WHERE f.sha256 IN (SELECT a.sha256 FROM order_attachments a JOIN orders o ON o.id = a.order_id
      WHERE o.producer_id = :producer_id) AND f.sha256 <> :content_hash`,
});

/**
 * Returns the bytes of a producer's attachments except one content; each content counts once. Takes
 * a lock for the producer until the transaction ends, so that concurrent uploads see each other.
 */
export async function lockHeldBytes(db: Db, producerId: number, sha256: Buffer): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`lavra attachments of ${producerId}`}, 0))`.execute(
    db.q,
  );
  return (await db.row(held, { producer_id: producerId, content_hash: sha256 }))?.bytes ?? 0;
}

/** Removes all of an order's attachments and returns the hashes of their contents. */
export async function removeAttachmentsOf(db: Db, orderId: number): Promise<Buffer[]> {
  return (
    await db.q
      .deleteFrom('order_attachments')
      .where('order_id', '=', orderId)
      .returning('sha256')
      .execute()
  ).map(({ sha256 }) => sha256);
}

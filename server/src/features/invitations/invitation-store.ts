import type { Db } from '../../platform/db/database.ts';

const columns = ['code_sealed', 'opens', 'created_at'] as const;

/** The invitation to an order, as its row holds it. */
export interface InvitationRow {
  readonly code_sealed: Buffer;
  readonly opens: number;
  readonly created_at: string;
}

/** Returns the order's invitation, if it has one. */
export const findInvitation = (db: Db, orderId: number): Promise<InvitationRow | undefined> =>
  db.q
    .selectFrom('order_invitations')
    .select(columns)
    .where('order_id', '=', orderId)
    .executeTakeFirst();

/** Stores a new code. One that the order had before is no longer valid, and its count ends. */
export const saveInvitation = (
  db: Db,
  invitation: { order_id: number; code_hash: Buffer; code_sealed: Buffer; created_at: Date },
): Promise<InvitationRow> =>
  db.q
    .insertInto('order_invitations')
    .values(invitation)
    .onConflict((conflict) =>
      conflict.column('order_id').doUpdateSet((eb) => ({
        code_hash: eb.ref('excluded.code_hash'),
        code_sealed: eb.ref('excluded.code_sealed'),
        created_at: eb.ref('excluded.created_at'),
        opens: 0,
      })),
    )
    .returning(columns)
    .executeTakeFirstOrThrow();

/** Removes the order's invitation; returns whether there was one. */
export const removeInvitation = async (db: Db, orderId: number): Promise<boolean> =>
  (await db.q
    .deleteFrom('order_invitations')
    .where('order_id', '=', orderId)
    .returning('order_id')
    .executeTakeFirst()) !== undefined;

/** Beyond this number opens are no longer counted. */
const MOST_OPENS = 1_000_000_000;

/** Counts that the page of a code was opened. */
export const countOpen = async (db: Db, codeHash: Buffer): Promise<void> => {
  await db.q
    .updateTable('order_invitations')
    .set((eb) => ({ opens: eb('opens', '+', 1) }))
    .where('code_hash', '=', codeHash)
    .where('opens', '<', MOST_OPENS)
    .execute();
};

import { sql } from 'kysely';
import type { Caller } from '../../platform/auth/caller.ts';
import type { Db } from '../../platform/db/database.ts';
import { col, params, statement } from '../../platform/db/statement.ts';
import { dropUnreferenced } from '../../platform/files/stored-files.ts';
import { slices } from './remaining-texts.ts';
import { aboutPerson, textKey, type PersonMarks } from './person.ts';

const requestWords = statement({
  name: 'erasure-request-words',
  params: params<{ profile_id: number }>(),
  columns: {},
  text: `
    UPDATE events e SET facts = e.facts - 'asked_for' - 'reason'
    WHERE e.type = 'catalogue.request_answered'
      AND (e.data ->> 'catalogue_request_id')::bigint IN (
        SELECT r.id FROM catalogue_requests r WHERE r.producer_id = :profile_id)`,
});

/**
 * Removes a producer's drafts and files, and the data of their orders that are not part of the
 * purchase.
 */
export async function removeOfProducer(db: Db, profileId: number, now: Date): Promise<void> {
  const { q } = db;
  const ownOrders = q.selectFrom('orders').select('id').where('producer_id', '=', profileId);
  const files = await q
    .deleteFrom('order_attachments')
    .where('order_id', 'in', ownOrders)
    .returning('sha256')
    .execute();
  await dropUnreferenced(
    db,
    files.map(({ sha256 }) => sha256),
    now,
  );
  await db.rows(requestWords, { profile_id: profileId });
  await q.deleteFrom('catalogue_requests').where('producer_id', '=', profileId).execute();
  await q
    .deleteFrom('orders')
    .where('producer_id', '=', profileId)
    .where('status', '=', 'rascunho')
    .execute();
  await removeDeliveries(db, profileId, now);
  await q
    .updateTable('order_items')
    .set({ notes: null })
    .where('order_id', 'in', ownOrders)
    .where('notes', 'is not', null)
    .execute();
  await q.deleteFrom('order_invitations').where('order_id', 'in', ownOrders).execute();
  await q.deleteFrom('commercial_references').where('producer_id', '=', profileId).execute();
  await q.deleteFrom('producer_cultures').where('producer_id', '=', profileId).execute();
  await q.deleteFrom('consultant_producers').where('producer_id', '=', profileId).execute();
  await q
    .updateTable('producers')
    .set({
      planted_area: null,
      association: null,
      producers_cooperative: null,
      credit_cooperative: null,
    })
    .where('id', '=', profileId)
    .execute();
}

/** Removes where a producer's orders are delivered, and the notes on them. */
async function removeDeliveries({ q }: Db, profileId: number, now: Date): Promise<void> {
  const detailed = await q
    .selectFrom('orders')
    .select('id')
    .where('producer_id', '=', profileId)
    .where((eb) => eb.or([eb('delivery_address', 'is not', null), eb('notes', 'is not', null)]))
    .execute();
  // In slices: the trigger that maintains the lists' counters joins a statement's changed rows with
  // themselves.
  for (const slice of slices(detailed.map(({ id }) => id))) {
    await q
      .updateTable('orders')
      .set((eb) => ({
        delivery_address: null,
        notes: null,
        version: eb('version', '+', 1),
        updated_at: now,
      }))
      .where('id', 'in', slice)
      .execute();
  }
}

/**
 * Removes a supplier's drafts, favorites, declines, product types and coverage, and the data of
 * their proposals that are not part of the offer.
 */
export async function removeOfSupplier(db: Db, profileId: number, now: Date): Promise<void> {
  const { q } = db;
  await q
    .deleteFrom('proposals')
    .where('supplier_id', '=', profileId)
    .where('status', '=', 'draft')
    .execute();
  await q
    .updateTable('proposals')
    .set((eb) => ({
      notes: null,
      supplier_reference: null,
      version: eb('version', '+', 1),
      updated_at: now,
    }))
    .where('supplier_id', '=', profileId)
    .where((eb) => eb.or([eb('notes', 'is not', null), eb('supplier_reference', 'is not', null)]))
    .execute();
  await q
    .updateTable('proposal_items')
    .set({ notes: null })
    .where('proposal_id', 'in', (eb) =>
      eb.selectFrom('proposals').select('id').where('supplier_id', '=', profileId),
    )
    .where('notes', 'is not', null)
    .execute();
  for (const table of [
    'favorite_orders',
    'supplier_order_declines',
    'order_views',
    'supplier_states',
    'supplier_cities',
    'supplier_product_types',
  ] as const) {
    await q.deleteFrom(table).where('supplier_id', '=', profileId).execute();
  }
  await q
    .updateTable('suppliers')
    .set({ website: null, coverage_kind: 'national' })
    .where('id', '=', profileId)
    .execute();
}

/** Removes a consultant's links to producers. */
export async function removeOfConsultant(db: Db, userId: number): Promise<void> {
  await db.q
    .deleteFrom('consultant_producers')
    .where('consultant_id', 'in', (eb) =>
      eb.selectFrom('consultants').select('id').where('user_id', '=', userId),
    )
    .execute();
}

/** Removes what is stored for every profile: addresses, sessions, links, mails, login attempts. */
export async function removeOfAccount(
  db: Db,
  userId: number,
  { emails, accountKeys }: PersonMarks,
): Promise<void> {
  const { q } = db;
  for (const table of ['addresses', 'account_tokens', 'outreach_counts'] as const)
    await q.deleteFrom(table).where('user_id', '=', userId).execute();
  await q
    .deleteFrom('mails')
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('to_address', 'in', emails)]))
    .execute();
  await removeAccessTraces(db, userId, accountKeys);
}

// Removes an event's free text where it names the person; its other facts convey the event. The
// dispatcher locks events and may wait for the person's row, so an event's lock is not waited for
// here.
const eventTexts = statement({
  name: 'erasure-event-texts',
  params: params<{ orders: readonly number[]; keys: readonly string[] }>(),
  columns: {},
  text: `
    WITH held AS (
      SELECT e.id FROM events e
      WHERE (e.data ->> 'order_id')::bigint = ANY (:orders::bigint[])
        AND ${textKey("concat_ws(' ', e.facts ->> 'description', e.facts ->> 'reason')")} LIKE ANY
        (:keys::text[])
      FOR NO KEY UPDATE NOWAIT
    )
    UPDATE events e SET facts = e.facts - 'description' - 'reason' FROM held WHERE held.id = e.id`,
});

/** Removes the person's notifications. */
export async function removeNotifications(db: Db, userId: number): Promise<void> {
  for (const table of ['notifications', 'deliveries', 'test_sends', 'muted_notifications'] as const)
    await db.q.deleteFrom(table).where('user_id', '=', userId).execute();
}

/**
 * Removes the producer's own words from the events of their orders, where they name the producer.
 */
export async function removeFromEvents(
  db: Db,
  orders: readonly number[],
  marks: PersonMarks,
): Promise<void> {
  for (const slice of slices(orders))
    await db.rows(eventTexts, { orders: slice, keys: marks.keyPatterns });
}

/** Removes sessions, replies stored for repetition, and login attempts. */
export async function removeAccessTraces(
  db: Db,
  userId: number,
  accountKeys: readonly string[],
): Promise<void> {
  for (const table of ['sessions', 'idempotency_keys'] as const)
    await db.q.deleteFrom(table).where('user_id', '=', userId).execute();
  await db.q
    .deleteFrom('login_attempts')
    .where(
      'id',
      'in',
      (eb) =>
        eb
          .selectFrom('login_attempts')
          .select('id')
          .where((or) =>
            or.or([
              or('user_id', '=', userId),
              or('account_key', '=', sql<string>`any(${accountKeys}::text[])`),
            ]),
          )
          .orderBy('id')
          .forUpdate()
          .skipLocked(), // a locked row belongs to a login that waits for the person's row
    )
    .execute();
}

/**
 * What one statement reads of stored replies, in rows and in bytes as stored: a reply is compressed to
 * a hundredth where it repeats itself, each pattern is looked for in all of it, and a statement ends
 * after fifteen seconds.
 */
const LOT = { rows: 100, bytes: 128 * 1024 } as const;

/** Returns the SQL of a text's UUID, or of NULL where it is none. */
const uuidSql = (text: string): string =>
  `CASE WHEN ${text} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN (${text})::uuid END`;

interface ReplyKey {
  readonly user_id: number;
  readonly route: string;
  readonly key: string;
}

const replies = statement({
  name: 'erasure-replies',
  params: params<
    ReplyKey & {
      rows: number;
      bytes: number;
      patterns: readonly string[];
      producer_id: number;
      supplier_id: number;
    }
  >(),
  columns: { user_id: col.int, route: col.text, key: col.text },
  text: `
    WITH next AS (
      SELECT l.user_id, l.route, l.key,
        coalesce(pg_column_size(l.reply), 0) + coalesce(pg_column_size(l.material), 0) AS bytes
      FROM idempotency_keys l
      WHERE (l.user_id, l.route, l.key) > (:user_id::bigint, :route::text, :key::text)
      ORDER BY l.user_id, l.route, l.key LIMIT :rows
    ), lot AS MATERIALIZED (
      SELECT t.user_id, t.route, t.key FROM (
        SELECT n.*, sum(n.bytes) OVER (ORDER BY n.user_id, n.route, n.key) - n.bytes AS before FROM next n
      ) t WHERE t.before < :bytes
    ), removed AS (
      DELETE FROM idempotency_keys k USING lot
      WHERE (k.user_id, k.route, k.key) = (lot.user_id, lot.route, lot.key)
        AND (k.reply::text LIKE ANY (:patterns::text[]) OR k.material::text LIKE ANY (:patterns::text[])
        OR EXISTS (SELECT FROM (VALUES
          (coalesce(k.reply #>> '{order,uuid}', k.reply #>> '{data,order_uuid}', k.reply ->> 'uuid',
            k.material #>> '{proposal,uuid}', k.material #>> '{view,uuid}')),
          (substring(k.route FROM '[0-9a-f]{8}-[0-9a-f-]{27}'))
        ) AS named(uuid) WHERE
          EXISTS (SELECT FROM orders o WHERE o.producer_id = :producer_id AND o.uuid = ${uuidSql('named.uuid')})
          OR EXISTS (SELECT FROM proposals p WHERE p.supplier_id = :supplier_id AND p.uuid = ${uuidSql('named.uuid')}))
        OR substring(k.route FROM '/questions/([0-9]+)/answer$') IN (SELECT q.id::text
          FROM order_questions q WHERE q.supplier_id = :supplier_id))
    )
    SELECT lot.user_id, lot.route, lot.key FROM lot
    ORDER BY lot.user_id DESC, lot.route DESC, lot.key DESC LIMIT 1`,
});

/**
 * Removes replies stored for others in which the person appears or that concern the person's
 * records. If those requests are repeated, they count as new.
 */
export async function removeFromReplies(
  db: Db,
  caller: Caller,
  { jsonPatterns }: PersonMarks,
): Promise<void> {
  const about = {
    ...LOT,
    patterns: jsonPatterns,
    producer_id: caller.userType === 'produtor' ? caller.producerId : 0,
    supplier_id: caller.userType === 'fornecedor' ? caller.supplierId : 0,
  };
  let last: ReplyKey | undefined = { user_id: 0, route: '', key: '' };
  while (last !== undefined) last = await db.row(replies, { ...about, ...last });
}

const valuesAboutPerson = statement({
  name: 'erasure-audit-about',
  params: params<{ user_id: number }>(),
  columns: {},
  text: `DELETE FROM audit_values v USING audit_log a WHERE a.id = v.audit_id AND ${aboutPerson}`,
});
// An administrator's reason is the only free text in an order's entry. Values removed here are
// accepted as missing by `audit verify`.
const valuesNaming = statement({
  name: 'erasure-audit-naming',
  params: params<{ orders: readonly number[]; keys: readonly string[] }>(),
  columns: {},
  text: `
    DELETE FROM audit_values v USING audit_log a
    WHERE a.id = v.audit_id AND a.resource_type = 'order' AND a.actor_type = 'admin'
      AND a.resource_id = ANY (:orders::bigint[])
      AND ${textKey(`concat_ws(' ', v.old_values ->> 'reason', v.new_values ->> 'reason')`)} LIKE ANY (:keys::text[])`,
});

const importRows = statement({
  name: 'erasure-import-rows',
  params: params<{ json: readonly string[]; keys: readonly string[] }>(),
  columns: {},
  text: `
    UPDATE import_rows r SET cells = '{}', data = '{}', errors = '[]', warnings = '[]', sealed = NULL
    WHERE r.cells::text LIKE ANY (:json::text[]) OR r.data::text LIKE ANY (:json::text[])
      OR ${textKey(`concat_ws(' ', r.cells::text, r.data::text, r.errors::text)`)} LIKE ANY (:keys::text[])`,
});
const importHeads = statement({
  name: 'erasure-imports',
  params: params<{ keys: readonly string[] }>(),
  columns: {},
  text: `
    UPDATE imports i
    SET filename = 'planilha.csv', warnings = '[]',
      failure = CASE WHEN i.failure IS NOT NULL THEN 'Nada foi gravado: há linhas com erro.' END
    WHERE ${textKey(`concat_ws(' ', i.filename, i.failure, i.warnings::text)`)} LIKE ANY (:keys::text[])`,
});

/** Shorter patterns match inside many other words; a short name is found as a whole value. */
const LONG_ENOUGH = '%abcdef%'.length;

/**
 * Removes the rows of import files that name the person; a row that was still waiting then creates
 * no account.
 */
export async function removeFromImports(
  db: Db,
  { jsonPatterns, keyPatterns }: PersonMarks,
): Promise<void> {
  const keys = keyPatterns.filter((pattern) => pattern.length >= LONG_ENOUGH);
  await db.rows(importRows, { json: jsonPatterns, keys });
  await db.rows(importHeads, { keys });
}

/**
 * Removes values and origins of audit entries by and about the person, and of administrators'
 * entries about these orders whose reason names them. The entries and their seals stay.
 */
export async function removeFromAudit(
  db: Db,
  userId: number,
  { orders, marks }: { orders: readonly number[]; marks: PersonMarks },
): Promise<void> {
  await db.q
    .deleteFrom('audit_values')
    .where('audit_id', 'in', (eb) =>
      eb.selectFrom('audit_log').select('id').where('actor_id', '=', userId),
    )
    .execute();
  await db.rows(valuesAboutPerson, { user_id: userId });
  for (const slice of slices(orders))
    await db.rows(valuesNaming, { orders: slice, keys: marks.keyPatterns });
}

/**
 * Turns the person's row into a tombstone: a neutral name, an address that cannot exist, no login.
 * E-mail and document become free again.
 */
export async function anonymizeAccount(db: Db, userId: number, now: Date): Promise<void> {
  await db.q
    .updateTable('users')
    .set((eb) => ({
      name: 'Conta removida',
      email: sql<string>`'removida-' || uuid || '@removed.invalid'`,
      pending_email: null,
      email_verified_at: null,
      password_hash: null,
      phone: null,
      mobile: null,
      document_type: null,
      document_number: null,
      status: 'inativo',
      auth_version: eb('auth_version', '+', 1),
      version: eb('version', '+', 1),
      updated_at: now,
      deleted_at: now,
      erased_at: now,
    }))
    .where('id', '=', userId)
    .execute();
  await db.q.deleteFrom('former_identities').where('user_id', '=', userId).execute();
}

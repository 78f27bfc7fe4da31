import { SUPPLIERS, uuidSql } from './people-sql.ts';
import { tokenHashSql } from './tokens.ts';

// What a market leaves behind beside its orders: timelines, questions, notifications and mails, the
// audit log, subscriptions with their payments, and a consultant. As many as there are orders, or so.

/** Each supplier keeps a notification of one in a thousand orders: what half a year brings them. */
const events = 'greatest(10, :orders / 1000)';

const notifications: readonly string[] = [
  `INSERT INTO events (id, type, data, facts, at, dispatched_at) OVERRIDING SYSTEM VALUE
   SELECT e, 'order.published', jsonb_build_object('order_id', o.id),
     jsonb_build_object('order_id', o.id, 'order_uuid', o.uuid, 'order_number', o.number,
       'description', o.description, 'deadline_date', o.deadline_date, 'items_count', o.items_count,
       'writer_trusted', true, 'delivery_city', 'Sorriso', 'delivery_state', 'MT'),
     :now::timestamptz - (${events} - e) * interval '10 minutes', :now
   FROM generate_series(1, ${events}) e JOIN orders o ON o.id = e * 5`,
  `INSERT INTO notifications (event_id, user_id, created_at, read_at)
   SELECT e.id, s.user_id, e.at, CASE WHEN e.id % 4 <> 0 THEN e.at + interval '1 hour' END
   FROM events e CROSS JOIN suppliers s ORDER BY e.id`,
  `INSERT INTO deliveries (event_id, user_id, channel, state, attempts, created_at, updated_at)
   SELECT n.event_id, n.user_id, 'email', CASE WHEN n.id % 500 = 0 THEN 'failed' ELSE 'sent' END, 1,
     n.created_at, n.created_at
   FROM notifications n WHERE n.id % 2 = 0 ORDER BY n.id`,
  `INSERT INTO failed_jobs (name, data, failure, attempts, failed_at)
   SELECT 'mail.send', '{}', 'Connection refused', 8, :now::timestamptz - i * interval '1 hour'
   FROM generate_series(1, greatest(10, :orders / 1000)) i`,
];

const timelines: readonly string[] = [
  `INSERT INTO order_events (order_id, at, event, actor_type, actor_id)
   SELECT o.id, t.at, t.event, 'produtor', r.user_id
   FROM orders o JOIN producers r ON r.id = o.producer_id
   CROSS JOIN LATERAL (VALUES ('order.created', o.created_at), ('order.published', o.published_at)) t (event, at)
   WHERE t.at IS NOT NULL`,
  `INSERT INTO order_questions (order_id, supplier_id, question, asked_at, answer, answered_at)
   SELECT o.id, o.id % ${SUPPLIERS} + 1, 'A entrega pode ser parcelada?', o.published_at + interval '2 hours',
     'Sim, em duas vezes.', o.published_at + interval '5 hours'
   FROM orders o WHERE o.published_at IS NOT NULL AND o.id % 10 = 5`,
];

const audit: readonly string[] = [
  `INSERT INTO audit_log (id, at, actor_type, actor_id, action, resource_type, resource_id, values_digest)
   OVERRIDING SYSTEM VALUE
   SELECT o.id, o.updated_at, 'produtor', r.user_id, 'status_changed', 'order', o.id, sha256(o.number::bytea)
   FROM orders o JOIN producers r ON r.id = o.producer_id`,
  `INSERT INTO audit_values (audit_id, salt, old_values, new_values, ip_address)
   SELECT o.id, sha256(o.number::bytea), '{"status": "rascunho"}', jsonb_build_object('status', o.status), '192.0.2.7'
   FROM orders o`,
  `INSERT INTO audit_seals (sequence, audit_id, hash, sealed_at)
   SELECT a.id, a.id, a.values_digest, a.at FROM audit_log a`,
];

const planOf = (profile: 'producer' | 'supplier'): string =>
  `(SELECT id FROM plans WHERE profile_type = '${profile}' ORDER BY is_default DESC, id LIMIT 1)`;

/** One subscription a person, four in five of them paid until within a month, with three payments each. */
const subscriptions: readonly string[] = [
  `INSERT INTO subscriptions (id, uuid, user_id, plan_id, status, billing_cycle, due_date, created_at, updated_at)
   OVERRIDING SYSTEM VALUE
   SELECT u.id, ${uuidSql(11, 'u.id')}, u.id,
     CASE u.user_type WHEN 'produtor' THEN ${planOf('producer')} ELSE ${planOf('supplier')} END,
     CASE WHEN u.id % 5 = 0 THEN 'expired' ELSE 'active' END, 'monthly',
     CASE WHEN u.id % 5 = 0 THEN :today::date - 10 ELSE :today::date + 2 + (u.id % 28)::int END, :now, :now
   FROM users u WHERE u.user_type IN ('produtor', 'fornecedor')`,
  `INSERT INTO payments (id, uuid, subscription_id, user_id, plan_id, billing_cycle, amount, status,
    payment_method, payment_date, due_date, confirmed_at, created_at, updated_at) OVERRIDING SYSTEM VALUE
   SELECT row_number() OVER (), ${uuidSql(12, '(s.id * 4 + k)')}, s.id, s.user_id, s.plan_id,
     'monthly', 90, 'confirmed',
     'pix', s.due_date - 30 * k, s.due_date - 30 * k, (s.due_date - 30 * k)::timestamptz,
     (s.due_date - 30 * k)::timestamptz, (s.due_date - 30 * k)::timestamptz
   FROM subscriptions s CROSS JOIN generate_series(1, 3) k`,
  `INSERT INTO subscription_periods (subscription_id, origin, payment_id, plan_id, billing_cycle, amount,
    starts_on, ends_on, created_at, updated_at)
   SELECT y.subscription_id, 'payment', y.id, y.plan_id, 'monthly', 90, y.payment_date, y.payment_date + 29, :now, :now
   FROM payments y`,
];

/** A consultant of the first fifty producers. */
const consultant: readonly string[] = [
  `INSERT INTO users (id, uuid, user_type, status, name, email, created_at, updated_at, email_verified_at)
   OVERRIDING SYSTEM VALUE
   SELECT max(id) + 1, ${uuidSql(13, '1')}, 'consultor', 'ativo', 'Consultoria', 'consultor@carga.example',
     :now, :now, :now
   FROM users`,
  `INSERT INTO consultants (id, uuid, user_id) OVERRIDING SYSTEM VALUE
   SELECT 1, ${uuidSql(14, '1')}, max(id) FROM users`,
  `INSERT INTO consultant_producers (consultant_id, producer_id, created_at)
   SELECT 1, i, :now FROM generate_series(1, 50) i`,
  `INSERT INTO sessions (user_id, token_hash, auth_version, created_at, expires_at)
   SELECT max(id), ${tokenHashSql('consultant', '1')}, 1, :now, :now::timestamptz + interval '10 years' FROM users`,
];

/** Suspended orders, and awarded ones whose producer reported a missed call; a third were called later. */
const troubles: readonly string[] = [
  `UPDATE orders SET suspended_at = :now::timestamptz - interval '1 day' WHERE status = 'publicada' AND id % 1000 = 40`,
  `INSERT INTO missed_contacts (order_id, reported_at, withdrawn_at)
   SELECT o.id, o.awarded_at + interval '2 days', CASE WHEN o.id % 3 = 0 THEN o.awarded_at + interval '3 days' END
   FROM orders o WHERE o.status = 'adjudicada' AND o.id % 1000 = 7`,
];

const registry = (table: string, word: string, count: number): string =>
  `INSERT INTO ${table} (name, created_at, updated_at)
   SELECT '${word} ' || i, :now, :now FROM generate_series(1, ${count}) i`;

/** What the administration keeps: registries, kits, pages, requests, and an import of ten thousand rows. */
const backOffice: readonly string[] = [
  registry('brands', 'Marca', 40),
  registry('active_ingredients', 'Ingrediente', 60),
  registry('cultures', 'Cultura', 60),
  registry('order_kits', 'Kit', 10),
  `INSERT INTO order_kit_items (kit_id, position, product_id)
   SELECT k.id, i, k.id * 10 + i FROM order_kits k, generate_series(1, 10) i`,
  `INSERT INTO pages (title, slug, content, status, created_at, updated_at)
   SELECT 'Página ' || i, 'pagina-' || i, '<p>' || repeat('Texto da página. ', 200) || '</p>', 'active', :now, :now
   FROM generate_series(1, 5) i ON CONFLICT DO NOTHING`,
  `INSERT INTO catalogue_requests (producer_id, order_id, name, product_type_id, status, reason, answered_at,
     created_at)
   SELECT o.producer_id, o.id, 'Produto em falta ' || o.id, 1, CASE WHEN o.id % 2 = 0 THEN 'refused' ELSE 'pending' END,
     CASE WHEN o.id % 2 = 0 THEN 'Fora do catálogo' END, CASE WHEN o.id % 2 = 0 THEN o.updated_at END, o.created_at
   FROM orders o WHERE o.id % 1000 IN (5, 6)`,
  `INSERT INTO imports (uuid, type, state, filename, sha256, total, valid, invalid, warnings, requested_by, created_at)
   SELECT ${uuidSql(15, '1')}, 'producers', 'previewed', 'produtores.csv', sha256('produtores'), 10000, 9000, 1000,
     '[]', u.id, :now
   FROM users u WHERE u.user_type = 'admin'`,
  `INSERT INTO import_rows (import_id, row, status, action, cells, data, errors, warnings)
   SELECT m.id, i + 1, CASE WHEN i % 10 = 0 THEN 'error' ELSE 'success' END,
     CASE WHEN i % 10 = 0 THEN 'skip' ELSE 'create' END,
     jsonb_build_object('nome', 'Produtor ' || i, 'email', 'pessoa' || i || '@carga.example'),
     jsonb_build_object('name', 'Produtor ' || i, 'email', 'pessoa' || i || '@carga.example'),
     CASE WHEN i % 10 = 0 THEN '["E-mail: informe um e-mail válido."]' ELSE '[]' END::jsonb, '[]'
   FROM imports m, generate_series(1, 10000) i`,
  `INSERT INTO stored_files (sha256, media_type, size, content, created_at)
   SELECT sha256(c), 'application/pdf', length(c), c, :now
   FROM (SELECT convert_to('%PDF-1.7' || repeat('anexo ', 16000), 'UTF8') AS c) file`,
  `INSERT INTO order_attachments (uuid, order_id, sha256, filename, created_at)
   SELECT ${uuidSql(16, 'o.id')}, o.id, f.sha256, 'receituario.pdf', o.created_at
   FROM orders o, stored_files f WHERE o.id % 1000 = 5`,
];

export const recordsSql: readonly string[] = [
  ...troubles,
  ...backOffice,
  ...timelines,
  ...notifications,
  ...audit,
  ...subscriptions,
  ...consultant,
];
/** The tables that these statements fill with many rows. */
export const recordTables = [
  'order_events',
  'notifications',
  'deliveries',
  'audit_log',
  'audit_values',
  'payments',
] as const;

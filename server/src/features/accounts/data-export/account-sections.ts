import { col, params, statement } from '../../../platform/db/statement.ts';
import { wireTimeSql } from '../../../platform/text/wire.ts';
import { listOf, plain, section, times } from './export-section.ts';

const addresses = listOf(
  `${plain('a', 'id', 'kind', 'name', 'postal_code', 'street', 'number', 'complement')},
    ${plain('a', 'district', 'latitude', 'longitude')}, 'city', ac.name, 'state', ac.uf`,
  'addresses a JOIN cities ac ON ac.id = a.city_id WHERE a.user_id = u.id',
  'a.position',
);

const producer = `CASE WHEN pr.id IS NULL THEN NULL ELSE json_build_object(
  ${plain('pr', 'id', 'uuid', 'type', 'planted_area', 'association')},
  ${plain('pr', 'producers_cooperative', 'credit_cooperative')},
  'cultures', ${listOf(
    "'name', cu.name",
    `producer_cultures pc JOIN cultures cu ON cu.id = pc.culture_id
      WHERE pc.producer_id = pr.id`,
    'cu.name_key',
  )},
  'commercial_references', ${listOf(
    plain('cr', 'type', 'name', 'phone', 'email'),
    'commercial_references cr WHERE cr.producer_id = pr.id',
    'cr.position',
  )}) END`;

const supplier = `CASE WHEN su.id IS NULL THEN NULL ELSE json_build_object(
  ${plain('su', 'id', 'uuid', 'website', 'coverage_kind')},
  'product_types', ${listOf(
    "'name', pt.name",
    `supplier_product_types spt JOIN product_types pt ON pt.id = spt.product_type_id
      WHERE spt.supplier_id = su.id`,
    'pt.name_key',
  )},
  'coverage_states', ${listOf(plain('ss', 'uf'), 'supplier_states ss WHERE ss.supplier_id = su.id', 'ss.uf')},
  'coverage_cities', ${listOf(
    "'name', sc_city.name, 'uf', sc_city.uf",
    `supplier_cities sc JOIN cities sc_city ON sc_city.id = sc.city_id
      WHERE sc.supplier_id = su.id`,
    'sc_city.uf, sc_city.name_key',
  )}) END`;

const consultant = `CASE WHEN co.id IS NULL THEN NULL ELSE json_build_object(${plain('co', 'id', 'uuid')},
  'linked_producers', ${listOf(
    `'producer_id', cp.producer_id, ${times('cp', 'created_at')}`,
    'consultant_producers cp WHERE cp.consultant_id = co.id',
    'cp.created_at, cp.producer_id',
  )}) END`;

/** The person with the record of their profile. */
export const exportedAccount = statement({
  name: 'data-export-account',
  params: params<{ user_id: number }>(),
  columns: { document: col.text },
  text: `
    SELECT json_build_object(
      ${plain('u', 'id', 'uuid', 'user_type', 'admin_role', 'status')},
      ${plain('u', 'name', 'email', 'pending_email', 'phone', 'mobile')},
      ${plain('u', 'document_type', 'document_number')},
      ${times('u', 'email_verified_at', 'created_at', 'updated_at')},
      'addresses', ${addresses}, 'producer', ${producer}, 'supplier', ${supplier},
      'consultant', ${consultant})::text AS document
    FROM users u
    LEFT JOIN producers pr ON pr.user_id = u.id
    LEFT JOIN suppliers su ON su.user_id = u.id
    LEFT JOIN consultants co ON co.user_id = u.id
    WHERE u.id = :user_id`,
});

/** Audit entries about the person: those of their account or of their profile's record. */
const aboutMe = `(l.resource_type = 'user' AND l.resource_id = :user_id)
  OR (l.resource_type = 'producer' AND l.resource_id = (SELECT pr.id FROM producers pr WHERE pr.user_id = :user_id))
  OR (l.resource_type = 'supplier' AND l.resource_id = (SELECT su.id FROM suppliers su WHERE su.user_id = :user_id))
  OR (l.resource_type = 'consultant' AND l.resource_id = (
    SELECT co.id FROM consultants co WHERE co.user_id = :user_id))`;

/** The sections exported for every profile. */
export const accountSections = [
  section('sessions', {
    id: 's.id',
    document: `${plain('s', 'id', 'ip', 'user_agent')}, ${times('s', 'created_at', 'expires_at', 'revoked_at')}`,
    from: 'sessions s',
    mine: 's.user_id = :user_id',
  }),
  // A failed login may have been another person's: the IP address is exported for successful logins
  // only.
  section('login_attempts', {
    id: 'l.id',
    document: `'at', ${wireTimeSql('l.at')}, 'outcome', l.outcome, 'ip', CASE WHEN l.user_id = u.id THEN l.ip END`,
    from: 'users u JOIN login_attempts l ON l.account_key = u.email_key OR l.user_id = u.id',
    mine: 'u.id = :user_id AND (l.user_id = u.id OR l.user_id IS NULL AND l.at >= u.created_at)',
  }),
  section('account_links', {
    id: 't.id',
    document: `${plain('t', 'purpose', 'restores_email')}, ${times('t', 'created_at', 'expires_at', 'used_at')}`,
    from: `(
      SELECT row_number() OVER (ORDER BY k.created_at, k.token_hash) AS id, k.purpose,
        k.restores_email, k.created_at, k.expires_at, k.used_at
      FROM account_tokens k WHERE k.user_id = :user_id) t`,
    mine: 'true',
  }),
  section('mails', {
    id: 'm.id',
    document: `${plain('m', 'to_address', 'template', 'data', 'state')}, ${times('m', 'created_at', 'sent_at')}`,
    from: 'mails m',
    mine: 'm.user_id = :user_id',
  }),
  // Notifications by event and the facts they carried; the service's own wording is not exported,
  // as it is in the notification list.
  section('notifications', {
    id: 'n.id',
    document: `'event', e.type, 'facts', e.facts - 'writer_trusted', ${times('n', 'created_at', 'read_at')}`,
    from: 'notifications n JOIN events e ON e.id = n.event_id',
    mine: 'n.user_id = :user_id',
  }),
  section('deliveries', {
    id: 'd.id',
    document: `'event', e.type, ${plain('d', 'channel', 'state')}, ${times('d', 'created_at', 'updated_at')}`,
    from: 'deliveries d JOIN events e ON e.id = d.event_id',
    mine: 'd.user_id = :user_id',
  }),
  section('muted_notifications', {
    id: 'm.id',
    document: `${plain('m', 'event', 'channel')}, ${times('m', 'muted_at')}`,
    from: `(
      SELECT row_number() OVER (ORDER BY c.event, c.channel) AS id, c.event, c.channel, c.muted_at
      FROM muted_notifications c WHERE c.user_id = :user_id) m`,
    mine: 'true',
  }),
  // Rows of import files by which an administrator created or changed the person, or imported their
  // orders and proposals.
  section('import_rows', {
    id: 'r.import_id * 100000 + r.row',
    document: `'type', i.type, ${plain('r', 'row', 'status', 'action')},
      'data', r.data - 'producers', ${times('i', 'created_at')}`,
    from: 'import_rows r JOIN imports i ON i.id = r.import_id CROSS JOIN users u',
    mine: `u.id = :user_id AND (fold(r.data ->> 'email') = u.email_key OR r.data ->> 'document' = u.document_number
      OR r.data ->> CASE i.type WHEN 'orders' THEN 'producer' WHEN 'proposals' THEN 'supplier' END
        = u.document_number)`,
  }),
  section('subscription', {
    id: 's.id',
    document: `${plain('s', 'id', 'uuid', 'status', 'billing_cycle', 'due_date', 'next_billing_cycle', 'next_from')},
      'plan', p.name, 'next_plan', n.name,
      ${times('s', 'cancel_requested_at', 'cancelled_at', 'created_at', 'updated_at')},
      'periods', ${listOf(
        `${plain('r', 'origin', 'billing_cycle', 'amount', 'starts_on', 'ends_on')},
          'plan', v.name, ${times('r', 'taken_out_at', 'created_at', 'updated_at')}`,
        'subscription_periods r JOIN plans v ON v.id = r.plan_id WHERE r.subscription_id = s.id',
        'r.id',
      )}`,
    from: 'subscriptions s JOIN plans p ON p.id = s.plan_id LEFT JOIN plans n ON n.id = s.next_plan_id',
    mine: 's.user_id = :user_id',
  }),
  section('payments', {
    id: 'p.id',
    document: `${plain('p', 'uuid', 'billing_cycle', 'amount', 'status', 'payment_method')},
      ${plain('p', 'payment_date', 'due_date', 'gateway', 'gateway_reference', 'instructions')},
      'plan', pl.name,
      ${times('p', 'confirmed_at', 'created_at', 'updated_at')},
      'refunds', ${listOf(
        `${plain('r', 'uuid', 'amount', 'status', 'reason', 'gateway_reference')},
          ${times('r', 'created_at', 'updated_at')}`,
        'refunds r WHERE r.payment_id = p.id',
        'r.id',
      )}`,
    from: 'payments p JOIN plans pl ON pl.id = p.plan_id',
    mine: 'p.user_id = :user_id',
  }),
  // For the person's actions on others, only the fact of the action; for others' actions on the
  // person, without IP address and user agent.
  section('audit_entries', {
    id: 'l.id',
    document: `'at', ${wireTimeSql('l.at')},
      ${plain('l', 'actor_type', 'action', 'resource_type', 'resource_id')},
      'by_me', coalesce(l.actor_id = :user_id, false),
      'ip_address', CASE WHEN l.actor_id = :user_id THEN v.ip_address END,
      'user_agent', CASE WHEN l.actor_id = :user_id THEN v.user_agent END,
      'old_values', CASE WHEN ${aboutMe} THEN v.old_values END,
      'new_values', CASE WHEN ${aboutMe} THEN v.new_values END`,
    from: 'audit_log l LEFT JOIN audit_values v ON v.audit_id = l.id',
    mine: `l.actor_id = :user_id OR ${aboutMe}`,
  }),
];

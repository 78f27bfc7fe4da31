/**
 * A page of the back office with the cheapest query for the same rows: by an index, names joined,
 * no token and no total.
 */
export interface AdminPage {
  readonly what: string;
  readonly path: string;
  /** The query. It returns `uuid`s in the page's order; the dashboard's returns none. */
  readonly bare: string;
}

const PAGE = 25;
const SUPPLIER = 3;
/** Matches about twenty of a hundred thousand. */
const SOUGHT = ['fazenda', '4321'] as const;

const people = (
  table: 'producers' | 'suppliers',
  type: 'produtor' | 'fornecedor',
  wanted = '',
): string => `
  SELECT r.uuid, u.name, u.email, u.document_number, u.phone, u.status, u.created_at, c.name AS city, c.uf
  FROM (SELECT * FROM users WHERE user_type = '${type}' AND deleted_at IS NULL ${wanted}
    ORDER BY name_key, id LIMIT ${PAGE}) u
  JOIN ${table} r ON r.user_id = u.id LEFT JOIN addresses a ON a.user_id = u.id AND a.position = 0
  LEFT JOIN cities c ON c.id = a.city_id
  ORDER BY u.name_key, u.id`;

const users = `
  SELECT u.uuid, u.name, u.email, u.user_type, u.status, u.created_at
  FROM unnest(ARRAY['produtor', 'fornecedor', 'admin', 'consultor']) t CROSS JOIN LATERAL (
    SELECT * FROM users WHERE user_type = t AND deleted_at IS NULL ORDER BY name_key, id LIMIT ${PAGE}
  ) u ORDER BY u.name_key, u.id LIMIT ${PAGE}`;

const orders = `
  SELECT o.uuid, o.number, o.description, o.status, o.deadline_date, o.items_count, o.created_at,
    u.name, c.name AS city, c.uf
  FROM (SELECT * FROM orders ORDER BY created_at DESC, id DESC LIMIT ${PAGE}) o
  JOIN producers r ON r.id = o.producer_id JOIN users u ON u.id = r.user_id
  LEFT JOIN cities c ON c.id = o.delivery_city_id
  ORDER BY o.created_at DESC, o.id DESC`;

const proposals = (column: 'submitted_at' | 'total_amount', wanted = ''): string => `
  SELECT p.uuid, p.status, p.total_amount, p.submitted_at, o.number, o.description, o.deadline_date,
    supplier.name AS supplier, producer.name AS producer
  FROM (SELECT * FROM proposals WHERE submitted_at IS NOT NULL ${wanted}
    ORDER BY ${column} DESC, id DESC LIMIT ${PAGE}) p
  JOIN orders o ON o.id = p.order_id
  JOIN suppliers s ON s.id = p.supplier_id JOIN users supplier ON supplier.id = s.user_id
  JOIN producers r ON r.id = o.producer_id JOIN users producer ON producer.id = r.user_id
  ORDER BY p.${column} DESC, p.id DESC`;

/** Only the exact counts of people, orders and proposals. */
const counts = `
  SELECT (SELECT count(*) FROM users WHERE deleted_at IS NULL) AS users, (SELECT count(*) FROM orders) AS orders,
    (SELECT count(*) FROM proposals WHERE submitted_at IS NOT NULL) AS proposals`;

const BASE = '/api/v1/admin';

export const adminPages: readonly AdminPage[] = [
  { what: 'producers', path: `${BASE}/producers`, bare: people('producers', 'produtor') },
  {
    what: 'producers, searched',
    path: `${BASE}/producers?search=${SOUGHT.join('+')}`,
    bare: people(
      'producers',
      'produtor',
      SOUGHT.map((word) => `AND search LIKE '%${word}%'`).join(' '),
    ),
  },
  {
    what: 'producers, inactive',
    path: `${BASE}/producers?status=inactive`,
    bare: people('producers', 'produtor', "AND status IN ('inativo', 'bloqueado')"),
  },
  { what: 'suppliers', path: '/api/admin/suppliers', bare: people('suppliers', 'fornecedor') },
  { what: 'users', path: `${BASE}/users`, bare: users },
  { what: 'orders', path: `${BASE}/orders`, bare: orders },
  { what: 'proposals', path: `${BASE}/proposals`, bare: proposals('submitted_at') },
  {
    what: 'proposals of one supplier',
    path: `${BASE}/proposals?supplier_id=${SUPPLIER}`,
    bare: proposals('submitted_at', `AND supplier_id = ${SUPPLIER}`),
  },
  {
    what: 'proposals by amount',
    path: `${BASE}/proposals?sort=-total_amount`,
    bare: proposals('total_amount'),
  },
  { what: 'dashboard (bare: three counts)', path: `${BASE}/dashboard`, bare: counts },
];

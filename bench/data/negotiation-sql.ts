import {
  FRONT_HEAVY_SUPPLIER,
  HEAVY_MARKS,
  HEAVY_SUPPLIER,
  ORDERS_PER_PRODUCER,
  SUPPLIERS,
  uuidSql,
} from './people-sql.ts';

/**
 * Of a hundred orders: 20 published, 5 under analysis, 10 awarded, 35 finished, 12 expired, 10
 * cancelled, 8 drafts.
 */
const status = `CASE WHEN i % 5 = 0 THEN 'publicada' WHEN i % 100 < 7 THEN 'em_analise'
  WHEN i % 100 < 19 THEN 'adjudicada'
  WHEN i % 100 < 63 THEN 'finalizada' WHEN i % 100 < 78 THEN 'expirada'
    WHEN i % 100 < 90 THEN 'cancelada' ELSE 'rascunho' END`;
/** 5 to 12 items, 8.5 on average; one order in a thousand has 20 and one 50. */
const itemsCount = 'CASE i % 1000 WHEN 500 THEN 20 WHEN 505 THEN 50 ELSE 5 + i % 8 END';
const firstType = 'i % 6';
const secondType = '(i / 6) % 6';
/** The product of item j of order i. */
const productOf = `CASE WHEN j % 2 = 0 THEN ${firstType} ELSE ${secondType} END * 50 + (i * 13 + j * 7) % 50 + 1`;

/** The head of what inserts items of orders. */
export const insertItemsSql =
  'INSERT INTO order_items (order_id, position, product_id, quantity, unit, allow_similar)';

/** Inserts orders with their items. Deadlines of published ones are within the next ninety days. */
const insertOrdersSql = (derived: { readonly columns: string; readonly values: string }): string =>
  `INSERT INTO orders (id, uuid, number, producer_id, status, closure_type, description,
    deadline_date, delivery_city_id, payment_terms, published_at,
     awarded_at, finished_at, ended_at, items_count, product_type_ids, ${derived.columns} has_pesticide,
     created_at, updated_at) OVERRIDING SYSTEM VALUE
   SELECT i, ${uuidSql(5, 'i')}, 'COT-2026-' || lpad(i::text, greatest(7, length(i::text)), '0'),
     i % (:orders / ${ORDERS_PER_PRODUCER}) + 1, s.status, CASE WHEN i % 4 = 0 THEN 'fechada'
     ELSE 'aberta' END,
     (ARRAY['Defensivos para a soja', 'Fertilizantes de plantio', 'Sementes e tratamento',
       'Corretivos de solo', 'Insumos do milho safrinha'])[i % 5 + 1] || ', lote ' || i,
     CASE WHEN s.status = 'publicada' THEN :today::date + 3 + (i::bigint * 7919 % 88)::int
       ELSE :today::date - 10 - (i::bigint * 7919 % 300)::int END,
     CASE WHEN i % 100 <> 10 THEN c.id END, '30/60 dias', made - interval '1 hour',
     CASE WHEN s.status IN ('adjudicada', 'finalizada') THEN made + interval '9 days' END,
     CASE WHEN s.status = 'finalizada' THEN made + interval '12 days' END,
       CASE WHEN s.status IN ('expirada', 'cancelada') THEN made + interval '10 days' END,
     ${itemsCount}, CASE WHEN ${firstType} = ${secondType} THEN ARRAY[${firstType} + 1]
       ELSE ARRAY[${firstType} + 1, ${secondType} + 1] END::bigint[],
     ${derived.values} 1 IN (${firstType}, ${secondType}), made - interval '2 hours', made
   FROM generate_series(1, :orders) i
   CROSS JOIN LATERAL (SELECT ${status} AS status,
     :now::timestamptz - interval '5 days' - (i::bigint * 7919 % 259200)
     * interval '1 minute' AS made) s
   JOIN bench_cities c ON c.place = i % (SELECT count(*) FROM bench_cities)`;

const itemsSql = `${insertItemsSql}
   SELECT i, j, ${productOf}, 10 + (i + j) % 500, 'KG', j % 2 = 0
   FROM generate_series(1, :orders) i CROSS JOIN LATERAL generate_series(1, ${itemsCount}) j`;

export const ordersSql: readonly string[] = [
  insertOrdersSql({
    columns: 'product_ids, has_contacts,',
    values: `ARRAY(SELECT DISTINCT ${productOf} FROM generate_series(1, ${itemsCount}) j), false,`,
  }),
  itemsSql,
];
/** The same for a release whose orders kept neither their products nor what suppliers may search. */
export const earlierOrdersSql: readonly string[] = [
  insertOrdersSql({ columns: '', values: '' }),
  itemsSql,
];

/**
 * Inserts up to two proposals per published order, up to six (three on average) per later order,
 * all submitted or decided, no drafts. Only the proposals of every tenth block of 35 orders, and of
 * the orders with 50 items, have items: enough to read from.
 */
export const proposalsSql: readonly string[] = [
  `INSERT INTO proposals (id, uuid, order_id, supplier_id, status, total_amount, delivery_days,
    validity_date, submitted_at, accepted_at, rejected_at, created_at, updated_at)
   SELECT row_number() OVER (), ${uuidSql(6, '(o.id * 8 + k)')}, o.id,
     (o.id * 31 + k * 137) % ${SUPPLIERS - 2} + 3, s.status, 1000 + (o.id * 37 + k * 911) % 90000,
     7, o.deadline_date + 30,
     o.published_at + interval '1 day', CASE WHEN s.status = 'accepted' THEN o.awarded_at END,
     CASE WHEN s.status = 'rejected' THEN o.published_at + interval '3 days' END,
     o.published_at + interval '1 day', o.published_at + interval '1 day'
   FROM orders o
   CROSS JOIN LATERAL generate_series(1, CASE WHEN o.id % 1000 = 505 THEN 1
     WHEN o.status = 'publicada' THEN o.id % 3 WHEN o.status = 'rascunho' THEN 0
     ELSE o.id % 7 END::int) k
   CROSS JOIN LATERAL (SELECT CASE WHEN k = 1
     AND o.status IN ('adjudicada', 'finalizada') THEN 'accepted' WHEN k = 4 THEN 'rejected'
     ELSE 'submitted' END AS status) s`,
  `INSERT INTO proposal_marks (proposal_id, order_id, mark)
   SELECT p.id, p.order_id,
     (p.order_id * 7 + row_number() OVER (PARTITION BY p.order_id ORDER BY p.id)) % 60
   FROM proposals p`,
  `INSERT INTO proposal_items (id, proposal_id, order_item_id, product_id, unit_price, quantity,
    total_price, offers_similar, created_at, updated_at)
   SELECT row_number() OVER (), p.id, oi.id, oi.product_id, price, oi.quantity,
     round(price * oi.quantity, 2), false, p.created_at, p.created_at
   FROM proposals p JOIN order_items oi ON oi.order_id = p.order_id
   CROSS JOIN LATERAL (SELECT (5 + (oi.id * 17 + p.id) % 300)::numeric(17, 4) AS price) c
   WHERE p.order_id % 1000 = 505 OR (p.order_id / 35) % 10 = 0`,
  `
    UPDATE proposals p SET total_amount = t.total
    FROM (SELECT proposal_id, sum(total_price) AS total FROM proposal_items GROUP BY 1) t
    WHERE t.proposal_id = p.id`,
];

/**
 * Inserts the purchases of the accepted proposals, all bought whole. Those of proposals without items
 * have none either, only their number and amount.
 */
export const purchasesSql: readonly string[] = [
  `INSERT INTO purchases (id, uuid, number, proposal_id, order_id, supplier_id, round, kind, state,
    items_count, items_amount, freight_amount, awarded_at, settled_at, created_at, updated_at)
   OVERRIDING SYSTEM VALUE
   SELECT row_number() OVER (ORDER BY o.id), ${uuidSql(9, 'o.id')},
     'PC-2026-' || lpad(o.id::text, greatest(7, length(o.id::text)), '0') || '-K7QD',
     p.id, o.id, p.supplier_id, 1, 'whole', CASE o.status WHEN 'finalizada' THEN 'received' ELSE 'awarded' END,
     o.items_count, p.total_amount, p.freight_amount, p.accepted_at, o.finished_at, p.accepted_at,
     p.accepted_at
   FROM proposals p JOIN orders o ON o.id = p.order_id WHERE p.status = 'accepted'`,
  `INSERT INTO purchase_items (id, purchase_id, proposal_id, order_item_id, unit_price, quantity,
    total_price, settled_at, settlement) OVERRIDING SYSTEM VALUE
   SELECT row_number() OVER (), s.id, i.proposal_id, i.order_item_id, i.unit_price, i.quantity,
     i.total_price, s.settled_at, CASE s.state WHEN 'received' THEN 'unrecorded' END
   FROM purchases s JOIN proposal_items i ON i.proposal_id = s.proposal_id`,
  `UPDATE proposals SET awarded_whole = true WHERE status = 'accepted'`,
  ...['purchases', 'purchase_items'].map(
    (table) => `SELECT setval(pg_get_serial_sequence('${table}', 'id'), max(id)) FROM ${table}`,
  ),
];

const published = `
  (SELECT o.id, row_number() OVER (ORDER BY o.deadline_date, o.id) AS place,
    count(*) OVER () AS orders
  FROM orders o WHERE o.status = 'publicada')`;
const mark = (table: string, columns: string, values: string, rows: string): string =>
  `INSERT INTO ${table} (supplier_id, order_id, ${columns}) SELECT ${values} ${rows} ON CONFLICT DO NOTHING`;
const decline = (rows: string, supplier: string): string =>
  mark('supplier_order_declines', 'created_at, updated_at', `${supplier}, o.id, :now, :now`, rows);
const favorite = (rows: string, supplier: string): string =>
  mark('favorite_orders', 'created_at', `${supplier}, o.id, :now`, rows);

/**
 * Inserts declines and favorites: twenty of each for ordinary suppliers; ten thousand, or as many
 * as leave half of the list, for the heavy ones.
 */
export const marksSql: readonly string[] = [
  decline(
    `
      FROM ${published} o WHERE o.place % greatest(2, o.orders / ${HEAVY_MARKS / 2}) = 0
      ORDER BY o.place LIMIT ${HEAVY_MARKS / 2}`,
    String(HEAVY_SUPPLIER),
  ),
  decline(
    `
      FROM orders o WHERE o.status = 'finalizada' ORDER BY o.id
      LIMIT ${HEAVY_MARKS} - (SELECT count(*) FROM supplier_order_declines)`,
    String(HEAVY_SUPPLIER),
  ),
  decline(
    `FROM ${published} o WHERE o.place <= least(${HEAVY_MARKS}, o.orders / 2)`,
    String(FRONT_HEAVY_SUPPLIER),
  ),
  favorite(
    `
      FROM orders o
      WHERE o.status <> 'rascunho' AND o.id % greatest(1, :orders / ${HEAVY_MARKS * 2}) = 0
      ORDER BY o.status = 'publicada' DESC, o.id LIMIT ${HEAVY_MARKS}`,
    String(HEAVY_SUPPLIER),
  ),
  favorite(
    `FROM orders o WHERE o.status <> 'rascunho' ORDER BY o.id DESC LIMIT ${HEAVY_MARKS}`,
    String(FRONT_HEAVY_SUPPLIER),
  ),
  decline(
    `
      FROM suppliers s CROSS JOIN generate_series(1, 20) k
      JOIN orders o ON o.id = (s.id * 7 + k * 211) % (:orders / 5) * 5 + 5 WHERE s.id > 2`,
    's.id',
  ),
  favorite(
    `
      FROM suppliers s CROSS JOIN generate_series(1, 20) k
      JOIN orders o ON o.id = (s.id * 11 + k * 307) % (:orders / 5) * 5 + 5 WHERE s.id > 2`,
    's.id',
  ),
];

/** Fills the totals, as the triggers and the scheduler would have left them. */
export const totalsSql: readonly string[] = [
  'TRUNCATE list_totals, daily_totals, first_proposals',
  `INSERT INTO first_proposals SELECT p.order_id, min(p.submitted_at) FROM proposals p
   WHERE p.submitted_at IS NOT NULL GROUP BY p.order_id`,
  `INSERT INTO list_totals (scope, supplier_id, delta) SELECT scope, supplier_id, amount FROM counted_list_totals`,
  `INSERT INTO daily_totals (scope, day, delta) SELECT scope, day, amount FROM counted_daily_totals`,
];

/** The same for the release before purchases, which counted what was accepted. */
export const totalsBeforePurchasesSql: readonly string[] = [
  'TRUNCATE list_totals',
  `INSERT INTO list_totals (scope, delta) SELECT 'published', count(*) FROM orders WHERE status = 'publicada'`,
  `INSERT INTO list_totals (scope, delta) SELECT 'sent', count(*) FROM proposals WHERE submitted_at IS NOT NULL`,
  `INSERT INTO list_totals (scope, supplier_id, delta)
   SELECT 'declined', d.supplier_id, count(*)
   FROM supplier_order_declines d JOIN orders o ON o.id = d.order_id AND o.status = 'publicada'
   GROUP BY d.supplier_id`,
  `INSERT INTO list_totals (scope, supplier_id, delta)
   SELECT s.scope, c.supplier_id, s.amount FROM (
     SELECT p.supplier_id, count(*) FILTER (WHERE p.status = 'draft') AS drafts,
       count(*) FILTER (WHERE p.status <> 'draft') AS sent,
       count(*) FILTER (WHERE p.status = 'accepted') AS accepted,
       count(*) FILTER (WHERE p.status = 'rejected') AS rejected,
       coalesce(sum(p.total_amount * 100) FILTER (WHERE p.status = 'accepted'
         AND o.status <> 'revogada'), 0)::bigint AS won
     FROM proposals p JOIN orders o ON o.id = p.order_id GROUP BY p.supplier_id) c
   CROSS JOIN LATERAL (VALUES ('own_drafts', c.drafts), ('own_sent', c.sent),
     ('own_accepted', c.accepted), ('own_rejected', c.rejected), ('own_won_cents', c.won)) s(scope,
     amount)
   WHERE s.amount <> 0`,
];

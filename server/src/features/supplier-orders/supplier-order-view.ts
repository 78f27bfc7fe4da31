import { proposalStatuses } from '@lavra/domain/proposal/proposal-status';
import { col, orNull, params, statement, type RowOf } from '../../platform/db/statement.ts';
import type { Db } from '../../platform/db/database.ts';
import { jsonRowsSql } from '../../platform/db/projection.ts';
import {
  orderItemColumns,
  producerContactSql,
  producerJoins,
  profileSql,
  visibleSql,
  type OrderItemRow,
  type ProducerContactRow,
} from '../orders/orders-feature.ts';
import { listedOrderColumns, listedOrderSql, type ListedOrderRow } from './supplier-order-sql.ts';

const ownProposalColumns = {
  uuid: col.uuid,
  status: col.oneOf(proposalStatuses),
  updated_at: col.timestamp,
};
type OwnProposal = RowOf<typeof ownProposalColumns>;

/** An order as a supplier opens it. */
export interface SupplierOrderView extends ListedOrderRow {
  visible: boolean;
  producer_name: string;
  producer_city: string | null;
  producer_state: string | null;
  items: OrderItemRow[];
  my_proposals: OwnProposal[];
  contact: ProducerContactRow | null;
  /** The supplier has opened it before. */
  seen: boolean;
}

const itemsSql = jsonRowsSql(
  orderItemColumns,
  `FROM order_items oi JOIN products op ON op.id = oi.product_id WHERE oi.order_id = o.id
    ORDER BY oi.position`,
);
const ownProposalsSql = jsonRowsSql(
  ownProposalColumns,
  `FROM proposals p WHERE p.order_id = o.id AND p.supplier_id = live.supplier_id
    ORDER BY p.created_at DESC, p.id DESC`,
  'p',
);

const view = statement({
  name: 'supplier-order-view',
  params: params<{ uuid: string; supplier_id: number }>(),
  columns: {
    ...listedOrderColumns,
    visible: col.boolean,
    producer_name: col.text,
    producer_city: orNull(col.text),
    producer_state: orNull(col.text),
    items: col.json<OrderItemRow[]>(),
    my_proposals: col.json<OwnProposal[]>(),
    contact: orNull(col.json<ProducerContactRow>()),
    seen: col.boolean,
  },
  text: `
    WITH live AS (SELECT su.id AS supplier_id, ${profileSql('su')} FROM suppliers su WHERE su.id = :supplier_id)
    SELECT ${listedOrderSql},
      ${visibleSql('live.supplier_id')} AS visible,
      pr_user.name AS producer_name, pr_city.name AS producer_city, pr_city.uf AS producer_state,
      ${itemsSql} AS items, ${ownProposalsSql} AS my_proposals,
      CASE WHEN o.status IN ('adjudicada', 'finalizada') AND EXISTS (
        SELECT 1 FROM purchases s WHERE s.order_id = o.id AND s.supplier_id = live.supplier_id
          AND s.state NOT IN ('released', 'cancelled'))
      THEN ${producerContactSql}
      END AS contact,
      EXISTS (SELECT 1 FROM order_views v
        WHERE v.order_id = o.id AND v.supplier_id = live.supplier_id) AS seen
    FROM orders o
    CROSS JOIN live
    LEFT JOIN cities place ON place.id = o.delivery_city_id${producerJoins}
    WHERE o.uuid = :uuid`,
});

/** Notes once that a supplier opened a published order; its producer reads how many did. */
export async function noteView(
  db: Db,
  { order_id, order_status, seen }: SupplierOrderView,
  supplierId: number,
): Promise<void> {
  if (seen || order_status !== 'publicada') return;
  await db.q
    .insertInto('order_views')
    .values({ order_id, supplier_id: supplierId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns the order if this supplier may see it. */
export async function findSupplierOrder(
  db: Db,
  uuid: string,
  supplierId: number,
): Promise<SupplierOrderView | undefined> {
  const row = await db.row(view, { uuid, supplier_id: supplierId });
  return row?.visible === true ? row : undefined;
}

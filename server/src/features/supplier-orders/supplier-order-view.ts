import { proposalStatuses } from '@lavra/domain/proposal/proposal-status';
import { col, orNull, params, statement, type RowOf } from '../../platform/db/statement.ts';
import type { Db } from '../../platform/db/database.ts';
import { jsonRowsSql } from '../../platform/db/projection.ts';
import {
  orderItemColumns,
  profileSql,
  visibleSql,
  type OrderItemRow,
} from '../orders/orders-feature.ts';
import { listedOrderColumns, listedOrderSql, type ListedOrderRow } from './supplier-order-sql.ts';

const ownProposalColumns = {
  uuid: col.uuid,
  status: col.oneOf(proposalStatuses),
  updated_at: col.timestamp,
};
type OwnProposal = RowOf<typeof ownProposalColumns>;
interface Contact {
  name: string;
  phone: string | null;
  email: string;
  address: string | null;
}

/** An order as a supplier opens it. */
export interface SupplierOrderView extends ListedOrderRow {
  visible: boolean;
  producer_name: string;
  producer_city: string | null;
  producer_state: string | null;
  items: OrderItemRow[];
  my_proposals: OwnProposal[];
  contact: Contact | null;
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
    contact: orNull(col.json<Contact>()),
  },
  text: `
    WITH live AS (SELECT su.id AS supplier_id, ${profileSql('su')} FROM suppliers su WHERE su.id = :supplier_id)
    SELECT ${listedOrderSql},
      ${visibleSql('live.supplier_id')} AS visible,
      pr_user.name AS producer_name, pr_city.name AS producer_city, pr_city.uf AS producer_state,
      ${itemsSql} AS items, ${ownProposalsSql} AS my_proposals,
      CASE WHEN o.status IN ('adjudicada', 'finalizada') AND EXISTS (
        SELECT 1 FROM proposals p WHERE p.order_id = o.id AND p.supplier_id = live.supplier_id AND p.status = 'accepted')
      THEN json_build_object('name', pr_user.name, 'phone', coalesce(pr_user.mobile, pr_user.phone), 'email', pr_user.email,
        'address', nullif(concat_ws(', ', pr_address.street, pr_address.number, pr_address.district, pr_city.name || '/' || pr_city.uf), ''))
      END AS contact
    FROM orders o
    CROSS JOIN live
    LEFT JOIN cities place ON place.id = o.delivery_city_id
    JOIN producers pr ON pr.id = o.producer_id
    JOIN users pr_user ON pr_user.id = pr.user_id
    LEFT JOIN addresses pr_address ON pr_address.user_id = pr_user.id AND pr_address.position = 0
    LEFT JOIN cities pr_city ON pr_city.id = pr_address.city_id
    WHERE o.uuid = :uuid`,
});

/** Returns the order if this supplier may see it. */
export async function findSupplierOrder(
  db: Db,
  uuid: string,
  supplierId: number,
): Promise<SupplierOrderView | undefined> {
  const row = await db.row(view, { uuid, supplier_id: supplierId });
  return row?.visible === true ? row : undefined;
}

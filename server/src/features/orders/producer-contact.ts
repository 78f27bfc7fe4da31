import { from, jsonRow } from '../../platform/db/projection.ts';
import { col, orNull, type RowOf } from '../../platform/db/statement.ts';

const contactColumns = {
  name: from('pr_user.name', col.text),
  phone: from('coalesce(pr_user.mobile, pr_user.phone)', orNull(col.text)),
  email: from('pr_user.email', col.text),
  address: from(
    `nullif(concat_ws(', ', pr_address.street, pr_address.number, pr_address.district,
      pr_city.name || '/' || pr_city.uf), '')`,
    orNull(col.text),
  ),
};
/** A producer's contact as it is open to the suppliers that the producer bought from. */
export type ProducerContactRow = RowOf<typeof contactColumns>;

/**
 * SQL for the contact of the producer of order `o`, as JSON; null once the account is erased, whose
 * address leads nowhere. It needs `producerJoins`.
 */
export const producerContactSql = `CASE WHEN pr_user.erased_at IS NULL THEN ${jsonRow(contactColumns, '').sql} END`;

/** Joins the producer of order `o`, its account `pr_user` and the city `pr_city` of its first address. */
export const producerJoins = `
    JOIN producers pr ON pr.id = o.producer_id
    JOIN users pr_user ON pr_user.id = pr.user_id
    LEFT JOIN addresses pr_address ON pr_address.user_id = pr_user.id AND pr_address.position = 0
    LEFT JOIN cities pr_city ON pr_city.id = pr_address.city_id`;

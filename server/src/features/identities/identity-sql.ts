import type { FormerIdentity } from '@lavra/domain/supplier/identity-names';
import { from, selectSql } from '../../platform/db/projection.ts';
import { col, orNull } from '../../platform/db/statement.ts';

/**
 * Everything in a text that may reveal a supplier; its row is `su`, its person `su_user`, the first
 * address's city `su_city`.
 */
export const identityColumns = {
  supplier_name: from('su_user.name', col.text),
  supplier_email: from('su_user.email', col.text),
  supplier_phone: from('su_user.phone', orNull(col.text)),
  supplier_mobile: from('su_user.mobile', orNull(col.text)),
  supplier_document: from('su_user.document_number', orNull(col.text)),
  supplier_website: from('su.website', orNull(col.text)),
  supplier_city: from('su_city.name', orNull(col.text)),
  supplier_former: from(
    `(SELECT coalesce(json_agg(json_build_object('kind', fi.kind, 'value', fi.value) ORDER BY fi.id), '[]')
      FROM former_identities fi WHERE fi.user_id = su_user.id)`,
    col.json<FormerIdentity[]>(),
  ),
};
export const identitySql = selectSql(identityColumns);

/** SQL: the joins of those three, where the supplier's id is `id`. */
export const identityJoins = (id: string): string => `
  JOIN suppliers su ON su.id = ${id}
  JOIN users su_user ON su_user.id = su.user_id
  LEFT JOIN addresses su_address ON su_address.user_id = su_user.id AND su_address.position = 0
  LEFT JOIN cities su_city ON su_city.id = su_address.city_id`;

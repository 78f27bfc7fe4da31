import type { FormerIdentity } from '@lavra/domain/supplier/identity-names';
import { col, orNull } from '../../platform/db/statement.ts';

/**
 * SQL: everything in a text that may reveal a supplier; its row is `su`, its person `su_user`, the
 * first address's city `su_city`.
 */
export const identitySql = `
  su_user.name AS supplier_name, su_user.email AS supplier_email, su_user.phone AS supplier_phone, su_user.mobile AS supplier_mobile,
  su_user.document_number AS supplier_document, su.website AS supplier_website, su_city.name AS supplier_city,
  (SELECT coalesce(json_agg(json_build_object('kind', fi.kind, 'value', fi.value) ORDER BY fi.id), '[]')
   FROM former_identities fi WHERE fi.user_id = su_user.id) AS supplier_former`;

/** SQL: the joins of those three, where the supplier's id is `id`. */
export const identityJoins = (id: string): string => `
  JOIN suppliers su ON su.id = ${id}
  JOIN users su_user ON su_user.id = su.user_id
  LEFT JOIN addresses su_address ON su_address.user_id = su_user.id AND su_address.position = 0
  LEFT JOIN cities su_city ON su_city.id = su_address.city_id`;

export const identityColumns = {
  supplier_name: col.text,
  supplier_email: col.text,
  supplier_phone: orNull(col.text),
  supplier_mobile: orNull(col.text),
  supplier_document: orNull(col.text),
  supplier_website: orNull(col.text),
  supplier_city: orNull(col.text),
  supplier_former: col.json<FormerIdentity[]>(),
};

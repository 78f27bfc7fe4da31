/**
 * SQL: whether product `alias` may be ordered and offered: active, under an active subtype of an
 * active type. Products ordered earlier stay in their orders.
 */
export const orderableSql = (alias: string): string => `(${alias}.active AND EXISTS (
  SELECT FROM product_subtypes kind JOIN product_types family ON family.id = kind.product_type_id
  WHERE kind.id = ${alias}.product_subtype_id AND kind.active AND family.active))`;

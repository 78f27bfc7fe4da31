/**
 * Returns the SQL condition that person `alias` of `users` may act: neither inactive, nor blocked,
 * nor deleted.
 */
export const isActiveSql = (alias: string): string =>
  `(${alias}.status = 'ativo' AND ${alias}.deleted_at IS NULL)`;

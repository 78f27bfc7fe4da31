/**
 * Returns the SQL condition that text by user `alias` may appear in mails and messages: the address
 * is confirmed, or an administrator created the account.
 */
export const trustedSql = (alias: string): string =>
  `(${alias}.email_verified_at IS NOT NULL OR ${alias}.vouched)`;

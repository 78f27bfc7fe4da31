/** SQL: whether the words of user `alias` may stand in mails and messages: the address is confirmed, or an administrator made the account. */
export const trustedSql = (alias: string): string =>
  `(${alias}.email_verified_at IS NOT NULL OR ${alias}.vouched)`;

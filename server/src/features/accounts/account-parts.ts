import type { Successor } from '../../platform/auth/token.ts';
import type { AccountMails } from './account-mails.ts';
import type { DataExports } from './data-export/data-export-service.ts';
import type { LoginLimits } from './login-limits.ts';
import type { MailRequestLimit } from './mail-request-limit.ts';

/** What the use cases of accounts take besides the platform. */
export interface AccountParts {
  readonly loginLimits: LoginLimits;
  readonly mails: AccountMails;
  readonly mailRequests: MailRequestLimit;
  readonly successor: Successor;
  readonly exports: DataExports;
}

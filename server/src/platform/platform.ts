import type { Clock } from './clock/clock.ts';
import type { Command } from './db/command.ts';
import type { Db } from './db/database.ts';
import type { Logger } from './log/logger.ts';

/** What every feature is given. */
export interface Platform {
  readonly db: Db;
  readonly command: Command;
  readonly clock: Clock;
  /** The platform's IANA zone: deadlines and the wire's timestamps are told in it. */
  readonly zone: string;
  readonly logger: Logger;
}

import type { Clock } from './clock/clock.ts';
import type { Command } from './db/command.ts';
import type { Db } from './db/database.ts';
import type { Logger } from './log/logger.ts';

/** What every feature receives. */
export interface Platform {
  readonly db: Db;
  readonly command: Command;
  readonly clock: Clock;
  /** The platform's IANA time zone, used for deadlines and for timestamps in replies. */
  readonly zone: string;
  readonly logger: Logger;
}

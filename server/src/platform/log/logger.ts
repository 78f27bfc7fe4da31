import pino, { type Logger } from 'pino';
import type { Config } from '../config/config.ts';

export type { Logger } from 'pino';

/**
 * Creates the logger: structured logs on standard output. ERROR means that an operator must act.
 * Secrets are removed by field name.
 */
export function createLogger(config: Pick<Config, 'logLevel'>): Logger {
  return pino({
    level: config.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['*.password', '*.token', '*.authorization', 'authorization', 'password', 'token'],
  });
}

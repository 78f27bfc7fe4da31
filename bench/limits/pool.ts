import type pg from 'pg';
import { pino } from 'pino';
import { createPool } from '@lavra/server/platform/db/pool';
import { ZONE } from '../data/instant.ts';

/**
 * Creates a pool like the service's own, with the same number of connections, settings and types.
 */
export const limitPool = (url: string, size = 10): pg.Pool =>
  createPool({ url, size, timezone: ZONE, name: 'lavra-limit', logger: pino({ level: 'silent' }) });

import type pg from 'pg';
import { pino } from 'pino';
import { createPool } from '@lavra/server/platform/db/pool';
import { ZONE } from '../data/instant.ts';

/** Connections like the service's own: the same number, settings and types. */
export const limitPool = (url: string, size = 10): pg.Pool =>
  createPool({ url, size, timezone: ZONE, name: 'lavra-limit', logger: pino({ level: 'silent' }) });

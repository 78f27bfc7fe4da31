import { pino } from 'pino';
import { createApplication } from '@lavra/server/app/compose';
import { configOf } from '@lavra/server/platform/config/config';

/**
 * Stores one import and exits: a process for tests that kill it.
 * `run-import.ts <database> <import id>`.
 */
const [databaseUrl = '', importId = ''] = process.argv.slice(2);
const app = await createApplication({
  config: {
    ...configOf({}),
    strict: true,
    databasePoolSize: 4,
    databaseSilenceMs: 60_000,
    databaseWaitMs: 60_000,
  },
  databaseUrl,
  appKey: 'key of the tests, and of nothing else',
  logger: pino({ level: 'silent' }),
});
const job = app.work.jobs.find(({ name }) => name === 'import.process');
await job?.run(
  { import_id: Number(importId) },
  { signal: new AbortController().signal, attempt: 1, isLast: false },
);
await app.close();
process.exit(0);

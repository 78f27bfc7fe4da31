import type { Platform } from '../../platform/platform.ts';
import { jobOn, type JobContext } from '../../platform/queue/job-kind.ts';
import {
  requestOf,
  hashPasswords,
  ImportRefused,
  prepareImport,
  storeImport,
  recordEnd,
} from './import-run.ts';
import {
  finishImport,
  holdImport,
  listStoredRows,
  saveProgress,
  startImport,
  type RunningImport,
} from './import-store.ts';
import type { ImportParts } from './import-types.ts';

type Parts = Pick<ImportParts, 'types' | 'sealer'>;

const GIVEN_UP =
  'A importação não pôde ser concluída e nada foi gravado. Envie a planilha de novo em alguns minutos.';

/**
 * Creates the job that stores an approved file in one transaction. A run that is interrupted leaves
 * nothing behind, and the next one starts from the first row; a finished import is left alone.
 */
export const importJob = (platform: Platform, parts: Parts) =>
  jobOn('import.requested', {
    name: 'import.process',
    retries: 5,
    backoffSeconds: 10,
    timeoutSeconds: 900,
    concurrency: 1,
    run: async ({ import_id }, context) => {
      const running = await startImport(platform.db, import_id, platform.clock.now());
      if (running === undefined) return;
      try {
        await runImport(platform, parts, running, context);
      } catch (error) {
        if (error instanceof ImportRefused) return failImport(platform, running, error);
        if (context.isLast && !context.signal.aborted) await failImport(platform, running);
        throw error;
      }
    },
  });

async function runImport(
  platform: Platform,
  { types, sealer }: Parts,
  running: RunningImport,
  { signal }: JobContext,
): Promise<void> {
  const { db, command, zone } = platform;
  const type = types[running.type];
  const rows = await listStoredRows(db, running.id);
  const meter = startMeter(platform, running);
  try {
    const passwordHashes = await hashPasswords(sealer, rows, { signal, progress: meter.note });
    await prepareImport(db, type, rows);
    await command(requestOf(running), (uow) =>
      storeImport(uow, {
        running,
        type,
        rows,
        context: { zone, passwordHashes },
        signal,
        progress: meter.note,
      }),
    );
  } finally {
    meter.stop();
  }
}

const EVERY_MS = 250;

/**
 * Stores the progress outside of the import's transaction, whose writes are invisible to others
 * until it commits. A timer writes it, so that the transaction never waits for a connection. A
 * failed write is ignored: the next one has a newer count. The count never goes back: where
 * passwords are hashed, which takes longest, it is theirs until more rows are stored.
 */
function startMeter(
  { db, logger }: Platform,
  { id }: RunningImport,
): { note: (rows: number) => void; stop: () => void } {
  let [noted, saved, busy] = [0, 0, false];
  const timer = setInterval(() => {
    if (busy || noted === saved) return;
    busy = true;
    saved = noted;
    saveProgress(db, id, noted)
      .catch((error: unknown) => {
        logger.debug({ err: error, import_id: id }, 'import progress not stored');
      })
      .finally(() => {
        busy = false;
      });
  }, EVERY_MS);
  return {
    note: (rows) => {
      noted = Math.max(noted, rows);
    },
    stop: () => {
      clearInterval(timer);
    },
  };
}

/** Marks the import as failed with the rows that prevented it; nothing was stored. */
const failImport = (
  { command }: Platform,
  running: RunningImport,
  refusal?: ImportRefused,
): Promise<void> =>
  command(requestOf(running), async (uow) => {
    if (!(await holdImport(uow.db, running.id))) return;
    await finishImport(uow, running, {
      outcome: { state: 'failed', failure: refusal?.message ?? GIVEN_UP },
      changed: refusal?.rows ?? [],
    });
    recordEnd(uow, running, { state: 'failed' });
  });

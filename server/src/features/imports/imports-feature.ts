// The public API of imports: reads files, and the job that stores them.
import type { Sealer } from '../../platform/auth/sealer.ts';
import type { Mount } from '../../platform/http/mount.ts';
import type { MailOutbox } from '../../platform/mail/mail-outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Task } from '../scheduling/scheduling-feature.ts';
import { cleanImports } from './import-cleaning.ts';
import { importJob } from './import-job.ts';
import { createImportQueues } from './import-queues.ts';
import { mountImportRoutes } from './import-routes.ts';
import { createImportTypes } from './import-types.ts';

/** Removes previews and rows that are no longer needed. */
const cleaning: Task = { name: 'imports', everyMs: 60 * 60_000, run: cleanImports };

/** Creates the imports of people, products, orders and proposals. */
export function createImports({
  platform,
  sealer,
  outbox,
}: {
  platform: Platform;
  sealer: Sealer;
  outbox: Pick<MailOutbox, 'queueMails'>;
}) {
  const types = createImportTypes(outbox.queueMails);
  const parts = { types, sealer, queues: createImportQueues() };
  return {
    mountRoutes: (mount: Mount): void => mountImportRoutes(mount, platform, parts),
    jobs: [importJob(platform, parts)],
    tasks: [cleaning],
  };
}

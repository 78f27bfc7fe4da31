// The public API of imports: reads files, and the job that stores them.
import type { Sealer } from '../../platform/auth/sealer.ts';
import type { Mount } from '../../platform/http/mount.ts';
import type { MailOutbox } from '../../platform/mail/mail-outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Task } from '../scheduling/scheduling-feature.ts';
import { cleanImports } from './import-cleaning.ts';
import { createCorrections } from './import-corrections.ts';
import { importJob } from './import-job.ts';
import { createPreview } from './import-preview.ts';
import { mountImportRoutes } from './import-routes.ts';
import { createProcessing } from './import-service.ts';
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
  const services = {
    types,
    preview: createPreview({ platform, types, sealer }),
    correct: createCorrections({ platform, types, sealer }),
    process: createProcessing(platform),
  };
  return {
    mountRoutes: (mount: Mount): void => mountImportRoutes(mount, platform, services),
    jobs: [importJob({ platform, types, sealer })],
    tasks: [cleaning],
  };
}

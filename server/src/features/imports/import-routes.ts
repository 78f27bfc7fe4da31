import * as endpoints from '@lavra/contract/admin/import';
import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import type { createCorrections } from './import-corrections.ts';
import type { createPreview } from './import-preview.ts';
import { findImport, listImports, readImport } from './import-queries.ts';
import type { createProcessing } from './import-service.ts';
import { writeErrors, writeTemplate } from './import-files.ts';
import type { ImportTypes } from './import-types.ts';

interface Services {
  readonly types: ImportTypes;
  readonly preview: ReturnType<typeof createPreview>;
  readonly correct: ReturnType<typeof createCorrections>;
  readonly process: ReturnType<typeof createProcessing>;
}

/**
 * Mounts imports of people, products, orders and proposals: the template, the preview, and the
 * import itself.
 */
export function mountImportRoutes(
  mount: Mount,
  { db }: Platform,
  { types, preview, correct, process }: Services,
): void {
  const load = ({ import_id }: { import_id: string }) => findImport(db, import_id);
  mount(endpoints.getImportTemplate, {
    handle: ({ params, query }) => writeTemplate(types, params.type, query.format ?? 'csv'),
  });
  mount(endpoints.previewImport, {
    handle: ({ caller, body, file }) => preview(caller, body.type, file),
  });
  mount(endpoints.processImport, { handle: ({ caller, body }) => process(caller, body) });
  mount(endpoints.correctImport, {
    load,
    handle: ({ caller, subject, body }) => correct(caller, subject, body),
  });
  mount(endpoints.listImports, { handle: ({ query }) => listImports(db, query) });
  mount(endpoints.getImport, {
    load,
    handle: ({ subject, query }) => readImport(db, types, { record: subject, query }),
  });
  mount(endpoints.getImportErrors, {
    load,
    handle: ({ subject, query }) => writeErrors(db, types, subject, query.format ?? 'csv'),
  });
}

import * as endpoints from '@lavra/contract/admin/import';
import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { correctImport } from './import-corrections.ts';
import { getImportErrors, getImportTemplate } from './import-files.ts';
import { previewImport } from './import-preview.ts';
import { findImport, getImport, listImports } from './import-queries.ts';
import { processImport } from './import-service.ts';
import type { ImportParts } from './import-types.ts';

/**
 * Mounts imports of people, products, orders and proposals: the template, the preview, and the
 * import itself.
 */
export function mountImportRoutes(mount: Mount, platform: Platform, parts: ImportParts): void {
  const { db } = platform;
  const { types } = parts;
  const load = ({ import_id }: { import_id: string }) => findImport(db, import_id);
  mount(endpoints.getImportTemplate, {
    handle: ({ params, query }) => getImportTemplate(types, params.type, query.format ?? 'csv'),
  });
  mount(endpoints.previewImport, {
    handle: ({ request, body, file }) => previewImport(platform, parts, request, body.type, file),
  });
  mount(endpoints.processImport, {
    handle: ({ request, body }) => processImport(platform, request, body),
  });
  mount(endpoints.correctImport, {
    load,
    handle: ({ request, subject, body }) => correctImport(platform, parts, request, subject, body),
  });
  mount(endpoints.listImports, { handle: ({ query }) => listImports(db, query) });
  mount(endpoints.getImport, {
    load,
    handle: ({ subject, query }) => getImport(db, types, { record: subject, query }),
  });
  mount(endpoints.getImportErrors, {
    load,
    handle: ({ subject, query }) => getImportErrors(db, types, subject, query.format ?? 'csv'),
  });
}

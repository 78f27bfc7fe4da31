import type { ImportSummaryRecord } from '@lavra/contract/admin/import';
import type { AdminCaller } from '../../platform/auth/caller.ts';
import type { Request } from '../../platform/auth/request.ts';
import { InvalidFields, RuleError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { findImport } from './import-queries.ts';
import { presentImport } from './import-presenter.ts';
import { lockImport } from './import-store.ts';

interface Approval {
  readonly import_id: string;
  readonly allow_partial?: boolean;
}

/**
 * Requests that an approved file be stored; a repeated request returns the progress. Throws 422 for
 * an import that may not be stored.
 */
export const processImport = (
  { command }: Platform,
  request: Request<AdminCaller>,
  { import_id, allow_partial = false }: Approval,
): Promise<ImportSummaryRecord> =>
  command(request, async (uow) => {
    const { db } = uow;
    const locked = await lockImport(db, import_id);
    if (locked === undefined) throw InvalidFields.of('import_id', 'import');
    if (locked.state === 'failed') throw new RuleError('import_failed');
    if (locked.state === 'previewed') {
      if (locked.valid === 0)
        throw new RuleError(locked.invalid === 0 ? 'import_empty' : 'import_has_errors', {
          count: locked.invalid,
        });
      if (locked.invalid > 0 && !allow_partial)
        throw new RuleError('import_has_errors', { count: locked.invalid });
      await db.q
        .updateTable('imports')
        .set({ state: 'processing', allow_partial })
        .where('id', '=', locked.id)
        .execute();
      uow.event({ type: 'import.requested', data: { import_id: locked.id } });
    }
    const record = await findImport(db, import_id);
    if (record === undefined) throw new Error(`import ${locked.id} does not exist`);
    return presentImport(record);
  });

import assert from 'node:assert/strict';
import type {
  ImportCorrections,
  ImportPreview,
  ImportRecord,
  ImportSummaryRecord,
  ImportTypeName,
} from '@lavra/contract/admin/import';
import { fileForm } from '../../../test/files.ts';
import { buildAdmin, type TestPerson } from '../../../test/people.ts';
import type { Answer, TestService } from '../../../test/service.ts';

type Refusal = { code: string; error: string; errors: Record<string, string[]> };

/** Builds an administrator with the calls of an import. */
export async function importDesk(service: TestService) {
  const admin: TestPerson = await buildAdmin(service);
  const token = admin.token;
  const send = (
    type: string,
    file: string | Buffer,
    options: { token?: string; headers?: Record<string, string>; filename?: string } = {},
  ): Promise<Answer<ImportPreview & Refusal>> => {
    const form = fileForm({
      content: Buffer.from(file as string),
      filename: options.filename ?? 'planilha.csv',
      fields: { type },
    });
    return service.call('POST', '/api/v1/admin/import/preview', {
      token: options.token ?? token,
      payload: form.payload,
      headers: { ...form.headers, ...options.headers },
    });
  };
  const preview = async (type: ImportTypeName, ...lines: string[]): Promise<ImportPreview> => {
    const { status, body } = await send(type, lines.join('\r\n'));
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  const process = (
    import_id: string,
    body: object = {},
  ): Promise<Answer<ImportSummaryRecord & Refusal>> =>
    service.call('POST', '/api/v1/admin/import/process', { token, body: { import_id, ...body } });
  const correct = (
    import_id: string,
    rows: ImportCorrections['rows'],
  ): Promise<Answer<ImportSummaryRecord & Refusal>> =>
    service.call('POST', `/api/v1/admin/import/${import_id}/corrections`, {
      token,
      body: { rows },
    });
  const read = async (import_id: string, query = ''): Promise<ImportRecord> => {
    const { status, body } = await service.call<ImportRecord>(
      'GET',
      `/api/v1/admin/import/${import_id}${query}`,
      { token },
    );
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  /** Previews a file without wrong rows, requests the import and works until it is stored. */
  const store = async (type: ImportTypeName, ...lines: string[]): Promise<ImportRecord> => {
    const { import_id, rows } = await preview(type, ...lines);
    assert.deepEqual(
      rows.flatMap(({ row, errors }) => (errors.length === 0 ? [] : [{ row, errors }])),
      [],
    );
    assert.equal((await process(import_id)).status, 200);
    await service.work();
    return read(import_id);
  };
  return { admin, token, send, preview, correct, process, read, store };
}

/** Returns the errors of a preview by row. */
export const errorsOf = ({
  rows,
}: Pick<ImportPreview, 'rows'>): Record<number, readonly string[]> =>
  Object.fromEntries(
    rows.flatMap(({ row, errors }) => (errors.length === 0 ? [] : [[row, errors]])),
  );

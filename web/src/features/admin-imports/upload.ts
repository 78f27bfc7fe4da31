import type { ImportPreview, ImportTypeName } from '@lavra/contract/admin/import';
import { endpointTable } from 'virtual:endpoint-table';
import { ApiError, NoAnswer, SessionEnded } from '../../api/api-error.ts';
import { readRoute } from '../../api/request.ts';
import type { Portal } from '../../runtime/portal.ts';

interface Upload {
  readonly type: ImportTypeName;
  readonly file: File;
  readonly onProgress: (percent: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Uploads a file for validation and reports the upload's progress, which `fetch` cannot do. Throws
 * the service's error.
 */
export async function uploadSheet(
  { session, api }: Portal,
  upload: Upload,
): Promise<ImportPreview> {
  const begun = session.get();
  const first = await send(begun?.token, upload);
  if (first.status !== 401) return previewOf(first);
  // Any other call renews the session, or ends it.
  await api.call('listImports', { query: { per_page: 1 } });
  const renewed = session.get();
  if (renewed?.user.id !== begun?.user.id) throw new SessionEnded();
  return previewOf(await send(renewed?.token, upload));
}

function send(
  token: string | undefined,
  { type, file, onProgress, signal }: Upload,
): Promise<XMLHttpRequest> {
  if (token === undefined) throw new SessionEnded();
  const { method, path } = readRoute(endpointTable['previewImport'] ?? '');
  const form = new FormData();
  form.append('type', type);
  form.append('file', file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, path);
    request.setRequestHeader('authorization', `Bearer ${token}`);
    request.setRequestHeader('accept', 'application/json');
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total === 0 ? 0 : Math.round((loaded / total) * 100)),
    );
    request.addEventListener('load', () => resolve(request));
    request.addEventListener('error', () => reject(new NoAnswer()));
    request.addEventListener('abort', () => reject(new DOMException('left', 'AbortError')));
    signal.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}

function previewOf({ status, responseText }: XMLHttpRequest): ImportPreview {
  const body: unknown = readJson(responseText);
  if (status !== 200) throw new ApiError(status, body ?? {});
  return body as ImportPreview; // as the contract guarantees for a 200
}

function readJson(text: string): object | undefined {
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}

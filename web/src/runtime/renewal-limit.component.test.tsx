import { expect, it, vi } from 'vitest';
import { signedInPortal } from '../../test/portal.tsx';

it('a renewal that gets no answer ends by itself, and the session stays', async () => {
  const limit = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  vi.stubGlobal('fetch', (url: string, { signal }: RequestInit = {}) =>
    url === '/api/v1/refresh'
      ? new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason as Error));
        })
      : Promise.resolve(Response.json({}, { status: 401 })),
  );
  const { api, session } = signedInPortal({});
  const asked = api.call('getProfile');
  await expect.poll(() => timeout.mock.calls).toEqual([[8_000]]);
  limit.abort(new DOMException('8 s', 'TimeoutError'));
  await expect(asked).rejects.toMatchObject({ name: 'NoAnswer' });
  expect(session.get()?.token).toBe('token');
  timeout.mockRestore();
});

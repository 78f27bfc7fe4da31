import type { Portal } from '../../runtime/portal.ts';

/**
 * Ends this device's session if the service has, after a link of an e-mail ended all those of an
 * account: whose link it was, this device does not know.
 */
export async function leaveIfRefused({
  api,
  session,
}: Pick<Portal, 'api' | 'session'>): Promise<void> {
  if (session.get() === undefined) return;
  await api.call('getProfile').catch(() => undefined);
  if (session.get() === undefined) session.clear('left');
}

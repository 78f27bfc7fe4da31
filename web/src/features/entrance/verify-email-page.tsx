import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { commonPaths } from '../../paths/common.ts';
import { usePortal, useSession } from '../../runtime/context.tsx';
import type { Portal } from '../../runtime/portal.ts';
import { Loading, Notice } from '../../ui/states.tsx';
import { identityOf } from '../../session/session.ts';
import { EntrancePage, IncompleteLink } from './entrance.tsx';
import { useLinkToken } from './link-token.ts';

/**
 * Confirms the address by the link's token, once: the link is used up by it. Who is logged in is
 * confirmed from then on. It is no query, which would be sent again once the service is back or a
 * session has ended.
 */
function useVerification(token: string | undefined) {
  const { api, session } = usePortal();
  const check = useMutation({
    mutationFn: (link: string) => api.call('verifyEmail', { body: { token: link } }),
    onSuccess: () => {
      if (session.get() !== undefined) void refreshUser({ api, session });
    },
  });
  const { mutate } = check;
  const sent = useRef<string>(undefined);
  useEffect(() => {
    if (token === undefined || sent.current === token) return;
    sent.current = token;
    mutate(token);
  }, [token, mutate]);
  return check;
}

/** Reads the user anew; the address is confirmed also where that fails. */
async function refreshUser({ api, session }: Pick<Portal, 'api' | 'session'>): Promise<void> {
  const user = await api.call('getProfile').catch(() => undefined);
  if (user !== undefined) session.change({ user: identityOf(user) });
}

/** Confirms the e-mail address when the link is opened. */
export function VerifyEmailPage() {
  const isIn = useSession() !== undefined;
  const token = useLinkToken();
  const check = useVerification(token);
  return (
    <EntrancePage title="Confirmar e-mail">
      {token === undefined && <IncompleteLink />}
      {token !== undefined && (check.isIdle || check.isPending) && <Loading lines={2} />}
      {check.isSuccess && (
        <Notice tone="good" role="status" title={check.data.message}>
          <p>Os avisos das suas cotações chegam a este endereço.</p>
        </Notice>
      )}
      {check.isError && (
        <Notice tone="danger" role="alert" title={check.error.message}>
          <p>Entre e use “Enviar de novo” para receber outro link.</p>
        </Notice>
      )}
      <div>
        <Button renderRoot={(props) => <Link to={isIn ? '/' : commonPaths.login} {...props} />}>
          {isIn ? 'Ir para o início' : 'Entrar'}
        </Button>
      </div>
    </EntrancePage>
  );
}

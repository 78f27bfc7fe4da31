import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { commonPaths } from '../../paths/common.ts';
import { usePortal, useSession } from '../../runtime/context.tsx';
import { Loading, Notice } from '../../ui/states.tsx';
import { identityOf } from '../../session/session.ts';
import { EntrancePage, IncompleteLink } from './entrance.tsx';
import { useLinkToken } from './link-token.ts';

/** Confirms the address by the link's token; who is logged in is confirmed from then on. */
function useVerification(token: string | undefined) {
  const { api, session } = usePortal();
  return useQuery({
    queryKey: ['verifyEmail', token],
    enabled: token !== undefined,
    retry: false,
    staleTime: Infinity,
    queryFn: async () => {
      const reply = await api.call('verifyEmail', { body: { token: token ?? '' } });
      const current = session.get();
      if (current !== undefined)
        session.change({ user: identityOf(await api.call('getProfile', {})) });
      return reply;
    },
  });
}

/** Confirms the e-mail address when the link is opened. */
export function VerifyEmailPage() {
  const isIn = useSession() !== undefined;
  const token = useLinkToken();
  const check = useVerification(token);
  return (
    <EntrancePage title="Confirmar e-mail">
      {token === undefined && <IncompleteLink />}
      {check.isLoading && <Loading lines={2} />}
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

import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiError } from '../api/api-error.ts';
import { toastProblem } from '../data/toast-problem.ts';
import { useChange } from '../data/use-api.ts';
import { toast } from '../ui/toasts.tsx';

/** The error code of a refusal due to an unconfirmed e-mail address. */
const UNVERIFIED = 'email_unverified';

/** Sends the confirmation link once more, and shows the result in a toast. */
export function useResendVerification(): { readonly busy: boolean; readonly send: () => void } {
  const resend = useChange('resendVerification');
  const send = async (): Promise<void> => {
    try {
      toast((await resend.mutateAsync({})).message);
    } catch (error) {
      toastProblem(error);
    }
  };
  return {
    busy: resend.isPending,
    send: () => {
      if (!resend.isPending) void send();
    },
  };
}

function ResendVerification() {
  const { busy, send } = useResendVerification();
  return (
    <div>
      <Button variant="default" aria-disabled={busy} onClick={send}>
        {busy ? 'Enviando…' : 'Reenviar confirmação'}
      </Button>
    </div>
  );
}

/** Returns a component that helps to resolve a refusal, or null when there is none. */
export const remedyOf = (error: unknown): ReactNode =>
  error instanceof ApiError && error.code === UNVERIFIED ? <ResendVerification /> : null;

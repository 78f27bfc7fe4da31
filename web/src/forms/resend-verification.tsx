import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiError } from '../api/api-error.ts';
import { useChange } from '../api/use-api.ts';
import { toast } from '../ui/toasts.tsx';

/** What a refusal is called that a confirmed address would have spared. */
export const UNVERIFIED = 'email_unverified';

/** Asks for the link that confirms the address once more, and says what became of it. */
export function useResendVerification(): { readonly busy: boolean; readonly send: () => void } {
  const resend = useChange('resendVerification');
  const send = async (): Promise<void> => {
    try {
      toast((await resend.mutateAsync({})).message);
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), { tone: 'danger' });
    }
  };
  return {
    busy: resend.isPending,
    send: () => {
      if (!resend.isPending) void send();
    },
  };
}

export function ResendVerification() {
  const { busy, send } = useResendVerification();
  return (
    <div>
      <Button variant="default" aria-disabled={busy} onClick={send}>
        {busy ? 'Enviando…' : 'Reenviar confirmação'}
      </Button>
    </div>
  );
}

/** What helps out of a refusal, where something does. */
export const remedyOf = (error: unknown): ReactNode =>
  error instanceof ApiError && error.code === UNVERIFIED ? <ResendVerification /> : null;

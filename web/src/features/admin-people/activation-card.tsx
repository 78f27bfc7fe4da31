import { Button } from '@mantine/core';
import type { ActivationState } from '@lavra/contract/admin/people';
import { useState } from 'react';
import { formatDateTime } from '../../text/dates.ts';
import { ActionRow } from '../../ui/record.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Card } from '../../ui/page.tsx';
import { toast } from '../../ui/toasts.tsx';

interface ActivationCardProps {
  readonly person: {
    readonly name: string;
    readonly email: string;
    readonly activation: ActivationState;
    readonly activation_label: string;
    readonly activation_expires_at: string | null;
    readonly deleted_at: string | null;
  };
  readonly mayEdit: boolean;
  readonly send: () => Promise<unknown>;
}

/** Shows whether a person has chosen a password, and sends the link to do so. */
export function ActivationCard({ person, mayEdit, send }: ActivationCardProps) {
  const [asked, setAsked] = useState(false);
  const { activation, activation_label, activation_expires_at, deleted_at } = person;
  const may = mayEdit && activation !== 'active' && deleted_at === null;
  return (
    <Card
      title={`Ativação: ${activation_label.toLowerCase()}`}
      lead={
        activation === 'active'
          ? 'Já escolheu a senha e entra no portal.'
          : activation_expires_at === null
            ? 'Ainda não recebeu um link para escolher a senha.'
            : `O link enviado vale até ${formatDateTime(activation_expires_at)}.`
      }
    >
      {may && (
        <ActionRow>
          <Button variant="default" onClick={() => setAsked(true)}>
            {sendLabel(activation)}
          </Button>
        </ActionRow>
      )}
      {asked && <SendDialog person={person} send={send} onClose={() => setAsked(false)} />}
    </Card>
  );
}

const sendLabel = (activation: ActivationState): string =>
  activation === 'sent' ? 'Reenviar o link' : 'Enviar o link de ativação';

function SendDialog({
  person: { name, email, activation },
  send,
  onClose,
}: Pick<ActivationCardProps, 'person' | 'send'> & { readonly onClose: () => void }) {
  return (
    <ConfirmDialog
      title="Enviar o link de ativação?"
      action={sendLabel(activation)}
      onClose={onClose}
      run={async () => {
        await send();
        toast(`Link enviado para ${email}.`);
      }}
      body={
        <p>
          <strong>{name}</strong> recebe em {email} um link para escolher a senha. Vale por 7 dias,
          uma vez{activation === 'sent' ? '; o link anterior deixa de valer' : ''}.
        </p>
      }
    />
  );
}

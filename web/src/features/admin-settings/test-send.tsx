import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../data/use-api.ts';
import { reasonOf } from '../../api/reason-of.ts';
import { useOneAtATime } from '../../forms/one-at-a-time.ts';
import { useSession } from '../../runtime/context.tsx';
import { Notice } from '../../ui/states.tsx';
import styles from './settings.module.css';

interface Result {
  readonly good: boolean;
  readonly text: string;
}

const words = {
  mail: {
    title: 'Testar o e-mail',
    label: 'Enviar e-mail de teste para',
    action: 'Enviar e-mail de teste',
    mode: 'email',
  },
  whatsapp: {
    title: 'Testar o WhatsApp',
    label: 'Enviar mensagem de teste para',
    action: 'Enviar mensagem de teste',
    mode: 'tel',
  },
} as const;

/** Sends a real message with the saved settings, and shows the server's response. */
export function TestSend({
  kind,
  unsaved,
}: {
  readonly kind: 'mail' | 'whatsapp';
  readonly unsaved: boolean;
}) {
  const [to, setTo] = useState(useSession()?.user.email ?? '');
  const [phone, setPhone] = useState('');
  const [result, setResult] = useState<Result>();
  const mail = useChange('sendTestEmail');
  const whatsapp = useChange('sendTestWhatsapp');
  const [busy, once] = useOneAtATime();
  const send = async (): Promise<void> => {
    setResult(undefined);
    try {
      const { message } =
        kind === 'mail'
          ? await mail.mutateAsync({ body: { email: to.trim() } })
          : await whatsapp.mutateAsync({ body: { phone: phone.trim() } });
      setResult({ good: true, text: message });
    } catch (error) {
      setResult({ good: false, text: reasonOf(error) });
    }
  };
  return (
    <form
      className={styles['test']}
      aria-label={words[kind].title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void once(send);
      }}
    >
      <TextInput
        label={words[kind].label}
        inputMode={words[kind].mode}
        value={kind === 'mail' ? to : phone}
        {...(kind === 'whatsapp' ? { placeholder: '(65) 99999-8888' } : {})}
        onChange={({ currentTarget: { value } }) =>
          kind === 'mail' ? setTo(value) : setPhone(value)
        }
      />
      <Button type="submit" variant="default" aria-disabled={busy}>
        {busy ? 'Enviando…' : words[kind].action}
      </Button>
      {unsaved && <p>O teste usa o que está salvo, não o que você acabou de mudar.</p>}
      <div role="status">
        {result !== undefined && (
          <Notice tone={result.good ? 'good' : 'danger'}>
            <p>{result.text}</p>
          </Notice>
        )}
      </div>
    </form>
  );
}

import { TextInput } from '@mantine/core';

import { useState } from 'react';
import { Form } from '../../forms/form.tsx';
import { all, isEmail, required } from '../../forms/field-rules.ts';
import { useForm } from '../../forms/use-form.ts';

import { usePortal } from '../../runtime/context.tsx';
import { Notice } from '../../ui/states.tsx';
import { BackToLogin, EntrancePage } from './entrance.tsx';

const Sent = ({ to }: { readonly to: string }) => (
  <Notice tone="good" role="status" title="Confira seu e-mail.">
    <p>
      Se houver uma conta com {to}, o link chega em alguns minutos e vale por 60 minutos. Veja
      também a caixa de spam.
    </p>
  </Notice>
);

/**
 * Requests a link to choose a new password. The response never reveals whether such an account
 * exists.
 */
export function ForgotPasswordPage() {
  const { api } = usePortal();
  const [sentTo, setSentTo] = useState<string>();
  const form = useForm({
    initial: { email: '' },
    rules: { email: all(required('Informe o e-mail.'), isEmail) },
    send: async ({ email }) => {
      await api.call('forgotPassword', { body: { email: email.trim() } });
      setSentTo(email.trim());
    },
  });
  return (
    <EntrancePage
      title="Esqueci a senha"
      lead="Enviamos um link para você escolher uma nova senha."
      below={<BackToLogin />}
    >
      {sentTo !== undefined && <Sent to={sentTo} />}
      <Form
        form={form}
        action={sentTo === undefined ? 'Enviar link' : 'Enviar de novo'}
        acting="Enviando…"
      >
        <TextInput
          label="E-mail"
          type="email"
          inputMode="email"
          autoComplete="username"
          required
          withAsterisk={false}
          {...form.fields.getInputProps('email')}
        />
      </Form>
    </EntrancePage>
  );
}

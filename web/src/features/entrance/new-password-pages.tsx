import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Form } from '../../forms/form.tsx';
import { isPassword } from '../../forms/account-rules.ts';
import { PasswordField } from '../../forms/fields.tsx';
import { PasswordRules } from '../../forms/password-rules.tsx';
import { useForm } from '../../forms/use-form.ts';
import { commonPaths } from '../../paths/common.ts';
import { usePortal } from '../../runtime/context.tsx';
import { Notice } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.tsx';
import { BackToLogin, EntrancePage, IncompleteLink } from './entrance.tsx';
import { leaveIfRefused } from './leave-if-refused.ts';
import { useLinkToken } from './link-token.ts';
import { useSignIn } from './use-sign-in.ts';

interface NewPassword {
  readonly password: string;
  readonly password_confirmation: string;
}

function useNewPassword(send: (values: NewPassword) => Promise<unknown>) {
  return useForm<NewPassword>({
    initial: { password: '', password_confirmation: '' },
    rules: {
      password: isPassword,
      password_confirmation: (value, { password }) =>
        value === password ? null : 'A confirmação não é igual à senha.',
    },
    send,
    fieldNames: { token: 'password' },
  });
}

function NewPasswordFields({ form }: { readonly form: ReturnType<typeof useNewPassword> }) {
  return (
    <>
      <div>
        <PasswordField
          label="Nova senha"
          autoComplete="new-password"
          required
          withAsterisk={false}
          {...form.fields.getInputProps('password')}
        />
        <PasswordRules value={form.fields.values.password} />
      </div>
      <PasswordField
        label="Repita a nova senha"
        autoComplete="new-password"
        required
        withAsterisk={false}
        {...form.fields.getInputProps('password_confirmation')}
      />
    </>
  );
}

const NoToken = () => (
  <IncompleteLink>
    Abra de novo o link do e-mail ou <Link to={commonPaths.forgotPassword}>peça outro</Link>.
  </IncompleteLink>
);

/** Sets a new password with the link that was sent by e-mail; all sessions end. */
export function ResetPasswordPage() {
  const { api, session } = usePortal();
  const token = useLinkToken();
  const [done, setDone] = useState(false);
  const form = useNewPassword(async (values) => {
    await api.call('resetPassword', { body: { token: token ?? '', ...values } });
    await leaveIfRefused({ api, session });
    setDone(true);
  });
  return (
    <EntrancePage
      title="Nova senha"
      lead={done ? undefined : 'Escolha uma senha que você ainda não usa em outro lugar.'}
      below={<BackToLogin />}
    >
      {token === undefined && <NoToken />}
      {done && (
        <>
          <Notice tone="good" role="status" title="Senha trocada.">
            <p>As outras sessões foram encerradas.</p>
          </Notice>
          <Button renderRoot={(props) => <Link to={commonPaths.login} {...props} />}>
            Entrar com a nova senha
          </Button>
        </>
      )}
      {token !== undefined && !done && (
        <Form form={form} action="Salvar nova senha" acting="Salvando…">
          <NewPasswordFields form={form} />
        </Form>
      )}
    </EntrancePage>
  );
}

/** Sets the first password of an account that was created for someone, who is logged in with it. */
export function ActivateAccountPage() {
  const { api } = usePortal();
  const signIn = useSignIn();
  const navigate = useNavigate();
  const token = useLinkToken();
  const form = useNewPassword(async (values) => {
    const enter = signIn();
    const body = { token: token ?? '', ...values };
    if (!enter(await api.call('activateAccount', { body }))) return;
    toast('Conta ativada. Boas-vindas!');
    await navigate({ to: '/', replace: true });
  });
  return (
    <EntrancePage
      title="Ativar conta"
      lead="Escolha sua senha para começar."
      below={<BackToLogin>Já ativei: entrar</BackToLogin>}
    >
      {token === undefined ? (
        <NoToken />
      ) : (
        <Form form={form} action="Ativar conta" acting="Ativando…">
          <NewPasswordFields form={form} />
        </Form>
      )}
    </EntrancePage>
  );
}

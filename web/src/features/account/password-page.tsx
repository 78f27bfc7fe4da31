import { TextInput } from '@mantine/core';
import { isPassword } from '../../forms/account-rules.ts';
import { required } from '../../forms/field-rules.ts';
import { Form } from '../../forms/form.tsx';
import { PasswordField } from '../../forms/fields.tsx';
import { PasswordRules } from '../../forms/password-rules.tsx';
import { useForm } from '../../forms/use-form.ts';
import { useSession } from '../../runtime/context.tsx';
import { Card, usePageTitle } from '../../ui/page.tsx';
import { useSaveProfile } from './use-profile.ts';

const empty = { current_password: '', password: '', password_confirmation: '' };

function usePasswordForm() {
  const save = useSaveProfile();
  return useForm({
    initial: empty,
    rules: {
      current_password: required('Informe a senha atual.'),
      password: isPassword,
      password_confirmation: (value, { password }) =>
        value === password ? null : 'A confirmação não é igual à senha.',
    },
    send: (values) => save(values, 'Senha trocada. Os outros aparelhos precisam entrar de novo.'),
    afterSend: () => empty,
  });
}

/** Shows password managers which account the password belongs to. */
const AccountName = () => (
  <TextInput
    className="lv-hidden"
    aria-hidden="true"
    tabIndex={-1}
    readOnly
    autoComplete="username"
    value={useSession()?.user.email ?? ''}
  />
);

/** Changes the password; other devices have to log in again. */
export function PasswordPage() {
  usePageTitle('Senha – Minha conta');
  const form = usePasswordForm();
  const { fields } = form;
  return (
    <Card
      title="Trocar a senha"
      lead="Ao trocar, as sessões abertas em outros aparelhos são encerradas."
    >
      <Form form={form} action="Trocar a senha" acting="Trocando…">
        <AccountName />
        <PasswordField
          label="Senha atual"
          autoComplete="current-password"
          required
          {...fields.getInputProps('current_password')}
        />
        <div>
          <PasswordField
            label="Nova senha"
            autoComplete="new-password"
            required
            {...fields.getInputProps('password')}
          />
          <PasswordRules value={fields.values.password} />
        </div>
        <PasswordField
          label="Repita a nova senha"
          autoComplete="new-password"
          required
          {...fields.getInputProps('password_confirmation')}
        />
      </Form>
    </Card>
  );
}

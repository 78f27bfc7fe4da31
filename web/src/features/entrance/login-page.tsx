import { TextInput } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { User } from '@lavra/contract/accounts/schemas';
import { Form } from '../../forms/form.tsx';
import { ChoiceField, PasswordField } from '../../forms/fields.tsx';
import { required } from '../../forms/field-rules.ts';
import { useForm } from '../../forms/use-form.ts';
import { commonPaths } from '../../paths/common.ts';
import { usePortal } from '../../runtime/context.tsx';
import type { SessionEnd } from '../../session/session-store.ts';
import { sessionOf } from '../../session/session.ts';
import { Notice } from '../../ui/states.tsx';
import { EntrancePage } from './entrance.tsx';
import styles from './entrance.module.css';
import { keptWayBack, wayBack } from './way-back.ts';

const endTexts: Readonly<Record<SessionEnd, string | undefined>> = {
  left: undefined,
  left_elsewhere: 'Você saiu em outra aba.',
  expired: 'Sua sessão expirou. Entre de novo para continuar.',
};
const kinds = {
  produtor: 'Sou produtor',
  consultor: 'Sou consultor',
  fornecedor: 'Sou fornecedor',
  admin: 'Administração',
} as const;

/** Logs in, and returns to the page where the last session ended. */
export function LoginPage() {
  const {
    definition: { userTypes, registers },
    api,
    session,
  } = usePortal();
  const navigate = useNavigate();
  const search: { voltar?: unknown } = useSearch({ strict: false });
  const [userType, setUserType] = useState<User['user_type']>(userTypes[0]);
  const form = useForm({
    initial: { email: '', password: '' },
    rules: { email: required('Informe o e-mail.'), password: required('Informe a senha.') },
    send: async ({ email, password }) => {
      session.set(
        sessionOf(
          await api.call('login', { body: { email: email.trim(), password, user_type: userType } }),
        ),
      );
      await navigate({ to: wayBack(search.voltar), replace: true });
    },
  });
  const ended = session.ended();
  const said = ended === undefined ? undefined : endTexts[ended];
  return (
    <EntrancePage
      title="Entrar"
      lead={
        registers === undefined
          ? 'Acesso de quem administra a plataforma.'
          : 'Com o e-mail e a senha da sua conta.'
      }
      below={
        registers === undefined ? undefined : (
          <p>
            Ainda não tem conta?{' '}
            <Link to={commonPaths.register} search={keptWayBack(search.voltar)}>
              Criar conta de {registers}
            </Link>
          </p>
        )
      }
    >
      {said !== undefined && <Notice tone="warn" title={said} role="status" />}
      <Form form={form} action="Entrar" acting="Entrando…">
        {userTypes.length > 1 && (
          <ChoiceField
            legend="Quem está entrando"
            hiddenLegend
            name="user_type"
            value={userType}
            onChange={setUserType}
            options={userTypes.map((value) => ({ value, label: kinds[value] }))}
          />
        )}
        <TextInput
          label="E-mail"
          type="email"
          inputMode="email"
          autoComplete="username"
          required
          withAsterisk={false}
          {...form.fields.getInputProps('email')}
        />
        <PasswordField
          label="Senha"
          autoComplete="current-password"
          required
          withAsterisk={false}
          {...form.fields.getInputProps('password')}
        />
        <p className={styles['between']}>
          <Link to={commonPaths.forgotPassword} className="lv-link">
            Esqueci a senha
          </Link>
        </p>
      </Form>
    </EntrancePage>
  );
}

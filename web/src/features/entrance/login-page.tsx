import { TextInput } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { User } from '@lavra/contract/accounts/schemas';
import { Form } from '../../forms/form.tsx';
import { ChoiceField, PasswordField } from '../../forms/fields.tsx';
import { required } from '../../forms/field-rules.ts';
import type { Fields } from '../../forms/use-fields.ts';
import { useForm } from '../../forms/use-form.ts';
import { commonPaths } from '../../paths/common.ts';
import { usePortal } from '../../runtime/context.tsx';
import type { SessionEnd } from '../../session/session-store.ts';
import { Notice } from '../../ui/states.tsx';
import { EntrancePage } from './entrance.tsx';
import styles from './entrance.module.css';
import { useSignIn } from './use-sign-in.ts';
import { keptWayBack, wayBack } from './way-back.ts';

const endTexts: Readonly<Record<SessionEnd, string | undefined>> = {
  left: undefined,
  left_elsewhere: 'Você saiu em outra aba.',
  erased: 'Você saiu, e os rascunhos deste aparelho foram apagados.',
  expired: 'Sua sessão expirou. Entre de novo para continuar.',
};
const kinds = {
  produtor: 'Sou produtor',
  consultor: 'Sou consultor',
  fornecedor: 'Sou fornecedor',
  admin: 'Administração',
} as const;

/** The address that the last session ended at, as the page's own address carries it. */
function useWayBack(): unknown {
  const search: { voltar?: unknown } = useSearch({ strict: false });
  return search.voltar;
}

function useLogin(userType: User['user_type']) {
  const { api } = usePortal();
  const signIn = useSignIn();
  const navigate = useNavigate();
  const back = useWayBack();
  return useForm({
    initial: { email: '', password: '' },
    rules: { email: required('Informe o e-mail.'), password: required('Informe a senha.') },
    send: async ({ email, password }) => {
      const enter = signIn();
      const body = { email: email.trim(), password, user_type: userType };
      if (enter(await api.call('login', { body })))
        await navigate({ to: wayBack(back), replace: true });
    },
  });
}

/** Logs in, and returns to the page where the last session ended. */
export function LoginPage() {
  const {
    definition: { userTypes, registers },
  } = usePortal();
  const [userType, setUserType] = useState<User['user_type']>(userTypes[0]);
  const form = useLogin(userType);
  return (
    <EntrancePage
      title="Entrar"
      lead={
        registers === undefined
          ? 'Acesso de quem administra a plataforma.'
          : 'Com o e-mail e a senha da sua conta.'
      }
      below={registers === undefined ? undefined : <Register who={registers} />}
    >
      <Ended />
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
        <Credentials fields={form.fields} />
        <p className={styles['between']}>
          <Link to={commonPaths.forgotPassword} className="lv-link">
            Esqueci a senha
          </Link>
        </p>
      </Form>
    </EntrancePage>
  );
}

/** Why the last session ended, where the user did not end it here. */
function Ended() {
  const ended = usePortal().session.ended();
  const said = ended && endTexts[ended];
  return said !== undefined && <Notice tone="warn" title={said} role="status" />;
}

function Register({ who }: { readonly who: string }) {
  const back = useWayBack();
  return (
    <p>
      Ainda não tem conta?{' '}
      <Link to={commonPaths.register} search={keptWayBack(back)}>
        Criar conta de {who}
      </Link>
    </p>
  );
}

interface CredentialsProps {
  readonly fields: Fields<{ email: string; password: string }>;
}

const Credentials = ({ fields }: CredentialsProps) => (
  <>
    <TextInput
      label="E-mail"
      type="email"
      inputMode="email"
      autoComplete="username"
      required
      withAsterisk={false}
      {...fields.getInputProps('email')}
    />
    <PasswordField
      label="Senha"
      autoComplete="current-password"
      required
      withAsterisk={false}
      {...fields.getInputProps('password')}
    />
  </>
);

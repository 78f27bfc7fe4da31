import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { PasswordField } from '../../forms/fields.tsx';
import { Form } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';

import { usePortal } from '../../runtime/context.tsx';
import { Notice } from '../../ui/states.tsx';
import { BackToLogin, EntrancePage, IncompleteLink } from './entrance.tsx';
import { leaveIfRefused } from './leave-if-refused.ts';
import { useLinkToken } from './link-token.ts';

/** Undoes the change; the password is asked for where the service wants it. */
function useUndoing(token: string | undefined) {
  const { api, session } = usePortal();
  const [done, setDone] = useState<string>();
  const [asksPassword, askPassword] = useState(false);
  const form = useForm({
    initial: { password: '' },
    rules: {},
    send: async ({ password }) => {
      try {
        const { message } = await api.call('undoEmailChange', {
          body: { token: token ?? '', ...(password === '' ? {} : { password }) },
        });
        await leaveIfRefused({ api, session });
        setDone(message);
      } catch (error) {
        if (error instanceof ApiError && 'password' in error.errors) askPassword(true);
        throw error;
      }
    },
  });
  return { form, done, asksPassword };
}

/**
 * Restores the account's former e-mail address, with the link that was sent there; works without a
 * session.
 */
export function UndoEmailPage() {
  const token = useLinkToken();
  const { form, done, asksPassword } = useUndoing(token);
  return (
    <EntrancePage title="Desfazer a troca de e-mail" below={<BackToLogin />}>
      {token === undefined && <IncompleteLink />}
      {done !== undefined && (
        <Notice tone="good" role="status" title="Troca desfeita.">
          <p>{done}</p>
        </Notice>
      )}
      {token !== undefined && done === undefined && (
        <>
          <p>
            A conta volta a usar este endereço. Todas as sessões são encerradas, a senha deixa de
            valer, e enviamos a você um link para escolher outra.
          </p>
          <Form form={form} action="Desfazer a troca" acting="Desfazendo…">
            {asksPassword && (
              <PasswordField
                label="Senha que a conta tinha"
                autoComplete="current-password"
                required
                {...form.fields.getInputProps('password')}
              />
            )}
          </Form>
        </>
      )}
    </EntrancePage>
  );
}

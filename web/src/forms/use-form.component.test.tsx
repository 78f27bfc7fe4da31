import { screen } from '@testing-library/react';
import { TextInput } from '@mantine/core';
import { expect, it } from 'vitest';
import { show } from '../../test/portal.tsx';
import { PasswordField } from './fields.tsx';
import { useForm } from './use-form.ts';

function Screen() {
  const { fields } = useForm({
    initial: { name: '', password: '' },
    rules: {},
    send: () => Promise.resolve(),
    draftKey: 'perfil',
  });
  return (
    <>
      <TextInput label="Nome" {...fields.getInputProps('name')} />
      <PasswordField label="Senha" {...fields.getInputProps('password')} />
    </>
  );
}

it('a form keeps what is typed at once, for a session that ends now, and no password', async () => {
  const { user, portal, unmount } = await show(<Screen />);
  await user.type(screen.getByLabelText('Senha'), 'segredo');
  await user.type(screen.getByLabelText('Nome'), 'Ana');
  portal.session.clear('expired');
  unmount();
  expect(portal.drafts.find(7, 'perfil')).toEqual({ name: 'Ana' });
});

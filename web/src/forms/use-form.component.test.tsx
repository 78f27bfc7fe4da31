import { TextInput } from '@mantine/core';
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { show } from '../../test/portal.tsx';
import { NoAnswer } from '../api/api-error.ts';
import { PasswordField } from './fields.tsx';
import { Form } from './form.tsx';
import { useForm } from './use-form.ts';

function Screen({ send = () => Promise.resolve() }: { readonly send?: () => Promise<void> }) {
  const form = useForm({
    initial: { name: 'Ana', note: '', password: '' },
    rules: {},
    send,
    afterSend: () => ({ note: '' }),
    draftKey: 'perfil',
  });
  return (
    <Form form={form} action="Salvar" acting="Salvando…">
      <TextInput
        label="Nome"
        {...form.fields.getInputProps('name')}
        onBlur={() => form.fields.setFieldValue('name', form.fields.getValues().name.trim())}
      />
      <TextInput label="Nota" {...form.fields.getInputProps('note')} />
      <PasswordField label="Senha" {...form.fields.getInputProps('password')} />
    </Form>
  );
}

const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

it('a form keeps what is typed at once, for a session that ends now, and no password', async () => {
  const { user, portal, unmount } = await show(<Screen />);
  await user.type(screen.getByLabelText('Senha'), 'segredo');
  await user.type(screen.getByLabelText('Nota'), 'chove');
  portal.session.clear('expired');
  unmount();
  expect(portal.drafts.find(7, 'perfil')).toEqual({ name: 'Ana', note: 'chove' });
});

it('a form keeps nothing where a field is only left, nor what is discarded', async () => {
  const { user, portal, unmount } = await show(<Screen />);
  await user.click(screen.getByLabelText('Nome'));
  await user.tab();
  expect(portal.drafts.find(7, 'perfil')).toBeUndefined();
  await user.type(screen.getByLabelText('Nota'), 'chove');
  unmount();
  const again = await show(<Screen />);
  await again.user.click(screen.getByRole('button', { name: /^Descartar/ }));
  expect(valueOf('Nota')).toBe('');
  expect(again.portal.drafts.find(7, 'perfil')).toBeUndefined();
});

it.each([
  ['Nome', { name: 'Ana, ontem', note: '' }],
  ['Nota', { name: 'Ana', note: 'chove, ontem' }],
])('a form that was sent keeps what was typed meanwhile: %s', async (label, kept) => {
  const sent = Promise.withResolvers<void>();
  const { user, portal } = await show(<Screen send={() => sent.promise} />);
  await user.type(screen.getByLabelText('Nota'), 'chove');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await user.type(screen.getByLabelText(label), ', ontem');
  await act(async () => {
    sent.resolve();
    await sent.promise;
  });
  await screen.findByRole('button', { name: 'Salvar' });
  expect({ name: valueOf('Nome'), note: valueOf('Nota') }).toEqual(kept);
  expect(portal.drafts.find(7, 'perfil')).toEqual(kept);
});

it('a form that was sent is not kept any more', async () => {
  const { user, portal } = await show(<Screen />);
  await user.type(screen.getByLabelText('Nota'), 'chove');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await expect.poll(() => valueOf('Nota')).toBe('');
  expect(portal.drafts.find(7, 'perfil')).toBeUndefined();
});

it('a form that could not be sent says when the connection is back', async () => {
  const { user, portal } = await show(<Screen send={() => Promise.reject(new NoAnswer())} />);
  act(() => portal.connectivity.report('no_answer'));
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await screen.findByText(/^Sem conexão com o serviço/);
  act(() => portal.connectivity.report('answered'));
  await screen.findByText('A conexão voltou. Tente de novo.');
  expect(screen.queryByText(/^Sem conexão/)).toBeNull();
});

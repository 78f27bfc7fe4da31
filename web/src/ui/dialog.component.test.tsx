import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { show } from '../../test/portal.tsx';
import { Form } from '../forms/form.tsx';
import { useForm } from '../forms/use-form.ts';
import { ConfirmDialog, Dialog } from './dialog.tsx';

const nothing = (): void => undefined;
const buttons = (): readonly string[] =>
  screen.getAllByRole('button').map(({ textContent }) => textContent ?? '');

function Refund() {
  const form = useForm({ initial: { amount: '' }, rules: {}, send: async () => undefined });
  return (
    <Form form={form} action="Estornar" acting="Estornando…" onCancel={nothing}>
      Quanto?
    </Form>
  );
}

describe('the buttons of a dialog', () => {
  it('that asks before an action are the way out, which has the focus, and then the action', async () => {
    await show(
      <ConfirmDialog
        title="Excluir?"
        body="O rascunho será excluído."
        action="Excluir"
        run={async () => undefined}
        onClose={nothing}
      />,
    );
    expect(buttons()).toEqual(['Cancelar', 'Excluir']);
    expect(document.activeElement?.textContent).toBe('Cancelar');
  });

  it('with a form are in the same order, which on a page is the other way round', async () => {
    const { unmount } = await show(
      <Dialog title="Estornar pagamento" onClose={nothing}>
        <Refund />
      </Dialog>,
    );
    expect(buttons()).toEqual(['Cancelar', 'Estornar']);
    unmount();
    await show(<Refund />);
    expect(buttons()).toEqual(['Estornar', 'Cancelar']);
  });
});

describe('amounts in the parts that every screen shares', () => {
  it('stay whole in a title, and the sentence keeps its words', async () => {
    await show(
      <Dialog title={'Pagamento de R$\u00A0183.225,00'} onClose={nothing}>
        de R$ em R$
      </Dialog>,
    );
    const title = screen.getByRole('heading', { name: 'Pagamento de R$\u00A0183.225,00' });
    expect(title.querySelector('.lv-money')?.textContent).toBe('R$\u00A0183.225,00');
  });
});

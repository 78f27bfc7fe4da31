import { screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { show } from '../../test/portal.tsx';
import { ApiError } from '../api/api-error.ts';
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

describe('the focus after a dialog', () => {
  /** A row whose action goes as soon as it is answered, `late` after the dialog. */
  function Row({ late, stays }: { readonly late: boolean; readonly stays: boolean }) {
    const [asks, setAsks] = useState(false);
    const [waits, setWaits] = useState(true);
    const answer = () => {
      setAsks(false);
      if (late) setTimeout(() => setWaits(stays), 20);
      else setWaits(stays);
    };
    return (
      <>
        <h1 tabIndex={-1}>Pedidos</h1>
        {waits && <button onClick={() => setAsks(true)}>Criar</button>}
        {asks && (
          <Dialog title="Novo produto" onClose={nothing}>
            <button onClick={answer}>Salvar</button>
          </Dialog>
        )}
      </>
    );
  }
  const answered = async (row: React.ReactNode) => {
    const { user } = await show(row);
    await user.click(screen.getByRole('button', { name: 'Criar' }));
    await user.click(screen.getByRole('button', { name: 'Salvar' }));
  };

  it('is where it was before', async () => {
    await answered(<Row late={false} stays />);
    await expect.poll(() => document.activeElement?.textContent).toBe('Criar');
  });

  it.each([false, true])('is on the heading where that is gone, late: %s', async (late) => {
    await answered(<Row late={late} stays={false} />);
    await expect.poll(() => screen.queryByRole('button', { name: 'Criar' })).toBeNull();
    await expect.poll(() => document.activeElement?.textContent).toBe('Pedidos');
  });
});

describe('a refusal where no field shows it', () => {
  const refused = async (): Promise<never> => {
    throw new ApiError(422, {
      error: 'Os dados enviados são inválidos.',
      errors: { deadline_date: ['O prazo já passou.'], delivery_date: ['O prazo já passou.'] },
    });
  };

  it('is said by its reasons in a dialog that asks', async () => {
    const { user } = await show(
      <ConfirmDialog title="Reabrir?" body="" action="Reabrir" run={refused} onClose={nothing} />,
    );
    await user.click(screen.getByRole('button', { name: 'Reabrir' }));
    expect((await screen.findByRole('alert')).textContent).toBe('O prazo já passou.');
  });

  it('is the heading of a form without that field, and a repeated one is said once', async () => {
    function Reopen() {
      const form = useForm({ initial: { reason: '' }, rules: {}, send: refused });
      return <Form form={form} action="Reabrir" acting="Reabrindo…" children="" />;
    }
    const { user } = await show(<Reopen />);
    await user.click(screen.getByRole('button', { name: 'Reabrir' }));
    expect((await screen.findByRole('alert')).textContent).toBe('O prazo já passou.');
    expect(buttons()).toEqual(['Reabrir']);
  });

  it('stands above the errors of the fields that the form has', async () => {
    const both = async (): Promise<never> => {
      throw new ApiError(422, {
        error: 'Os dados enviados são inválidos.',
        errors: { deadline_date: ['O prazo já passou.'], 'reasons.0.text': ['Escreva o motivo.'] },
      });
    };
    function Reopen() {
      const form = useForm({ initial: { reasons: [{ text: '' }] }, rules: {}, send: both });
      return <Form form={form} action="Reabrir" acting="Reabrindo…" children="" />;
    }
    const { user } = await show(<Reopen />);
    await user.click(screen.getByRole('button', { name: 'Reabrir' }));
    expect((await screen.findByRole('heading')).textContent).toBe('O prazo já passou.');
    expect(buttons()).toEqual(['Escreva o motivo.', 'Reabrir']);
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

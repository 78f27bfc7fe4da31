import { screen } from '@testing-library/react';
import { assert, describe, expect, it, vi } from 'vitest';
import { noNetwork, show, type Answers } from '../../../test/portal.tsx';
import { ItemListDialog } from './item-list-dialog.tsx';
import { usePastedList } from './use-pasted-list.ts';

const LOOK_UP = 'GET /api/v1/product-lookup';
const urea = {
  id: 10,
  name: 'Ureia',
  brand: null,
  active_ingredient: null,
  concentration: null,
  unit: 'KG',
};

const unlisted: Answers = {
  'GET /api/v1/unlisted-products': () => ({
    data: [{ type: { id: 3, name: 'Fertilizantes' }, product: { ...urea, id: 90, name: 'Outro' } }],
  }),
};

/** Opens the dialog with an empty list, and reads a text in it. */
async function paste(text: string, answers: Answers = {}) {
  const { field, ...shown } = await open(answers);
  await shown.user.click(field);
  await shown.user.clear(field);
  await shown.user.paste(text);
  await shown.user.click(screen.getByRole('button', { name: 'Ler o que colei' }));
  return shown;
}

/** Opens the dialog with what the device keeps of the order's list. */
async function open(answers: Answers = {}) {
  const onAdd = vi.fn();
  function Order() {
    const pasted = usePastedList('o1');
    return (
      <ItemListDialog
        units={['KG', 'L', 'SC']}
        room={300}
        pasted={pasted}
        onAdd={onAdd}
        onClose={() => undefined}
      />
    );
  }
  const shown = await show(<Order />, {
    answers: { 'GET /api/v1/unlisted-products': () => ({ data: [] }), ...answers },
  });
  const field = screen.getByRole('textbox', { name: 'Cole aqui a lista' });
  const lookedUp = () => shown.requests.filter(({ line }) => line === LOOK_UP);
  return { ...shown, field, onAdd, lookedUp };
}

describe('a list that is pasted', () => {
  it('says what is wrong with it, and searches nothing', async () => {
    for (const [text, problem] of [
      ['quantidade;unidade\n1;L', 'Falta a coluna “produto” no cabeçalho.'],
      ['produto;quantidade\n', 'A planilha só tem o cabeçalho.'],
      [
        `produto\n${'Ureia\n'.repeat(301)}`,
        'Traga no máximo 300 linhas por vez; esta planilha tem 301.',
      ],
    ] as const) {
      const { lookedUp, unmount } = await paste(text);
      expect((await screen.findByRole('alert')).textContent).toBe(problem);
      expect(lookedUp()).toEqual([]);
      unmount();
    }
  });

  it('stays in its field when the products cannot be searched', async () => {
    await paste('50 kg de ureia', { [LOOK_UP]: noNetwork });
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /^Não foi possível procurar os produtos\. .*O que você trouxe continua aqui\.$/,
    );
    expect(screen.getByRole('textbox', { name: 'Cole aqui a lista' })).toHaveProperty(
      'value',
      '50 kg de ureia',
    );
  });

  it('is kept on the device until it is part of the order', async () => {
    const answers: Answers = {
      [LOOK_UP]: ({ query }) => ({
        data: query.getAll('names').map((name) => ({ name, products: [urea] })),
      }),
    };
    const { unmount } = await paste('50 kg de ureia', answers);
    await screen.findByRole('button', { name: /^Incluir/ });
    unmount();
    const again = await open(answers);
    expect(again.field).toHaveProperty('value', '50 kg de ureia');
    await again.user.click(screen.getByRole('button', { name: 'Ler o que colei' }));
    await again.user.click(await screen.findByRole('button', { name: /^Incluir/ }));
    again.unmount();
    expect((await open()).field).toHaveProperty('value', '');
  });

  it('is kept with what was chosen for its lines, until it is emptied', async () => {
    const answers: Answers = {
      ...unlisted,
      [LOOK_UP]: ({ query }) => ({
        data: query.getAll('names').map((name) => ({
          name,
          products: name.startsWith('ureia') ? [urea, { ...urea, id: 11, name: 'Ureia NBPT' }] : [],
        })),
      }),
    };
    const fields = async () => {
      await screen.findAllByRole('combobox', { name: /^Manter como item livre/ });
      return screen.getAllByRole<HTMLSelectElement>('combobox');
    };
    const values = async () => (await fields()).map(({ value }) => value);
    const list = '2 bb ureia\n3 baldes de pó de rocha';
    const first = await paste(list, answers);
    const asked = await values();
    for (const [place, choice] of ['11', 'KG', '3'].entries()) {
      const field = (await fields())[place];
      assert(field !== undefined);
      await first.user.selectOptions(field, choice);
    }
    first.unmount();
    const again = await open(answers);
    await again.user.type(again.field, '\ncalcário');
    await again.user.click(screen.getByRole('button', { name: 'Ler o que colei' }));
    expect(await values()).toEqual(['11', 'KG', '3', '', '']);
    await again.user.click(screen.getByRole('button', { name: 'Voltar' }));
    await again.user.clear(screen.getByRole('textbox', { name: 'Cole aqui a lista' }));
    again.unmount();
    await paste(list, answers);
    expect(await values()).toEqual(asked);
  });

  it('keeps the words of the lines that are left, however often some are taken', async () => {
    const { user, unmount } = await paste(
      'ureia 50 kg\n3 baldes de pó de rocha\nme avisa até sexta',
      {
        ...unlisted,
        [LOOK_UP]: ({ query }) => ({
          data: query.getAll('names').map((name) => ({
            name,
            products: name.startsWith('ureia') ? [urea] : [],
          })),
        }),
      },
    );
    const take = async () => user.click(await screen.findByRole('button', { name: /^Incluir/ }));
    await take();
    const [type] = await screen.findAllByRole('combobox', { name: /^Manter como item livre/ });
    assert(type !== undefined);
    await user.selectOptions(type, '3');
    await take();
    await screen.findByText(/^1 item incluído. 1 linha ainda está sem produto/);
    unmount();
    expect((await open()).field).toHaveProperty('value', 'me avisa até sexta');
  });

  it('keeps the numbers of its lines and the focus while some are taken', async () => {
    const { user } = await paste(
      'ureia 50 kg\n3 baldes de pó de rocha\nureia 20 kg\nme avisa até sexta',
      {
        ...unlisted,
        [LOOK_UP]: ({ query }) => ({
          data: query.getAll('names').map((name) => ({
            name,
            products: name.startsWith('ureia') ? [urea] : [],
          })),
        }),
      },
    );
    const numbers = () =>
      screen.queryAllByText(/^Linha \d+$/).map(({ textContent }) => textContent);
    const take = async () => user.click(await screen.findByRole('button', { name: /^Incluir/ }));
    await take();
    expect(numbers()).toEqual(['Linha 2', 'Linha 4']);
    expect(document.activeElement?.textContent).toMatch(
      /^Nenhuma linha com produto, 2 sem produto/,
    );
    const [type] = await screen.findAllByRole('combobox', { name: /^Manter como item livre/ });
    assert(type !== undefined);
    await user.selectOptions(type, '3');
    expect(document.activeElement).toBe(type);
    await take();
    expect(numbers()).toEqual(['Linha 4']);
    expect(document.activeElement?.textContent).toMatch(
      /^Nenhuma linha com produto, 1 sem produto/,
    );
  });

  it('becomes items with the product, quantity and unit that were meant', async () => {
    const { user, onAdd } = await paste('50 kg de ureia', {
      [LOOK_UP]: ({ query }) => ({
        data: query.getAll('names').map((name) => ({ name, products: [urea] })),
      }),
    });
    await user.click(await screen.findByRole('button', { name: /^Incluir/ }));
    expect(onAdd.mock.calls[0]?.[0]).toMatchObject([
      { product: { id: 10 }, quantity: '50', unit: 'KG' },
    ]);
  });
});

import { screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { noNetwork, show, type Answers } from '../../../test/portal.tsx';
import { ItemListDialog } from './item-list-dialog.tsx';

const LOOK_UP = 'GET /api/v1/product-lookup';
const urea = {
  id: 10,
  name: 'Ureia',
  brand: null,
  active_ingredient: null,
  concentration: null,
  unit: 'KG',
};

/** Opens the dialog with an empty list, and reads a text in it. */
async function paste(text: string, answers: Answers = {}) {
  const onAdd = vi.fn();
  function Order() {
    const [pasted, setPasted] = useState('');
    return (
      <ItemListDialog
        units={['KG', 'L', 'SC']}
        room={300}
        pasted={pasted}
        onPaste={setPasted}
        onAdd={onAdd}
        onClose={() => undefined}
      />
    );
  }
  const shown = await show(<Order />, {
    answers: { 'GET /api/v1/unlisted-products': () => ({ data: [] }), ...answers },
  });
  const field = screen.getByRole('textbox', { name: 'Cole aqui a lista' });
  await shown.user.click(field);
  await shown.user.paste(text);
  await shown.user.click(screen.getByRole('button', { name: 'Ler o que colei' }));
  return { ...shown, onAdd, lookedUp: () => shown.requests.filter(({ line }) => line === LOOK_UP) };
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

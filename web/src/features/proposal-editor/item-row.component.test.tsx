import type { OrderItem } from '@lavra/contract/orders/schemas';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { show } from '../../../test/portal.tsx';
import { draftOf, type DraftRow } from './draft.ts';
import { ItemRow } from './item-row.tsx';

const urea: OrderItem = {
  id: 1,
  position: 1,
  product_id: 10,
  quantity: 1250.5,
  unit: 'T',
  notes: null,
  allow_similar: true,
  is_unlisted: false,
  product: {
    id: 10,
    name: 'Ureia',
    brand: null,
    active_ingredient: null,
    concentration: null,
    unit: 'T',
  },
};

/** Shows the row of an item in a proposal that a supplier is about to write. */
async function quote(item: OrderItem = urea, question?: string) {
  let row: DraftRow | undefined;
  function Proposal() {
    const [rows, setRows] = useState(() => draftOf({ items: [item], split_award: true }).rows);
    [row] = rows;
    return (
      <table>
        {row !== undefined && (
          <ItemRow
            index={0}
            item={item}
            row={row}
            question={question}
            onSure={() => undefined}
            onChange={(index, part) =>
              setRows((all) => all.map((one, at) => (at === index ? { ...one, ...part } : one)))
            }
          />
        )}
      </table>
    );
  }
  const shown = await show(<Proposal />, { portal: 'supplier' });
  return {
    ...shown,
    row: () => row,
    price: screen.getByRole('textbox', { name: /^Preço unitário de/ }),
    quantity: screen.getByRole('textbox', { name: /^Quantidade de/ }),
    answer: screen.getByRole('combobox', { name: 'Resposta para Ureia, item 1' }),
  };
}

const withoutSpaces = (text: string | null): string => (text ?? '').replaceAll(/\s+/g, ' ');

describe('an item of a proposal', () => {
  it('takes decimals in Portuguese, writes them out when the cell is left, and shows the total', async () => {
    const { price, quantity, user, container } = await quote();
    expect(quantity).toHaveProperty('value', '1.250,5');
    await user.type(price, '2450,5');
    expect(price).toHaveProperty('value', '2450,5');
    await user.tab();
    expect(price).toHaveProperty('value', '2.450,50');
    expect(withoutSpaces(container.textContent)).toContain('R$ 3.064.350,25');
  });

  it('names what is wrong beside the cell it is in, and keeps what was typed', async () => {
    const { price, user } = await quote();
    await user.type(price, '12x');
    await user.tab();
    expect(price).toHaveProperty('value', '12x');
    expect(price.getAttribute('aria-invalid')).toBe('true');
    const hint = price.getAttribute('aria-describedby')?.split(' ').at(-1) ?? '';
    expect(document.querySelector(`[id="${hint}"]`)?.textContent).not.toBe('');
  });

  it('says that a price of zero is none', async () => {
    const { price, user } = await quote();
    await user.type(price, '0,00');
    expect(screen.getByText('Preço zero conta como não cotado.')).toBeTruthy();
    expect(price.getAttribute('aria-invalid')).toBe('false');
  });

  it('is declined with a reason, and its cells then take no number', async () => {
    const { price, answer, user, row } = await quote();
    await user.type(price, '10');
    await user.selectOptions(answer, 'Não cotar');
    expect(price).toHaveProperty('value', '');
    await user.type(price, '99');
    expect(row()?.price).toBe('10,00');
    const reason = screen.getByRole('combobox', { name: /^Motivo de não cotar Ureia/ });
    await user.selectOptions(reason, 'out_of_stock');
    expect(row()).toMatchObject({ answer: 'none', reason: 'out_of_stock' });
    expect(screen.getByText('Você vende este produto, mas agora não tem.')).toBeTruthy();
  });

  it('is offered as a similar product by name, where the producer takes one', async () => {
    const { answer, user, row } = await quote();
    await user.selectOptions(answer, 'Tenho um similar');
    expect(screen.getByText(/Sem o nome, o produtor não sabe/)).toBeTruthy();
    await user.type(screen.getByRole('textbox', { name: /^Produto similar/ }), 'Ureia 46%');
    expect(screen.queryByText(/Sem o nome, o produtor não sabe/)).toBeNull();
    expect(row()).toMatchObject({ answer: 'similar', similarName: 'Ureia 46%' });
  });

  it('offers no similar product where the producer takes none', async () => {
    const { answer } = await quote({ ...urea, allow_similar: false });
    expect([...answer.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
      'Sim, cotar',
      'Não cotar',
    ]);
  });

  it('asks about a price that looks wrong only once the cell is left', async () => {
    const { price, user } = await quote(urea, 'É isso mesmo?');
    await user.type(price, '24505');
    expect(screen.queryByText('É isso mesmo?')).toBeNull();
    await user.tab();
    expect(screen.getByText('É isso mesmo?')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Confirmar o preço de Ureia, item 1' }));
    expect(document.activeElement).toBe(price);
  });
});

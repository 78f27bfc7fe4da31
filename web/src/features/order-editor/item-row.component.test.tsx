import { screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { show } from '../../../test/portal.tsx';
import type { DraftItem } from './draft-values.ts';
import { ItemRow } from './item-row.tsx';

const urea: DraftItem = {
  key: 'a',
  product: {
    id: 10,
    name: 'Ureia',
    brand: null,
    active_ingredient: null,
    concentration: null,
    unit: 'SC',
  },
  quantity: '',
  unit: 'SC',
  notes: '',
  allow_similar: true,
};

/** Shows an item of an order that is being written. */
async function ask(first: DraftItem = urea) {
  let item = first;
  function Order() {
    const [shown, setShown] = useState(first);
    item = shown;
    return (
      <ul>
        <ItemRow
          item={shown}
          position={1}
          units={['KG', 'L']}
          request={undefined}
          onChange={(_key, part) => setShown((before) => ({ ...before, ...part }))}
          onRemove={() => undefined}
          onDone={() => undefined}
        />
      </ul>
    );
  }
  const shown = await show(<Order />);
  return {
    ...shown,
    item: () => item,
    quantity: screen.getByRole('textbox', { name: /^Quantidade de Ureia|^Quantidade de/ }),
  };
}

describe('an item of an order', () => {
  it('takes a pasted quantity as it is written here, and writes it out when the field is left', async () => {
    const { quantity, user, item } = await ask();
    await user.click(quantity);
    await user.paste('1250,5');
    await user.tab();
    expect(quantity).toHaveProperty('value', '1.250,5');
    expect(item().quantity).toBe('1.250,5');
  });

  it('says what a quantity looks like only after the field was left without one', async () => {
    const { quantity, user } = await ask();
    await user.type(quantity, 'dez');
    expect(screen.queryByText(/^Informe uma quantidade/)).toBeNull();
    await user.tab();
    expect(screen.getByText('Informe uma quantidade, por exemplo 1.250,5.')).toBeTruthy();
    expect(quantity).toHaveProperty('value', 'dez');
  });

  it('keeps a unit that the catalogue no longer offers among those to choose from', async () => {
    const { user, item } = await ask();
    const unit = screen.getByRole('combobox', { name: /^Unidade/ });
    expect(unit).toHaveProperty('value', 'SC');
    await user.selectOptions(unit, 'KG');
    expect(item().unit).toBe('KG');
  });

  it('asks which product is meant where it is not in the catalogue', async () => {
    const { user, item } = await ask({ ...urea, is_unlisted: true });
    expect(screen.getByText('Diga que produto você procura.')).toBeTruthy();
    await user.type(screen.getByRole('textbox', { name: /^O que você procura/ }), 'Bioinsumo');
    expect(screen.queryByText('Diga que produto você procura.')).toBeNull();
    expect(item().notes).toBe('Bioinsumo');
  });
});

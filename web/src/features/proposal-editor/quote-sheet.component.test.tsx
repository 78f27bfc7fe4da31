import { screen } from '@testing-library/react';
import type { SupplierOrder } from '@lavra/contract/orders/supplier-schemas';
import { describe, expect, it, vi } from 'vitest';
import { noNetwork, refusal, show, type Answers, type Sent } from '../../../test/portal.tsx';
import { QuoteSheet } from './quote-sheet.tsx';
import type { DraftState } from './use-draft.ts';

const ONLY_VALID = 'Usar só as linhas sem erro';
const SAVE = 'POST /api/v1/supplier/orders/o1/quote-sheet';
const wrong = refusal(422, {
  error: 'Confira os campos.',
  code: 'validation_failed',
  errors: { 'rows.3.unit_price': ['Digite um número.'] },
});

const allButWrong = ({ query }: Sent) =>
  query.get('only_valid') === 'true' ? { items: [1] } : wrong.clone();

/** Sends a sheet that has a wrong row. */
async function send(answer: Answers[string] = allButWrong, version?: number) {
  const take = vi.fn();
  const base = () => (version === undefined ? undefined : { uuid: 'p1', version });
  const shown = await show(
    <QuoteSheet
      // What is read of it.
      order={{ uuid: 'o1', number: 'COT-2026-000001', items: [{}, {}] } as unknown as SupplierOrder}
      state={{ stored: undefined, base, flush: async () => true, take } as unknown as DraftState}
    />,
    {
      portal: 'supplier',
      answers: {
        [SAVE]: answer,
      },
    },
  );
  await shown.user.click(screen.getByRole('button', { name: 'Planilha' }));
  await shown.user.upload(
    screen.getByLabelText('Planilha preenchida'),
    new File(['Item'], 'planilha.csv', { type: 'text/csv' }),
  );
  return { ...shown, take };
}

describe('a quote sheet', () => {
  it('replaces only the draft that the screen shows', async () => {
    const stale = refusal(409, { error: 'O registro mudou.', code: 'stale_version' });
    for (const version of [4, undefined]) {
      const { take, requests, unmount } = await send(() => stale.clone(), version);
      await screen.findByText(/^Este rascunho mudou em outra aba ou aparelho/);
      expect(take).not.toHaveBeenCalled();
      expect(requests.at(-1)?.headers.get('if-match')).toBe(`"${version ?? 0}"`);
      unmount();
    }
  });

  it('is not offered to enter in part where its terms are wrong', async () => {
    const terms = refusal(422, {
      error: 'Confira os campos.',
      code: 'validation_failed',
      errors: {
        'rows.3.unit_price': ['Digite um número.'],
        'rows.2.partial_minimum': ['Digite um número.'],
      },
    });
    await send(() => terms.clone());
    await screen.findByText('Linha 2, Mínimo em itens: Digite um número.');
    expect(screen.queryByRole('button', { name: ONLY_VALID })).toBeNull();
  });
});

describe('a quote sheet in which every row is wrong', () => {
  const refused = (...paths: string[]) =>
    refusal(422, {
      error: 'Confira os campos.',
      code: 'validation_failed',
      errors: Object.fromEntries(paths.map((path) => [path, ['Confira.']])),
    });

  it('is not offered to enter without its rows', async () => {
    await send(() => refused('rows.2.unit_price', 'rows.3.unit_price', 'rows.3.quantity'));
    await screen.findByText('Linha 3, Preço unitário: Confira.');
    expect(screen.queryByRole('button', { name: ONLY_VALID })).toBeNull();
  });

  it('is not one whose wrong rows are those of another order', async () => {
    await send(() => refused('rows.2.code', 'rows.3.code', 'rows.4.unit_price'));
    await screen.findByRole('button', { name: ONLY_VALID });
  });
});

describe('a quote sheet with a wrong row', () => {
  it('is not stored, and says which row is wrong', async () => {
    const { take } = await send();
    await screen.findByText('Linha 3, Preço unitário: Digite um número.');
    expect(take).not.toHaveBeenCalled();
  });

  it('enters without that row where the supplier wants so', async () => {
    const { user, take } = await send();
    await user.click(await screen.findByRole('button', { name: ONLY_VALID }));
    await vi.waitFor(() => expect(take).toHaveBeenCalledWith({ items: [1] }));
  });

  it('says that no other row is right where none is, and keeps its errors', async () => {
    const { user, take } = await send(() => wrong.clone());
    await user.click(await screen.findByRole('button', { name: ONLY_VALID }));
    await screen.findByText('Nenhuma linha preenchida está sem erro.');
    expect(screen.getByText('Linha 3, Preço unitário: Digite um número.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: ONLY_VALID })).toBeNull();
    expect(document.activeElement?.textContent).toBe('Enviar planilha');
    expect(take).not.toHaveBeenCalled();
  });

  it('can be sent again without that row where there was no network for it', async () => {
    let isCut = true;
    const { user, take } = await send((sent) =>
      isCut && sent.query.get('only_valid') === 'true' ? noNetwork() : allButWrong(sent),
    );
    await user.click(await screen.findByRole('button', { name: ONLY_VALID }));
    await screen.findByText(/^Sem conexão com o serviço/);
    expect(screen.queryByText(/Nada foi gravado/)).toBeNull();
    expect(screen.getByText('Linha 3, Preço unitário: Digite um número.')).toBeTruthy();
    isCut = false;
    await user.click(screen.getByRole('button', { name: ONLY_VALID }));
    await vi.waitFor(() => expect(take).toHaveBeenCalledWith({ items: [1] }));
  });
});

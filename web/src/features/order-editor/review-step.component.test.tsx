import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { show } from '../../../test/portal.tsx';
import type { ShownOrder } from '../producer-orders/use-order.ts';
import { emptyDraft, newItem, type DraftValues, type NewItem } from './draft-values.ts';
import { ReviewStep } from './review-step.tsx';
import type { Draft } from './use-draft.ts';

const product = (id: number, name: string) => ({
  id,
  name,
  brand: null,
  active_ingredient: null,
  concentration: null,
  unit: 'T',
});
const item = (name: string, part: Partial<NewItem>) => ({
  ...newItem(product(10, name), { quantity: '2' }),
  key: name,
  ...part,
});
const asked: DraftValues = {
  ...emptyDraft,
  description: 'Adubo da safra',
  deadline_date: '2099-01-31',
  state: 'MT',
  city: 'Sorriso',
  items: [
    item('Ureia', { allow_similar: true }),
    item('MAP', { allow_similar: false, notes: '11-52-00 granulado' }),
  ],
};
const REACH = 'GET /api/v1/producer/orders/o1/reach';

/** Shows the last step of a draft that the service has. */
async function review(values: Partial<DraftValues> = {}) {
  const draft = {
    values: { ...asked, ...values },
    state: { kind: 'saved' },
    base: () => ({ version: 3 }),
  } as unknown as Draft; // what this step reads of it
  const order = { uuid: 'o1', legal_notice: 'Compre com receita agronômica.' } as ShownOrder;
  const { container } = await show(<ReviewStep draft={draft} order={order} />, {
    answers: { [REACH]: () => ({ matching_suppliers: 16, total_suppliers: 21 }) },
  });
  await screen.findByText('16 fornecedores atendem');
  return (container.textContent ?? '').replaceAll(/\s+/g, ' ');
}

describe('the review of an order before it is published', () => {
  it('says of each item what was noted, and whether a similar product will do', async () => {
    await review();
    const wishes = screen.getAllByText(/similar/).map(({ textContent }) => textContent);
    expect(wishes).toEqual(['Aceita similar', 'Não aceita similar. Pedido: 11-52-00 granulado']);
  });

  it('counts suppliers “neste lugar” only where there is a place', async () => {
    expect(await review()).toContain('atendem estes produtos neste lugar, de 21 na plataforma.');
  });

  it('asks for the municipality before it can be published, and says whom its lack leaves out', async () => {
    const text = await review({ state: '', city: '' });
    expect(text).not.toContain('neste lugar');
    expect(text).toContain('Sem o local de entrega, quem atende só algumas regiões não é avisado.');
    expect(screen.getByRole('link', { name: 'Escolha o município da entrega.' })).toBeTruthy();
    const publish = screen.getByRole('button', { name: 'Publicar cotação' });
    expect(publish.getAttribute('aria-disabled')).toBe('true');
  });

  it('shows the legal notice once', async () => {
    expect((await review()).split('Compre com receita agronômica.')).toHaveLength(2);
  });
});

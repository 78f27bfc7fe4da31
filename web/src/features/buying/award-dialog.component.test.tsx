import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { noNetwork, refusal, show, type Answers } from '../../../test/portal.tsx';
import { askedOrder, receivedProposal } from '../received/received-proposal.fixture.ts';
import { AwardDialog } from './award-dialog.tsx';

const AWARD = 'POST /api/v1/producer/orders/order/award';
const order = askedOrder('Ureia', 'MAP', 'Glifosato');
const proposals = [
  receivedProposal('A', [100, 200, null], { freight_amount: 90, freight_rule: 'proportional' }),
  receivedProposal('B', [120, 180, null], { freight_amount: 50 }),
];

/** Opens the dialog that buys some items, each from a proposal. */
async function buy(
  basket: readonly (readonly [item: number, proposal: string])[],
  answers: Answers = {},
) {
  const onClose = vi.fn();
  const shown = await show(
    <AwardDialog order={order} proposals={proposals} basket={new Map(basket)} onClose={onClose} />,
    { answers },
  );
  const text = (): string => (shown.container.textContent ?? '').replaceAll(/\s+/g, ' ');
  const sent = () => shown.requests.filter(({ line }) => line === AWARD);
  return { ...shown, onClose, text, sent };
}

describe('what is about to be bought', () => {
  it('is named by proposal with its freight, and so is what stays unbought and why', async () => {
    const { text, container } = await buy([[1, 'A']]);
    expect(screen.getByRole('heading', { name: 'Comprar 1 item de 1 proposta?' })).toBeTruthy();
    expect(text()).toContain('1 item: R$ 1.000,00, frete proporcional: R$ 30,00');
    expect(text()).toContain('Comprar por R$ 1.030,00');
    const left = container.querySelectorAll('details');
    const [, unbought] = [...left];
    expect([...(unbought?.querySelectorAll('li') ?? [])].map((line) => line.textContent)).toEqual([
      '2. MAP: não escolhido',
      '3. Glifosato: ninguém oferece',
    ]);
  });

  it('adds up over proposals, and says that each supplier receives the contact', async () => {
    const { text } = await buy([
      [1, 'A'],
      [2, 'B'],
    ]);
    expect(text()).toContain('Comprar 2 itens de 2 propostas?');
    expect(text()).toContain('Comprar por R$ 2.880,00');
    expect(text()).toContain('1 item fica sem compra');
    expect(text()).toContain('Cada fornecedor recebe o seu nome');
  });

  it('is sent as it is shown, once, and the result is opened', async () => {
    const { promise, resolve } = Promise.withResolvers<object>();
    const { user, sent, onClose, address } = await buy([[1, 'A']], { [AWARD]: () => promise });
    await user.type(screen.getByRole('textbox'), 'Chega antes');
    await user.click(screen.getByRole('button', { name: /^Comprar por/ }));
    await user.click(await screen.findByRole('button', { name: 'Comprando…' }));
    resolve({});
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent().map(({ body }) => body)).toEqual([
      {
        items: [{ order_item_id: 1, proposal: 'A' }],
        reason: 'Chega antes',
        expected_total: 1030,
      },
    ]);
    expect(sent()[0]?.headers.get('if-match')).toContain('3');
    await waitFor(() => expect(address()).toContain('/cotacoes/order/resultado'));
  });

  it('stays in the dialog when it is refused, with the reason and what to do', async () => {
    const { user, onClose } = await buy([[1, 'A']], {
      [AWARD]: () =>
        refusal(409, { error: 'O item 1 já foi comprado.', code: 'item_already_bought' }),
    });
    await user.click(screen.getByRole('button', { name: /^Comprar por/ }));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'O item 1 já foi comprado. Nada foi comprado. A tela já mostra o que falta: escolha de novo.',
    );
    expect(onClose).not.toHaveBeenCalled();
  });

  it('is asked for once more as it was, by the same key, where no reply came', async () => {
    let isReached = false;
    const { user, sent, onClose } = await buy([[1, 'A']], {
      [AWARD]: () => (isReached ? {} : noNetwork()),
      'GET /health/ready': () => ({}),
    });
    await user.click(screen.getByRole('button', { name: /^Comprar por/ }));
    expect((await screen.findByRole('alert')).textContent).toContain('Não sabemos se foi comprado');
    isReached = true;
    await user.type(screen.getByRole('textbox'), 'Mudei de ideia');
    await user.click(await screen.findByRole('button', { name: 'Tentar de novo' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    const [first, second] = sent().map(({ headers, body }) => ({
      key: headers.get('idempotency-key'),
      body,
    }));
    expect(first?.key).toEqual(expect.any(String));
    expect(second).toEqual(first);
  });

  it('stays unknown where the repetition is turned away, until the service has looked at it', async () => {
    const refusals = [
      refusal(504, {}),
      refusal(429, { error: 'Espere um minuto.', code: 'too_many_requests' }),
      refusal(409, { error: 'O item 1 já foi comprado.', code: 'item_already_bought' }),
    ];
    const { user } = await buy([[1, 'A']], {
      [AWARD]: () => refusals.shift() ?? {},
      'GET /health/ready': () => ({}),
    });
    const said = async (): Promise<string> => (await screen.findByRole('alert')).textContent;
    await user.click(screen.getByRole('button', { name: /^Comprar por/ }));
    expect(await said()).toContain('a confirmação não chegou. Tente de novo');
    await user.click(await screen.findByRole('button', { name: 'Tentar de novo' }));
    await waitFor(async () =>
      expect(await said()).toContain('a confirmação não chegou. Espere um minuto. Tente de novo'),
    );
    await user.click(await screen.findByRole('button', { name: 'Tentar de novo' }));
    await waitFor(async () => expect(await said()).toContain('Nada foi comprado'));
  });

  it.each([502, 503, 504])('is not known after %i, which is said', async (status) => {
    const { user } = await buy([[1, 'A']], { [AWARD]: () => refusal(status, {}) });
    await user.click(screen.getByRole('button', { name: /^Comprar por/ }));
    const said = (await screen.findByRole('alert')).textContent;
    expect(said).toContain('Não sabemos se foi comprado');
    expect(said).toContain('nada é comprado duas vezes');
    expect(said).not.toContain('Nada foi comprado');
  });
});

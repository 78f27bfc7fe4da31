import type { Proposal } from '@lavra/contract/proposals/schemas';
import { describe, expect, it } from 'vitest';
import { show } from '../../../test/portal.tsx';
import { WhatIsSent } from './what-is-sent.tsx';

const offered = { has_price: true, is_offered: true };
const justified = { has_price: false, is_offered: false };
const worthless = { has_price: true, is_offered: false };

/** Shows what is about to be sent: an answer to each of these products. */
async function review(
  answers: Readonly<Record<string, typeof offered>>,
  freight: number | null = null,
): Promise<string> {
  const proposal: Partial<Proposal> = {
    total_amount: 1000,
    priced_items: 1,
    freight_kind: freight === null ? 'included' : 'amount',
    freight_amount: freight,
    delivery_days: 5,
    payment_terms: 'À vista',
    validity_date: '2036-12-01',
    items: Object.entries(answers).map(
      // what is read of an item
      ([name, answer]) =>
        ({ ...answer, order_item: { product: { name } } }) as Proposal['items'][0],
    ),
  };
  const { container } = await show(
    <WhatIsSent
      order={{ number: 'COT-2026-000001', total_itens: proposal.items?.length ?? 0 }}
      proposal={proposal as Proposal} // what is read of it
    />,
    { portal: 'supplier' },
  );
  return (container.textContent ?? '').replaceAll(/\s+/g, ' ');
}

const NOTHING = 'Nenhum item é oferecido: o produtor não terá o que comprar desta proposta.';

describe('a proposal that is about to be sent', () => {
  it('needs no warning where it offers something', async () => {
    const text = await review({ Ureia: offered, MAP: justified });
    expect(text).toContain('R$ 1.000,00 para COT-2026-000001, com preço em 1 de 2 itens.');
    expect(text).not.toContain(NOTHING);
    expect(text).not.toContain('Envie só se for isso mesmo.');
  });

  it('is said with its freight, which the producer pays too', async () => {
    expect(await review({ Ureia: offered }, 150)).toContain(
      'Você vai enviar R$ 1.000,00 mais R$ 150,00 de frete para COT-2026-000001',
    );
    expect(await review({ Ureia: offered }, 0)).not.toContain('frete');
  });

  it('warns of items that are worth nothing', async () => {
    const text = await review({ Ureia: offered, MAP: worthless });
    expect(text).toContain('MAP não será oferecido. Envie só se for isso mesmo.');
    expect(text).not.toContain(NOTHING);
  });

  it('warns where it offers nothing at all', async () => {
    expect(await review({ Ureia: justified, MAP: justified })).toContain(
      `${NOTHING} Envie só se for isso mesmo.`,
    );
    expect(await review({ Ureia: justified, MAP: worthless })).toContain(
      `MAP não será oferecido. ${NOTHING} Envie só se for isso mesmo.`,
    );
  });
});

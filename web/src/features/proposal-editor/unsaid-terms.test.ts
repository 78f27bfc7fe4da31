import assert from 'node:assert/strict';
import { it } from 'node:test';
import { unsaidText } from './unsaid-terms.ts';

it('names the conditions that a proposal leaves out, before it is sent for good', () => {
  const said = {
    freight_kind: 'included',
    delivery_days: 0,
    payment_terms: 'À vista',
    validity_date: '2026-12-01',
  } as const;
  assert.equal(unsaidText(said), null);
  assert.equal(unsaidText({ ...said, payment_terms: null }), 'Você não informou pagamento.');
  assert.equal(
    unsaidText({
      freight_kind: null,
      delivery_days: null,
      payment_terms: null,
      validity_date: null,
    }),
    'Você não informou frete, prazo de entrega, pagamento e validade.',
  );
});

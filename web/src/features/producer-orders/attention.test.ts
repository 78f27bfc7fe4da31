import assert from 'node:assert/strict';
import { it } from 'node:test';
import { reasonsOf } from './attention.ts';

const today = '2026-11-20';
const order = {
  status: 'publicada',
  publication_requested_at: null,
  new_proposals_count: 0,
  dias_restantes: 10,
  next_validity_date: null,
} as const;
const said = (part: Partial<Parameters<typeof reasonsOf>[0]>): string[] =>
  reasonsOf({ ...order, ...part }, today).map(({ text }) => text);

it('an order shows why its producer must act, the most urgent reason first', () => {
  assert.deepEqual(said({}), []);
  assert.deepEqual(said({ new_proposals_count: 1 }), ['1 proposta nova']);
  assert.deepEqual(
    said({
      status: 'em_analise',
      new_proposals_count: 2,
      next_validity_date: '2026-11-21',
      dias_restantes: -1,
    }),
    ['Hora de decidir', 'Uma proposta vale só até amanhã', '2 propostas novas'],
  );
  assert.deepEqual(said({ dias_restantes: 3 }), ['Faltam 3 dias']);
});

it('an order warns of a validity that ends within a week', () => {
  assert.deepEqual(
    ['2026-11-28', '2026-11-27', '2026-11-20', '2026-11-19'].flatMap((date) =>
      said({ next_validity_date: date }),
    ),
    [
      'Uma proposta vale só mais 7 dias',
      'Uma proposta vale só até hoje',
      'A validade de uma proposta passou',
    ],
  );
});

it('a draft says that a consultant asked for its publication, while it is a draft', () => {
  const publication_requested_at = '2026-11-20 09:00:00';
  assert.deepEqual(said({ status: 'rascunho' }), []);
  assert.deepEqual(said({ status: 'rascunho', publication_requested_at }), [
    'Pronta para publicar',
  ]);
  assert.deepEqual(said({ publication_requested_at }), []);
});

it('an order asks for nothing once all is decided', () => {
  assert.deepEqual(
    said({
      status: 'adjudicada',
      new_proposals_count: 3,
      next_validity_date: '2026-11-20',
      dias_restantes: 0,
    }),
    [],
  );
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { nextStep, proposalState } from './next-step.ts';

const open = {
  uuid: 'c',
  status: 'publicada',
  is_suspended: false,
  declined: false,
  dias_restantes: 0,
  my_proposal: null,
} as const;
const over = [
  { status: 'em_analise' },
  { is_suspended: true },
  { declined: true },
  { dias_restantes: -1 },
] as const;
const mine = (status: 'draft' | 'submitted' | 'accepted' | 'rejected' | 'cancelled') => ({
  my_proposal: { uuid: 'p', status },
});

describe('the next step of a supplier with an order', () => {
  test('is to start, to continue the draft, or to view what was sent', () => {
    assert.deepEqual(nextStep(open), {
      label: 'Preencher proposta',
      to: '/cotacoes/c/proposta',
      isOpen: true,
    });
    assert.deepEqual(nextStep({ ...open, ...mine('draft') }), {
      label: 'Continuar rascunho',
      to: '/cotacoes/c/proposta',
      isOpen: true,
    });
    for (const status of ['submitted', 'accepted', 'rejected', 'cancelled'] as const)
      assert.deepEqual(nextStep({ ...open, ...mine(status) }), {
        label: 'Ver proposta',
        to: '/propostas/p',
        isOpen: true,
      });
  });

  test('is never to start or continue where nothing can be sent', () => {
    for (const end of over) {
      assert.equal(nextStep({ ...open, ...end }), undefined, JSON.stringify(end));
      assert.deepEqual(nextStep({ ...open, ...end, ...mine('draft') }), {
        label: 'Ver rascunho',
        to: '/propostas/p',
        isOpen: false,
      });
      assert.equal(nextStep({ ...open, ...end, ...mine('submitted') })?.label, 'Ver proposta');
    }
  });
});

test('a submitted proposal is lost exactly when its order ended with another one or none', () => {
  assert.equal(proposalState(open), undefined);
  assert.equal(proposalState({ ...open, ...mine('submitted') }), 'submitted');
  assert.equal(proposalState({ ...open, ...mine('submitted'), status: 'adjudicada' }), 'lost');
  assert.equal(proposalState({ ...open, ...mine('accepted'), status: 'finalizada' }), 'accepted');
});

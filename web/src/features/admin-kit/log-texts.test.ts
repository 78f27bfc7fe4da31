import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { actorOf, changesOf, fieldLabel, resourceLabel, titleOf } from './log-texts.ts';

describe('a change, as the audit shows it', () => {
  it('stands field by field, what was beside what is', () => {
    const changes = changesOf({
      old_values: { name: 'Ureia', active: true },
      new_values: { name: 'Ureia 46%', unit: 'kg' },
    });
    assert.deepEqual(changes, [
      { name: 'name', before: 'Ureia', after: 'Ureia 46%' },
      { name: 'active', before: 'Sim', after: '–' },
      { name: 'unit', before: '–', after: 'kg' },
    ]);
  });

  it('has its decimals after a comma', () => {
    assert.deepEqual(changesOf({ old_values: { price: 99.9 }, new_values: { price: 1234 } }), [
      { name: 'price', before: '99,9', after: '1234' },
    ]);
  });

  it('is readable where a field holds a list', () => {
    assert.deepEqual(
      changesOf({
        old_values: null,
        new_values: { producer_ids: [4, 7], coverage: { kind: 'states', states: ['MT'] } },
      }),
      [
        { name: 'producer_ids', before: '–', after: '4\n7' },
        { name: 'coverage', before: '–', after: 'kind: states\nstates:\nMT' },
      ],
    );
  });

  it('says nothing of what was never there', () =>
    assert.deepEqual(
      changesOf({ old_values: null, new_values: { website: null, product_type_ids: [] } }),
      [],
    ));

  it('tells moves of a negotiation in the words of the screens', () => {
    assert.deepEqual(
      changesOf({
        resource_type: 'order',
        old_values: { status: 'em_analise' },
        new_values: { event: 'order.awarded', status: 'adjudicada', proposal_id: 1204 },
      }),
      [
        { name: 'status', before: 'Em análise', after: 'Adjudicada' },
        { name: 'proposal_id', before: '–', after: '1204' },
      ],
    );
    assert.deepEqual(
      changesOf({
        resource_type: 'proposal',
        old_values: { status: 'draft' },
        new_values: { status: 'submitted' },
      }),
      [{ name: 'status', before: 'Rascunho', after: 'Enviada' }],
    );
    assert.deepEqual(
      changesOf({
        resource_type: 'order',
        old_values: { deadline_date: '2026-12-01' },
        new_values: { deadline_date: '2026-12-08' },
      })[0]?.after,
      '08/12/2026',
    );
  });

  it('tells money and accounts in the words of the screens, too', () => {
    const told = (resource_type: string, new_values: Readonly<Record<string, unknown>>) =>
      changesOf({ resource_type, old_values: null, new_values }).map(({ name, after }) => [
        fieldLabel(name),
        after,
      ]);
    assert.deepEqual(
      told('payment', { status: 'refunded', refund_status: 'succeeded', payment_method: 'pix' }),
      [
        ['Situação', 'Estornado'],
        ['Situação do estorno', 'Concluído'],
        ['Forma de pagamento', 'Pix'],
      ],
    );
    assert.deepEqual(
      told('subscription', { status: 'active', billing_cycle: 'annual', due_date: '2027-03-12' }),
      [
        ['Situação', 'Ativa'],
        ['Cobrança', 'Anual'],
        ['Vencimento', '12/03/2027'],
      ],
    );
    assert.deepEqual(
      told('user', { status: 'bloqueado', user_type: 'fornecedor', password_changed: true }),
      [
        ['Situação', 'Bloqueado'],
        ['Perfil', 'Fornecedor'],
        ['Senha trocada', 'Sim'],
      ],
    );
  });

  it('is headed by what happened, or by what was done to what', () => {
    assert.equal(
      titleOf({
        event_label: 'Proposta aceita',
        action: 'status_changed',
        resource_type: 'proposal',
      }),
      'Proposta aceita',
    );
    assert.equal(
      titleOf({ event_label: null, action: 'status_changed', resource_type: 'order' }),
      'Mudança de situação de cotação',
    );
  });

  it('is somebody’s, the system’s, or of an account that was erased', () => {
    assert.equal(
      actorOf({
        user: { id: 1, name: 'Ana', email: 'ana@fazenda.example', user_type: 'admin' },
        actor_type: 'admin',
      }),
      'Ana',
    );
    assert.equal(actorOf({ user: null, actor_type: 'system' }), 'O sistema');
    assert.equal(actorOf({ user: null, actor_type: 'produtor' }), 'Produtor (conta apagada)');
  });

  it('names what it does not know as the service does', () =>
    assert.deepEqual(['order', 'moon'].map(resourceLabel), ['Cotação', 'moon']));
});

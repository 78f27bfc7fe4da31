import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  actorOf,
  changesOf,
  fieldLabel,
  numberedRecordOf,
  recordOf,
  resourceLabel,
  titleOf,
} from './log-texts.ts';

describe('a change in the audit log', () => {
  it('lists its fields, each with the value before and after', () => {
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

  it('shows decimals after a comma', () => {
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
        { name: 'producer_ids', before: '–', after: 'nº 4\nnº 7' },
        { name: 'coverage', before: '–', after: 'Tipo: Por estados\nEstados: MT' },
      ],
    );
  });

  it('has names in place of ids, also in lists, and the number of what is gone', () => {
    assert.deepEqual(
      changesOf({
        old_values: { plan_id: 2, producer_ids: [4] },
        new_values: { plan_id: 3, producer_ids: [4, 7] },
        names: {
          plan_id: { 2: 'Básico', 3: 'Completo' },
          producer_ids: { 4: 'Fazenda Boa Vista' },
        },
      }),
      [
        { name: 'plan_id', before: 'Básico', after: 'Completo' },
        { name: 'producer_ids', before: 'Fazenda Boa Vista', after: 'Fazenda Boa Vista\nnº 7' },
      ],
    );
    const record = { resource_type: 'order', resource_id: 7 };
    assert.equal(
      recordOf({ ...record, names: { resource_id: { 7: 'COT-2026-000007' } } }),
      'Cotação COT-2026-000007',
    );
    assert.equal(recordOf(record), 'Cotação 7');
  });

  it('shows in lists the number beside the name, and the number alone where there is no name', () => {
    const record = { resource_type: 'order', resource_id: 7 };
    assert.equal(
      numberedRecordOf({ ...record, names: { resource_id: { 7: 'COT-2026-000007' } } }),
      'Cotação COT-2026-000007 · nº\u00A07',
    );
    assert.equal(numberedRecordOf(record), 'Cotação 7');
  });

  it('shows money, instants and addresses as the screens do', () => {
    const valuesAfter = (new_values: Readonly<Record<string, unknown>>) =>
      changesOf({ old_values: null, new_values }).map(({ after }) =>
        after.replaceAll('\u00A0', ' '),
      );
    assert.deepEqual(
      valuesAfter({
        price_monthly: '99.90',
        approved_at: '2027-03-15T15:00:00.000Z',
        admin_role: 'financeiro',
        addresses: [
          { kind: 'farm', name: 'Sede', city: 'Sorriso', state: 'MT', complement: null },
          { kind: 'branch', city: 'Sinop', state: 'MT' },
        ],
      }),
      [
        'R$ 99,90',
        '15/03/2027 às 12:00',
        'Financeiro',
        'Tipo: Fazenda\nNome do endereço: Sede\nMunicípio: Sorriso\nUF: MT\n\n' +
          'Tipo: Filial\nMunicípio: Sinop\nUF: MT',
      ],
    );
  });

  it('omits fields that were empty before and after', () =>
    assert.deepEqual(
      changesOf({ old_values: null, new_values: { website: null, product_type_ids: [] } }),
      [],
    ));

  it('describes transitions of a negotiation in the words of the screens', () => {
    assert.deepEqual(
      changesOf({
        resource_type: 'order',
        old_values: { status: 'em_analise' },
        new_values: { event: 'order.awarded', status: 'adjudicada', proposal_id: 1204 },
      }),
      [
        { name: 'status', before: 'Em análise', after: 'Adjudicada' },
        { name: 'proposal_id', before: '–', after: 'nº 1204' },
      ],
    );
    const bought = { event: 'order.bought_more', proposal_ids: [1204, 1207], round: 2 };
    assert.deepEqual(
      changesOf({ resource_type: 'order', old_values: null, new_values: bought }).map(
        ({ name, after }) => [fieldLabel(name), after],
      ),
      [
        ['Propostas', 'nº 1204\nnº 1207'],
        ['Rodada', '2'],
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

  it('names a changed setting as the page of settings does', () => {
    assert.equal(
      fieldLabel('suppliers.require_approval'),
      'Novos fornecedores passam por aprovação antes de entrar',
    );
  });

  it('describes payments and accounts in the words of the screens, too', () => {
    const valuesAfter = (resource_type: string, new_values: Readonly<Record<string, unknown>>) =>
      changesOf({ resource_type, old_values: null, new_values }).map(({ name, after }) => [
        fieldLabel(name),
        after,
      ]);
    assert.deepEqual(
      valuesAfter('payment', {
        status: 'refunded',
        refund_status: 'succeeded',
        payment_method: 'pix',
      }),
      [
        ['Situação', 'Estornado'],
        ['Situação do estorno', 'Concluído'],
        ['Forma de pagamento', 'Pix'],
      ],
    );
    assert.deepEqual(
      valuesAfter('subscription', {
        status: 'active',
        billing_cycle: 'annual',
        due_date: '2027-03-12',
      }),
      [
        ['Situação', 'Ativa'],
        ['Cobrança', 'Anual'],
        ['Vencimento', '12/03/2027'],
      ],
    );
    assert.deepEqual(
      valuesAfter('user', { status: 'bloqueado', user_type: 'fornecedor', password_changed: true }),
      [
        ['Situação', 'Bloqueado'],
        ['Perfil', 'Fornecedor'],
        ['Senha trocada', 'Sim'],
      ],
    );
  });

  it('has a heading that names the event, or the action and its object', () => {
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

  it('names a person, the system, or an erased account as the author', () => {
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

  it('shows an unknown name as the service sent it', () =>
    assert.deepEqual(['order', 'moon'].map(resourceLabel), ['Cotação', 'moon']));
});

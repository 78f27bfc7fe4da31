import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  check,
  choice,
  day,
  id,
  isAsked,
  oneOf,
  readFilters,
  describeFilter,
  text,
  yesOrNo,
} from './filters.ts';

const filters = {
  status: choice('situacao', 'Situação', [
    ['active', 'Ativos'],
    ['inactive', 'Inativos'],
  ]),
  with_deleted: check('excluidos', 'Incluir excluídos'),
  start_date: day('de', 'Desde'),
  active: yesOrNo('ativo', 'Situação', ['Ativos', 'Inativos']),
  resource_id: id('recurso_id', 'Número', { needs: { word: 'recurso' } }),
  ip: text('ip', 'IP'),
  plan_id: oneOf('plano', 'Plano', [{ id: 7, name: 'Básico' }]),
} as const;

describe('the filters of a list', () => {
  it('are read from the address by the service’s names, and invalid values are ignored', () => {
    assert.deepEqual(
      readFilters(filters, {
        situacao: 'active',
        excluidos: 1,
        de: '2026-11-20',
        ativo: 'nao',
        plano: '7',
        ip: ' 203.0.113.7 ',
      }),
      {
        status: 'active',
        with_deleted: true,
        start_date: '2026-11-20',
        active: false,
        ip: '203.0.113.7',
        plan_id: 7,
      },
    );
    assert.deepEqual(
      readFilters(filters, {
        situacao: 'DROP',
        excluidos: 'sim',
        de: '20/11/2026',
        ativo: 'talvez',
        plano: '-1',
        ip: '',
      }),
      {},
    );
  });

  it('that depend on another filter are sent only beside it', () => {
    assert.deepEqual(readFilters(filters, { recurso_id: 3 }), {});
    assert.deepEqual(readFilters(filters, { recurso: 'order', recurso_id: 3 }), { resource_id: 3 });
    const role = choice('papel', 'Papel', [['master', 'Master']], {
      needs: { word: 'perfil', is: 'admin' },
    });
    assert.deepEqual(
      [
        isAsked(role, { perfil: 'admin' }),
        isAsked(role, { perfil: 'produtor' }),
        isAsked(role, {}),
      ],
      [true, false, false],
    );
  });

  it('are described in words', () => {
    assert.equal(describeFilter(filters.status, 'active'), 'Situação: Ativos');
    assert.equal(describeFilter(filters.with_deleted, '1'), 'Incluir excluídos');
    assert.equal(describeFilter(filters.start_date, '2026-11-20'), 'Desde 20/11/2026');
    assert.equal(describeFilter(filters.plan_id, '7'), 'Plano: Básico');
    assert.equal(describeFilter(filters.plan_id, '8'), 'Plano: 8');
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { actions, modules, permissionsOf, type Module } from './permissions.ts';
import type { AdminRole, UserType } from './user-type.ts';

const of = (userType: UserType, adminRole: AdminRole | null = null): string[] =>
  permissionsOf({ userType, adminRole }).toSorted();
const every = (name: Module): string[] => actions.map((action) => `${name}.${action}`);

describe('the permissions of an administrator', () => {
  it('are all of them for a master', () => {
    assert.deepEqual(of('admin', 'master'), modules.flatMap(every).toSorted());
    assert.equal(of('admin', 'master').length, 64);
  });

  it('are all but money and settings for operations', () => {
    const closed = new Set<Module>(['subscriptions', 'payments', 'plans', 'settings']);
    assert.deepEqual(
      of('admin', 'operacional'),
      modules
        .filter((name) => !closed.has(name))
        .flatMap(every)
        .toSorted(),
    );
  });

  it('are money and reports for finance, which may only view the rest', () => {
    const open = new Set<Module>(['subscriptions', 'payments', 'plans', 'reports']);
    const rest = modules.filter((name) => !open.has(name)).map((name) => `${name}.view`);
    assert.deepEqual(of('admin', 'financeiro'), [...[...open].flatMap(every), ...rest].toSorted());
  });

  it('are none without a role', () => {
    assert.deepEqual(of('admin'), []);
  });
});

describe('the permissions of the other profiles', () => {
  it('are the short list of the profile', () => {
    assert.deepEqual(
      of('produtor'),
      [
        ...every('orders'),
        'proposals.view',
        'proposals.edit',
        'purchases.view',
        'purchases.edit',
      ].toSorted(),
    );
    assert.deepEqual(
      of('fornecedor'),
      ['orders.view', ...every('proposals'), 'purchases.view'].toSorted(),
    );
    assert.deepEqual(of('consultor'), [...every('orders'), 'proposals.view'].toSorted());
  });

  it('stay the same when the account still has an admin role', () => {
    assert.deepEqual(of('fornecedor', 'master'), of('fornecedor'));
  });
});

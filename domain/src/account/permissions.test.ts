import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { actions, modules, permissionsOf, type Module } from './permissions.ts';
import type { AdminRole, UserType } from './user-type.ts';

const of = (userType: UserType, adminRole: AdminRole | null = null): string[] =>
  permissionsOf({ userType, adminRole }).toSorted();
const every = (name: Module): string[] => actions.map((action) => `${name}.${action}`);

describe('what an admin may do', () => {
  it('is everything for a master', () => {
    assert.deepEqual(of('admin', 'master'), modules.flatMap(every).toSorted());
    assert.equal(of('admin', 'master').length, 60);
  });

  it('is everything but money and settings in operations', () => {
    const closed = new Set<Module>(['subscriptions', 'payments', 'plans', 'settings']);
    assert.deepEqual(
      of('admin', 'operacional'),
      modules
        .filter((name) => !closed.has(name))
        .flatMap(every)
        .toSorted(),
    );
  });

  it('is money and reports in finance, and a look at the rest', () => {
    const open = new Set<Module>(['subscriptions', 'payments', 'plans', 'reports']);
    const rest = modules.filter((name) => !open.has(name)).map((name) => `${name}.view`);
    assert.deepEqual(of('admin', 'financeiro'), [...[...open].flatMap(every), ...rest].toSorted());
  });

  it('is nothing without a role', () => {
    assert.deepEqual(of('admin'), []);
  });
});

describe('what the others may do', () => {
  it('is the short list of their profile', () => {
    assert.deepEqual(
      of('produtor'),
      [...every('orders'), 'proposals.view', 'proposals.edit'].toSorted(),
    );
    assert.deepEqual(of('fornecedor'), ['orders.view', ...every('proposals')].toSorted());
    assert.deepEqual(of('consultor'), ['orders.view', 'proposals.view']);
  });

  it('does not grow by an admin role left on the account', () => {
    assert.deepEqual(of('fornecedor', 'master'), of('fornecedor'));
  });
});

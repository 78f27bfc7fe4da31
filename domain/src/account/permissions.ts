import type { AdminRole, UserType } from './user-type.ts';

export const modules = [
  'users',
  'producers',
  'suppliers',
  'consultants',
  'orders',
  'proposals',
  'purchases',
  'products',
  'subscriptions',
  'payments',
  'plans',
  'reports',
  'imports',
  'logs',
  'settings',
  'pages',
] as const;
export type Module = (typeof modules)[number];

export const actions = ['view', 'create', 'edit', 'delete'] as const;
export type Action = (typeof actions)[number];

export type Permission = `${Module}.${Action}`;

const moneyModules: ReadonlySet<Module> = new Set(['subscriptions', 'payments', 'plans']);

const ofRole: Readonly<Record<AdminRole, readonly Permission[]>> = {
  master: modules.flatMap(everyAction),
  operacional: modules
    .filter((name) => name !== 'settings' && !moneyModules.has(name))
    .flatMap(everyAction),
  financeiro: modules.flatMap((name) =>
    name === 'reports' || moneyModules.has(name) ? everyAction(name) : [`${name}.view` as const],
  ),
};

const ofProfile: Readonly<Record<Exclude<UserType, 'admin'>, readonly Permission[]>> = {
  produtor: [
    ...everyAction('orders'),
    'proposals.view',
    'proposals.edit',
    'purchases.view',
    'purchases.edit',
  ],
  fornecedor: ['orders.view', ...everyAction('proposals'), 'purchases.view'],
  consultor: [...everyAction('orders'), 'proposals.view'],
};

function everyAction(name: Module): Permission[] {
  return actions.map((action) => `${name}.${action}` as const);
}

/**
 * Returns the permissions of an account, as the login reply lists them. An admin without a role has
 * none.
 */
export function permissionsOf(account: {
  readonly userType: UserType;
  readonly adminRole: AdminRole | null;
}): readonly Permission[] {
  if (account.userType !== 'admin') return ofProfile[account.userType];
  return account.adminRole === null ? [] : ofRole[account.adminRole];
}

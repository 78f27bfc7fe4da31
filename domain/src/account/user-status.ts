export const userStatuses = ['ativo', 'inativo', 'bloqueado'] as const;
export type UserStatus = (typeof userStatuses)[number];

export const userStatusLabels: Readonly<Record<UserStatus, string>> = {
  ativo: 'Ativo',
  inativo: 'Inativo',
  bloqueado: 'Bloqueado',
};

/** Only an active account may log in. */
export function canLogIn(status: UserStatus): boolean {
  return status === 'ativo';
}

/** Values of the `status` filter: the interface's `active` and `inactive`, and each status by name. */
export const userStatusFilters = ['active', 'inactive', ...userStatuses] as const;
export type UserStatusFilter = (typeof userStatusFilters)[number];

/** The statuses a filter value means; `inactive` is everyone who is not active. */
export function selectUserStatuses(filter: UserStatusFilter): readonly UserStatus[] {
  if (filter === 'active') return ['ativo'];
  if (filter === 'inactive') return ['inativo', 'bloqueado'];
  return [filter];
}

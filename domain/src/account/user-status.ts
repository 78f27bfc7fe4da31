export const userStatuses = ['ativo', 'inativo', 'bloqueado'] as const;
export type UserStatus = (typeof userStatuses)[number];

export const userStatusLabels: Readonly<Record<UserStatus, string>> = {
  ativo: 'Ativo',
  inativo: 'Inativo',
  bloqueado: 'Bloqueado',
};

/**
 * Values of the `status` filter: `active` and `inactive` of the public interface, and each status
 * by name.
 */
export const userStatusFilters = ['active', 'inactive', ...userStatuses] as const;
export type UserStatusFilter = (typeof userStatusFilters)[number];

/**
 * Returns the statuses that a filter value selects; `inactive` selects every status except `ativo`.
 */
export function selectUserStatuses(filter: UserStatusFilter): readonly UserStatus[] {
  if (filter === 'active') return ['ativo'];
  if (filter === 'inactive') return ['inativo', 'bloqueado'];
  return [filter];
}

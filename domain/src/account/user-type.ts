export const userTypes = ['produtor', 'fornecedor', 'admin', 'consultor'] as const;
export type UserType = (typeof userTypes)[number];

export const userTypeLabels: Readonly<Record<UserType, string>> = {
  produtor: 'Produtor',
  fornecedor: 'Fornecedor',
  admin: 'Administrador',
  consultor: 'Consultor',
};

export const adminRoles = ['master', 'operacional', 'financeiro'] as const;
export type AdminRole = (typeof adminRoles)[number];

export const adminRoleLabels: Readonly<Record<AdminRole, string>> = {
  master: 'Master',
  operacional: 'Operacional',
  financeiro: 'Financeiro',
};

export const userTypes = ['produtor', 'fornecedor', 'admin', 'consultor'] as const;
export type UserType = (typeof userTypes)[number];

export const userTypeLabels: Readonly<Record<UserType, string>> = {
  produtor: 'Produtor',
  fornecedor: 'Fornecedor',
  admin: 'Administrador',
  consultor: 'Consultor',
};

/** English names of the profiles, as plans, features and notifications use them. */
export const profiles = ['producer', 'supplier', 'admin', 'consultant'] as const;
export type Profile = (typeof profiles)[number];

export const profileOf: Readonly<Record<UserType, Profile>> = {
  produtor: 'producer',
  fornecedor: 'supplier',
  admin: 'admin',
  consultor: 'consultant',
};

export const adminRoles = ['master', 'operacional', 'financeiro'] as const;
export type AdminRole = (typeof adminRoles)[number];

export const adminRoleLabels: Readonly<Record<AdminRole, string>> = {
  master: 'Master',
  operacional: 'Operacional',
  financeiro: 'Financeiro',
};

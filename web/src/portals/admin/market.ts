import type { NavigationEntry, PortalPage } from '../../runtime/definition.ts';
import {
  BuildingIcon,
  ScaleIcon,
  ShieldIcon,
  SproutIcon,
  TruckIcon,
  UserIcon,
  UsersIcon,
} from '../../ui/icons.tsx';

// People, orders, proposals and the audit log: their menu entries and pages.

const market = 'Mercado';
const people = 'Pessoas';

export const marketNavigation: readonly NavigationEntry[] = [
  {
    to: '/cotacoes',
    label: 'Cotações',
    icon: SproutIcon,
    permission: 'orders.view',
    group: market,
  },
  {
    to: '/propostas',
    label: 'Propostas',
    icon: ScaleIcon,
    permission: 'proposals.view',
    group: market,
  },
  {
    to: '/produtores',
    label: 'Produtores',
    icon: UserIcon,
    permission: 'producers.view',
    group: people,
  },
  {
    to: '/fornecedores',
    label: 'Fornecedores',
    icon: TruckIcon,
    permission: 'suppliers.view',
    group: people,
  },
  {
    to: '/consultores',
    label: 'Consultores',
    icon: BuildingIcon,
    permission: 'consultants.view',
    group: people,
  },
  { to: '/usuarios', label: 'Usuários', icon: UsersIcon, permission: 'users.view', group: people },
];

/** Last in the menu, because it is only needed for investigations. */
export const auditNavigation: readonly NavigationEntry[] = [
  {
    to: '/auditoria',
    label: 'Auditoria',
    icon: ShieldIcon,
    permission: 'logs.view',
    group: 'Sistema',
  },
];

export const marketPages: readonly PortalPage[] = [
  {
    path: '/cotacoes',
    permission: 'orders.view',
    load: async () => (await import('../../features/admin-orders/orders-page.tsx')).AdminOrdersPage,
  },
  {
    path: '/cotacoes/$id',
    permission: 'orders.view',
    load: async () => (await import('../../features/admin-orders/order-page.tsx')).AdminOrderPage,
  },
  {
    path: '/propostas',
    permission: 'proposals.view',
    load: async () =>
      (await import('../../features/admin-proposals/proposals-page.tsx')).AdminProposalsPage,
  },
  {
    path: '/propostas/comparar',
    permission: 'proposals.view',
    load: async () =>
      (await import('../../features/admin-proposals/compare-page.tsx')).AdminComparePage,
  },
  {
    path: '/propostas/$id',
    permission: 'proposals.view',
    load: async () =>
      (await import('../../features/admin-proposals/proposal-page.tsx')).AdminProposalPage,
  },
  {
    path: '/produtores',
    permission: 'producers.view',
    load: async () =>
      (await import('../../features/admin-people/producers-page.tsx')).ProducersPage,
  },
  {
    path: '/produtores/$id',
    permission: 'producers.view',
    load: async () => (await import('../../features/admin-people/producer-page.tsx')).ProducerPage,
  },
  {
    path: '/produtores/$id/editar',
    permission: 'producers.edit',
    load: async () =>
      (await import('../../features/admin-people/producer-edit-page.tsx')).ProducerEditPage,
  },
  {
    path: '/fornecedores',
    permission: 'suppliers.view',
    load: async () =>
      (await import('../../features/admin-people/suppliers-page.tsx')).SuppliersPage,
  },
  {
    path: '/fornecedores/novo',
    permission: 'suppliers.create',
    load: async () =>
      (await import('../../features/admin-people/supplier-form-pages.tsx')).SupplierCreatePage,
  },
  {
    path: '/fornecedores/$id',
    permission: 'suppliers.view',
    load: async () => (await import('../../features/admin-people/supplier-page.tsx')).SupplierPage,
  },
  {
    path: '/fornecedores/$id/editar',
    permission: 'suppliers.edit',
    load: async () =>
      (await import('../../features/admin-people/supplier-form-pages.tsx')).SupplierEditPage,
  },
  {
    path: '/consultores',
    permission: 'consultants.view',
    load: async () =>
      (await import('../../features/admin-people/consultants-page.tsx')).ConsultantsPage,
  },
  {
    path: '/consultores/novo',
    permission: 'consultants.create',
    load: async () =>
      (await import('../../features/admin-people/consultant-form-pages.tsx')).ConsultantCreatePage,
  },
  {
    path: '/consultores/$id',
    permission: 'consultants.view',
    load: async () =>
      (await import('../../features/admin-people/consultant-page.tsx')).ConsultantPage,
  },
  {
    path: '/consultores/$id/editar',
    permission: 'consultants.edit',
    load: async () =>
      (await import('../../features/admin-people/consultant-form-pages.tsx')).ConsultantEditPage,
  },
  {
    path: '/usuarios',
    permission: 'users.view',
    load: async () => (await import('../../features/admin-people/users-page.tsx')).UsersPage,
  },
  {
    path: '/usuarios/papeis',
    permission: 'users.view',
    load: async () => (await import('../../features/admin-people/roles-page.tsx')).RolesPage,
  },
  {
    path: '/usuarios/novo',
    permission: 'users.create',
    load: async () =>
      (await import('../../features/admin-people/user-form-pages.tsx')).UserCreatePage,
  },
  {
    path: '/usuarios/$id',
    permission: 'users.view',
    load: async () => (await import('../../features/admin-people/user-page.tsx')).UserPage,
  },
  {
    path: '/usuarios/$id/editar',
    permission: 'users.edit',
    load: async () =>
      (await import('../../features/admin-people/user-form-pages.tsx')).UserEditPage,
  },
  {
    path: '/auditoria',
    permission: 'logs.view',
    load: async () => (await import('../../features/admin-audit/logs-page.tsx')).LogsPage,
  },
  {
    path: '/auditoria/corrente',
    permission: 'logs.view',
    load: async () => (await import('../../features/admin-audit/chain-page.tsx')).ChainPage,
  },
  {
    path: '/auditoria/$id',
    permission: 'logs.view',
    load: async () => (await import('../../features/admin-audit/log-page.tsx')).LogPage,
  },
];

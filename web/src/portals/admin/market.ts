import { adminPaths } from '../../paths/admin.ts';
import type {
  NavigationEntry,
  PortalAction,
  PortalPage,
  PortalPlace,
} from '../../runtime/definition.ts';
import { SproutIcon, TruckIcon, UserIcon } from '../../ui/icons.tsx';
import { BuildingIcon, CardIcon, ScaleIcon, ShieldIcon, UsersIcon } from '../../ui/page-icons.tsx';

// People, orders, proposals and the audit log: their menu entries and pages.

const market = 'Mercado';
const people = 'Pessoas';

export const marketNavigation: readonly NavigationEntry[] = [
  {
    to: adminPaths.orders,
    label: 'Cotações',
    icon: SproutIcon,
    permission: 'orders.view',
    group: market,
  },
  {
    to: adminPaths.proposals,
    label: 'Propostas',
    icon: ScaleIcon,
    permission: 'proposals.view',
    group: market,
  },
  {
    to: adminPaths.purchases,
    label: 'Compras',
    icon: CardIcon,
    permission: 'purchases.view',
    group: market,
  },
  {
    to: adminPaths.producers,
    label: 'Produtores',
    icon: UserIcon,
    permission: 'producers.view',
    group: people,
  },
  {
    to: adminPaths.suppliers,
    label: 'Fornecedores',
    icon: TruckIcon,
    permission: 'suppliers.view',
    group: people,
  },
  {
    to: adminPaths.consultants,
    label: 'Consultores',
    icon: BuildingIcon,
    permission: 'consultants.view',
    group: people,
  },
  {
    to: adminPaths.users,
    label: 'Usuários',
    icon: UsersIcon,
    permission: 'users.view',
    group: people,
  },
];

/** Last in the menu, because it is only needed for investigations. */
export const auditNavigation: readonly NavigationEntry[] = [
  {
    to: adminPaths.logs,
    label: 'Auditoria',
    icon: ShieldIcon,
    permission: 'logs.view',
    group: 'Plataforma',
  },
];

export const marketActions: readonly PortalAction[] = [
  { to: adminPaths.newSupplier, label: 'Novo fornecedor', words: 'criar convidar cadastrar' },
  { to: adminPaths.newConsultant, label: 'Novo consultor', words: 'criar convidar cadastrar' },
  { to: adminPaths.newUser, label: 'Novo usuário', words: 'criar administrador cadastrar' },
  {
    to: adminPaths.orders,
    search: { situacao: 'pendente', ordem: 'created_at' },
    label: 'Aprovar cotações',
    words: 'pendentes',
    permission: 'orders.edit',
  },
];
export const marketPlaces: readonly PortalPlace[] = [
  { to: adminPaths.roles, label: 'Papéis', note: 'Usuários', words: 'permissões' },
  { to: adminPaths.logChain, label: 'Corrente de selos', note: 'Auditoria', words: 'verificar' },
];

export const marketPages: readonly PortalPage[] = [
  {
    path: adminPaths.orders,
    permission: 'orders.view',
    load: async () => (await import('../../features/admin-orders/orders-page.tsx')).AdminOrdersPage,
  },
  {
    path: adminPaths.order('$id'),
    permission: 'orders.view',
    load: async () => (await import('../../features/admin-orders/order-page.tsx')).AdminOrderPage,
  },
  {
    path: adminPaths.proposals,
    permission: 'proposals.view',
    load: async () =>
      (await import('../../features/admin-proposals/proposals-page.tsx')).AdminProposalsPage,
  },
  {
    path: adminPaths.comparison,
    permission: 'proposals.view',
    load: async () =>
      (await import('../../features/admin-proposals/compare-page.tsx')).AdminComparePage,
  },
  {
    path: adminPaths.proposal('$id'),
    permission: 'proposals.view',
    load: async () =>
      (await import('../../features/admin-proposals/proposal-page.tsx')).AdminProposalPage,
  },
  {
    path: adminPaths.purchases,
    permission: 'purchases.view',
    load: async () =>
      (await import('../../features/admin-purchases/purchases-page.tsx')).AdminPurchasesPage,
  },
  {
    path: adminPaths.purchase('$id'),
    permission: 'purchases.view',
    load: async () =>
      (await import('../../features/admin-purchases/purchase-page.tsx')).AdminPurchasePage,
  },
  {
    path: adminPaths.producers,
    permission: 'producers.view',
    load: async () =>
      (await import('../../features/admin-people/producers-page.tsx')).ProducersPage,
  },
  {
    path: adminPaths.producer('$id'),
    permission: 'producers.view',
    load: async () => (await import('../../features/admin-people/producer-page.tsx')).ProducerPage,
  },
  {
    path: adminPaths.producerEditor('$id'),
    permission: 'producers.edit',
    load: async () =>
      (await import('../../features/admin-people/producer-edit-page.tsx')).ProducerEditPage,
  },
  {
    path: adminPaths.suppliers,
    permission: 'suppliers.view',
    load: async () =>
      (await import('../../features/admin-people/suppliers-page.tsx')).SuppliersPage,
  },
  {
    path: adminPaths.newSupplier,
    permission: 'suppliers.create',
    load: async () =>
      (await import('../../features/admin-people/supplier-form-pages.tsx')).SupplierCreatePage,
  },
  {
    path: adminPaths.supplier('$id'),
    permission: 'suppliers.view',
    load: async () => (await import('../../features/admin-people/supplier-page.tsx')).SupplierPage,
  },
  {
    path: adminPaths.supplierEditor('$id'),
    permission: 'suppliers.edit',
    load: async () =>
      (await import('../../features/admin-people/supplier-form-pages.tsx')).SupplierEditPage,
  },
  {
    path: adminPaths.consultants,
    permission: 'consultants.view',
    load: async () =>
      (await import('../../features/admin-people/consultants-page.tsx')).ConsultantsPage,
  },
  {
    path: adminPaths.newConsultant,
    permission: 'consultants.create',
    load: async () =>
      (await import('../../features/admin-people/consultant-form-pages.tsx')).ConsultantCreatePage,
  },
  {
    path: adminPaths.consultant('$id'),
    permission: 'consultants.view',
    load: async () =>
      (await import('../../features/admin-people/consultant-page.tsx')).ConsultantPage,
  },
  {
    path: adminPaths.consultantEditor('$id'),
    permission: 'consultants.edit',
    load: async () =>
      (await import('../../features/admin-people/consultant-form-pages.tsx')).ConsultantEditPage,
  },
  {
    path: adminPaths.users,
    permission: 'users.view',
    load: async () => (await import('../../features/admin-people/users-page.tsx')).UsersPage,
  },
  {
    path: adminPaths.roles,
    permission: 'users.view',
    load: async () => (await import('../../features/admin-people/roles-page.tsx')).RolesPage,
  },
  {
    path: adminPaths.newUser,
    permission: 'users.create',
    load: async () =>
      (await import('../../features/admin-people/user-form-pages.tsx')).UserCreatePage,
  },
  {
    path: adminPaths.user('$id'),
    permission: 'users.view',
    load: async () => (await import('../../features/admin-people/user-page.tsx')).UserPage,
  },
  {
    path: adminPaths.userEditor('$id'),
    permission: 'users.edit',
    load: async () =>
      (await import('../../features/admin-people/user-form-pages.tsx')).UserEditPage,
  },
  {
    path: adminPaths.logs,
    permission: 'logs.view',
    load: async () => (await import('../../features/admin-audit/logs-page.tsx')).LogsPage,
  },
  {
    path: adminPaths.logChain,
    permission: 'logs.view',
    load: async () => (await import('../../features/admin-audit/chain-page.tsx')).ChainPage,
  },
  {
    path: adminPaths.log('$id'),
    permission: 'logs.view',
    load: async () => (await import('../../features/admin-audit/log-page.tsx')).LogPage,
  },
];

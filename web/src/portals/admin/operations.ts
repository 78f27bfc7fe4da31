import type { NavigationEntry, PortalPage } from '../../runtime/definition.ts';
import {
  BoxIcon,
  BugIcon,
  CardIcon,
  ChartIcon,
  FileIcon,
  GearIcon,
  LayersIcon,
  RepeatIcon,
  SwitchIcon,
  TagIcon,
  UploadIcon,
} from '../../ui/icons.tsx';

/** The menu entries of money, catalogue, data and platform. */
export const operationsNavigation: readonly NavigationEntry[] = [
  {
    to: '/assinaturas',
    label: 'Assinaturas',
    icon: RepeatIcon,
    permission: 'subscriptions.view',
    group: 'Receita',
  },
  {
    to: '/pagamentos',
    label: 'Pagamentos',
    icon: CardIcon,
    permission: 'payments.view',
    group: 'Receita',
  },
  { to: '/planos', label: 'Planos', icon: LayersIcon, permission: 'plans.view', group: 'Receita' },
  {
    to: '/produtos',
    label: 'Produtos',
    icon: BoxIcon,
    permission: 'products.view',
    group: 'Catálogo',
  },
  {
    to: '/cadastros',
    label: 'Cadastros',
    icon: TagIcon,
    permission: 'products.view',
    group: 'Catálogo',
  },
  {
    to: '/importacoes',
    label: 'Importação',
    icon: UploadIcon,
    permission: 'imports.view',
    group: 'Dados',
  },
  {
    to: '/relatorios',
    label: 'Relatórios',
    icon: ChartIcon,
    permission: 'reports.view',
    group: 'Dados',
  },
  {
    to: '/configuracoes',
    label: 'Configurações',
    icon: GearIcon,
    permission: 'settings.view',
    group: 'Plataforma',
  },
  {
    to: '/canais',
    label: 'Canais de aviso',
    icon: SwitchIcon,
    permission: 'settings.view',
    group: 'Plataforma',
  },
  {
    to: '/conteudo',
    label: 'Páginas',
    icon: FileIcon,
    permission: 'pages.view',
    group: 'Plataforma',
  },
  { to: '/falhas', label: 'Falhas', icon: BugIcon, permission: 'logs.view', group: 'Plataforma' },
];

export const operationsPages: readonly PortalPage[] = [
  {
    path: '/assinaturas',
    permission: 'subscriptions.view',
    load: async () =>
      (await import('../../features/admin-subscriptions/subscriptions-page.tsx')).SubscriptionsPage,
  },
  {
    path: '/assinaturas/numeros',
    permission: 'subscriptions.view',
    load: async () =>
      (await import('../../features/admin-subscriptions/metrics-page.tsx')).SubscriptionMetricsPage,
  },
  {
    path: '/pagamentos',
    permission: 'payments.view',
    load: async () =>
      (await import('../../features/admin-payments/payments-page.tsx')).PaymentsPage,
  },
  {
    path: '/pagamentos/$id',
    permission: 'payments.view',
    load: async () =>
      (await import('../../features/admin-payments/payment-shortcut.tsx')).PaymentShortcut,
  },
  {
    path: '/planos',
    permission: 'plans.view',
    load: async () => (await import('../../features/admin-plans/plans-page.tsx')).PlansPage,
  },
  {
    path: '/planos/matriz',
    permission: 'plans.view',
    load: async () => (await import('../../features/admin-plans/matrix-page.tsx')).PlanMatrixPage,
  },
  {
    path: '/planos/recursos',
    permission: 'plans.view',
    load: async () => (await import('../../features/admin-plans/features-page.tsx')).FeaturesPage,
  },
  {
    path: '/produtos',
    permission: 'products.view',
    load: async () =>
      (await import('../../features/admin-catalogue/products-page.tsx')).ProductsPage,
  },
  {
    path: '/cadastros',
    permission: 'products.view',
    load: async () =>
      (await import('../../features/admin-catalogue/registries-page.tsx')).RegistriesPage,
  },
  {
    path: '/importacoes',
    permission: 'imports.view',
    load: async () => (await import('../../features/admin-imports/imports-page.tsx')).ImportsPage,
  },
  {
    path: '/importacoes/nova',
    permission: 'imports.create',
    load: async () =>
      (await import('../../features/admin-imports/new-import-page.tsx')).NewImportPage,
  },
  {
    path: '/importacoes/$id',
    permission: 'imports.view',
    load: async () => (await import('../../features/admin-imports/import-page.tsx')).ImportPage,
  },
  {
    path: '/relatorios',
    permission: 'reports.view',
    load: async () => (await import('../../features/admin-reports/reports-page.tsx')).ReportsPage,
  },
  {
    path: '/configuracoes',
    permission: 'settings.view',
    load: async () =>
      (await import('../../features/admin-settings/settings-page.tsx')).SettingsPage,
  },
  {
    path: '/canais',
    permission: 'settings.view',
    load: async () =>
      (await import('../../features/admin-settings/channels-page.tsx')).ChannelsPage,
  },
  {
    path: '/conteudo',
    permission: 'pages.view',
    load: async () => (await import('../../features/admin-pages/pages-page.tsx')).PagesPage,
  },
  {
    path: '/conteudo/nova',
    permission: 'pages.create',
    load: async () => (await import('../../features/admin-pages/page-editor.tsx')).NewPagePage,
  },
  {
    path: '/conteudo/$id',
    permission: 'pages.view',
    load: async () => (await import('../../features/admin-pages/page-editor.tsx')).EditPagePage,
  },
  {
    path: '/falhas',
    permission: 'logs.view',
    load: async () => (await import('../../features/admin-failures/jobs-page.tsx')).JobsPage,
  },
  {
    path: '/tarefas',
    permission: 'logs.view',
    load: async () =>
      (await import('../../features/admin-failures/jobs-shortcut.tsx')).JobsShortcut,
  },
  {
    path: '/falhas/envios',
    permission: 'logs.view',
    load: async () =>
      (await import('../../features/admin-failures/deliveries-page.tsx')).DeliveriesPage,
  },
];

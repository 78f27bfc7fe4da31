import { adminPaths } from '../../paths/admin.ts';
import type {
  NavigationEntry,
  PortalAction,
  PortalPage,
  PortalPlace,
} from '../../runtime/definition.ts';
import {
  BoxIcon,
  BugIcon,
  CardIcon,
  ChartIcon,
  FileIcon,
  GearIcon,
  LayersIcon,
  MailIcon,
  RepeatIcon,
  SwitchIcon,
  TagIcon,
  UploadIcon,
} from '../../ui/page-icons.tsx';

/** The menu entries of money, catalogue, data and platform. */
export const operationsNavigation: readonly NavigationEntry[] = [
  {
    to: adminPaths.subscriptions,
    label: 'Assinaturas',
    icon: RepeatIcon,
    permission: 'subscriptions.view',
    group: 'Receita',
  },
  {
    to: adminPaths.payments,
    label: 'Pagamentos',
    icon: CardIcon,
    permission: 'payments.view',
    group: 'Receita',
  },
  {
    to: adminPaths.plans,
    label: 'Planos',
    icon: LayersIcon,
    permission: 'plans.view',
    group: 'Receita',
  },
  {
    to: adminPaths.products,
    label: 'Produtos',
    icon: BoxIcon,
    permission: 'products.view',
    group: 'Catálogo',
  },
  {
    to: adminPaths.catalogueRequests,
    label: 'Produtos pedidos',
    icon: MailIcon,
    permission: 'products.view',
    group: 'Catálogo',
  },
  {
    to: adminPaths.registries,
    label: 'Cadastros',
    icon: TagIcon,
    permission: 'products.view',
    group: 'Catálogo',
  },
  {
    to: adminPaths.imports,
    label: 'Importação',
    icon: UploadIcon,
    permission: 'imports.view',
    group: 'Dados',
  },
  {
    to: adminPaths.reports,
    label: 'Relatórios',
    icon: ChartIcon,
    permission: 'reports.view',
    group: 'Dados',
  },
  {
    to: adminPaths.settings,
    label: 'Configurações',
    icon: GearIcon,
    permission: 'settings.view',
    group: 'Plataforma',
  },
  {
    to: adminPaths.channels,
    label: 'Canais de aviso',
    icon: SwitchIcon,
    permission: 'settings.view',
    group: 'Plataforma',
  },
  {
    to: adminPaths.pages,
    label: 'Páginas',
    icon: FileIcon,
    permission: 'pages.view',
    group: 'Plataforma',
  },
  {
    to: adminPaths.jobs,
    label: 'Falhas',
    icon: BugIcon,
    permission: 'logs.view',
    group: 'Plataforma',
  },
];

export const operationsActions: readonly PortalAction[] = [
  { to: adminPaths.newImport, label: 'Nova importação', words: 'importar planilha csv' },
  { to: adminPaths.reports, label: 'Exportar relatório', words: 'baixar planilha csv zip' },
  { to: adminPaths.newPage, label: 'Nova página', words: 'criar texto' },
  {
    to: adminPaths.settings,
    label: 'Enviar e-mail de teste',
    words: 'whatsapp smtp',
    permission: 'settings.edit',
  },
];
export const operationsPlaces: readonly PortalPlace[] = [
  { to: adminPaths.subscriptionMetrics, label: 'Números das assinaturas', words: 'receita arr' },
  { to: adminPaths.planMatrix, label: 'O que cada plano dá', note: 'Planos', words: 'matriz' },
  { to: adminPaths.planFeatures, label: 'Recursos', note: 'Planos' },
  {
    to: adminPaths.orderKits,
    label: 'Listas de produtos',
    note: 'Cadastros',
    words: 'kit soja milho cultura',
  },
  { to: adminPaths.deliveries, label: 'Envios', note: 'Falhas', words: 'e-mail whatsapp avisos' },
];

export const operationsPages: readonly PortalPage[] = [
  {
    path: adminPaths.subscriptions,
    permission: 'subscriptions.view',
    load: async () =>
      (await import('../../features/admin-subscriptions/subscriptions-page.tsx')).SubscriptionsPage,
  },
  {
    path: adminPaths.subscriptionMetrics,
    permission: 'subscriptions.view',
    load: async () =>
      (await import('../../features/admin-subscriptions/metrics-page.tsx')).SubscriptionMetricsPage,
  },
  {
    path: adminPaths.payments,
    permission: 'payments.view',
    load: async () =>
      (await import('../../features/admin-payments/payments-page.tsx')).PaymentsPage,
  },
  {
    path: adminPaths.payment('$id'),
    permission: 'payments.view',
    load: async () =>
      (await import('../../features/admin-payments/payment-shortcut.tsx')).PaymentShortcut,
  },
  {
    path: adminPaths.plans,
    permission: 'plans.view',
    load: async () => (await import('../../features/admin-plans/plans-page.tsx')).PlansPage,
  },
  {
    path: adminPaths.planMatrix,
    permission: 'plans.view',
    load: async () => (await import('../../features/admin-plans/matrix-page.tsx')).PlanMatrixPage,
  },
  {
    path: adminPaths.planFeatures,
    permission: 'plans.view',
    load: async () => (await import('../../features/admin-plans/features-page.tsx')).FeaturesPage,
  },
  {
    path: adminPaths.products,
    permission: 'products.view',
    load: async () =>
      (await import('../../features/admin-catalogue/products-page.tsx')).ProductsPage,
  },
  {
    path: adminPaths.catalogueRequests,
    permission: 'products.view',
    load: async () =>
      (await import('../../features/admin-catalogue/requests-page.tsx')).CatalogueRequestsPage,
  },
  {
    path: adminPaths.registries,
    permission: 'products.view',
    load: async () =>
      (await import('../../features/admin-catalogue/registries-page.tsx')).RegistriesPage,
  },
  {
    path: adminPaths.orderKits,
    permission: 'products.view',
    load: async () =>
      (await import('../../features/admin-catalogue/order-kits-page.tsx')).OrderKitsPage,
  },
  {
    path: adminPaths.imports,
    permission: 'imports.view',
    load: async () => (await import('../../features/admin-imports/imports-page.tsx')).ImportsPage,
  },
  {
    path: adminPaths.newImport,
    permission: 'imports.create',
    load: async () =>
      (await import('../../features/admin-imports/new-import-page.tsx')).NewImportPage,
  },
  {
    path: adminPaths.importRun('$id'),
    permission: 'imports.view',
    load: async () => (await import('../../features/admin-imports/import-page.tsx')).ImportPage,
  },
  {
    path: adminPaths.reports,
    permission: 'reports.view',
    load: async () => (await import('../../features/admin-reports/reports-page.tsx')).ReportsPage,
  },
  {
    path: adminPaths.settings,
    permission: 'settings.view',
    load: async () =>
      (await import('../../features/admin-settings/settings-page.tsx')).SettingsPage,
  },
  {
    path: adminPaths.channels,
    permission: 'settings.view',
    load: async () =>
      (await import('../../features/admin-settings/channels-page.tsx')).ChannelsPage,
  },
  {
    path: adminPaths.pages,
    permission: 'pages.view',
    load: async () => (await import('../../features/admin-pages/pages-page.tsx')).PagesPage,
  },
  {
    path: adminPaths.newPage,
    permission: 'pages.create',
    load: async () => (await import('../../features/admin-pages/page-editor.tsx')).NewPagePage,
  },
  {
    path: adminPaths.page('$id'),
    permission: 'pages.view',
    load: async () => (await import('../../features/admin-pages/page-editor.tsx')).EditPagePage,
  },
  {
    path: adminPaths.jobs,
    permission: 'logs.view',
    load: async () => (await import('../../features/admin-failures/jobs-page.tsx')).JobsPage,
  },
  {
    path: adminPaths.jobsShortcut,
    permission: 'logs.view',
    load: async () =>
      (await import('../../features/admin-failures/jobs-shortcut.tsx')).JobsShortcut,
  },
  {
    path: adminPaths.deliveries,
    permission: 'logs.view',
    load: async () =>
      (await import('../../features/admin-failures/deliveries-page.tsx')).DeliveriesPage,
  },
];

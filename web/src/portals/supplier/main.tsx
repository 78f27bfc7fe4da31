import { startPortal } from '../../app/start.tsx';
import { supplierPaths } from '../../paths/supplier.ts';
import { commonPaths } from '../../paths/common.ts';
import { BellIcon, HomeIcon, TruckIcon, UserIcon } from '../../ui/icons.tsx';
import { CardIcon, FileIcon } from '../../ui/page-icons.tsx';

startPortal({
  name: 'supplier',
  base: '/fornecedor',
  title: 'Portal do Fornecedor',
  userTypes: ['fornecedor'],
  registers: 'fornecedor',
  promise: 'Quem produz está pedindo. Responda com o seu preço.',
  points: [
    'Cotações da sua região e do que você vende',
    'Preços digitados, colados da planilha ou enviados em arquivo',
    'Você fecha direto com o produtor que escolher sua proposta',
  ],
  offlineReads: [
    'getSupplierDashboard',
    'listSupplierOrders',
    'getSupplierOrder',
    'listSupplierProposals',
    'getSupplierProposal',
    'listSupplierPurchases',
    'getSupplierPurchase',
    'listQuestions',
    'listNotifications',
    'countUnreadNotifications',
    'getProfile',
  ],
  help: async () => (await import('./help.tsx')).SupplierHelp,
  navigation: [
    { to: '/', label: 'Painel', icon: HomeIcon },
    { to: supplierPaths.orders, label: 'Cotações', icon: TruckIcon },
    { to: supplierPaths.proposals, label: 'Propostas', icon: FileIcon },
    {
      to: supplierPaths.sales,
      label: 'Vendas',
      icon: CardIcon,
      permission: 'purchases.view',
    },
    { to: commonPaths.notifications, label: 'Notificações', icon: BellIcon },
    { to: commonPaths.account, label: 'Empresa', icon: UserIcon },
  ],
  actions: [
    {
      to: supplierPaths.orders,
      label: 'Responder a uma cotação',
      words: 'proposta preço enviar',
    },
    {
      to: supplierPaths.orders,
      search: { mostrar: 'favoritas' },
      label: 'Ver favoritas',
      words: 'estrela cotações',
    },
  ],
  places: [
    { to: supplierPaths.declinedOrders, label: 'Cotações declinadas', words: 'não participar' },
  ],
  pages: [
    { path: '/', load: async () => (await import('./home-page.tsx')).SupplierHome },
    {
      path: supplierPaths.orders,
      load: async () => (await import('../../features/supplier-orders/orders-page.tsx')).OrdersPage,
    },
    {
      path: supplierPaths.declinedOrders,
      load: async () =>
        (await import('../../features/supplier-orders/declined-page.tsx')).DeclinedPage,
    },
    {
      path: supplierPaths.order('$order'),
      load: async () => (await import('../../features/supplier-orders/order-page.tsx')).OrderPage,
    },
    {
      path: supplierPaths.proposalEditor('$order'),
      load: async () => (await import('../../features/proposal-editor/editor-page.tsx')).EditorPage,
    },
    {
      path: supplierPaths.proposalReview('$order'),
      load: async () => (await import('../../features/proposal-editor/review-page.tsx')).ReviewPage,
    },
    {
      path: supplierPaths.proposals,
      load: async () =>
        (await import('../../features/own-proposals/proposals-page.tsx')).ProposalsPage,
    },
    {
      path: supplierPaths.proposal('$proposal'),
      load: async () =>
        (await import('../../features/own-proposals/proposal-page.tsx')).ProposalPage,
    },
    {
      path: supplierPaths.sales,
      load: async () => (await import('../../features/sales/sales-page.tsx')).SalesPage,
    },
    {
      path: supplierPaths.sale('$sale'),
      load: async () => (await import('../../features/sales/sale-page.tsx')).SalePage,
    },
    {
      path: supplierPaths.receipt('$proposal'),
      load: async () => (await import('../../features/own-proposals/receipt-page.tsx')).ReceiptPage,
    },
    {
      path: commonPaths.subscriptionShortcut,
      load: async () =>
        (await import('../../features/subscription/subscription-shortcut.tsx'))
          .SubscriptionShortcut,
    },
  ],
  accountPages: [
    {
      path: commonPaths.addresses,
      load: async () => (await import('../../features/account/addresses-page.tsx')).AddressesPage,
    },
    {
      path: commonPaths.productTypes,
      load: async () =>
        (await import('../../features/account/product-types-page.tsx')).ProductTypesPage,
    },
    {
      path: commonPaths.coverage,
      load: async () => (await import('../../features/account/coverage-page.tsx')).CoveragePage,
    },
    {
      path: commonPaths.subscription,
      load: async () =>
        (await import('../../features/subscription/subscription-page.tsx')).SubscriptionPage,
    },
  ],
  entrancePages: [
    {
      path: commonPaths.register,
      load: async () => (await import('../../features/entrance/register-page.tsx')).RegisterPage,
    },
    {
      path: commonPaths.activateAccount,
      load: async () =>
        (await import('../../features/entrance/new-password-pages.tsx')).ActivateAccountPage,
    },
  ],
});

import { startPortal } from '../../app/start.tsx';
import { BellIcon, FileIcon, HomeIcon, TruckIcon, UserIcon } from '../../ui/icons.tsx';

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
  keeps: [
    'getSupplierDashboard',
    'listSupplierOrders',
    'getSupplierOrder',
    'listSupplierProposals',
    'getSupplierProposal',
    'listQuestions',
    'listNotifications',
    'countUnreadNotifications',
    'getProfile',
  ],
  help: async () => (await import('./help.tsx')).SupplierHelp,
  navigation: [
    { to: '/', label: 'Painel', icon: HomeIcon },
    { to: '/cotacoes', label: 'Cotações', icon: TruckIcon },
    { to: '/propostas', label: 'Propostas', icon: FileIcon },
    { to: '/notificacoes', label: 'Notificações', icon: BellIcon },
    { to: '/conta', label: 'Empresa', icon: UserIcon },
  ],
  pages: [
    { path: '/', load: async () => (await import('./home-page.tsx')).SupplierHome },
    {
      path: '/cotacoes',
      load: async () => (await import('../../features/supplier-orders/orders-page.tsx')).OrdersPage,
    },
    {
      path: '/cotacoes/declinadas',
      load: async () =>
        (await import('../../features/supplier-orders/declined-page.tsx')).DeclinedPage,
    },
    {
      path: '/cotacoes/$order',
      load: async () => (await import('../../features/supplier-orders/order-page.tsx')).OrderPage,
    },
    {
      path: '/cotacoes/$order/proposta',
      load: async () => (await import('../../features/proposal-editor/editor-page.tsx')).EditorPage,
    },
    {
      path: '/cotacoes/$order/proposta/revisar',
      load: async () => (await import('../../features/proposal-editor/review-page.tsx')).ReviewPage,
    },
    {
      path: '/propostas',
      load: async () =>
        (await import('../../features/own-proposals/proposals-page.tsx')).ProposalsPage,
    },
    {
      path: '/propostas/$proposal',
      load: async () =>
        (await import('../../features/own-proposals/proposal-page.tsx')).ProposalPage,
    },
    {
      path: '/propostas/$proposal/comprovante',
      load: async () => (await import('../../features/own-proposals/receipt-page.tsx')).ReceiptPage,
    },
    {
      path: '/assinatura',
      load: async () =>
        (await import('../../features/subscription/subscription-shortcut.tsx'))
          .SubscriptionShortcut,
    },
  ],
  accountPages: [
    {
      path: '/enderecos',
      load: async () => (await import('../../features/account/addresses-page.tsx')).AddressesPage,
    },
    {
      path: '/produtos',
      load: async () =>
        (await import('../../features/account/product-types-page.tsx')).ProductTypesPage,
    },
    {
      path: '/atuacao',
      load: async () => (await import('../../features/account/coverage-page.tsx')).CoveragePage,
    },
    {
      path: '/assinatura',
      load: async () =>
        (await import('../../features/subscription/subscription-page.tsx')).SubscriptionPage,
    },
  ],
  entrancePages: [
    {
      path: '/cadastro',
      load: async () => (await import('../../features/entrance/register-page.tsx')).RegisterPage,
    },
  ],
});

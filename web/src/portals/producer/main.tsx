import { startPortal } from '../../app/start.tsx';
import { BellIcon, HomeIcon, SproutIcon, UserIcon } from '../../ui/icons.tsx';

startPortal({
  name: 'producer',
  base: '/produtor',
  title: 'Portal do Produtor',
  userTypes: ['produtor', 'consultor'],
  registers: 'produtor',
  promise: 'Um pedido, várias propostas, a melhor escolha.',
  points: [
    'Peça insumos para toda a safra em uma cotação',
    'Compare item por item, sem saber de quem é a proposta',
    'Escolha com calma: nada é aceito sem você',
  ],
  keeps: [
    'getProducerDashboard',
    'listProducerOrders',
    'getProducerOrder',
    'getOrderTimeline',
    'listReceivedProposals',
    'getProposal',
    'compareOrderProposals',
    'listQuestions',
    'listConsultantOrders',
    'getConsultantOrder',
    'listConsultantProducers',
    'listNotifications',
    'countUnreadNotifications',
    'getProfile',
  ],
  help: async () => (await import('./help.tsx')).ProducerHelp,
  navigation: [
    { to: '/', label: 'Início', icon: HomeIcon },
    { to: '/cotacoes', label: 'Cotações', icon: SproutIcon },
    { to: '/notificacoes', label: 'Notificações', icon: BellIcon },
    { to: '/conta', label: 'Minha conta', icon: UserIcon },
  ],
  pages: [
    { path: '/', load: async () => (await import('./home-page.tsx')).ProducerHome },
    {
      path: '/cotacoes',
      load: async () => (await import('../../features/producer-orders/orders-page.tsx')).OrdersPage,
    },
    {
      path: '/cotacoes/nova',
      load: async () =>
        (await import('../../features/order-editor/new-order-page.tsx')).NewOrderPage,
    },
    {
      path: '/cotacoes/$order',
      load: async () =>
        (await import('../../features/producer-orders/order-items-page.tsx')).OrderItemsPage,
    },
    {
      path: '/cotacoes/$order/editar',
      load: async () =>
        (await import('../../features/order-editor/editor-page.tsx')).OrderEditorPage,
    },
    {
      path: '/cotacoes/$order/perguntas',
      load: async () =>
        (await import('../../features/producer-orders/order-questions-page.tsx'))
          .OrderQuestionsPage,
    },
    {
      path: '/cotacoes/$order/anexos',
      load: async () =>
        (await import('../../features/producer-orders/order-attachments-page.tsx'))
          .OrderAttachmentsPage,
    },
    {
      path: '/cotacoes/$order/historico',
      load: async () =>
        (await import('../../features/producer-orders/order-history-page.tsx')).OrderHistoryPage,
    },
    {
      path: '/cotacoes/$order/propostas',
      load: async () => (await import('../../features/received/received-page.tsx')).ReceivedPage,
    },
    {
      path: '/cotacoes/$order/propostas/$proposal',
      load: async () => (await import('../../features/received/proposal-page.tsx')).ProposalPage,
    },
    {
      path: '/cotacoes/$order/resultado',
      load: async () => (await import('../../features/received/result-page.tsx')).ResultPage,
    },
    {
      path: '/cotacoes/$order/comparar',
      load: async () => (await import('../../features/received/compare-page.tsx')).ComparePage,
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
    {
      path: '/ativar-conta',
      load: async () =>
        (await import('../../features/entrance/new-password-pages.tsx')).ActivateAccountPage,
    },
  ],
});

import { startPortal } from '../../app/start.tsx';
import { inviteFrom, producerPaths } from '../../paths/producer.ts';
import { commonPaths } from '../../paths/common.ts';
import { BellIcon, HomeIcon, SproutIcon, TruckIcon, UserIcon } from '../../ui/icons.tsx';

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
  offlineReads: [
    'getProducerDashboard',
    'listProducerOrders',
    'getProducerOrder',
    'getOrderTimeline',
    'listReceivedProposals',
    'getProposal',
    'compareOrderProposals',
    'listProducerPurchases',
    'getProducerPurchase',
    'listQuestions',
    'listConsultantOrders',
    'getConsultantOrder',
    'listConsultantProducers',
    'getConsultantProducer',
    'listNotifications',
    'countUnreadNotifications',
    'getProfile',
  ],
  help: async () => (await import('./help.tsx')).ProducerHelp,
  navigation: [
    { to: '/', label: 'Início', icon: HomeIcon },
    { to: producerPaths.orders, label: 'Cotações', icon: SproutIcon },
    {
      to: producerPaths.purchases,
      label: 'Compras',
      icon: TruckIcon,
      permission: 'purchases.edit', // consultants do not read purchases
    },
    { to: commonPaths.notifications, label: 'Notificações', icon: BellIcon },
    { to: commonPaths.account, label: 'Minha conta', icon: UserIcon },
  ],
  actions: [
    {
      to: producerPaths.newOrder,
      label: 'Nova cotação',
      words: 'criar pedir preço insumos',
      userTypes: ['produtor'],
    },
    {
      to: producerPaths.invite,
      from: inviteFrom,
      label: 'Convidar fornecedores',
      words: 'convite link whatsapp enviar',
      userTypes: ['produtor'],
    },
  ],
  pages: [
    { path: '/', load: async () => (await import('./home-page.tsx')).ProducerHome },
    {
      path: producerPaths.orders,
      load: async () => (await import('../../features/producer-orders/orders-page.tsx')).OrdersPage,
    },
    {
      path: producerPaths.newOrder,
      load: async () =>
        (await import('../../features/order-editor/new-order-page.tsx')).NewOrderPage,
    },
    {
      path: producerPaths.invite,
      load: async () => (await import('../../features/producer-orders/invite-page.tsx')).InvitePage,
    },
    {
      path: producerPaths.order('$order'),
      load: async () =>
        (await import('../../features/producer-orders/order-items-page.tsx')).OrderItemsPage,
    },
    {
      path: producerPaths.orderEditor('$order'),
      load: async () =>
        (await import('../../features/order-editor/editor-page.tsx')).OrderEditorPage,
    },
    {
      path: producerPaths.orderQuestions('$order'),
      load: async () =>
        (await import('../../features/producer-orders/order-questions-page.tsx'))
          .OrderQuestionsPage,
    },
    {
      path: producerPaths.orderAttachments('$order'),
      load: async () =>
        (await import('../../features/producer-orders/order-attachments-page.tsx'))
          .OrderAttachmentsPage,
    },
    {
      path: producerPaths.orderHistory('$order'),
      load: async () =>
        (await import('../../features/producer-orders/order-history-page.tsx')).OrderHistoryPage,
    },
    {
      path: producerPaths.proposals('$order'),
      load: async () => (await import('../../features/received/received-page.tsx')).ReceivedPage,
    },
    {
      path: producerPaths.proposal('$order', '$proposal'),
      load: async () => (await import('../../features/received/proposal-page.tsx')).ProposalPage,
    },
    {
      path: producerPaths.orderResult('$order'),
      load: async () => (await import('../../features/received/result-page.tsx')).ResultPage,
    },
    {
      path: producerPaths.comparison('$order'),
      load: async () => (await import('../../features/received/compare-page.tsx')).ComparePage,
    },
    {
      path: producerPaths.combinations('$order'),
      permission: 'purchases.edit',
      load: async () =>
        (await import('../../features/buying/combinations-page.tsx')).CombinationsPage,
    },
    {
      path: producerPaths.purchases,
      permission: 'purchases.edit',
      load: async () => (await import('../../features/buying/purchases-page.tsx')).PurchasesPage,
    },
    {
      path: producerPaths.purchase('$purchase'),
      permission: 'purchases.edit',
      load: async () => (await import('../../features/buying/purchase-page.tsx')).PurchasePage,
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

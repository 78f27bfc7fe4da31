import { startPortal } from '../../portal/start.tsx';
import { BellIcon, HomeIcon, UserIcon } from '../../ui/icons.tsx';

startPortal({
  name: 'supplier', base: '/fornecedor', title: 'Portal do Fornecedor', userTypes: ['fornecedor'], registers: 'fornecedor',
  promise: 'Quem produz está pedindo. Responda com o seu preço.',
  points: ['Cotações da sua região e do que você vende', 'Preços digitados, colados da planilha ou enviados em arquivo', 'Você fecha direto com o produtor que escolher sua proposta'],
  navigation: [{ to: '/', label: 'Painel', icon: HomeIcon }, { to: '/notificacoes', label: 'Notificações', icon: BellIcon }, { to: '/conta', label: 'Minha empresa', icon: UserIcon }],
  pages: [
    { path: '/', load: async () => (await import('./home-page.tsx')).SupplierHome },
    { path: '/assinatura', load: async () => (await import('../../features/subscription/subscription-shortcut.tsx')).SubscriptionShortcut },
  ],
  accountPages: [
    { path: '/enderecos', load: async () => (await import('../../features/account/addresses-page.tsx')).AddressesPage },
    { path: '/produtos', load: async () => (await import('../../features/account/product-types-page.tsx')).ProductTypesPage },
    { path: '/atuacao', load: async () => (await import('../../features/account/coverage-page.tsx')).CoveragePage },
    { path: '/assinatura', load: async () => (await import('../../features/subscription/subscription-page.tsx')).SubscriptionPage },
  ],
  entrancePages: [{ path: '/cadastro', load: async () => (await import('../../features/entrance/register-page.tsx')).RegisterPage }],
});

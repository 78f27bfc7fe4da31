import { startPortal } from '../../portal/start.tsx';
import { BellIcon, HomeIcon, UserIcon } from '../../ui/icons.tsx';

startPortal({
  name: 'producer', base: '/produtor', title: 'Portal do Produtor', userTypes: ['produtor', 'consultor'], registers: 'produtor',
  promise: 'Um pedido, várias propostas, a melhor escolha.',
  points: ['Peça insumos para toda a safra em uma cotação', 'Compare item por item, sem saber de quem é a proposta', 'Escolha com calma: nada é aceito sem você'],
  navigation: [{ to: '/', label: 'Início', icon: HomeIcon }, { to: '/notificacoes', label: 'Notificações', icon: BellIcon }, { to: '/conta', label: 'Minha conta', icon: UserIcon }],
  pages: [{ path: '/', load: async () => (await import('./home-page.tsx')).ProducerHome }],
  accountPages: [{ path: '/enderecos', load: async () => (await import('../../features/account/addresses-page.tsx')).AddressesPage }],
  entrancePages: [
    { path: '/cadastro', load: async () => (await import('../../features/entrance/register-page.tsx')).RegisterPage },
    { path: '/ativar-conta', load: async () => (await import('../../features/entrance/new-password-pages.tsx')).ActivateAccountPage },
  ],
});

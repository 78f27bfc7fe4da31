import { startPortal } from '../../app/start.tsx';
import { commonPaths } from '../../paths/common.ts';
import { BellIcon, HomeIcon, UserIcon } from '../../ui/icons.tsx';
import {
  auditNavigation,
  marketActions,
  marketNavigation,
  marketPages,
  marketPlaces,
} from './market.ts';
import {
  operationsActions,
  operationsNavigation,
  operationsPages,
  operationsPlaces,
} from './operations.ts';

startPortal({
  name: 'admin',
  base: '/admin',
  title: 'Administração',
  userTypes: ['admin'],
  promise: 'A praça em ordem, do cadastro ao contrato.',
  points: [
    'Pessoas, cotações e propostas em um só lugar',
    'Cada mudança fica registrada e conferida',
    'Números que dizem como o mercado anda',
  ],
  // Administrators read other people's data, so nothing of it is stored on the device.
  offlineReads: [],
  help: async () => (await import('./help.tsx')).AdminHelp,
  actions: [...marketActions, ...operationsActions],
  places: [...marketPlaces, ...operationsPlaces],
  palette: async () => (await import('../../features/admin-search/admin-palette.tsx')).AdminPalette,
  navigation: [
    { to: '/', label: 'Painel', icon: HomeIcon },
    ...marketNavigation,
    ...operationsNavigation,
    ...auditNavigation,
    { to: commonPaths.notifications, label: 'Notificações', icon: BellIcon },
    { to: commonPaths.account, label: 'Minha conta', icon: UserIcon },
  ],
  pages: [
    { path: '/', load: async () => (await import('./home-page.tsx')).AdminHome },
    ...marketPages,
    ...operationsPages,
  ],
});

import type { NavigationEntry, PortalPage } from '../../portal/definition.ts';
import { CardIcon, RepeatIcon } from '../../ui/icons.tsx';

/** The places of money, catalogue, data and platform. */
export const operationsNavigation: readonly NavigationEntry[] = [
  { to: '/assinaturas', label: 'Assinaturas', icon: RepeatIcon, permission: 'subscriptions.view', group: 'Receita' },
  { to: '/pagamentos', label: 'Pagamentos', icon: CardIcon, permission: 'payments.view', group: 'Receita' },
];

export const operationsPages: readonly PortalPage[] = [
  { path: '/assinaturas', permission: 'subscriptions.view', load: async () => (await import('../../features/admin-subscriptions/subscriptions-page.tsx')).SubscriptionsPage },
  { path: '/assinaturas/numeros', permission: 'subscriptions.view', load: async () => (await import('../../features/admin-subscriptions/metrics-page.tsx')).SubscriptionMetricsPage },
  { path: '/pagamentos', permission: 'payments.view', load: async () => (await import('../../features/admin-payments/payments-page.tsx')).PaymentsPage },
];

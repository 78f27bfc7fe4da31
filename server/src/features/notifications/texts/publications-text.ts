import type { NotificationFacts } from '@lavra/domain/notification/notification-facts';
import { zoneLabel } from '../../../platform/text/zone-label.ts';
import { capital, many, numberOf, orderOf, until } from './notification-phrases.ts';
import type { NotificationText } from './notification-texts.ts';

const LISTED = 20;

/**
 * Returns a supplier's notification of several publications at once, the oldest first; `zone` is
 * the platform's IANA zone.
 */
export function publicationsText(
  orders: readonly NotificationFacts[],
  zone: string,
): NotificationText {
  const label = zoneLabel(zone);
  const line = (facts: NotificationFacts): string => {
    const place =
      facts.delivery_city && facts.delivery_state
        ? `, com entrega em ${facts.delivery_city}/${facts.delivery_state}`
        : '';
    return `${capital(orderOf(facts).replace(/^a /, ''))}: ${many(facts.items_count ?? 0, 'item', 'itens')}${place}, propostas ${until(facts, label)}.`;
  };
  const more = orders.length - LISTED;
  return {
    title: `${orders.length} novas cotações para o seu perfil`,
    body: `Novas cotações esperam a sua proposta: ${orders.slice(0, LISTED).map(numberOf).join(', ')}${more > 0 ? ` e mais ${more}` : ''}.`,
    lines: orders.slice(0, LISTED).map(line),
    path: '/fornecedor/cotacoes',
  };
}

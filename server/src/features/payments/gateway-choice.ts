import type { Sealer } from '../../platform/auth/sealer.ts';
import type { Db } from '../../platform/db/database.ts';
import { RuleError } from '../../platform/errors.ts';
import { createMercadoPago } from '../../platform/payment-gateway/mercado-pago.ts';
import type { PaymentGateway } from '../../platform/payment-gateway/payment-gateway.ts';
import { readConnection } from '../settings/settings-feature.ts';

/**
 * Returns the currently configured gateway; undefined when there is none. Throws
 * `gateway_not_configured` for one without its token.
 */
export type ChooseGateway = (db: Db) => Promise<PaymentGateway | undefined>;

/**
 * Creates a function that reads the settings on every call, so that a changed token applies from
 * the next call.
 */
export function createGatewayChoice(sealer: Sealer): ChooseGateway {
  return async (db) => {
    const { value, secret } = await readConnection(db, sealer, {
      secret: 'payment_gateway.access_token',
      plain: ['payment_gateway.provider', 'payment_gateway.base_url'],
    });
    if (value('payment_gateway.provider') === 'none') return undefined;
    const accessToken = secret();
    if (accessToken === null) throw new RuleError('gateway_not_configured');
    return createMercadoPago({ accessToken, baseUrl: value('payment_gateway.base_url') });
  };
}

import type { Gateway } from '@lavra/domain/payment/payment-status';
import type { Sealer } from '../../../platform/auth/sealer.ts';
import type { Visitor } from '../../../platform/auth/caller.ts';
import { RuleError } from '../../../platform/errors.ts';
import { isSignedByMercadoPago } from '../../../platform/payment-gateway/webhook-signature.ts';
import type { Platform } from '../../../platform/platform.ts';
import { readSecret } from '../../settings/settings-feature.ts';

export interface Notification {
  readonly gateway: Gateway;
  readonly signature: string | undefined;
  readonly requestId: string | undefined;
  readonly dataId: string | undefined;
  readonly type: string | undefined;
  readonly action: string | undefined;
}

/**
 * Takes what a gateway tells: checked, stored once, answered at once. Of a notification no more is kept than what to ask
 * the gateway about. Throws `webhook_signature`, also while no secret is set, and `not_found` for a gateway that is not spoken to.
 */
export function createWebhooks({ platform: { db, command }, sealer }: { platform: Platform; sealer: Sealer }) {
  return async (visitor: Visitor, { gateway, signature, requestId, dataId, type = 'payment', action = '' }: Notification): Promise<{ received: true }> => {
    if (gateway !== 'mercadopago') throw new RuleError('not_found');
    const secret = await readSecret(db, sealer, 'payment_gateway.webhook_secret');
    if (secret === null || !isSignedByMercadoPago({ signature, requestId, dataId }, secret)) throw new RuleError('webhook_signature');
    await command(visitor, async (uow) => {
      const stored = await uow.db.q.insertInto('gateway_webhooks').values({
        gateway, external_id: `${requestId}:${dataId}`.slice(0, 300), payload: JSON.stringify({ type, action, data_id: dataId }), received_at: uow.now,
      }).onConflict((conflict) => conflict.columns(['gateway', 'external_id']).doNothing()).returning('id').executeTakeFirst();
      if (stored !== undefined) uow.event({ type: 'webhook.received', data: { webhook_id: stored.id } });
    });
    return { received: true };
  };
}

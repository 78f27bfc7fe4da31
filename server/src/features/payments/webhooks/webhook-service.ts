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

/** The signed part of a notification, known from the head of the request. */
export type Signature = Pick<Notification, 'signature' | 'requestId' | 'dataId'> & {
  readonly gateway: string;
};

/** Milliseconds for which `isSigned` caches the secret. `receive` never uses the cached secret. */
const SECRET_HOLDS = 2_000;

/**
 * Receives notifications from gateways, and checks from the head of a request whether a gateway
 * signed it.
 */
export function createWebhooks({
  platform: { db, command },
  sealer,
}: {
  platform: Platform;
  sealer: Sealer;
}) {
  const readWebhookSecret = () => readSecret(db, sealer, 'payment_gateway.webhook_secret');
  let seen:
    | { readonly at: number; readonly secret: ReturnType<typeof readWebhookSecret> }
    | undefined;
  const recentSecret = (): ReturnType<typeof readWebhookSecret> => {
    if (seen === undefined || performance.now() - seen.at > SECRET_HOLDS)
      seen = { at: performance.now(), secret: readWebhookSecret() };
    return seen.secret;
  };
  return {
    /**
     * Returns whether the signature is valid. Costs one HMAC, and nothing without a signature,
     * because unauthenticated clients can cause this check.
     */
    isSigned: async ({ gateway, ...signed }: Signature): Promise<boolean> => {
      if (
        gateway !== 'mercadopago' ||
        signed.signature === undefined ||
        signed.dataId === undefined ||
        signed.requestId === undefined
      )
        return false;
      const secret = await recentSecret();
      return secret !== null && isSignedByMercadoPago(signed, secret);
    },

    /**
     * Verifies a notification, stores it once and returns immediately. Stores only what is needed
     * to query the gateway. Throws `webhook_signature`, also while no secret is set, and
     * `not_found` for an unsupported gateway.
     */
    receive: async (
      visitor: Visitor,
      { gateway, signature, requestId, dataId, type = 'payment', action = '' }: Notification,
    ): Promise<{ received: true }> => {
      if (gateway !== 'mercadopago') throw new RuleError('not_found');
      const secret = await readWebhookSecret();
      if (secret === null || !isSignedByMercadoPago({ signature, requestId, dataId }, secret))
        throw new RuleError('webhook_signature');
      await command(visitor, async (uow) => {
        const stored = await uow.db.q
          .insertInto('gateway_webhooks')
          .values({
            gateway,
            external_id: `${requestId}:${dataId}`.slice(0, 300),
            payload: JSON.stringify({ type, action, data_id: dataId }),
            received_at: uow.now,
          })
          .onConflict((conflict) => conflict.columns(['gateway', 'external_id']).doNothing())
          .returning('id')
          .executeTakeFirst();
        if (stored !== undefined)
          uow.event({ type: 'webhook.received', data: { webhook_id: stored.id } });
      });
      return { received: true };
    },
  };
}

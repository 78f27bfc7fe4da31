import type { Gateway } from '@lavra/domain/payment/payment-status';
import type { Sealer } from '../../../platform/auth/sealer.ts';
import type { Request } from '../../../platform/auth/request.ts';
import type { Db } from '../../../platform/db/database.ts';
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

/**
 * Milliseconds for which a signature check holds the secret. `receiveWebhook` never uses that one.
 */
const SECRET_HOLDS = 2_000;

/** Returns whether a gateway signed a notification, from the head of its request. */
export type IsSigned = (signature: Signature) => Promise<boolean>;

/**
 * Creates the check of signatures; holds the secret for a moment. A check costs one HMAC, and
 * nothing without a signature, because unauthenticated clients can cause it.
 */
export function createSignatureCheck({ db }: Platform, sealer: Sealer): IsSigned {
  let seen:
    | { readonly at: number; readonly secret: ReturnType<typeof readWebhookSecret> }
    | undefined;
  const recentSecret = (): ReturnType<typeof readWebhookSecret> => {
    if (seen === undefined || performance.now() - seen.at > SECRET_HOLDS)
      seen = { at: performance.now(), secret: readWebhookSecret(db, sealer) };
    return seen.secret;
  };
  return async ({ gateway, ...signed }) => {
    if (
      gateway !== 'mercadopago' ||
      signed.signature === undefined ||
      signed.dataId === undefined ||
      signed.requestId === undefined
    )
      return false;
    const secret = await recentSecret();
    return secret !== null && isSignedByMercadoPago(signed, secret);
  };
}

/**
 * Verifies a notification, stores it once and returns immediately. Stores only what is needed to
 * query the gateway. Throws `webhook_signature`, also while no secret is set, and `not_found` for
 * an unsupported gateway.
 */
export async function receiveWebhook(
  { db, command }: Platform,
  sealer: Sealer,
  request: Request,
  { gateway, signature, requestId, dataId, type = 'payment', action = '' }: Notification,
): Promise<{ received: true }> {
  if (gateway !== 'mercadopago') throw new RuleError('not_found');
  const secret = await readWebhookSecret(db, sealer);
  if (secret === null || !isSignedByMercadoPago({ signature, requestId, dataId }, secret))
    throw new RuleError('webhook_signature');
  await command(request, async (uow) => {
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
}

const readWebhookSecret = (db: Db, sealer: Sealer) =>
  readSecret(db, sealer, 'payment_gateway.webhook_secret');

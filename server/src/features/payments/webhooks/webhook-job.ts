import { systemActor, type UnitOfWork } from '../../../platform/db/command.ts';
import { col, orNull, params, statement } from '../../../platform/db/statement.ts';
import type { GatewayPayment } from '../../../platform/payment-gateway/payment-gateway.ts';
import type { Platform } from '../../../platform/platform.ts';
import { jobOn, type EventJob } from '../../../platform/queue/job-kind.ts';
import type { ChooseGateway } from '../gateway-choice.ts';
import { applyReported, type Settled } from '../reconciliation.ts';

const received = statement({
  name: 'webhook-received',
  params: params<{ id: number }>(),
  columns: {
    gateway: col.text,
    type: orNull(col.text),
    data_id: orNull(col.text),
    is_processed: col.boolean,
  },
  text: `
    SELECT w.gateway, w.payload ->> 'type' AS type, w.payload ->> 'data_id' AS data_id,
      w.processed_at IS NOT NULL AS is_processed
    FROM gateway_webhooks w WHERE w.id = :id`,
});

/**
 * The job that processes a notification by querying the gateway. Throws when that is not possible,
 * so that the job is retried and shown among the failed ones.
 */
export const webhookJob = (
  platform: Platform,
  chooseGateway: ChooseGateway,
): EventJob<'webhook.received'> =>
  jobOn('webhook.received', {
    name: 'payment.webhook',
    retries: 8,
    backoffSeconds: 15,
    timeoutSeconds: 120,
    run: ({ webhook_id }) => processWebhook(platform, chooseGateway, webhook_id),
  });

async function processWebhook(
  platform: Platform,
  chooseGateway: ChooseGateway,
  id: number,
): Promise<void> {
  const { db, command } = platform;
  const webhook = await db.row(received, { id });
  if (webhook === undefined || webhook.is_processed) return;
  // Notifications of other types repeat what the payment's own notification reports.
  if (webhook.type !== 'payment' || webhook.data_id === null)
    return command(systemActor, (uow) => close(uow, id, 'ignored'));
  const gateway = await chooseGateway(db);
  if (gateway?.name !== webhook.gateway)
    throw new Error(`webhook ${id} is of a gateway that is not configured`);
  const reported = await gateway.getPayment(webhook.data_id);
  if (reported.kind === 'done') return apply(platform, chooseGateway, id, reported.value);
  if (reported.kind === 'unknown')
    throw new Error(`the gateway does not say what webhook ${id} is about: ${reported.detail}`);
  await command(systemActor, (uow) => close(uow, id, 'not_found'));
}

async function apply(
  platform: Platform,
  chooseGateway: ChooseGateway,
  id: number,
  reported: GatewayPayment,
): Promise<void> {
  const settled: Settled = await applyReported(platform, chooseGateway, reported, (uow, outcome) =>
    close(uow, id, outcome),
  );
  if (settled === 'unknown_payment')
    await platform.command(systemActor, (uow) => close(uow, id, settled));
  if (settled === 'amount_mismatch')
    throw new Error(
      `payment ${reported.reference} at the gateway is of another amount than ours: look at both, then confirm by hand or refund there`,
    );
  if (settled === 'waiting')
    throw new Error(
      `payment ${reported.reference} has a refund under way that has not been heard of yet`,
    );
}

async function close({ db, now }: UnitOfWork, id: number, outcome: string): Promise<void> {
  await db.q
    .updateTable('gateway_webhooks')
    .set({ processed_at: now, outcome })
    .where('id', '=', id)
    .where('processed_at', 'is', null)
    .execute();
}

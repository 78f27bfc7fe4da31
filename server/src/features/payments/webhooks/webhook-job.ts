import { systemActor, type UnitOfWork } from '../../../platform/db/command.ts';
import { col, orNull, params, statement } from '../../../platform/db/statement.ts';
import type {
  GatewayPayment,
  PaymentGateway,
} from '../../../platform/payment-gateway/payment-gateway.ts';
import type { Platform } from '../../../platform/platform.ts';
import { jobOn, type EventJob } from '../../../platform/queue/job-kind.ts';
import type { ChooseGateway } from '../gateway-choice.ts';
import { createReconciliation, type Settled } from '../reconciliation.ts';
import type { RefundSettling } from '../refunds/refund-settling.ts';

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
 * Creates the job that processes a notification by querying the gateway. Throws when that is not
 * possible, so that the job is retried and shown among the failed ones.
 */
export function webhookJob({
  platform,
  chooseGateway,
  settling,
}: {
  platform: Platform;
  chooseGateway: ChooseGateway;
  settling: RefundSettling;
}): EventJob<'webhook.received'> {
  const { db, command } = platform;
  const reconciliation = createReconciliation({ platform, settling });

  const close = async (
    { db: inside, now }: UnitOfWork,
    id: number,
    outcome: string,
  ): Promise<void> => {
    await inside.q
      .updateTable('gateway_webhooks')
      .set({ processed_at: now, outcome })
      .where('id', '=', id)
      .where('processed_at', 'is', null)
      .execute();
  };

  const apply = async (id: number, reported: GatewayPayment): Promise<void> => {
    const settled: Settled = await reconciliation.apply(reported, (uow, outcome) =>
      close(uow, id, outcome),
    );
    if (settled === 'unknown_payment') await command(systemActor, (uow) => close(uow, id, settled));
    if (settled === 'amount_mismatch')
      throw new Error(
        `payment ${reported.reference} at the gateway is of another amount than ours: look at both, then confirm by hand or refund there`,
      );
    if (settled === 'waiting')
      throw new Error(
        `payment ${reported.reference} has a refund under way that has not been heard of yet`,
      );
  };

  const ask = async (gateway: PaymentGateway, id: number, reference: string): Promise<void> => {
    const reported = await gateway.getPayment(reference);
    if (reported.kind === 'done') return apply(id, reported.value);
    if (reported.kind === 'unknown')
      throw new Error(`the gateway does not say what webhook ${id} is about: ${reported.detail}`);
    await command(systemActor, (uow) => close(uow, id, 'not_found'));
  };

  return jobOn('webhook.received', {
    name: 'payment.webhook',
    retries: 8,
    backoffSeconds: 15,
    timeoutSeconds: 120,
    run: async ({ webhook_id: id }) => {
      const webhook = await db.row(received, { id });
      if (webhook === undefined || webhook.is_processed) return;
      // Notifications of other types repeat what the payment's own notification reports.
      if (webhook.type !== 'payment' || webhook.data_id === null)
        return command(systemActor, (uow) => close(uow, id, 'ignored'));
      const gateway = await chooseGateway(db);
      if (gateway?.name !== webhook.gateway)
        throw new Error(`webhook ${id} is of a gateway that is not configured`);
      await ask(gateway, id, webhook.data_id);
    },
  });
}

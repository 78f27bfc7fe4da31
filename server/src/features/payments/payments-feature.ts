// Public API of the payments feature: payments for subscriptions, and refunds.
import type { Sealer } from '../../platform/auth/sealer.ts';
import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { jobOn, type AnyJob } from '../../platform/queue/job-kind.ts';
import type { Task } from '../scheduling/scheduling-feature.ts';
import { createChargeQueue } from './checkout/checkout-service.ts';
import { createGatewayChoice, type ChooseGateway } from './gateway-choice.ts';
import { mountPayments } from './payment-routes.ts';
import { settlePayments } from './overdue-payments.ts';
import { reconciliationTasks } from './reconciliation-tasks.ts';
import { settleRefund } from './refunds/refund-settling.ts';
import { webhookJob } from './webhooks/webhook-job.ts';
import { createSignatureCheck } from './webhooks/webhook-service.ts';

export { forgetPayments } from './forget-payments.ts';

/**
 * Creates the feature of payments, checkout, refunds and webhooks, with the jobs and scheduled
 * tasks that complete what a request could not. Holds the choice of the gateway, the queue of
 * charges and the check of signatures.
 */
export function createPayments({ platform, sealer }: { platform: Platform; sealer: Sealer }) {
  const chooseGateway = createGatewayChoice(sealer);
  const isSigned = createSignatureCheck(platform, sealer);
  const queue = createChargeQueue();
  return {
    tasks: [
      { name: 'payments due', everyMs: 60_000, run: settlePayments },
      ...reconciliationTasks(chooseGateway),
    ] satisfies readonly Task[],
    jobs: [
      refundJob(platform, chooseGateway),
      webhookJob(platform, chooseGateway),
    ] satisfies readonly AnyJob[],
    mountRoutes: (mount: Mount): void =>
      mountPayments(mount, { platform, sealer, chooseGateway, queue, isSigned }),
  };
}

const refundJob = (platform: Platform, chooseGateway: ChooseGateway) =>
  jobOn('refund.requested', {
    // The request itself calls the gateway first; this job is for a request that died before the
    // reply. Afterwards the scheduler continues.
    name: 'payment.refund',
    retries: 3,
    backoffSeconds: 120,
    timeoutSeconds: 120,
    run: ({ refund_id: id }) => settleRefund(platform, chooseGateway, id),
  });

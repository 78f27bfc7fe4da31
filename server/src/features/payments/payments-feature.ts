// Public API of the payments feature: payments for subscriptions, and refunds.
import type { Sealer } from '../../platform/auth/sealer.ts';
import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { jobOn, type AnyJob } from '../../platform/queue/job-kind.ts';
import type { Task } from '../scheduling/scheduling-feature.ts';
import { createCheckout } from './checkout/checkout-service.ts';
import { createGatewayChoice, type ChooseGateway } from './gateway-choice.ts';
import { mountPayments } from './payment-routes.ts';
import { settlePayments } from './overdue-payments.ts';
import { createPaymentService } from './payment-service.ts';
import { createReconciliationTasks } from './reconciliation-tasks.ts';
import { createRefundService } from './refunds/refund-service.ts';
import { createRefundSettling } from './refunds/refund-settling.ts';
import { webhookJob } from './webhooks/webhook-job.ts';
import { createWebhooks } from './webhooks/webhook-service.ts';

export { forgetPayments } from './forget-payments.ts';

export interface PaymentParts {
  readonly platform: Platform;
  readonly sealer: Sealer;
  /** Replaces the gateway of the settings. */ readonly chooseGateway?: ChooseGateway;
}

/**
 * Creates the feature of payments, checkout, refunds and webhooks, with the jobs and scheduled
 * tasks that complete what a request could not.
 */
export function createPayments({
  platform,
  sealer,
  chooseGateway = createGatewayChoice(sealer),
}: PaymentParts) {
  const settling = createRefundSettling({ platform, chooseGateway });
  const parts = { platform, chooseGateway, settling };
  const services = {
    payments: createPaymentService(platform),
    refunds: createRefundService(parts),
    checkout: createCheckout(parts),
    webhooks: createWebhooks({ platform, sealer }),
  };
  const refundJob = jobOn('refund.requested', {
    // The request itself calls the gateway first; this job is for a request that died before the
    // reply. Afterwards the scheduler continues.
    name: 'payment.refund',
    retries: 3,
    backoffSeconds: 120,
    timeoutSeconds: 120,
    run: ({ refund_id: id }) => settling.settle(id),
  });
  return {
    services,
    tasks: [
      { name: 'payments due', everyMs: 60_000, run: settlePayments },
      ...createReconciliationTasks(parts),
    ] satisfies readonly Task[],
    jobs: [refundJob, webhookJob(parts)] satisfies readonly AnyJob[],
    mountRoutes: (mount: Mount): void => mountPayments(mount, platform, services),
  };
}

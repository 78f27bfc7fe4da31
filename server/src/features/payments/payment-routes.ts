import * as admin from '@lavra/contract/admin/payments';
import * as own from '@lavra/contract/payments/endpoints';
import type { Mount } from '../../platform/http/mount.ts';
import { pageMeta, pageRequest } from '../../platform/http/paging.ts';
import type { Platform } from '../../platform/platform.ts';
import { listAdminPayments } from './admin-payment-list.ts';
import type { createCheckout } from './checkout/checkout-service.ts';
import { presentOwnPayment, presentPayment } from './payment-presenter.ts';
import { findPaymentRef, listOwnPayments } from './payment-queries.ts';
import type { createPaymentService } from './payment-service.ts';
import type { createRefundService } from './refunds/refund-service.ts';
import type { createWebhooks } from './webhooks/webhook-service.ts';

export interface PaymentServices {
  readonly payments: ReturnType<typeof createPaymentService>;
  readonly refunds: ReturnType<typeof createRefundService>;
  readonly checkout: ReturnType<typeof createCheckout>;
  readonly webhooks: ReturnType<typeof createWebhooks>;
}

const OWN_PAGE = 15;

export function mountPayments(
  mount: Mount,
  { db, zone }: Platform,
  { payments, refunds, checkout, webhooks }: PaymentServices,
): void {
  const one = { load: ({ id }: { id: string }) => findPaymentRef(db, id) };

  mount(admin.listAdminPayments, {
    reads: 'replica',
    handle: async ({ query, db }) => {
      const { rows, meta } = await listAdminPayments(db, query);
      return { data: rows.map(presentPayment), meta };
    },
  });
  mount(admin.createManualPayment, { handle: ({ caller, body }) => payments.create(caller, body) });
  mount(admin.confirmPayment, {
    ...one,
    handle: ({ caller, subject }) => payments.confirm(caller, subject.id),
  });
  mount(admin.refundPayment, {
    ...one,
    handle: ({ caller, subject, body }) => refunds.refund(caller, subject.id, body),
  });

  mount(own.checkoutSubscription, { handle: ({ caller, body }) => checkout(caller, body) });
  mount(own.listOwnPayments, {
    handle: async ({ caller, query }) => {
      const page = pageRequest(query, OWN_PAGE);
      const { rows, total } = await listOwnPayments(db, caller.userId, page);
      return {
        data: rows.map((row) => presentOwnPayment(row, zone)),
        meta: pageMeta(page, total, null),
      };
    },
  });
  mount(own.receiveWebhook, {
    proves: ({ params, query, header }) =>
      webhooks.isSigned({
        gateway: String(params['gateway']),
        signature: header('x-signature'),
        requestId: header('x-request-id'),
        dataId: textOf(query['data.id']),
      }),
    handle: ({ caller, params, query, body, header }) =>
      webhooks.receive(caller, {
        gateway: params.gateway,
        signature: header('x-signature'),
        requestId: header('x-request-id'),
        dataId: query['data.id'],
        type: query.type ?? body.type,
        action: body.action,
      }),
  });
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

import * as admin from '@lavra/contract/admin/payments';
import * as own from '@lavra/contract/payments/endpoints';
import type { Sealer } from '../../platform/auth/sealer.ts';
import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { listAdminPayments } from './admin-payment-list.ts';
import { checkoutSubscription, type Charging } from './checkout/checkout-service.ts';
import { listOwnPayments } from './own-payment-list.ts';
import { findPaymentRef } from './payment-queries.ts';
import { confirmPayment, createManualPayment } from './payment-service.ts';
import { refundPayment } from './refunds/refund-service.ts';
import { receiveWebhook, type IsSigned } from './webhooks/webhook-service.ts';

export interface PaymentRoutesDeps extends Charging {
  readonly platform: Platform;
  readonly sealer: Sealer;
  readonly isSigned: IsSigned;
}

/** Mounts the routes of administrators, of payers and of gateways. */
export function mountPayments(mount: Mount, deps: PaymentRoutesDeps): void {
  mountAdministration(mount, deps);
  mountOwn(mount, deps);
  mountWebhooks(mount, deps);
}

function mountAdministration(mount: Mount, { platform, chooseGateway }: PaymentRoutesDeps): void {
  const one = { load: ({ id }: { id: string }) => findPaymentRef(platform.db, id) };
  mount(admin.listAdminPayments, {
    reads: 'replica',
    handle: ({ query, db }) => listAdminPayments(db, query),
  });
  mount(admin.createManualPayment, {
    handle: ({ request, body }) => createManualPayment(platform, request, body),
  });
  mount(admin.confirmPayment, {
    ...one,
    handle: ({ request, subject }) => confirmPayment(platform, request, subject.id),
  });
  mount(admin.refundPayment, {
    ...one,
    handle: ({ request, subject, body }) =>
      refundPayment(platform, chooseGateway, request, subject.id, body),
  });
}

function mountOwn(mount: Mount, { platform, ...charging }: PaymentRoutesDeps): void {
  mount(own.checkoutSubscription, {
    handle: ({ request, body }) => checkoutSubscription(platform, charging, request, body),
  });
  mount(own.listOwnPayments, {
    handle: ({ caller, query }) => listOwnPayments(platform, caller.userId, query),
  });
}

function mountWebhooks(mount: Mount, { platform, sealer, isSigned }: PaymentRoutesDeps): void {
  mount(own.receiveWebhook, {
    proves: ({ params, query, header }) =>
      isSigned({
        gateway: String(params['gateway']),
        signature: header('x-signature'),
        requestId: header('x-request-id'),
        dataId: textOf(query['data.id']),
      }),
    handle: ({ request, params, query, body, header }) =>
      receiveWebhook(platform, sealer, request, {
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

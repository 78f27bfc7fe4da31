import { MercadoPagoConfig, Payment, PaymentRefund, Preference } from 'mercadopago';
import type { PaymentCreateRequest } from 'mercadopago/dist/clients/payment/create/types.js';
import type { PreferenceRequest } from 'mercadopago/dist/clients/preference/commonTypes.js';
import { amountOf } from '@lavra/domain/payment/refund-rules';
import { callApi, DEADLINE_MS } from './mercado-pago-call.ts';
import {
  readInstructions,
  readPage,
  readPayment,
  readPayments,
  readRefund,
  readRefunds,
} from './mercado-pago-reading.ts';
import type { Charge, Payer, PaymentGateway } from './payment-gateway.ts';

export interface MercadoPagoOptions {
  readonly accessToken: string;
  readonly baseUrl: string;
  readonly deadlineMs?: number;
}

/** Mercado Pago's names of Pix and boleto. */
const methodIds = { pix: 'pix', boleto: 'bolbradesco' } as const;

/**
 * Implements the payment gateway with Mercado Pago. Each call is one request: retrying is left to
 * the callers, which know what the request is for.
 */
export function createMercadoPago({
  accessToken,
  baseUrl,
  deadlineMs = DEADLINE_MS,
}: MercadoPagoOptions): PaymentGateway {
  const client = (idempotencyKey?: string) =>
    configuration({ accessToken, deadlineMs, idempotencyKey });
  const call = { baseUrl, deadlineMs };
  return {
    name: 'mercadopago',
    createCharge: ({ method, ...charge }) => {
      if (method !== 'credit_card') {
        return callApi({
          ...call,
          send: () =>
            new Payment(client(charge.uuid)).create({ body: paymentOf(charge, methodIds[method]) }),
          read: (response) => ({
            reference: readPayment(response).reference,
            instructions: readInstructions(response),
          }),
        });
      }
      return callApi({
        ...call,
        send: () => new Preference(client(charge.uuid)).create({ body: preferenceOf(charge) }),
        read: (page) => ({ reference: null, instructions: readPage(page, charge.expiresAt) }),
      });
    },
    getPayment: (id) =>
      callApi({ ...call, send: () => new Payment(client()).get({ id }), read: readPayment }),
    findPayments: (external_reference) =>
      callApi({
        ...call,
        send: () => new Payment(client()).search({ options: { external_reference, limit: 50 } }),
        read: readPayments,
      }),
    refund: (payment_id, { cents, idempotencyKey }) =>
      callApi({
        ...call,
        send: () =>
          new PaymentRefund(client(idempotencyKey)).create({
            payment_id,
            body: { amount: Number(amountOf(cents)) },
          }),
        read: readRefund,
      }),
    listRefunds: (payment_id) =>
      callApi({
        ...call,
        send: () => new PaymentRefund(client()).list({ payment_id }),
        read: readRefunds,
      }),
  };
}

/** The SDK's clients write a call's options into their configuration, so each call has its own. */
const configuration = ({
  accessToken,
  deadlineMs,
  idempotencyKey,
}: {
  accessToken: string;
  deadlineMs: number;
  idempotencyKey: string | undefined;
}) =>
  new MercadoPagoConfig({
    accessToken,
    options: {
      timeout: deadlineMs,
      maxRetries: 0,
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    },
  });

type Terms = Omit<Charge, 'method'>;

const paymentOf = (
  { uuid, cents, description, expiresAt, payer }: Terms,
  payment_method_id: string,
): PaymentCreateRequest => ({
  transaction_amount: Number(amountOf(cents)),
  description,
  payment_method_id,
  external_reference: uuid,
  date_of_expiration: expiresAt.toISOString(),
  payer: payerOf(payer),
});

const preferenceOf = ({
  uuid,
  cents,
  description,
  expiresAt,
  payer,
}: Terms): PreferenceRequest => ({
  items: [
    {
      id: uuid,
      title: description,
      quantity: 1,
      unit_price: Number(amountOf(cents)),
      currency_id: 'BRL',
    },
  ],
  external_reference: uuid,
  expires: true,
  expiration_date_to: expiresAt.toISOString(),
  payer: { email: payer.email },
  payment_methods: {
    excluded_payment_types: [{ id: 'ticket' }, { id: 'bank_transfer' }, { id: 'atm' }],
    installments: 1,
  },
});

function payerOf({
  name,
  email,
  document,
  address,
}: Payer): NonNullable<PaymentCreateRequest['payer']> {
  const [first_name = name, ...rest] = name.split(' ');
  return {
    email,
    first_name,
    last_name: rest.join(' ') || first_name,
    ...(document === null
      ? {}
      : { identification: { type: document.type.toUpperCase(), number: document.number } }),
    ...(address === null
      ? {}
      : {
          address: {
            zip_code: address.postalCode,
            street_name: address.street,
            street_number: address.number,
            neighborhood: address.district,
            city: address.city,
            federal_unit: address.state,
          },
        }),
  };
}

import { Type, type Static } from 'typebox';
import {
  checkoutMethods,
  gateways,
  paymentMethods,
  paymentStatuses,
  refundStatuses,
} from '@lavra/domain/payment/payment-status';
import { billingCycles } from '@lavra/domain/subscription/billing-cycle';
import {
  date,
  decimal,
  flag,
  id,
  nullable,
  object,
  oneOf,
  text,
  timestamp,
  uuid,
} from '../kit/schema.ts';
import { PlanRef, Subscriber } from '../subscriptions/schemas.ts';

const cycle = () => oneOf(billingCycles, { examples: ['monthly'] });
export const method = () => oneOf(paymentMethods, { examples: ['pix'] });
export const amount = (description?: string) =>
  decimal({ examples: [99.9], ...(description === undefined ? {} : { description }) });

/** How to pay: a Pix code, a boleto's line and its page, or the gateway's own page for cards. */
export const PaymentInstructions = object(
  {
    kind: oneOf(['pix', 'boleto', 'card_page'] as const, { examples: ['pix'] }),
    code: nullable(
      text(2000, {
        examples: ['00020126580014br.gov.bcb.pix0136'],
        description: 'Pix copia e cola',
      }),
    ),
    line: nullable(
      text(100, {
        examples: ['23793.38128 60007.827136 95000.063305 9 92520000009990'],
        description: 'Linha digitável do boleto',
      }),
    ),
    url: nullable(
      text(1000, {
        examples: ['https://pagamentos.example/abc'],
        description: 'Boleto para imprimir, ou a página do cartão no meio de pagamento',
      }),
    ),
    expires_at: nullable(timestamp()),
  },
  { title: 'PaymentInstructions' },
);
export type PaymentInstructions = Static<typeof PaymentInstructions>;

const refundFields = {
  id: id(),
  uuid: uuid(),
  amount: amount(),
  status: oneOf(refundStatuses, {
    examples: ['succeeded'],
    description: '`processing`: o resultado no meio de pagamento ainda não é conhecido',
  }),
  status_label: text(30, { examples: ['Concluído'] }),
  created_at: timestamp(),
  updated_at: timestamp(),
};

/** Money that was refunded, or a refund in progress. */
export const Refund = object(
  {
    ...refundFields,
    reason: nullable(text(500, { examples: ['Cobrança em duplicidade'] })),
    cancel_subscription: flag({
      description: 'A assinatura é cancelada quando o estorno se conclui',
    }),
    gateway: nullable(
      oneOf(gateways, {
        examples: ['mercadopago'],
        description: 'Nulo: devolvido por fora, registrado à mão',
      }),
    ),
    gateway_reference: nullable(text(100, { examples: ['1031337'] })),
    failure: nullable(text(300, { examples: ['O meio de pagamento recusou o estorno.'] })),
    requested_by: nullable(
      object(
        { id: id(), name: text(200, { examples: ['Ana Financeiro'] }) },
        { title: 'RefundActor' },
      ),
    ),
  },
  { title: 'Refund' },
);
export type Refund = Static<typeof Refund>;

const paymentFields = {
  id: id(),
  uuid: uuid(),
  subscription_id: id(),
  plan: PlanRef,
  billing_cycle: cycle(),
  amount: amount(),
  status: oneOf(paymentStatuses, { examples: ['confirmed'] }),
  status_label: text(30, { examples: ['Confirmado'] }),
  payment_method: nullable(method()),
  payment_date: nullable(date()),
  due_date: date(),
  refunded_amount: amount('O que já voltou; estornos em processamento não contam'),
  created_at: timestamp(),
  updated_at: timestamp(),
};

/** A payment as the administration sees it. */
export const Payment = object(
  {
    ...paymentFields,
    user: Subscriber,
    refundable_amount: amount(
      'O que ainda pode ser estornado, já sem os estornos em processamento',
    ),
    refunds: Type.Array(Refund),
    gateway: nullable(oneOf(gateways, { examples: ['mercadopago'] })),
    gateway_reference: nullable(text(100, { examples: ['1320984521'] })),
    confirmed_at: nullable(timestamp()),
  },
  { title: 'Payment' },
);
export type Payment = Static<typeof Payment>;

/** The caller's own refund and payment. */
const OwnRefund = object(refundFields, { title: 'OwnRefund' });
export const OwnPayment = object(
  {
    ...paymentFields,
    refunds: Type.Array(OwnRefund),
    instructions: nullable(PaymentInstructions),
  },
  { title: 'OwnPayment' },
);
export type OwnPayment = Static<typeof OwnPayment>;

export const CheckoutBody = object(
  {
    plan: text(100, {
      minLength: 1,
      examples: ['produtor-essencial'],
      description: 'Slug ou id do plano',
    }),
    billing_cycle: cycle(),
    method: oneOf(checkoutMethods, { examples: ['pix'] }),
  },
  { title: 'CheckoutBody' },
);
export type CheckoutBody = Static<typeof CheckoutBody>;

export const Checkout = object(
  {
    payment: OwnPayment,
    instructions: nullable(PaymentInstructions),
  },
  {
    title: 'Checkout',
    description:
      'Sem `instructions` o meio de pagamento não respondeu a tempo: repita o pedido, que a cobrança é a mesma',
  },
);
export type Checkout = Static<typeof Checkout>;

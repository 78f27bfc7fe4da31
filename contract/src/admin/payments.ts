import { Type, type Static } from 'typebox';
import { paymentMethods, paymentStatuses } from '@lavra/domain/payment/payment-status';
import { billingCycles } from '@lavra/domain/subscription/billing-cycle';
import { endpoint } from '../kit/endpoint.ts';
import {
  date,
  flag,
  id,
  nullable,
  object,
  oneOf,
  openObject,
  pageOf,
  adminPageQuery,
  searchQuery,
  sortQuery,
  text,
} from '../kit/schema.ts';
import { amount, method, Payment } from '../payments/schemas.ts';
import { byRecord } from './people.ts';

const tag = 'Pagamentos';
const may = <const A extends 'view' | 'create' | 'edit'>(action: A) =>
  ({ profiles: ['admin'], permission: `payments.${action}` }) as const;
const path = '/api/v1/admin/subscription-payments' as const;

export const ManualPaymentBody = object(
  {
    subscription_id: id(),
    amount: amount('O preço do período que ele paga, a não ser com `agreed_amount`'),
    payment_method: method(),
    payment_date: Type.Optional(
      nullable(
        date({
          description:
            'Quando foi pago, hoje no máximo; na confirmação vale o dia dela, se ficar vazio',
        }),
      ),
    ),
    due_date: Type.Optional(date({ description: 'Hoje, se ausente' })),
    plan_id: Type.Optional(id({ description: 'O plano pago; se ausente, o do próximo período' })),
    billing_cycle: Type.Optional(
      oneOf(billingCycles, {
        examples: ['monthly'],
        description: 'O ciclo pago; se ausente, o do próximo período',
      }),
    ),
    agreed_amount: Type.Optional(
      flag({
        examples: [false],
        description: 'O valor foi combinado: não precisa ser o preço',
      }),
    ),
  },
  { title: 'ManualPaymentBody' },
);
export type ManualPaymentBody = Static<typeof ManualPaymentBody>;

export const RefundBody = openObject(
  {
    amount: Type.Optional(amount('Ausente: tudo o que resta')),
    reason: Type.Optional(nullable(text(500, { examples: ['Cobrança em duplicidade'] }))),
    cancel_subscription: Type.Optional(flag({ examples: [false] })),
  },
  { title: 'RefundBody' },
);
export type RefundBody = Static<typeof RefundBody>;

export const listAdminPayments = endpoint({
  id: 'listAdminPayments',
  method: 'GET',
  path,
  tag,
  origin: 'interface',
  access: may('view'),
  summary: 'Pagamentos de assinaturas',
  description: 'A busca olha nome, e-mail e documento do assinante; o período é o do vencimento.',
  query: openObject({
    ...adminPageQuery,
    ...searchQuery,
    status: Type.Optional(oneOf(paymentStatuses, { examples: ['confirmed'] })),
    subscription_id: Type.Optional(id()),
    payment_id: Type.Optional(id()),
    payment_method: Type.Optional(oneOf(paymentMethods, { examples: ['pix'] })),
    start_date: Type.Optional(date()),
    end_date: Type.Optional(date()),
    ...sortQuery(['created_at', 'due_date', 'amount', 'status'] as const),
  }),
  reads: ['payments'],
  reply: pageOf(Payment, 'PaymentPage'),
});
export const createManualPayment = endpoint({
  id: 'createManualPayment',
  method: 'POST',
  path,
  tag,
  origin: 'own',
  access: may('create'),
  summary: 'Registrar um pagamento recebido por fora',
  description:
    'Nasce pendente; a confirmação paga um período do plano e do ciclo pedidos, ou do próximo. ' +
    'Um valor diferente do preço é recusado, a não ser que tenha sido combinado; vale também o ' +
    'da renovação que ainda pode ser paga.',
  body: ManualPaymentBody,
  outdates: ['payments', 'subscriptions'],
  reply: Payment,
});

const one = {
  tag,
  method: 'POST',
  subject: 'payment',
  params: byRecord,
  access: may('edit'),
  reply: Payment,
  errors: [422],
} as const;

export const confirmPayment = endpoint({
  ...one,
  id: 'confirmPayment',
  path: `${path}/:id/confirm`,
  origin: 'own',
  summary: 'Confirmar um pagamento recebido por fora',
  description:
    'A assinatura fica ativa por mais um ciclo. Cobranças do meio de pagamento se confirmam sozinhas.',
  outdates: ['payments', 'subscriptions'],
});
export const refundPayment = endpoint({
  ...one,
  id: 'refundPayment',
  path: `${path}/:id/refund`,
  origin: 'interface',
  summary: 'Estornar, no todo ou em parte',
  description:
    'Com um meio de pagamento o dinheiro volta por ele, uma vez só, mesmo que o pedido se ' +
    'repita com a mesma `Idempotency-Key`; enquanto o resultado não é conhecido o estorno ' +
    'fica `processing`. Sem ele, o estorno é registrado como feito à mão.',
  body: RefundBody,
  bodyOptional: true,
  outdates: ['payments', 'subscriptions'],
});

export const adminPaymentEndpoints = [
  listAdminPayments,
  createManualPayment,
  confirmPayment,
  refundPayment,
];

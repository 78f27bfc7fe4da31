import { Type } from 'typebox';
import { gateways } from '@lavra/domain/payment/payment-status';
import { endpoint } from '../kit/endpoint.ts';
import { flag, object, oneOf, openObject, pageOf, pageQuery, text } from '../kit/schema.ts';
import { Checkout, CheckoutBody, OwnPayment } from './schemas.ts';

const tag = 'Assinatura';
const subscriber = { profiles: ['produtor', 'fornecedor', 'consultor'] } as const;

export const checkoutSubscription = endpoint({
  id: 'checkoutSubscription',
  method: 'POST',
  path: '/api/v1/subscription/checkout',
  tag,
  origin: 'own',
  access: subscriber,
  summary: 'Pagar um plano',
  description:
    'Cria a cobrança no meio de pagamento, ou devolve a que já está aberta para a mesma ' +
    'escolha. O que já foi pedido vale enquanto pode ser pago, mesmo que o preço suba. ' +
    'O número do cartão nunca passa por aqui: a página é a do meio de pagamento.',
  body: CheckoutBody,
  outdates: ['payments', 'subscriptions'],
  reply: Checkout,
});
export const listOwnPayments = endpoint({
  id: 'listOwnPayments',
  method: 'GET',
  path: '/api/v1/subscription/payments',
  tag,
  origin: 'own',
  access: subscriber,
  summary: 'Os próprios pagamentos, do mais novo ao mais antigo',
  query: object({ page: pageQuery.page, per_page: pageQuery.per_page }),
  reads: ['payments'],
  reply: pageOf(OwnPayment, 'OwnPaymentPage'),
});

/**
 * The gateway defines the content of a notification: unknown names are ignored, and no value is
 * trusted.
 */
export const receiveWebhook = endpoint({
  id: 'receiveWebhook',
  method: 'POST',
  path: '/api/v1/webhooks/:gateway',
  tag,
  origin: 'interface',
  access: 'public',
  summary: 'Aviso do meio de pagamento',
  description:
    'Assinado em `x-signature` e `x-request-id`. Guardado e respondido na hora; a verdade é ' +
    'perguntada ao meio de pagamento depois, uma vez.',
  params: Type.Object({ gateway: oneOf(gateways, { examples: ['mercadopago'] }) }),
  query: openObject({
    'data.id': Type.Optional(text(100, { examples: ['1320984521'] })),
    type: Type.Optional(text(60, { examples: ['payment'] })),
  }),
  body: openObject(
    {
      type: Type.Optional(text(60, { examples: ['payment'] })),
      action: Type.Optional(text(60, { examples: ['payment.updated'] })),
    },
    { title: 'WebhookBody' },
  ),
  bodyOptional: true,
  outdates: ['payments', 'subscriptions'],
  reply: object({ received: flag() }, { title: 'WebhookReply' }),
  errors: [401],
});

export const paymentEndpoints = [checkoutSubscription, listOwnPayments, receiveWebhook];

import type { GatewayTrouble } from '../../platform/payment-gateway/payment-gateway.ts';

/** Why a refund failed, as administrators read it beside the refund. */
export const refundTroubles: Readonly<Record<GatewayTrouble, string>> = {
  refused: 'O meio de pagamento recusou o estorno.',
  not_found: 'O meio de pagamento não conhece esta cobrança.',
  credentials:
    'O meio de pagamento não aceitou as credenciais. Confira o token nas configurações; o estorno será tentado de novo.',
  busy: 'O meio de pagamento está ocupado. O estorno será tentado de novo.',
  unreachable: 'O meio de pagamento não respondeu. O resultado será conferido.',
  unclear: 'A resposta do meio de pagamento não foi conclusiva. O resultado será conferido.',
};

/** Reasons of refunds that were not requested in this service. */
export const gatewayRefundReasons = {
  elsewhere: 'Feito no painel do meio de pagamento',
  dispute: 'Contestação do pagador',
} as const;
export const disputeWon = 'A contestação foi decidida a favor da plataforma.';
export const disputeCovered = 'O valor contestado já voltou, ou está voltando, por outro estorno.';
export const nothingLeft = 'Todo o valor do pagamento já tinha voltado.';

/** Returns the description that the payer reads at the gateway. */
export const chargeDescription = (plan: string, cycle: string): string =>
  `Assinatura ${plan} (${cycle.toLowerCase()})`;

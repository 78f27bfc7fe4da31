import { countOf } from '@lavra/domain/text/count-of';
/** What a plan does not include, as sentences of the error `plan_limit`. */
export const planLimitTexts = {
  publish: 'Sua assinatura não está em vigor. Assine um plano para publicar cotações.',
  submit: 'Sua assinatura não está em vigor. Assine um plano para enviar propostas.',
  'orders.max_active': (limit: number): string =>
    `Seu plano permite ${countOf(limit, ['cotação ativa', 'cotações ativas'])} ao mesmo tempo. Encerre uma delas ou mude de plano.`,
  'orders.max_items': (limit: number): string =>
    `Seu plano permite ${countOf(limit, ['item', 'itens'])} por cotação. Retire itens ou mude de plano.`,
  'proposals.max_per_month': (limit: number): string =>
    `Seu plano permite ${countOf(limit, ['proposta enviada', 'propostas enviadas'])} por mês. Espere o próximo mês ou mude de plano.`,
  'proposals.spreadsheet':
    'Seu plano não inclui a proposta por planilha. Preencha a proposta no portal ou mude de plano.',
} as const;

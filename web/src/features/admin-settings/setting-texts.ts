import type { Setting, SettingGroup, SettingValue } from '@lavra/contract/admin/settings';

export const groupTexts: Readonly<Record<SettingGroup, { readonly title: string; readonly lead: string }>> = {
  mail: { title: 'E-mail', lead: 'De onde o serviço manda seus e-mails.' },
  whatsapp: { title: 'WhatsApp', lead: 'O número que avisa pelo WhatsApp. O modelo "aviso" precisa estar aprovado na conta.' },
  payment_gateway: { title: 'Meio de pagamento', lead: 'Sem ele, pagamentos e estornos são só registrados.' },
  orders: { title: 'Cotações', lead: 'Como as cotações vão ao ar.' },
  suppliers: { title: 'Fornecedores', lead: 'Como novos fornecedores entram.' },
  subscriptions: { title: 'Assinaturas', lead: 'O que vale para quem não paga.' },
};

/** Settings that are one of a few words, each as people say it. */
export const choices: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'mail.encryption': [['starttls', 'STARTTLS'], ['tls', 'TLS'], ['none', 'Nenhuma']],
  'payment_gateway.provider': [['none', 'Nenhum'], ['mercadopago', 'Mercado Pago']],
};

/** What a secret that is kept looks like; sent back it changes nothing. */
export const MASK = '••••';

/** A value as one reads it in a list of changes; a secret is never told. */
export function showValue({ key, is_secret }: Setting, value: SettingValue): string {
  if (is_secret) return value === MASK ? 'guardado' : value === null || value === '' ? 'vazio' : 'novo valor';
  if (typeof value === 'boolean') return value ? 'ligado' : 'desligado';
  if (value === null || value === '') return 'vazio';
  return choices[key]?.find(([word]) => word === value)?.[1] ?? String(value);
}

import type { Setting, SettingGroup, SettingValue } from '@lavra/contract/admin/settings';
import { secretsSentElsewhere } from '@lavra/domain/setting/secret-destinations';

export const groupTexts: Readonly<
  Record<SettingGroup, { readonly title: string; readonly lead: string }>
> = {
  mail: { title: 'E-mail', lead: 'De onde o serviço manda seus e-mails.' },
  whatsapp: {
    title: 'WhatsApp',
    lead: 'O número que avisa pelo WhatsApp. O modelo “aviso” precisa estar aprovado na conta.',
  },
  payment_gateway: {
    title: 'Meio de pagamento',
    lead: 'Sem ele, pagamentos e estornos são só registrados.',
  },
  orders: { title: 'Cotações', lead: 'Como as cotações vão ao ar.' },
  suppliers: { title: 'Fornecedores', lead: 'Como novos fornecedores entram.' },
  subscriptions: { title: 'Assinaturas', lead: 'O que vale para quem não paga.' },
};

/** The options of settings that have a fixed list of values. */
export const choices: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'mail.encryption': [
    ['starttls', 'STARTTLS'],
    ['tls', 'TLS'],
    ['none', 'Nenhuma'],
  ],
  'payment_gateway.provider': [
    ['none', 'Nenhum'],
    ['mercadopago', 'Mercado Pago'],
  ],
};

/** Explanations shown beside settings. */
export const hints: Readonly<Record<string, string>> = {
  'orders.require_verified_email':
    'Sem escolha sua, vale assim que há servidor e remetente de e-mail: sem eles ninguém poderia confirmar. Contas criadas por administradores não precisam.',
  'orders.publications_per_day': 'Contadas no fuso dos prazos.',
  'orders.digest_minutes':
    'O primeiro aviso sai na hora; os dos minutos seguintes vão juntos: novas cotações, e propostas ou perguntas da mesma cotação. 0 avisa de cada um.',
};

/** What the service returns for a stored secret; sending it back changes nothing. */
export const MASK = '••••';

/** Formats a value for a list of changes; a secret's value is never shown. */
export function showValue({ key, is_secret }: Setting, value: SettingValue): string {
  if (is_secret)
    return value === MASK ? 'guardado' : value === null || value === '' ? 'vazio' : 'novo valor';
  if (typeof value === 'boolean') return value ? 'ligado' : 'desligado';
  if (value === null || value === '') return 'vazio';
  return choices[key]?.find(([word]) => word === value)?.[1] ?? String(value);
}

/**
 * Returns the stored secrets that these changes would clear: they would be sent to another server,
 * and are not typed again.
 */
export function clearedBy(
  all: readonly Setting[],
  changes: Readonly<Record<string, SettingValue>>,
): readonly Setting[] {
  const before = Object.fromEntries(all.map(({ key, value }) => [key, value]));
  const elsewhere = secretsSentElsewhere(before, { ...before, ...changes });
  return all.filter(
    ({ key, value }) =>
      elsewhere.includes(key) &&
      value === MASK &&
      (changes[key] ?? MASK) === MASK &&
      !(key in changes && changes[key] === null),
  );
}

export const clearedTexts = {
  before:
    'será apagado, pois iria a outro endereço. Se ele vale também lá, volte e digite-o de novo.',
  after: (labels: readonly string[]) =>
    `Configurações salvas. Apagado, pois iria a outro endereço: ${labels.join(', ')}.`,
} as const;

import { coverageKindLabels } from '@lavra/domain/address/coverage-kind';
import { addressKindLabels } from '@lavra/domain/address/address-kind';
import { userStatusLabels } from '@lavra/domain/account/user-status';
import { adminRoleLabels, userTypeLabels } from '@lavra/domain/account/user-type';
import { documentTypeLabels } from '@lavra/domain/document/document';
import { orderStatusLabels } from '@lavra/domain/order/order-status';
import {
  paymentMethodLabels,
  paymentStatusLabels,
  refundStatusLabels,
} from '@lavra/domain/payment/payment-status';
import { proposalStatusLabels } from '@lavra/domain/proposal/proposal-status';
import { billingCycleLabels } from '@lavra/domain/subscription/billing-cycle';
import { subscriptionStatusLabels } from '@lavra/domain/subscription/subscription-machine';
import { formatDate, formatDateTime, serviceZone } from '../../text/dates.ts';
import { formatMoney } from '../../text/decimal.ts';
import { formatTimestamp } from '@lavra/domain/calendar/calendar';
import { fieldLabel } from './log-fields.ts';

type Words = Readonly<Record<string, string>>;

/** What a recorded value belongs to. */
export interface ValueContext {
  readonly name: string;
  readonly resourceType: string | undefined;
  /** Names by id, of this field. */
  readonly names: Words;
}

const statusLabels: Readonly<Record<string, Words>> = {
  order: orderStatusLabels,
  proposal: proposalStatusLabels,
  payment: paymentStatusLabels,
  subscription: subscriptionStatusLabels,
  user: userStatusLabels,
  consultant: userStatusLabels,
};

const profiles: Words = {
  producer: 'Produtor',
  supplier: 'Fornecedor',
  consultant: 'Consultor',
  admin: 'Administrador',
};
const channels: Words = { in_app: 'No Lavra', email: 'E-mail', whatsapp: 'WhatsApp' };

/** Labels for the values of fields that have only a few values. */
const valueLabels: Readonly<Record<string, Words>> = {
  refund_status: refundStatusLabels,
  payment_method: paymentMethodLabels,
  billing_cycle: billingCycleLabels,
  next_billing_cycle: billingCycleLabels,
  user_type: userTypeLabels,
  admin_role: adminRoleLabels,
  document_type: documentTypeLabels,
  coverage_kind: coverageKindLabels,
  kind: { ...addressKindLabels, ...coverageKindLabels },
  profile: profiles,
  profile_type: profiles,
  channel: channels,
  activation: { sent: 'Link enviado' },
  state: {
    failed: 'Falhou',
    retried: 'Tentada de novo',
    queued: 'Na fila',
    unknown: 'Pode ter chegado',
  },
  view: {
    orders: 'Cotações',
    proposals: 'Propostas',
    producers: 'Produtores',
    suppliers: 'Fornecedores',
    consultants: 'Consultores',
    all: 'Todos',
  },
};

const money = new Set([
  'amount',
  'refund_amount',
  'price_monthly',
  'price_quarterly',
  'price_annual',
  'total_amount',
]);

/**
 * Returns a recorded value in the words of the screens: labels for values, names for ids, money and
 * dates as they are shown; a dash for none. Lists and objects take a line for each value.
 */
export function shownAs(value: unknown, context: ValueContext): string {
  const { name, resourceType, names } = context;
  if (value === undefined || value === null || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'Sim' : 'Não';
  if (Array.isArray(value))
    return value.length === 0
      ? '–'
      : value
          .map((one) => shownAs(one, context))
          .join(value.some((one) => typeof one === 'object') ? '\n\n' : '\n');
  if (typeof value === 'object') return shownFields(value, context);
  if (typeof value !== 'string' && typeof value !== 'number') return JSON.stringify(value);
  const text = String(value);
  const words = name === 'status' ? statusLabels[resourceType ?? ''] : valueLabels[name];
  const known = words?.[text] ?? names[text];
  if (known !== undefined) return known;
  if (money.has(name) && Number.isFinite(Number(text))) return formatMoney(Number(text));
  if (typeof value === 'string') return shownText(value);
  if (/_ids?$/.test(name)) return `nº ${text}`;
  // a count has no thousands separator here: it may be a number of anything
  return text.replace('.', ',');
}

/** Labels of fields of an address, where they differ from those of records. */
const partLabels: Words = { state: 'UF', name: 'Nome do endereço' };

/** Returns one line for each field of an object that has a value: `CEP: 75901-000`. */
function shownFields(value: object, context: ValueContext): string {
  const lines = Object.entries(value)
    .map(([name, one]) => [name, shownAs(one, { ...context, name })] as const)
    .filter(([, text]) => text !== '–')
    .map(
      ([name, text]) => `${partLabels[name] ?? fieldLabel(name)}: ${text.replaceAll('\n', ', ')}`,
    );
  return lines.join('\n') || '–';
}

function shownText(text: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return formatDate(text);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text)) return text;
  const instant = new Date(text);
  return Number.isNaN(instant.getTime())
    ? text
    : formatDateTime(formatTimestamp(instant, serviceZone));
}

import type { Log } from '@lavra/contract/admin/logs';
import { userTypeLabels } from '@lavra/domain/account/user-type';
import { userStatusLabels } from '@lavra/domain/account/user-status';
import { orderStatusLabels } from '@lavra/domain/order/order-status';
import {
  paymentMethodLabels,
  paymentStatusLabels,
  refundStatusLabels,
} from '@lavra/domain/payment/payment-status';
import { proposalStatusLabels } from '@lavra/domain/proposal/proposal-status';
import { billingCycleLabels } from '@lavra/domain/subscription/billing-cycle';
import { subscriptionStatusLabels } from '@lavra/domain/subscription/subscription-machine';
import { formatDate } from '../../text/dates.ts';

/** Labels of the kinds of records. */
export const resourceLabels: Readonly<Record<string, string>> = {
  user: 'Usuário',
  producer: 'Produtor',
  supplier: 'Fornecedor',
  consultant: 'Consultor',
  order: 'Cotação',
  proposal: 'Proposta',
  session: 'Sessão',
  data_export: 'Exportação de dados',
  product: 'Produto',
  product_type: 'Tipo de produto',
  product_subtype: 'Subtipo de produto',
  measurement_unit: 'Unidade de medida',
  brand: 'Marca',
  active_ingredient: 'Ingrediente ativo',
  culture: 'Cultura',
  plan: 'Plano',
  feature: 'Recurso de plano',
  subscription: 'Assinatura',
  payment: 'Pagamento',
  setting: 'Configuração',
  notification_channel: 'Canal de notificação',
  page: 'Página',
  static_page: 'Página',
  import: 'Importação',
  report: 'Relatório',
  test_send: 'Envio de teste',
  failed_job: 'Tarefa com falha',
  delivery: 'Entrega de aviso',
};
export const resourceLabel = (type: string): string => resourceLabels[type] ?? type;

export const actionLabels: Readonly<Record<Log['action'], string>> = {
  created: 'Criação',
  updated: 'Alteração',
  deleted: 'Exclusão',
  status_changed: 'Mudança de situação',
};

/** Returns the title of a log entry: its event if there is one, else the action and the record. */
export const titleOf = ({
  event_label,
  action,
  resource_type,
}: Pick<Log, 'event_label' | 'action' | 'resource_type'>): string =>
  event_label ?? `${actionLabels[action]} de ${resourceLabel(resource_type).toLowerCase()}`;

/** Returns who made the change: a user, or the service itself. */
export const actorOf = ({ user, actor_type }: Pick<Log, 'user' | 'actor_type'>): string =>
  user?.name ??
  (actor_type === 'system' ? 'O sistema' : `${userTypeLabels[actor_type]} (conta apagada)`);

/**
 * Labels of recorded fields; fields of several kinds of records with the same name share a label.
 */
const fieldLabels: Readonly<Record<string, string>> = {
  name: 'Nome',
  email: 'E-mail',
  email_verified: 'E-mail confirmado',
  phone: 'Telefone',
  mobile: 'Celular',
  status: 'Situação',
  document_type: 'Tipo de documento',
  document_number: 'Documento',
  document: 'Documento',
  admin_role: 'Papel',
  user_type: 'Perfil',
  deleted_at: 'Excluído em',
  addresses: 'Endereços',
  website: 'Site',
  product_type_ids: 'Tipos de produto',
  coverage: 'Área de atuação',
  planted_area: 'Área plantada',
  association: 'Associação',
  producers_cooperative: 'Cooperativa de produtores',
  credit_cooperative: 'Cooperativa de crédito',
  culture_ids: 'Culturas',
  commercial_references: 'Referências comerciais',
  producer_ids: 'Produtores vinculados',
  activation: 'Ativação',
  is_suspended: 'Suspensa',
  reason: 'Motivo',
  comment: 'Comentário',
  producer_id: 'Cadastro de produtor',
  supplier_id: 'Cadastro de fornecedor',
  producer_type: 'Tipo de produtor',
  coverage_kind: 'Área de atuação',
  coverage_states: 'Estados atendidos',
  coverage_city_ids: 'Municípios atendidos',
  active: 'Ativo',
  is_active: 'Ativo',
  description: 'Descrição',
  amount: 'Valor',
  password: 'Senha',
  price_monthly: 'Preço mensal',
  price_quarterly: 'Preço trimestral',
  price_annual: 'Preço anual',
  approved: 'Aprovada',
  suspended: 'Suspensa',
  deadline_date: 'Prazo',
  question_id: 'Pergunta',
  attachment_id: 'Anexo',
  proposal_id: 'Proposta',
  session_id: 'Sessão',
  unit: 'Unidade',
  brand: 'Marca',
  active_ingredient: 'Ingrediente ativo',
  concentration: 'Concentração',
  approved_at: 'Aprovada em',
  suspended_at: 'Suspensa em',
  title: 'Título',
  content: 'Conteúdo',
  pending_email: 'E-mail à espera de confirmação',
  password_changed: 'Senha trocada',
  email_change_undone: 'Troca de e-mail desfeita',
  erased_at: 'Conta apagada em',
  due_date: 'Vencimento',
  payment_date: 'Data do pagamento',
  payment_method: 'Forma de pagamento',
  payment_id: 'Pagamento',
  subscription_id: 'Assinatura',
  refund_id: 'Estorno',
  refund_amount: 'Valor do estorno',
  refund_status: 'Situação do estorno',
  billing_cycle: 'Cobrança',
  plan_id: 'Plano',
  next_plan_id: 'Próximo plano',
  next_billing_cycle: 'Próxima cobrança',
  next_from: 'Próximo plano desde',
  cancel_requested_at: 'Cancelamento pedido em',
  cancelled_at: 'Cancelada em',
  profile_type: 'Perfil',
  profile: 'Perfil',
  trial_days: 'Dias de teste',
  is_default: 'Padrão do perfil',
  sort_order: 'Ordem',
  features: 'Recursos',
  key: 'Chave',
  slug: 'Nome no endereço',
  type: 'Tipo',
  channel: 'Canal',
  enabled: 'Ligado',
  product_type_id: 'Tipo de produto',
  product_subtype_id: 'Subtipo de produto',
  is_pesticide: 'Defensivo',
  symbol: 'Símbolo',
  user_id: 'Usuário',
  order_id: 'Cotação',
  import_id: 'Importação',
  created: 'Criados',
  skipped: 'Já existentes',
  invalid: 'Linhas com erro',
};
export const fieldLabel = (name: string): string => fieldLabels[name] ?? name;

export interface FieldChange {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/**
 * Returns each field's old and new value; a dash for none, and no line for fields that never had a
 * value.
 */
export function changesOf({
  old_values,
  new_values,
  resource_type,
}: Pick<Log, 'old_values' | 'new_values'> &
  Partial<Pick<Log, 'resource_type'>>): readonly FieldChange[] {
  const names = [...new Set([...Object.keys(old_values ?? {}), ...Object.keys(new_values ?? {})])];
  const told = (name: string, value: unknown): string =>
    wordsOf(name, resource_type)?.[String(value)] ??
    (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
      ? formatDate(value)
      : shown(value));
  return names
    .filter((name) => name !== 'event') // already in the title
    .map((name) => ({
      name,
      before: told(name, old_values?.[name]),
      after: told(name, new_values?.[name]),
    }))
    .filter(({ before, after }) => before !== after);
}

const statusLabels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  order: orderStatusLabels,
  proposal: proposalStatusLabels,
  payment: paymentStatusLabels,
  subscription: subscriptionStatusLabels,
  user: userStatusLabels,
};

/** Labels for the values of fields that have only a few values. */
const valueLabels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  refund_status: refundStatusLabels,
  payment_method: paymentMethodLabels,
  billing_cycle: billingCycleLabels,
  next_billing_cycle: billingCycleLabels,
  user_type: userTypeLabels,
};

const wordsOf = (
  name: string,
  resourceType: string | undefined,
): Readonly<Record<string, string>> | undefined =>
  name === 'status' ? statusLabels[resourceType ?? ''] : valueLabels[name];

function shown(value: unknown): string {
  if (value === undefined || value === null || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'Sim' : 'Não';
  // an id has no thousands separator
  if (typeof value === 'number') return String(value).replace('.', ',');
  if (typeof value === 'object')
    return (
      JSON.stringify(value, null, 1)
        .replaceAll(/["{}[\]]/g, '')
        .split('\n')
        .map((line) => line.trim().replace(/,$/, ''))
        .filter((line) => line !== '' && !line.endsWith(': null'))
        .join('\n') || '–'
    );
  return typeof value === 'string' ? value : JSON.stringify(value);
}

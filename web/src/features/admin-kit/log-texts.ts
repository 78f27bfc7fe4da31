import type { Log } from '@lavra/contract/admin/logs';
import { userTypeLabels } from '@lavra/domain/account/user-type';
import { shownAs } from './log-values.ts';

export { fieldLabel } from './log-fields.ts';

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
  order_kit: 'Lista de produtos',
  catalogue_request: 'Produto pedido',
  plan: 'Plano',
  feature: 'Recurso de plano',
  subscription: 'Assinatura',
  payment: 'Pagamento',
  setting: 'Configuração',
  notification_channel: 'Canal de notificação',
  page: 'Página',
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

type RecordOf = Pick<Log, 'resource_type' | 'resource_id' | 'names'>;
const nameOf = ({ resource_id, names }: RecordOf): string | undefined =>
  names?.['resource_id']?.[String(resource_id)];

/** Returns the kind and the name of the changed record, or its number where it has none. */
export const recordOf = (log: RecordOf): string =>
  `${resourceLabel(log.resource_type)} ${nameOf(log) ?? log.resource_id}`;

/**
 * Returns the changed record by name and number: the number is what the audit log is filtered by.
 */
export const numberedRecordOf = (log: RecordOf): string =>
  nameOf(log) === undefined ? recordOf(log) : `${recordOf(log)} · nº\u00A0${log.resource_id}`;

/** Returns who made the change: a user, or the service itself. */
export const actorOf = ({ user, actor_type }: Pick<Log, 'user' | 'actor_type'>): string =>
  user?.name ??
  (actor_type === 'system' ? 'O sistema' : `${userTypeLabels[actor_type]} (conta apagada)`);

export interface FieldChange {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/**
 * Returns each field's old and new value in the words of the screens, with names in place of ids; a
 * dash for none, and no line for fields that never had a value.
 */
export function changesOf({
  old_values,
  new_values,
  resource_type,
  names = {},
}: Pick<Log, 'old_values' | 'new_values' | 'names'> &
  Partial<Pick<Log, 'resource_type'>>): readonly FieldChange[] {
  const fields = [...new Set([...Object.keys(old_values ?? {}), ...Object.keys(new_values ?? {})])];
  const display = (name: string, value: unknown): string =>
    shownAs(value, { name, resourceType: resource_type, names: names[name] ?? {} });
  return fields
    .filter((name) => name !== 'event') // already in the title
    .map((name) => ({
      name,
      before: display(name, old_values?.[name]),
      after: display(name, new_values?.[name]),
    }))
    .filter(({ before, after }) => before !== after);
}

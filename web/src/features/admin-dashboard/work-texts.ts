import type { WorkKind, WorkLine } from '@lavra/contract/admin/dashboard';
import { adminPaths } from '../../paths/admin.ts';
import { commonPaths } from '../../paths/common.ts';
import { formatAge, formatDate } from '../../text/dates.ts';
import { countOf } from '../../text/decimal.ts';

interface WorkText {
  /** `stopped`: nothing goes on until it is mended; `missing`: a configuration. */
  readonly tone: 'stopped' | 'waiting' | 'missing';
  readonly title: (count: number) => string;
  /** Where it is done. */
  readonly to: string;
  readonly search?: Readonly<Record<string, unknown>>;
  readonly action: string;
}

const counted =
  (one: string, many: string) =>
  (count: number): string =>
    countOf(count, [one, many]);

export const workTexts: Readonly<Record<WorkKind, WorkText>> = {
  worker_silent: {
    tone: 'stopped',
    title: () => 'Avisos e tarefas não saem: nenhum processo cuida deles',
    to: commonPaths.help,
    action: 'O que fazer',
  },
  scheduler_silent: {
    tone: 'stopped',
    title: () => 'Prazos passam sem que nada aconteça: nenhum agendador trabalha',
    to: commonPaths.help,
    action: 'O que fazer',
  },
  orders_to_approve: {
    tone: 'waiting',
    title: counted('cotação espera aprovação', 'cotações esperam aprovação'),
    to: adminPaths.orders,
    search: { situacao: 'pendente', ordem: 'created_at' },
    action: 'Ver e aprovar',
  },
  suppliers_to_approve: {
    tone: 'waiting',
    title: counted('fornecedor novo espera aprovação', 'fornecedores novos esperam aprovação'),
    to: adminPaths.suppliers,
    search: { situacao: 'inativo', ordem: 'created_at' },
    action: 'Ver e aprovar',
  },
  missed_contacts: {
    tone: 'waiting',
    title: counted(
      'produtor não foi procurado depois da escolha',
      'produtores não foram procurados depois da escolha',
    ),
    to: adminPaths.orders,
    search: { contato: 'sim', ordem: 'created_at' },
    action: 'Ver as cotações',
  },
  requested_products: {
    tone: 'waiting',
    title: counted('produto pedido espera resposta', 'produtos pedidos esperam resposta'),
    to: adminPaths.catalogueRequests,
    action: 'Ver e responder',
  },
  failed_jobs: {
    tone: 'waiting',
    title: counted('tarefa falhou', 'tarefas falharam'),
    to: adminPaths.jobs,
    action: 'Ver as falhas',
  },
  failed_deliveries: {
    tone: 'waiting',
    title: counted(
      'aviso não saiu, ou talvez não tenha chegado',
      'avisos não saíram, ou talvez não tenham chegado',
    ),
    to: adminPaths.deliveries,
    action: 'Ver os envios',
  },
  overdue_payments: {
    tone: 'waiting',
    title: counted('pagamento vencido', 'pagamentos vencidos'),
    to: adminPaths.payments,
    search: { situacao: 'overdue', ordem: 'due_date' },
    action: 'Ver os pagamentos',
  },
  expiring_subscriptions: {
    tone: 'waiting',
    title: counted('assinatura vence em até 7 dias', 'assinaturas vencem em até 7 dias'),
    to: adminPaths.subscriptions,
    search: { vencendo: 1 },
    action: 'Ver as assinaturas',
  },
  no_mail_server: {
    tone: 'missing',
    title: () => 'Falta o servidor de e-mail: links de acesso e avisos não saem',
    to: adminPaths.settings,
    action: 'Configurar',
  },
  no_payment_gateway: {
    tone: 'missing',
    title: () => 'Falta o meio de pagamento: os planos pagos só se registram à mão',
    to: adminPaths.settings,
    action: 'Configurar',
  },
  no_backup: {
    tone: 'missing',
    title: () => 'Nenhuma cópia de segurança foi vista nos últimos 8 dias',
    to: commonPaths.help,
    action: 'Como fazer',
  },
};

/** What the words agree with: *cotações*, *tarefas*. */
const feminine: ReadonlySet<WorkKind> = new Set(['orders_to_approve', 'failed_jobs']);

/** Returns how long a line waits, or when it is due; undefined where it has no age. */
export function ageText({ kind, count, since, due_date: due }: WorkLine, now: Date) {
  if (kind === 'overdue_payments' && due !== null)
    return `${count === 1 ? 'venceu' : 'o mais antigo venceu'} em ${formatDate(due)}`;
  if (due !== null) return `${count === 1 ? 'vence' : 'a próxima vence'} em ${formatDate(due)}`;
  if (since === null) return undefined;
  if (kind === 'no_backup') return `a última foi ${formatAge(since, now)}`;
  const oldest = feminine.has(kind) ? 'a mais antiga espera' : 'o mais antigo espera';
  return `${count === 1 ? 'espera' : oldest} ${formatAge(since, now)}`;
}

import type { EventOf } from '@lavra/domain/notification/channel-defaults';
import type { NotificationFacts } from '@lavra/domain/notification/notification-facts';
import {
  capital,
  day,
  itemsOf,
  many,
  money,
  numberOf,
  orderOf,
  sentences,
  until,
  type NotificationSpec,
} from './notification-phrases.ts';

/**
 * Notifications to administrators. People are referred to by their role, and named on the linked
 * page only.
 */
export const adminNotificationTexts: Readonly<Record<EventOf<'admin'>, NotificationSpec>> = {
  'order.pending_approval': {
    label: 'Cotação aguardando aprovação',
    title: (facts) => `Cotação ${numberOf(facts)} aguarda aprovação`,
    body: (facts, zoneLabel) =>
      `${capital(orderOf(facts))} pede ${itemsOf(facts)}, com propostas ${until(facts, zoneLabel)}.`,
    page: (facts) => `cotacoes/${facts.order_id ?? ''}`,
  },
  'user.registered': {
    label: 'Novo cadastro',
    title: ({ user_type, needs_approval }) =>
      `Novo ${profileOf(user_type)} cadastrado${needs_approval === true ? ': aguarda aprovação' : ''}`,
    body: ({ user_type, needs_approval }) =>
      needs_approval === true
        ? `Um ${profileOf(user_type)} se cadastrou e só entra depois de aprovado.`
        : `Um ${profileOf(user_type)} se cadastrou na plataforma.`,
    page: ({ user_id }) => `usuarios/${user_id ?? ''}`,
  },
  'payment.confirmed': {
    label: 'Pagamento confirmado',
    title: ({ amount }) => `Pagamento de ${money(amount)} confirmado`,
    body: ({ amount, plan, due_date }) =>
      `O pagamento de ${money(amount)} do plano ${plan ?? ''}, com vencimento em ${day(due_date)}, foi confirmado.`,
    page: ({ payment_id }) => `pagamentos/${payment_id ?? ''}`,
  },
  'payment.refunded': {
    label: 'Pagamento estornado',
    title: ({ refund_amount }) => `Estorno de ${money(refund_amount)}`,
    body: ({ refund_amount, amount, plan }) =>
      `Foram estornados ${money(refund_amount)} do pagamento de ${money(amount)} do plano ${plan ?? ''}.`,
    page: ({ payment_id }) => `pagamentos/${payment_id ?? ''}`,
  },
  'import.finished': {
    label: 'Importação terminada',
    title: ({ import_type, import_state }) =>
      `Importação de ${importOf(import_type)} ${import_state === 'failed' ? 'falhou' : 'concluída'}`,
    body: ({ import_state, created = 0, skipped = 0, invalid = 0 }) =>
      import_state === 'failed'
        ? 'Nada foi gravado. Veja o motivo na página da importação.'
        : sentences(
            `${many(created, 'registro criado', 'registros criados')},`,
            `${many(skipped, 'já existente', 'já existentes')},`,
            `${many(invalid, 'linha com erro', 'linhas com erro')}.`,
          ),
    page: ({ import_id }) => `importacoes/${import_id ?? ''}`,
  },
  'job.failed': {
    label: 'Tarefa que falhou',
    title: () => 'Uma tarefa falhou e precisa de atenção',
    body: ({ job_name, attempts = 0 }) =>
      `A tarefa “${job_name ?? ''}” foi abandonada depois de ${many(attempts, 'tentativa', 'tentativas')}. Veja a causa e peça de novo.`,
    page: () => 'tarefas',
  },
};

const profiles: Readonly<Record<string, string>> = {
  fornecedor: 'fornecedor',
  produtor: 'produtor',
  consultor: 'consultor',
};
const profileOf = (type: NotificationFacts['user_type']): string =>
  profiles[type ?? ''] ?? 'usuário';
const imports: Readonly<Record<string, string>> = {
  producers: 'produtores',
  suppliers: 'fornecedores',
  consultants: 'consultores',
  products: 'produtos',
  orders: 'cotações',
  proposals: 'propostas',
};
const importOf = (type: NotificationFacts['import_type']): string => imports[type ?? ''] ?? 'dados';

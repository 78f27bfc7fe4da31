import { Type, type Static } from 'typebox';
import { auditEvents } from '@lavra/domain/audit/audit-events';
import { userTypes } from '@lavra/domain/account/user-type';
import { endpoint } from '../kit/endpoint.ts';
import {
  count,
  date,
  flag,
  id,
  nullable,
  object,
  oneOf,
  openObject,
  pageOf,
  adminPageQuery,
  searchQuery,
  sortQuery,
  text,
  timestamp,
} from '../kit/schema.ts';

const tag = 'Auditoria';
const viewers = { profiles: ['admin'], permission: 'logs.view' } as const;

export const logActions = ['created', 'updated', 'deleted', 'status_changed'] as const;
export type LogAction = (typeof logActions)[number];
const actorTypes = [...userTypes, 'system'] as const;

const LogUser = object(
  {
    id: id(),
    name: Type.String({ examples: ['Conta de demonstração'] }),
    email: Type.String({ examples: ['admin@demo.lavra.example'] }),
    user_type: oneOf(userTypes),
  },
  { title: 'LogUser' },
);

const values = (example: Record<string, unknown>) =>
  nullable(Type.Record(Type.String(), Type.Unknown(), { examples: [example] }));

/** One audit entry, as it was at the time of the change. */
export const Log = object(
  {
    id: id(),
    user_id: nullable(id()),
    user: nullable(LogUser),
    actor_type: oneOf(actorTypes),
    action: oneOf(logActions),
    action_label: Type.String({ examples: ['Criação'] }),
    event: nullable(
      oneOf(auditEvents, {
        description:
          'O que aconteceu, quando a ação diz pouco; nulo também onde os valores foram apagados',
      }),
    ),
    event_label: nullable(Type.String({ examples: ['Cotação publicada'] })),
    resource_type: Type.String({ examples: ['product'] }),
    resource_id: id(),
    old_values: values({ name: 'Ureia' }),
    new_values: values({ name: 'Ureia 46%' }),
    names: Type.Optional(
      Type.Record(Type.String(), Type.Record(Type.String(), Type.String()), {
        examples: [{ resource_id: { 42: 'COT-2026-000042' } }],
        description:
          'Os nomes de agora dos registros que os números identificam, por campo e número; ' +
          '`resource_id` é o do registro mudado',
      }),
    ),
    ip_address: nullable(Type.String({ examples: ['203.0.113.7'] })),
    user_agent: nullable(Type.String({ examples: ['Mozilla/5.0'] })),
    request_id: nullable(Type.String({ examples: ['01k9m3h2c7e8'] })),
    sealed: flag({ description: 'A linha já faz parte da corrente de selos' }),
    created_at: timestamp(),
  },
  { title: 'Log' },
);
export type Log = Static<typeof Log>;

export const LogPage = pageOf(Log, 'LogPage');

/** Query of a list of one resource's or one person's log. */
export const logPageQuery = { ...adminPageQuery, ...sortQuery(['created_at'] as const) };

export const listLogs = endpoint({
  id: 'listLogs',
  method: 'GET',
  path: '/api/v1/admin/logs',
  tag,
  origin: 'interface',
  access: viewers,
  summary: 'Registro de auditoria',
  description: 'Da alteração mais nova à mais antiga; os dias são contados no fuso da plataforma.',
  query: openObject({
    user_id: Type.Optional(id()),
    action: Type.Optional(oneOf(logActions)),
    event: Type.Optional(oneOf(auditEvents)),
    resource_type: Type.Optional(text(60, { examples: ['product'] })),
    resource_id: Type.Optional(id()),
    start_date: Type.Optional(date()),
    end_date: Type.Optional(date()),
    ip: Type.Optional(text(60, { examples: ['203.0.113.7'] })),
    ...searchQuery,
    ...logPageQuery,
  }),
  reply: LogPage,
});

export const getLog = endpoint({
  id: 'getLog',
  method: 'GET',
  path: '/api/v1/admin/logs/:id',
  tag,
  origin: 'interface',
  access: viewers,
  subject: 'log',
  summary: 'Uma alteração',
  params: Type.Object({ id: Type.String({ pattern: '^[1-9]\\d{0,14}$', examples: ['1'] }) }),
  reply: Log,
});

/** The head of the audit chain, `SEQUENCE:HASH`, as it is stored outside the database. */
const auditHead = () =>
  Type.String({
    pattern: '^\\d{1,15}:[0-9a-fA-F]{64}$',
    examples: [`1204:${'ab'.repeat(32)}`],
    description: 'SEQUÊNCIA:HASH de um selo',
  });

export const AuditChain = object(
  {
    sealed: count({ examples: [1204], description: 'Linhas que a corrente sela' }),
    unsealed: count({ description: 'Linhas recentes à espera do próximo selo' }),
    head: nullable(
      object(
        {
          sequence: id(),
          hash: Type.String({ examples: ['ab'.repeat(32)] }),
          head: auditHead(),
          sealed_at: timestamp(),
        },
        { title: 'AuditChainHead', description: 'A ponta: o último selo' },
      ),
    ),
  },
  { title: 'AuditChain' },
);
export type AuditChain = Static<typeof AuditChain>;

const auditProblemKinds = [
  'edited',
  'missing',
  'reordered',
  'values_changed',
  'values_missing',
  'truncated',
  'rewritten',
] as const;

/** Verification result of one part of the chain; the whole chain is verified part by part. */
export const AuditVerification = object(
  {
    checked: count({ examples: [1204], description: 'Selos conferidos nesta parte' }),
    erased: count({ description: 'Destes, os de linhas cujos valores foram apagados a pedido' }),
    verified_to: nullable(auditHead()),
    complete: flag({
      description: 'Esta parte chega à ponta; senão, a próxima começa em `verified_to`',
    }),
    problem: nullable(
      object(
        {
          kind: oneOf(auditProblemKinds),
          message: Type.String({ examples: ['o conteúdo ou o selo foi alterado'] }),
          sequence: id(),
          log_id: nullable(
            id({ description: 'A linha do registro; nulo quando só o lugar do selo é conhecido' }),
          ),
        },
        { title: 'AuditProblem', description: 'A primeira coisa errada' },
      ),
    ),
  },
  { title: 'AuditVerification' },
);
export type AuditVerification = Static<typeof AuditVerification>;

export const getAuditChain = endpoint({
  id: 'getAuditChain',
  method: 'GET',
  path: '/api/v1/admin/logs/chain',
  tag,
  origin: 'own',
  access: viewers,
  summary: 'A corrente que sela o registro',
  description:
    'Quantas linhas estão seladas, quantas esperam, e a ponta. Guarde a ponta fora do banco: ' +
    'só ao lado dela se vê um fim cortado ou reescrito.',
  reply: AuditChain,
});

export const verifyAuditChain = endpoint({
  id: 'verifyAuditChain',
  method: 'GET',
  path: '/api/v1/admin/logs/chain/verification',
  tag,
  origin: 'own',
  access: viewers,
  summary: 'Conferir uma parte da corrente',
  description:
    'Recalcula até 5.000 selos, depois de `after` ou desde o primeiro, e para no primeiro ' +
    'que não confere. `head` é uma ponta guardada, que a corrente tem de conter.',
  query: object({ after: Type.Optional(auditHead()), head: Type.Optional(auditHead()) }),
  reply: AuditVerification,
});

export const logEndpoints = [listLogs, getLog, getAuditChain, verifyAuditChain];

import { Type, type Static } from 'typebox';
import { userTypes } from '@lavra/domain/account/user-type';
import { endpoint } from '../kit/endpoint.ts';
import { date, flag, id, nullable, object, oneOf, openObject, pageOf, pageQuery, searchQuery, sortQuery, text, timestamp } from '../kit/schema.ts';

const tag = 'Auditoria';
const viewers = { profiles: ['admin'], permission: 'logs.view' } as const;

export const logActions = ['created', 'updated', 'deleted', 'status_changed'] as const;
export type LogAction = (typeof logActions)[number];
export const actorTypes = [...userTypes, 'system'] as const;

const LogUser = object({
  id: id(), name: Type.String({ examples: ['Conta de demonstração'] }), email: Type.String({ examples: ['admin@demo.lavra.example'] }), user_type: oneOf(userTypes),
}, { title: 'LogUser' });

const values = (example: Record<string, unknown>) => nullable(Type.Record(Type.String(), Type.Unknown(), { examples: [example] }));

/** One change, as it was when it was made. */
export const Log = object({
  id: id(), user_id: nullable(id()), user: nullable(LogUser), actor_type: oneOf(actorTypes),
  action: oneOf(logActions), action_label: Type.String({ examples: ['Criação'] }),
  resource_type: Type.String({ examples: ['product'] }), resource_id: id(),
  old_values: values({ name: 'Ureia' }), new_values: values({ name: 'Ureia 46%' }),
  ip_address: nullable(Type.String({ examples: ['203.0.113.7'] })), user_agent: nullable(Type.String({ examples: ['Mozilla/5.0'] })),
  request_id: nullable(Type.String({ examples: ['01k9m3h2c7e8'] })),
  sealed: flag({ description: 'A linha já faz parte da corrente de selos' }), created_at: timestamp(),
}, { title: 'Log' });
export type Log = Static<typeof Log>;

export const LogPage = pageOf(Log, 'LogPage');

/** What a list of one resource's or one person's log may be asked for. */
export const logPageQuery = { ...pageQuery, ...sortQuery(['created_at'] as const) };

export const listLogs = endpoint({
  id: 'listLogs', method: 'GET', path: '/api/v1/admin/logs', tag, origin: 'interface', access: viewers,
  summary: 'Registro de auditoria', description: 'Da alteração mais nova à mais antiga; os dias são contados no fuso da plataforma.',
  query: openObject({
    user_id: Type.Optional(id()), action: Type.Optional(oneOf(logActions)), resource_type: Type.Optional(text(60, { examples: ['product'] })),
    resource_id: Type.Optional(id()), start_date: Type.Optional(date()), end_date: Type.Optional(date()), ip: Type.Optional(text(60, { examples: ['203.0.113.7'] })),
    ...searchQuery, ...logPageQuery,
  }),
  reply: LogPage,
});

export const getLog = endpoint({
  id: 'getLog', method: 'GET', path: '/api/v1/admin/logs/:id', tag, origin: 'interface', access: viewers, subject: 'log',
  summary: 'Uma alteração', params: Type.Object({ id: Type.String({ pattern: '^[1-9]\\d{0,14}$', examples: ['1'] }) }), reply: Log,
});

export const logEndpoints = [listLogs, getLog];

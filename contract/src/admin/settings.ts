import { Type, type Static } from 'typebox';
import { endpoint } from '../kit/endpoint.ts';
import { flag, object, oneOf, openObject, text } from '../kit/schema.ts';

const common = { tag: 'Configurações', origin: 'interface' } as const;
const may = <const A extends 'view' | 'edit'>(action: A) =>
  ({ profiles: ['admin'], permission: `settings.${action}` }) as const;

export const settingGroups = [
  'mail',
  'whatsapp',
  'payment_gateway',
  'orders',
  'suppliers',
  'subscriptions',
] as const;
export type SettingGroup = (typeof settingGroups)[number];
const settingTypes = ['boolean', 'integer', 'string', 'email', 'enum', 'secret', 'url'] as const;
/** Replaces the value of a secret that is set; a client that sends it back changes nothing. */
export const SECRET_MASK = '••••';

export type SettingValue = string | number | boolean | null;
const value = (description: string) =>
  Type.Unsafe<SettingValue>({
    type: ['string', 'number', 'boolean', 'null'],
    maxLength: 4000,
    description,
    examples: ['smtp.lavra.example'],
  });
const key = () => text(60, { examples: ['mail.host'] });

const cleared = () =>
  Type.Optional(
    Type.Array(key(), {
      description:
        'Só na resposta a uma alteração: segredos apagados por ela, porque iriam a outro ' +
        'endereço e não foram enviados de novo',
      examples: [['mail.password']],
    }),
  );

/** One setting as administrators see it. */
export const Setting = object(
  {
    key: key(),
    value: value('O valor em vigor; de um segredo guardado, só `••••`'),
    group: oneOf(settingGroups, { examples: ['mail'] }),
    type: oneOf(settingTypes, { examples: ['string'] }),
    label: Type.String({ examples: ['Servidor SMTP'] }),
    is_secret: flag({ examples: [false] }),
    is_set: flag({ description: 'Há um valor gravado; sem ele vale o padrão' }),
    cleared_secrets: cleared(),
  },
  { title: 'Setting' },
);
export type Setting = Static<typeof Setting>;

const group = () => Type.Array(Setting);
export const SettingList = object(
  {
    data: object({
      mail: group(),
      whatsapp: group(),
      payment_gateway: group(),
      orders: group(),
      suppliers: group(),
      subscriptions: group(),
    }),
    cleared_secrets: cleared(),
  },
  { title: 'SettingList' },
);
export type SettingList = Static<typeof SettingList>;

const written = () => value('`null` volta ao padrão; `••••` mantém o segredo guardado');
export const UpdateSettingsBody = openObject(
  {
    settings: Type.Array(openObject({ key: key(), value: written() }), {
      minItems: 1,
      maxItems: 100,
    }),
  },
  { title: 'UpdateSettingsBody' },
);
export type UpdateSettingsBody = Static<typeof UpdateSettingsBody>;
const UpdateSettingBody = openObject({ value: written() }, { title: 'UpdateSettingBody' });
type UpdateSettingBody = Static<typeof UpdateSettingBody>;

const all = { ...common, path: '/api/v1/admin/settings', reply: SettingList } as const;
const one = {
  ...common,
  path: '/api/v1/admin/settings/:key',
  reply: Setting,
  params: Type.Object({
    key: Type.String({ maxLength: 60, pattern: '^[a-z_]+\\.[a-z_]+$', examples: ['mail.host'] }),
  }),
} as const;

export const listSettings = endpoint({
  ...all,
  id: 'listSettings',
  method: 'GET',
  access: may('view'),
  summary: 'Configurações por grupo',
  reads: ['settings'],
});
export const updateSettings = endpoint({
  ...all,
  id: 'updateSettings',
  method: 'PUT',
  access: may('edit'),
  summary: 'Alterar configurações',
  description:
    'Todas ou nenhuma. As que não são enviadas ficam como estão; mas um segredo é apagado ' +
    'quando muda o endereço a que é enviado e ele não vem de novo na mesma alteração.',
  body: UpdateSettingsBody,
  outdates: ['settings'],
});
export const getSetting = endpoint({
  ...one,
  id: 'getSetting',
  method: 'GET',
  access: may('view'),
  summary: 'Uma configuração',
  reads: ['settings'],
});
export const updateSetting = endpoint({
  ...one,
  id: 'updateSetting',
  method: 'PUT',
  access: may('edit'),
  summary: 'Alterar uma configuração',
  body: UpdateSettingBody,
  outdates: ['settings'],
});

export const settingEndpoints = [listSettings, updateSettings, getSetting, updateSetting];

import type { SettingGroup } from '@lavra/contract/admin/settings';

/**
 * The valid values of a setting, and its default. A secret has no default; a switch with `onWith`
 * is on by default once all of those settings are set.
 */
export type SettingSpec =
  | { readonly type: 'boolean'; readonly default: boolean; readonly onWith?: readonly string[] }
  | {
      readonly type: 'integer';
      readonly default: number;
      readonly min: number;
      readonly max: number;
    }
  | {
      readonly type: 'string';
      readonly default: string | null;
      readonly max: number;
      readonly pattern?: RegExp;
    }
  | { readonly type: 'email' | 'url'; readonly default: string | null }
  | { readonly type: 'enum'; readonly default: string; readonly values: readonly string[] }
  | { readonly type: 'secret'; readonly default: null; readonly max: number };

const host = /^[a-z\d]([a-z\d.-]*[a-z\d])?$|^[\da-f:.]*:[\da-f:.]*$/i;
const secret = { type: 'secret', default: null, max: 4000 } as const;

/**
 * All settings that administrators see. The database table contains others, which the service uses
 * internally.
 */
const settingTable = {
  'mail.host': { type: 'string', default: null, max: 253, pattern: host },
  'mail.port': { type: 'integer', default: 587, min: 1, max: 65_535 },
  'mail.encryption': {
    type: 'enum',
    default: 'starttls',
    values: ['none', 'starttls', 'tls'],
  },
  'mail.username': { type: 'string', default: null, max: 254 },
  'mail.password': { ...secret },
  'mail.from_address': { type: 'email', default: null },
  'mail.from_name': { type: 'string', default: 'Lavra', max: 100 },
  'whatsapp.base_url': {
    type: 'url',
    default: 'https://graph.facebook.com/v23.0',
  },
  'whatsapp.phone_number_id': {
    type: 'string',
    default: null,
    max: 30,
    pattern: /^\d+$/,
  },
  'whatsapp.access_token': { ...secret },
  // The tables have columns for Stripe's charges and refunds; until it is supported, it cannot be
  // chosen.
  'payment_gateway.provider': {
    type: 'enum',
    default: 'none',
    values: ['none', 'mercadopago'],
  },
  'payment_gateway.base_url': {
    type: 'url',
    default: 'https://api.mercadopago.com',
  },
  'payment_gateway.access_token': { ...secret },
  'payment_gateway.public_key': {
    type: 'string',
    default: null,
    max: 200,
    pattern: /^[\w-]+$/,
  },
  'payment_gateway.webhook_secret': { ...secret },
  'orders.require_approval': {
    type: 'boolean',
    default: false,
  },
  'orders.require_verified_email': {
    type: 'boolean',
    default: false,
    onWith: ['mail.host', 'mail.from_address'],
  },
  'orders.publications_per_day': {
    type: 'integer',
    default: 50,
    min: 1,
    max: 100_000,
  },
  'orders.extensions_per_day': {
    type: 'integer',
    default: 100,
    min: 1,
    max: 100_000,
  },
  'orders.questions_per_day': {
    type: 'integer',
    default: 200,
    min: 1,
    max: 100_000,
  },
  'orders.digest_minutes': {
    type: 'integer',
    default: 5,
    min: 0,
    max: 120,
  },
  'orders.attachments_mb': {
    type: 'integer',
    default: 1000,
    min: 20,
    max: 1_000_000,
  },
  'suppliers.require_approval': {
    type: 'boolean',
    default: false,
  },
  'subscriptions.enforce': {
    type: 'boolean',
    default: false,
  },
} as const satisfies Readonly<Record<`${SettingGroup}.${string}`, SettingSpec>>;

type Table = typeof settingTable;
export type SettingKey = keyof Table;
export type SecretKey = {
  [K in SettingKey]: Table[K]['type'] extends 'secret' ? K : never;
}[SettingKey];
export type PlainKey = Exclude<SettingKey, SecretKey>;
/** Type of the value that `getSetting` returns: never null when there is a default. */
export type PlainValue<K extends PlainKey> = Table[K] extends { values: readonly (infer V)[] }
  ? V
  : Table[K] extends { type: 'boolean' }
    ? boolean
    : Table[K] extends { type: 'integer' }
      ? number
      : Table[K] extends { default: string }
        ? string
        : string | null;

export const settingKeys = Object.keys(settingTable) as SettingKey[]; // the keys of the table above
export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(settingTable, key);
export const isSecretKey = (key: SettingKey): key is SecretKey =>
  settingTable[key].type === 'secret';
/** Returns the specification of any setting under its common type. */
export const specOf = (key: SettingKey): SettingSpec => settingTable[key];
export const groupOf = (key: SettingKey): SettingGroup =>
  key.slice(0, key.indexOf('.')) as SettingGroup; // the table's type guarantees it

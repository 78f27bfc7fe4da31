import type * as accounts from '@lavra/contract/accounts/endpoints';
import type * as erasure from '@lavra/contract/accounts/erasure';
import type * as consultants from '@lavra/contract/admin/consultants';
import type * as adminDashboard from '@lavra/contract/admin/dashboard';
import type * as deliveries from '@lavra/contract/admin/deliveries';
import type * as imports from '@lavra/contract/admin/import';
import type * as jobs from '@lavra/contract/admin/jobs';
import type * as logs from '@lavra/contract/admin/logs';
import type * as notificationChannels from '@lavra/contract/admin/notification-channels';
import type * as adminOrders from '@lavra/contract/admin/orders';
import type * as adminPayments from '@lavra/contract/admin/payments';
import type * as plans from '@lavra/contract/admin/plans';
import type * as producers from '@lavra/contract/admin/producers';
import type * as adminProposals from '@lavra/contract/admin/proposals';
import type * as adminPurchases from '@lavra/contract/admin/purchases';
import type * as reports from '@lavra/contract/admin/reports';
import type * as settings from '@lavra/contract/admin/settings';
import type * as adminSubscriptions from '@lavra/contract/admin/subscriptions';
import type * as suppliers from '@lavra/contract/admin/suppliers';
import type * as testSends from '@lavra/contract/admin/test-sends';
import type * as users from '@lavra/contract/admin/users';
import type * as attachments from '@lavra/contract/attachments/endpoints';
import type * as catalogue from '@lavra/contract/catalogue/endpoints';
import type * as measurementUnits from '@lavra/contract/catalogue/measurement-units';
import type * as orderKits from '@lavra/contract/catalogue/order-kits';
import type * as catalogueRequests from '@lavra/contract/catalogue/requests';
import type { RegistryEndpoints } from '@lavra/contract/catalogue/registries';
import type { FileReply } from '@lavra/contract/kit/endpoint';
import type * as notifications from '@lavra/contract/notifications/endpoints';
import type * as awards from '@lavra/contract/orders/awards';
import type * as notificationPreferences from '@lavra/contract/notifications/preferences';
import type * as orders from '@lavra/contract/orders/endpoints';
import type * as invitations from '@lavra/contract/orders/invitations';
import type * as pages from '@lavra/contract/pages/endpoints';
import type * as payments from '@lavra/contract/payments/endpoints';
import type * as places from '@lavra/contract/places/endpoints';
import type * as proposals from '@lavra/contract/proposals/endpoints';
import type * as combinations from '@lavra/contract/purchases/combinations';
import type * as purchases from '@lavra/contract/purchases/endpoints';
import type * as questions from '@lavra/contract/questions/endpoints';
import type * as subscriptions from '@lavra/contract/subscriptions/endpoints';
import type * as supplier from '@lavra/contract/supplier/endpoints';
import type { Static, TSchema } from 'typebox';

// Only types are imported, so neither the contract nor TypeBox reaches a chunk. A new area is added
// by its line here.

/** Told from the module's other values by few properties: comparing whole schemas takes long. */
type SpecsIn<Module> = Extract<
  Module[keyof Module],
  { readonly id: string; readonly path: string; readonly access: unknown }
>;
/**
 * One function makes the endpoints of every registry; this type gives each registry its endpoint
 * names.
 */
type RegistrySpecs<One extends string, Many extends string> =
  | Named<RegistryEndpoints['list'], `list${Many}`>
  | Named<RegistryEndpoints['create'], `create${One}`>
  | Named<RegistryEndpoints['get'], `get${One}`>
  | Named<RegistryEndpoints['update'], `update${One}`>
  | Named<RegistryEndpoints['remove'], `delete${One}`>;
type Named<Spec, Id extends string> = Omit<Spec, 'id'> & { readonly id: Id };

type Spec =
  | SpecsIn<typeof users>
  | SpecsIn<typeof producers>
  | SpecsIn<typeof suppliers>
  | SpecsIn<typeof adminOrders>
  | SpecsIn<typeof adminProposals>
  | SpecsIn<typeof adminPurchases>
  | SpecsIn<typeof logs>
  | SpecsIn<typeof adminSubscriptions>
  | SpecsIn<typeof adminPayments>
  | SpecsIn<typeof plans>
  | SpecsIn<typeof reports>
  | SpecsIn<typeof imports>
  | SpecsIn<typeof settings>
  | SpecsIn<typeof testSends>
  | SpecsIn<typeof notificationChannels>
  | SpecsIn<typeof jobs>
  | SpecsIn<typeof deliveries>
  | SpecsIn<typeof orderKits>
  | SpecsIn<typeof measurementUnits>
  | SpecsIn<typeof catalogueRequests>
  | RegistrySpecs<'Brand', 'Brands'>
  | RegistrySpecs<'ActiveIngredient', 'ActiveIngredients'>
  | RegistrySpecs<'Culture', 'Cultures'>
  | SpecsIn<typeof accounts>
  | SpecsIn<typeof erasure>
  | SpecsIn<typeof places>
  | SpecsIn<typeof pages>
  | SpecsIn<typeof catalogue>
  | SpecsIn<typeof orders>
  | SpecsIn<typeof awards>
  | SpecsIn<typeof purchases>
  | SpecsIn<typeof combinations>
  | SpecsIn<typeof invitations>
  | SpecsIn<typeof supplier>
  | SpecsIn<typeof proposals>
  | SpecsIn<typeof questions>
  | SpecsIn<typeof attachments>
  | SpecsIn<typeof adminDashboard>
  | SpecsIn<typeof consultants>
  | SpecsIn<typeof notifications>
  | SpecsIn<typeof notificationPreferences>
  | SpecsIn<typeof subscriptions>
  | SpecsIn<typeof payments>;

/** The name of an endpoint, as its contract object carries it. */
export type EndpointId = Spec['id'];
/** The endpoints that state what they outdate. */
export type Change = Extract<Spec, { readonly outdates: readonly unknown[] }>['id'];
/** A look-up: picking from the union by `Extract` compares each endpoint with every other. */
type SpecsById = { readonly [S in Spec as S['id']]: S };
type SpecOf<Id extends EndpointId> = SpecsById[Id];

// Parts are read by what they are: `ReplyOf` and its siblings would compare every endpoint with
// `EndpointSpec` first.

/** What an endpoint replies; a file is a Blob. */
export type Reply<Id extends EndpointId> =
  SpecOf<Id> extends { reply: infer R }
    ? R extends FileReply
      ? Blob
      : R extends TSchema
        ? Static<R>
        : never
    : never;
type Params<Id extends EndpointId> =
  SpecOf<Id> extends { params: infer P extends TSchema } ? Static<P> : Record<string, never>;
export type Query<Id extends EndpointId> =
  SpecOf<Id> extends { query: infer Q extends TSchema } ? Static<Q> : Record<string, never>;
export type Body<Id extends EndpointId> =
  SpecOf<Id> extends { body: infer B extends TSchema } ? Static<B> : never;

type Part<Name extends string, Declared, Value, Optional> = Declared extends undefined
  ? unknown
  : Optional extends true
    ? { readonly [K in Name]?: Value }
    : { readonly [K in Name]: Value };

/** The input of a call: exactly the parts its endpoint declares. */
export type Input<Id extends EndpointId> = Part<
  'params',
  SpecOf<Id> extends { params: TSchema } ? true : undefined,
  Params<Id>,
  false
> &
  Part<'query', SpecOf<Id> extends { query: TSchema } ? true : undefined, Query<Id>, true> &
  Part<
    'body',
    SpecOf<Id> extends { body: TSchema } ? true : undefined,
    Body<Id>,
    SpecOf<Id> extends { bodyOptional: true } ? true : false
  > &
  Part<'file', SpecOf<Id> extends { upload: object } ? true : undefined, File, false>;

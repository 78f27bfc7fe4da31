import type * as accounts from '@lavra/contract/accounts/endpoints';
import type * as erasure from '@lavra/contract/accounts/erasure';
import type * as consultants from '@lavra/contract/admin/consultants';
import type * as adminDashboard from '@lavra/contract/admin/dashboard';
import type * as attachments from '@lavra/contract/attachments/endpoints';
import type * as catalogue from '@lavra/contract/catalogue/endpoints';
import type { EndpointSpec, FileReply, ParamsOf, QueryOf, ReplyOf } from '@lavra/contract/kit/endpoint';
import type * as notifications from '@lavra/contract/notifications/endpoints';
import type * as orders from '@lavra/contract/orders/endpoints';
import type * as pages from '@lavra/contract/pages/endpoints';
import type * as payments from '@lavra/contract/payments/endpoints';
import type * as places from '@lavra/contract/places/endpoints';
import type * as proposals from '@lavra/contract/proposals/endpoints';
import type * as questions from '@lavra/contract/questions/endpoints';
import type * as subscriptions from '@lavra/contract/subscriptions/endpoints';
import type * as supplier from '@lavra/contract/supplier/endpoints';
import type { Static, TSchema } from 'typebox';

// Types alone: nothing of the contract or of TypeBox reaches a chunk. An area joins by its line here.

type SpecsIn<Module> = Extract<Module[keyof Module], EndpointSpec>;
type Spec =
  | SpecsIn<typeof accounts> | SpecsIn<typeof erasure> | SpecsIn<typeof places> | SpecsIn<typeof pages> | SpecsIn<typeof catalogue>
  | SpecsIn<typeof orders> | SpecsIn<typeof supplier> | SpecsIn<typeof proposals> | SpecsIn<typeof questions> | SpecsIn<typeof attachments>
  | SpecsIn<typeof adminDashboard> | SpecsIn<typeof consultants> | SpecsIn<typeof notifications>
  | SpecsIn<typeof subscriptions> | SpecsIn<typeof payments>;

/** The name of an endpoint, as its contract object carries it. */
export type EndpointId = Spec['id'];
type SpecOf<Id extends EndpointId> = Extract<Spec, { id: Id }>;

/** What an endpoint answers; a file arrives as a Blob. */
export type Reply<Id extends EndpointId> = SpecOf<Id>['reply'] extends FileReply ? Blob : ReplyOf<SpecOf<Id>>;
export type Query<Id extends EndpointId> = QueryOf<SpecOf<Id>>;
export type Body<Id extends EndpointId> = SpecOf<Id> extends { body: infer B extends TSchema } ? Static<B> : never;

type Part<Name extends string, Declared, Value, Optional> = Declared extends undefined
  ? unknown
  : Optional extends true ? { readonly [K in Name]?: Value } : { readonly [K in Name]: Value };

/** What a call takes: exactly the parts its endpoint declares. */
export type Input<Id extends EndpointId> =
  & Part<'params', SpecOf<Id> extends { params: TSchema } ? true : undefined, ParamsOf<SpecOf<Id>>, false>
  & Part<'query', SpecOf<Id> extends { query: TSchema } ? true : undefined, Query<Id>, true>
  & Part<'body', SpecOf<Id> extends { body: TSchema } ? true : undefined, Body<Id>, SpecOf<Id> extends { bodyOptional: true } ? true : false>
  & Part<'file', SpecOf<Id> extends { upload: object } ? true : undefined, File, false>;

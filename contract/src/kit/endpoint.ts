import type { Static, TObject, TSchema } from 'typebox';
import type { Permission } from '@lavra/domain/account/permissions';
import type { UserType } from '@lavra/domain/account/user-type';
import type { Topic } from './topics.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call an endpoint: the public, any signed-in user, or some profiles; with `permission`,
 * each of them must also hold it.
 */
export type Access =
  | 'public'
  | { readonly profiles: readonly UserType[] | 'any'; readonly permission?: Permission };

/**
 * A reply that is a file, not JSON. When several media types are possible, the returned file states
 * its own.
 */
export interface FileReply {
  readonly file: string | readonly string[];
  readonly description: string;
  /**
   * The file is generated while it is sent: its length is not known, and the handler returns a
   * `FileStream`.
   */
  readonly streamed?: true;
}

/**
 * A `multipart/form-data` body with one file in the field `file`; a `body` beside it describes the
 * text fields.
 */
export interface Upload {
  readonly maxBytes: number;
  /** Accepted media types, for the document; the handler validates the bytes. */
  readonly mediaTypes: readonly string[];
}

/** A reply without end: server-sent events, until either side closes it. */
export interface EventsReply {
  readonly events: 'text/event-stream';
  readonly description: string;
}

export type ReplySchema = TSchema | FileReply | EventsReply;

/** The resource that an endpoint acts on; an unknown one returns 404. */
export type SubjectKind =
  | 'brand'
  | 'active_ingredient'
  | 'culture'
  | 'order_kit'
  | 'catalogue_request'
  | 'page'
  | 'plan'
  | 'feature'
  | 'subscription'
  | 'order'
  | 'proposal'
  | 'purchase'
  | 'product'
  | 'product_type'
  | 'product_subtype'
  | 'measurement_unit'
  | 'user'
  | 'question'
  | 'attachment'
  | 'job'
  | 'delivery'
  | 'log'
  | 'producer'
  | 'supplier'
  | 'consultant'
  | 'import'
  | 'payment'
  | 'notification';

/**
 * Single definition of an endpoint: the server mounts it, the web calls it, the OpenAPI document
 * describes it. `origin: 'interface'` ignores unknown query names and body fields; `'own'` rejects
 * them with 422. Success is always 200. `errors` lists statuses beyond those that follow from the
 * rest of the object.
 */
export interface EndpointSpec {
  readonly id: string;
  readonly method: Method;
  readonly path: `/${string}`;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  readonly origin: 'interface' | 'own';
  readonly access: Access;
  readonly subject?: SubjectKind;
  readonly params?: TObject;
  readonly query?: TObject;
  readonly body?: TSchema;
  /** The body may be omitted. */
  readonly bodyOptional?: true;
  readonly upload?: Upload;
  readonly reply: ReplySchema;
  /**
   * The reply contains `version`, sent as `ETag`; methods that change the resource respect
   * `If-Match`.
   */
  readonly versioned?: true;
  /** The topics that the reply shows. */
  readonly reads?: readonly Topic[];
  /** The topics that a call outdates, for clients that keep replies; each change states them. */
  readonly outdates?: readonly Topic[];
  readonly errors?: readonly number[];
}

/** Declares an endpoint, keeping its exact types. */
export const endpoint = <const E extends EndpointSpec>(spec: E): E => spec;

export type ParamsOf<E extends EndpointSpec> = E['params'] extends TSchema
  ? Static<E['params']>
  : Record<string, never>;
/** A query as the handler receives it: the size of a page is set, by the client or by its default. */
export type QueryOf<E extends EndpointSpec> = E['query'] extends TSchema
  ? WithPageSize<Static<E['query']>>
  : Record<string, never>;
type WithPageSize<Q> = Q extends { readonly per_page?: number }
  ? Q & { readonly per_page: number }
  : Q;
export type BodyOf<E extends EndpointSpec> = E['body'] extends TSchema
  ? Static<E['body']>
  : undefined;
export type ReplyOf<E extends EndpointSpec> = E['reply'] extends TSchema
  ? Static<E['reply']>
  : E['reply'] extends EventsReply
    ? EventStream
    : E['reply'] extends { readonly streamed: true }
      ? FileStream
      : FileContent;

/** A file as a handler returns it; `mediaType` is set when the endpoint declares several. */
export interface FileContent {
  readonly content: Buffer | Uint8Array;
  readonly filename: string;
  readonly mediaType?: string;
}

/**
 * A file that is generated while it is sent. If generation fails, the transfer is aborted, so that
 * the client cannot take the part it received for the whole file.
 */
export interface FileStream {
  readonly stream: NodeJS.ReadableStream & { destroy(): unknown };
  readonly filename: string;
  readonly mediaType?: string;
}

/** A stream of server-sent events. It is destroyed when the client disconnects. */
export interface EventStream {
  readonly events: NodeJS.ReadableStream & { destroy(): unknown };
}

/** An uploaded file: read completely, with the name that the sender gave it. */
export interface UploadedFile {
  readonly filename: string;
  readonly content: Buffer;
  readonly sha256: Buffer;
}
export type FileOf<E extends EndpointSpec> = E['upload'] extends Upload ? UploadedFile : undefined;

/** Returns the media types that a file reply can have. */
export const fileTypes = ({ file }: FileReply): readonly string[] =>
  typeof file === 'string' ? [file] : file;

export const isFileReply = (reply: ReplySchema): reply is FileReply => 'file' in reply;
export const isEventsReply = (reply: ReplySchema): reply is EventsReply => 'events' in reply;

/** Returns every status that the endpoint may return, 200 first; an undeclared one is a defect. */
export function statusesOf(spec: EndpointSpec): number[] {
  const changes = spec.method !== 'GET';
  const statuses = new Set<number>([200, 400, 429, 500, 503, ...(spec.errors ?? [])]);
  if (spec.access !== 'public') statuses.add(401).add(403);
  if (spec.subject !== undefined || spec.path.includes(':')) statuses.add(404);
  if (spec.body !== undefined || spec.upload !== undefined) statuses.add(422);
  if (spec.query !== undefined) statuses.add(422);
  if (changes) statuses.add(413).add(415);
  if (spec.method === 'POST' || (changes && spec.versioned)) statuses.add(409);
  return [...statuses].toSorted((a, b) => a - b);
}

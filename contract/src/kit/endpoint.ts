import type { Static, TObject, TSchema } from 'typebox';
import type { Permission } from '@lavra/domain/account/permissions';
import type { UserType } from '@lavra/domain/account/user-type';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who may call: anybody, any signed-in person, or some profiles; with a permission each of them must hold. */
export type Access =
  | 'public'
  | { readonly profiles: readonly UserType[] | 'any'; readonly permission?: Permission };

/** A reply that is a file, not JSON. Where it may be of several media types, the file itself says which. */
export interface FileReply {
  readonly file: string | readonly string[];
  readonly description: string;
  /** Sent while it is made: its length is not known, and the handler gives a `FileStream`. */
  readonly streamed?: true;
}

/** A `multipart/form-data` body with one file in the field `file`; a `body` beside it describes the text fields. */
export interface Upload {
  readonly maxBytes: number;
  /** What the file may be, for the document; the handler judges the bytes. */
  readonly mediaTypes: readonly string[];
}

/** A reply that goes on: server-sent events, until one side ends it. */
export interface EventsReply {
  readonly events: 'text/event-stream';
  readonly description: string;
}

export type ReplySchema = TSchema | FileReply | EventsReply;

/** What an endpoint acts on; an unknown one answers 404. */
export type SubjectKind =
  | 'brand'
  | 'active_ingredient'
  | 'culture'
  | 'page'
  | 'plan'
  | 'feature'
  | 'subscription'
  | 'order'
  | 'proposal'
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
 * One endpoint, written once: the server mounts it, the web calls it, the OpenAPI document shows it.
 * `origin: 'interface'` ignores unknown query names and body fields; `'own'` refuses them with 422.
 * Success is always 200. `errors` names statuses beyond those that follow from the rest of the object.
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
  /** The body may be left out. */
  readonly bodyOptional?: true;
  readonly upload?: Upload;
  readonly reply: ReplySchema;
  /** The reply carries `version`, sent as `ETag`; `If-Match` is honoured where the method changes something. */
  readonly versioned?: true;
  readonly errors?: readonly number[];
}

/** Declares an endpoint, keeping its exact types. */
export const endpoint = <const E extends EndpointSpec>(spec: E): E => spec;

export type ParamsOf<E extends EndpointSpec> = E['params'] extends TSchema
  ? Static<E['params']>
  : Record<string, never>;
export type QueryOf<E extends EndpointSpec> = E['query'] extends TSchema
  ? Static<E['query']>
  : Record<string, never>;
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

/** A file as a handler returns it; `mediaType` where the endpoint declares several. */
export interface FileContent {
  readonly content: Buffer | Uint8Array;
  readonly filename: string;
  readonly mediaType?: string;
}

/** A file that is made while it is sent. Should it fail on the way, the transfer breaks off and cannot pass for a whole one. */
export interface FileStream {
  readonly stream: NodeJS.ReadableStream & { destroy(): unknown };
  readonly filename: string;
}

/** Server-sent events as they are written. It is destroyed when the caller leaves. */
export interface EventStream {
  readonly events: NodeJS.ReadableStream & { destroy(): unknown };
}

/** A file as it was sent: read whole, its name as the sender wrote it. */
export interface UploadedFile {
  readonly filename: string;
  readonly content: Buffer;
  readonly sha256: Buffer;
}
export type FileOf<E extends EndpointSpec> = E['upload'] extends Upload ? UploadedFile : undefined;

/** The media types a file reply may have. */
export const fileTypes = ({ file }: FileReply): readonly string[] =>
  typeof file === 'string' ? [file] : file;

export const isFileReply = (reply: ReplySchema): reply is FileReply => 'file' in reply;
export const isEventsReply = (reply: ReplySchema): reply is EventsReply => 'events' in reply;

/** Every status the endpoint may answer, 200 first; an undeclared one is a defect. */
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

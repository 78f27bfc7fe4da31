/** A JSON Schema in the document: plain JSON, keywords in a stable order. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

export interface Content {
  readonly [mediaType: string]: { readonly schema: JsonSchema; readonly example?: unknown };
}

export interface Header {
  readonly description: string;
  readonly schema: JsonSchema;
}

export interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Header>>;
  readonly content: Content;
}

/** Names a part of the document's components. */
export interface Reference {
  readonly $ref: string;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly deprecated?: true;
  /** When absent, the document's default applies: a bearer token. */
  readonly security?: readonly [];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>;
}

/** Operations by lower-case method. */
export type PathItem = Readonly<Record<string, Operation>>;

/** The part of OpenAPI 3.1.0 that the service's document uses. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, JsonSchema>>;
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    /** Error replies, which many operations share. */
    readonly responses: Readonly<Record<string, ResponseObject>>;
  };
}

/** Returns a reply of an operation, by its reference where it is shared. */
export function responseOf(
  { components }: Pick<OpenApiDocument, 'components'>,
  response: ResponseObject | Reference,
): ResponseObject {
  if (!('$ref' in response)) return response;
  const shared = components.responses[response.$ref.replace('#/components/responses/', '')];
  if (shared === undefined) throw new Error(`${response.$ref} is not in the document`);
  return shared;
}

import { Type, type Static, type TProperties, type TSchema, type TSchemaOptions } from 'typebox';

/** The largest identifier that a JSON number represents exactly. */
const MAX_ID = Number.MAX_SAFE_INTEGER;
/** The most rows of a page, where a list does not allow more. */
const MOST_ROWS = 100;

/**
 * Creates an object schema that rejects unknown fields: for replies, and for bodies of endpoints of
 * our own.
 */
export function object<P extends TProperties>(properties: P, options: TSchemaOptions = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

/**
 * Creates an object schema that ignores unknown fields: for bodies of the endpoints that older
 * clients already call.
 */
export function openObject<P extends TProperties>(properties: P, options: TSchemaOptions = {}) {
  return Type.Object(properties, options);
}

/**
 * Returns the same schema with `null` allowed. Written as a type list, which is plain OpenAPI 3.1.
 */
export function nullable<S extends TSchema>(schema: S) {
  const {
    type,
    enum: values,
    ...rest
  } = schema as S & { type?: unknown; enum?: readonly unknown[] };
  if (typeof type !== 'string')
    return Type.Unsafe<Static<S> | null>({ anyOf: [schema, { type: 'null' }] });
  return Type.Unsafe<Static<S> | null>({
    ...rest,
    type: [type, 'null'],
    ...(values ? { enum: [...values, null] } : {}),
  });
}

/** Creates a schema for one of a closed list of strings. */
export function oneOf<const V extends readonly string[]>(values: V, options: TSchemaOptions = {}) {
  return Type.Unsafe<V[number]>({ type: 'string', enum: [...values], ...options });
}

/**
 * Creates a schema for text that a person writes: at most `max` characters, at least `minLength`.
 */
export const text = (
  max: number,
  options: TSchemaOptions & { minLength?: number; pattern?: string; format?: string } = {},
) => Type.String({ maxLength: max, ...options });

/**
 * Creates a schema for text that a person wrote, as replies show it: without a maximum, because a
 * contact that is hidden in it can take more characters than it had.
 */
export const shown = (example: string, options: TSchemaOptions = {}) =>
  Type.String({ examples: [example], ...options });

/** Creates a schema for a supplier's text, or none, as those read it who must not know the supplier. */
export const masked = () => nullable(shown('Fale conosco: [contato oculto]'));

export const flag = (options: TSchemaOptions = {}) =>
  Type.Boolean({ examples: [true], ...options });
export const id = (options: TSchemaOptions = {}) =>
  Type.Integer({ minimum: 1, maximum: MAX_ID, examples: [42], ...options });
export const count = (options: TSchemaOptions = {}) =>
  Type.Integer({ minimum: 0, examples: [3], ...options });
export const uuid = (options: TSchemaOptions = {}) =>
  Type.String({ format: 'uuid', examples: ['0198f3c2-7b1e-7c44-9a53-2f1f6f0c8a11'], ...options });

/** Creates a schema for a calendar date, `YYYY-MM-DD`; impossible dates are rejected. */
export const date = (options: TSchemaOptions = {}) =>
  Type.String({ format: 'date', examples: ['2026-12-15'], ...options });
/** Creates a schema for an instant as `YYYY-MM-DD HH:MM:SS` in the platform's zone. */
export const timestamp = (options: TSchemaOptions = {}) =>
  Type.String({
    pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$',
    examples: ['2026-11-20 14:05:09'],
    ...options,
  });

/**
 * Creates a schema for a filter by federative unit, in upper or lower case; an unknown code is
 * rejected.
 */
export const stateFilter = () => Type.String({ format: 'uf', maxLength: 2, examples: ['MT'] });

/**
 * Creates a schema for a decimal number ≥ 0. `domain/money` checks scale and exact range, which a
 * float cannot express.
 */
export const decimal = (options: TSchemaOptions = {}) =>
  Type.Number({ minimum: 0, examples: [157.5], ...options });

/** Returns an optional schema with `null` allowed. */
export const maybe = <S extends TSchema>(schema: S) => Type.Optional(nullable(schema));

/** Creates the schema of one page of a list. */
export const pageOf = <S extends TSchema>(item: S, title: string) =>
  object({ data: Type.Array(item), meta: pageMeta() }, { title });

const pageMeta = () =>
  object(
    {
      current_page: Type.Integer({ minimum: 1, examples: [1] }),
      last_page: Type.Integer({ minimum: 1, examples: [1] }),
      per_page: Type.Integer({ minimum: 1, maximum: MOST_ROWS, examples: [15] }),
      total: count(),
      next_cursor: nullable(
        Type.String({
          description: 'Continua a lista daqui, sem repetir nem pular linhas',
          examples: ['WyIyMDI2LTEyLTE1Iiw0Ml0'],
        }),
      ),
    },
    { title: 'PageMeta' },
  );

/**
 * Longest cursor that a list issues: it holds the folded name of the page's last row, of up to 200
 * characters, each of which may fold to 18 letters of two bytes (U+FDFA), in base64.
 */
const LONGEST_CURSOR = 10_000;

/**
 * Creates the query fields of a list whose pages have `size` rows, unless the client asks for fewer
 * or more, up to `most`; merge with the list's own filters.
 */
export const pagesOf = (size: number, most = MOST_ROWS) => ({
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, examples: [1] })),
  per_page: Type.Optional(
    Type.Integer({ minimum: 1, maximum: most, default: size, examples: [size] }),
  ),
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: LONGEST_CURSOR,
      examples: ['WyIyMDI2LTEyLTE1Iiw0Ml0'],
    }),
  ),
});

/** Query fields of a list in the portals of producers, suppliers and consultants. */
export const pageQuery = pagesOf(15);

/** Query fields of a list of the administration. */
export const adminPageQuery = pagesOf(25);

/** Free-text search: `q`, or `search` for clients that use that name. */
export const searchQuery = {
  q: Type.Optional(text(200, { examples: ['ureia'] })),
  search: Type.Optional(text(200, { examples: ['ureia'] })),
};

/** Creates the query field `sort=field` or `sort=-field`, from a closed list. */
export function sortQuery<const V extends readonly string[]>(fields: V) {
  const values = fields.flatMap((field) => [field, `-${field}`]);
  return {
    sort: Type.Optional(
      Type.Unsafe<V[number] | `-${V[number]}`>({
        type: 'string',
        enum: values,
        examples: [values[0]],
      }),
    ),
  };
}

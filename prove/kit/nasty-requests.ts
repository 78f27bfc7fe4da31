import type { Random } from '@lavra/domain/seeded.fixture';
import {
  hostileJson,
  hostileQueryValues,
  positionsOf,
  withRaw,
  type Schema,
} from '../../server/test/security/hostile-values.ts';
import type { Ask } from './http.ts';

// Generates requests from the OpenAPI document alone: an operation with a hostile value in one
// place, and a caller.

export interface Operation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly schema: Schema;
  }[];
  readonly body: { readonly type: string; readonly schema: Schema } | undefined;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}
interface RawOperation {
  readonly operationId: string;
  readonly parameters?: Operation['parameters'];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
}

/** Returns all operations of the document, with their schemas' references resolved. */
export function operationsOf(document: Document): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { operationId }]) => operationId !== undefined)
      .map(([method, operation]): Operation => {
        const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
        return {
          operationId: operation.operationId,
          method: method.toUpperCase(),
          path,
          parameters: (operation.parameters ?? []).map(
            (parameter) => resolved(parameter, document) as Operation['parameters'][number],
          ),
          body:
            type === undefined || content === undefined
              ? undefined
              : { type, schema: resolved(content.schema, document) as Schema },
        };
      }),
  );
}

function resolved(value: unknown, document: Document, depth = 0): unknown {
  if (value === null || typeof value !== 'object' || depth > 12) return value;
  if (Array.isArray(value)) return value.map((item) => resolved(item, document, depth + 1));
  const { $ref: reference } = value as { $ref?: string };
  if (reference !== undefined)
    return resolved(
      document.components.schemas[reference.split('/').at(-1) ?? ''],
      document,
      depth + 1,
    );
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, resolved(item, document, depth + 1)]),
  );
}

const more = [
  '{"a":1,"a":2}',
  '[2147483648]',
  '"x"',
  '1e400',
  '-2147483649',
  '"2026-12-31"',
  '"\\u0000\\ud800"',
  '9007199254740993',
  '[[],{}]',
];
const types = [
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/xml',
  '',
];
const segments = [
  '%00',
  '%ed%a0%80',
  '..%2f',
  '2147483648',
  '99999999999999999999',
  '-1',
  '0',
  '1',
  '1e400',
  'NaN',
  '__proto__',
  "'%20OR%201=1--",
  '%F0%9F%98%80',
  '00000000-0000-0000-0000-000000000000',
  'x'.repeat(250),
];
const headers: readonly Readonly<Record<string, string>>[] = [
  { 'if-match': '"99999999999999999999"' },
  { 'if-match': '\u00ff' },
  { 'idempotency-key': 'x'.repeat(300) },
  { 'idempotency-key': ' ' },
  { 'x-request-id': '<script>' },
  { 'accept-language': '*/*;q=1e400' },
  { range: 'bytes=-1' },
  { 'content-encoding': 'gzip' },
  { 'x-http-method-override': 'DELETE' },
  { 'x-forwarded-for': "' OR 1=1" },
  { expect: '100-continue' },
  { te: 'chunked' },
  { 'last-event-id': '1e400' },
];

export interface Nasty {
  readonly operation: Operation;
  readonly url: string;
  readonly ask: Ask;
}

/**
 * Returns a hostile request for this operation, aimed at an existing object (`known`: valid
 * identifiers).
 */
export function nastyRequest(
  operation: Operation,
  known: readonly string[],
  random: Random,
): Nasty {
  const place = random.next();
  const path = operation.path.replaceAll(/\{\w+\}/g, () =>
    place < 0.15 ? random.of(segments) : random.of(known),
  );
  const query = operation.parameters.filter((parameter) => parameter.in === 'query');
  const asked = query.filter(() => random.chance(0.4)).map(({ name }) => queryPart(name, random));
  if (place > 0.9)
    asked.push(
      `${random.of(['__proto__', 'constructor[prototype]', 'a'.repeat(300), '%00', '='])}=1`,
    );
  const url = asked.length === 0 ? path : `${path}?${asked.join('&')}`;
  return {
    operation,
    url,
    ask: {
      ...bodyFor(operation, random),
      headers: {
        ...(random.chance(0.25) ? random.of(headers) : {}),
        ...(operation.body !== undefined
          ? { 'content-type': random.chance(0.92) ? operation.body.type : random.of(types) }
          : {}),
      },
    },
  };
}

/**
 * Returns a request that is valid for the operation, except that each text in body and query is
 * this one, up to its maximum length.
 */
export function slowRequest(
  operation: Operation,
  {
    known,
    text,
    random,
  }: { known: readonly string[]; text: (length: number) => string; random: Random },
): Nasty {
  const path = operation.path.replaceAll(/\{\w+\}/g, () => random.of(known));
  const texts = operation.parameters.filter(
    (parameter) => parameter.in === 'query' && isFreeText(parameter.schema),
  );
  const query = texts.map(
    ({ name, schema }) =>
      `${encodeURIComponent(name)}=${encodeURIComponent(text(Math.min(schema.maxLength ?? 200, 500)).toWellFormed())}`,
  );
  const url = query.length === 0 ? path : `${path}?${query.join('&')}`;
  if (operation.body === undefined) return { operation, url, ask: {} };
  return {
    operation,
    url,
    ask: {
      payload: JSON.stringify(slow(operation.body.schema, text, random)),
      headers: { 'content-type': operation.body.type },
    },
  };
}

const isFreeText = (schema: Schema): boolean =>
  schema.enum === undefined &&
  schema.format === undefined &&
  [schema.type].flat().includes('string');

function slow(schema: Schema, text: (length: number) => string, random: Random): unknown {
  const variant = schema.anyOf?.find(isFreeText) ?? schema.anyOf?.[0];
  if (variant !== undefined) return slow(variant, text, random);
  if (isFreeText(schema) && (schema.pattern === undefined || schema.pattern === '\\S'))
    return text(schema.maxLength ?? 5_000);
  if (schema.type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, part]) => [
        name,
        slow(part, text, random),
      ]),
    );
  if (schema.type === 'array' && schema.items !== undefined)
    return [slow(schema.items, text, random)];
  return guess(schema, random);
}

function queryPart(name: string, random: Random): string {
  const key = encodeURIComponent(name);
  const value = random.of(hostileQueryValues);
  return random.of([
    `${key}=${value}`,
    `${key}=${value}`,
    `${key}=${value}&${key}=${value}`,
    `${key}[]=${value}`,
    `${key}[x]=${value}`,
    `${key}=1`,
  ]);
}

/**
 * Returns a body that is valid as far as can be guessed, with one to three invalid places; or one
 * that is entirely invalid.
 */
function bodyFor({ body }: Operation, random: Random): Pick<Ask, 'payload'> {
  if (body === undefined)
    return random.chance(0.1) ? { payload: random.of(['{', '{}', 'null', '[]']) } : {};
  const values = [...hostileJson, ...more];
  if (random.chance(0.1)) return { payload: random.of(values) };
  const positions = positionsOf(body.schema);
  let payload = JSON.stringify(guess(body.schema, random));
  for (let n = random.of([1, 1, 1, 2, 3]); n > 0 && positions.length > 0; n -= 1) {
    try {
      payload = withRaw(JSON.parse(payload), random.of(positions).path, random.of(values));
    } catch {
      break; // its content cannot be parsed any more, which serves as well
    }
  }
  return { payload };
}

/** Returns a value that the schema accepts, in most cases. */
function guess(schema: Schema, random: Random): unknown {
  const { examples } = schema as { examples?: readonly unknown[] };
  if (examples?.[0] !== undefined && random.chance(0.8)) return examples[0];
  if (schema.enum !== undefined) return random.of(schema.enum);
  if (schema.anyOf?.[0] !== undefined) return guess(schema.anyOf[0], random);
  const type = [schema.type].flat()[0];
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {})
        .filter(() => random.chance(0.85))
        .map(([name, part]) => [name, guess(part, random)]),
    );
  if (type === 'array') return schema.items === undefined ? [] : [guess(schema.items, random)];
  if (type === 'string')
    return schema.format === 'date'
      ? '2036-12-15'
      : schema.format === 'email'
        ? 'a@teste.example'
        : 'texto';
  return type === 'boolean' ? true : type === 'null' ? null : 1;
}

import type { FastifyRequest } from 'fastify';
import type { EndpointSpec } from '@lavra/contract/kit/endpoint';
import { FieldErrors } from '../errors.ts';
import { addUnstorableText } from './clean-text.ts';
import { inexactNumbersOf, MOST_INEXACT } from './exact-numbers.ts';
import { addSchemaErrors, compileSchema } from './schema-compiler.ts';
import type { ReadUpload } from './uploads.ts';

/** Returns what is wrong with the parameters and the JSON body of a request, by field. */
export function problemsOf(spec: EndpointSpec, request: FastifyRequest): FieldErrors {
  const fields = new FieldErrors();
  const missingOptional = spec.bodyOptional === true && request.body === undefined;
  const failure = request.validationError;
  if (!(missingOptional && failure?.validationContext === 'body'))
    addSchemaProblems(fields, request);
  if (spec.body !== undefined) {
    addUnstorableText(fields, request.body);
    let reported = 0;
    const inexact = inexactNumbersOf(request);
    // There may be more, among them amounts.
    if (inexact.length === MOST_INEXACT) fields.add('body', 'too_precise');
    for (const path of inexact) {
      if (fields.has(path) || !isAmount(spec.body, path)) continue;
      fields.add(path, 'too_precise');
      reported += 1;
      if (reported === MAX_REPORTED) break;
    }
  }
  addUnstorableText(fields, request.query);
  return fields;
}

function addSchemaProblems(fields: FieldErrors, { validationError }: FastifyRequest): void {
  if (validationError?.validation === undefined) return;
  // Ajv's own errors, unchanged.
  addSchemaErrors(fields, validationError.validation as Parameters<typeof addSchemaErrors>[1]);
}

/**
 * The most inexact amounts that are reported. All numbers are examined, since fields that are not
 * amounts may come before them.
 */
const MAX_REPORTED = 100;

/**
 * Returns whether a body's field holds an amount. Coordinates are measured: their last digits carry
 * no meaning.
 */
const isAmount = (schema: object, path: string): boolean =>
  holdsNumber(schema, path.split('.')) && !/(^|\.)(latitude|longitude)$/.test(path);

interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

function holdsNumber(schema: Schema, [name, ...rest]: readonly string[]): boolean {
  if (
    schema.anyOf?.some((form) => holdsNumber(form, name === undefined ? [] : [name, ...rest])) ===
    true
  )
    return true;
  if (name === undefined) return [schema.type].flat().includes('number');
  const part =
    schema.items !== undefined && /^\d+$/.test(name)
      ? schema.items
      : Object.hasOwn(schema.properties ?? {}, name)
        ? schema.properties?.[name]
        : undefined;
  return part !== undefined && holdsNumber(part, rest);
}

/**
 * For forms without text fields. Constants, because the compiler caches every schema object it
 * receives.
 */
const noFields = {
  own: { type: 'object', additionalProperties: false },
  interface: { type: 'object' },
} as const;

/** Returns what is wrong with a form, by field: its file, its text fields and the parameters beside it. */
export function uploadProblems(
  spec: EndpointSpec,
  request: FastifyRequest,
  { fields, problems }: ReadUpload,
): FieldErrors {
  if (request.validationError?.validationContext !== 'body') addSchemaProblems(problems, request);
  addUnstorableText(problems, request.query);
  const schema = spec.body ?? noFields[spec.origin];
  const validate = compileSchema(schema, 'body');
  if (!validate(fields)) addSchemaErrors(problems, validate.errors ?? []);
  addUnstorableText(problems, fields);
  return problems;
}

import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { isDate } from '@lavra/domain/calendar/calendar';
import { parseEmail } from '@lavra/domain/account/email';
import type { FieldErrors } from '../errors.ts';
import type { FieldCode } from '../texts/field-texts.ts';

const base = { allErrors: true, strict: true, strictTypes: false, allowUnionTypes: true, removeAdditional: false, useDefaults: false } as const;

function ajvWith(options: object): Ajv {
  const ajv = new Ajv({ ...base, ...options });
  addFormats.default(ajv, ['uuid']);
  ajv.addFormat('date', isDate);
  ajv.addFormat('email', (value) => parseEmail(value) !== null); // as typed: features store the normalised form
  return ajv;
}

// Bodies are taken as they are: "5" is no number. Parameters arrive as text, so they are read as what they should be.
const exact = ajvWith({ coerceTypes: false });
const reading = ajvWith({ coerceTypes: 'array' });

/** Compiles a schema for one part of a request. Stops gathering at the first hundred problems' worth of work. */
export const compileSchema = (schema: object, part: 'body' | 'querystring' | 'params' | 'headers' | 'reply'): ValidateFunction =>
  (part === 'body' || part === 'reply' ? exact : reading).compile(schema);

const MAX_REPORTED = 100;

/** Tells each problem beside its field, in Portuguese. */
export function addSchemaErrors(fields: FieldErrors, errors: readonly ErrorObject[]): void {
  for (const error of errors.slice(0, MAX_REPORTED)) {
    const { path, code, details } = problemOf(error);
    fields.add(path, code, details);
  }
}

interface Problem { readonly path: string; readonly code: FieldCode; readonly details?: Readonly<Record<string, string | number>> }

function problemOf({ keyword, instancePath, params }: ErrorObject): Problem {
  const path = instancePath.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
  const under = (name: unknown): string => (path === '' ? String(name) : `${path}.${String(name)}`);
  const limit = { limit: Number(params['limit']) };
  switch (keyword) {
    case 'required': return { path: under(params['missingProperty']), code: 'required' };
    case 'additionalProperties': return { path: under(params['additionalProperty']), code: 'unknown' };
    case 'type': return { path: path === '' ? 'body' : path, code: typeProblem(params['type']) };
    case 'enum': return { path, code: 'one_of', details: { values: allowedValues(params['allowedValues']) } };
    case 'minimum': return { path, code: 'min', details: limit };
    case 'exclusiveMinimum': return { path, code: 'positive' };
    case 'maximum': return { path, code: 'max', details: limit };
    case 'minLength': return limit.limit === 1 ? { path, code: 'not_blank' } : { path, code: 'min_length', details: limit };
    case 'maxLength': return { path, code: 'max_length', details: limit };
    case 'minItems': return { path, code: 'min_items', details: limit };
    case 'maxItems': return { path, code: 'max_items', details: limit };
    case 'pattern': return { path, code: String(params['pattern']).includes('\\S') ? 'not_blank' : 'format' };
    case 'format': return { path, code: formatProblem(params['format']) };
    default: return { path: path === '' ? 'body' : path, code: 'format' };
  }
}

function typeProblem(type: unknown): FieldCode {
  const types: unknown[] = Array.isArray(type) ? type : String(type).split(',');
  const wanted = types.find((candidate) => candidate !== 'null');
  const known: Readonly<Record<string, FieldCode>> = {
    string: 'type_string', number: 'type_number', integer: 'type_integer', boolean: 'type_boolean', array: 'type_array', object: 'type_object',
  };
  return known[String(wanted)] ?? 'format';
}

function formatProblem(format: unknown): FieldCode {
  const known: Readonly<Record<string, FieldCode>> = { date: 'date', uuid: 'uuid', email: 'email' };
  return known[String(format)] ?? 'format';
}

const allowedValues = (values: unknown): string =>
  Array.isArray(values) ? values.filter((value) => value !== null).join(', ') : '';

import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { isStateCode } from '@lavra/domain/address/state-code';
import { isDate } from '@lavra/domain/calendar/calendar';
import { parseEmail } from '@lavra/domain/account/email';
import type { FieldErrors } from '../errors.ts';
import type { FieldCode } from '../texts/field-texts.ts';

const base = {
  strict: true,
  strictTypes: false,
  allowUnionTypes: true,
  removeAdditional: false,
} as const;

function ajvWith(options: object): Ajv {
  const ajv = new Ajv({ ...base, ...options });
  addFormats.default(ajv, ['uuid']);
  ajv.addFormat('date', isDate);
  ajv.addFormat('uf', isStateCode);
  // As typed: features store the normalised form.
  ajv.addFormat('email', (value) => parseEmail(value) !== null);
  return ajv;
}

// Bodies are validated without conversion: "5" is no number. Parameters arrive as text, so they are
// converted, and the contract's defaults fill in for the absent ones: above all a list's page size.
const exact = ajvWith({ coerceTypes: false, allErrors: true });
const firstProblem = ajvWith({ coerceTypes: false });
const reading = ajvWith({ coerceTypes: 'array', useDefaults: true, allErrors: true });

type Validate = ((data: unknown) => boolean) & { errors?: ErrorObject[] | null };

type Part = 'body' | 'querystring' | 'params' | 'headers' | 'reply';

/**
 * Returns the validator of one part of a request, or of a reply. The schema is compiled, which
 * takes some milliseconds, at its first use: a starting process does not wait for hundreds of
 * schemas that it may never need.
 */
export function compileSchema(schema: object, part: Part): Validate {
  let compiled: Validate | undefined;
  const validate: Validate = (data) => {
    compiled ??= compileNow(schema, part);
    const isValid = compiled(data);
    validate.errors = compiled.errors ?? null;
    return isValid;
  };
  return validate;
}

/** Compiles at once; throws when the schema is invalid. */
export function compileNow(schema: object, part: Part): Validate {
  if (part === 'body') return bodyValidator(schema);
  return part === 'reply' ? exact.compile(schema) : parameterValidator(schema);
}

/** Rejects infinite numbers: Ajv reads `1e400` as infinity and then applies no limit to it. */
function parameterValidator(schema: object): Validate {
  const isValid: ValidateFunction = reading.compile(schema);
  const validate: Validate = (data) => {
    if (!isValid(data)) {
      validate.errors = isValid.errors ?? [];
      return false;
    }
    const endless = Object.entries(data as object).filter(
      ([, value]) => value === Infinity || value === -Infinity,
    ); // parameters are a record
    validate.errors = endless.map(([name]) => ({
      keyword: 'type',
      instancePath: `/${name}`,
      schemaPath: '',
      params: { type: 'number' },
    }));
    return endless.length === 0;
  };
  return validate;
}

/** More values than a person enters in a form. */
const MANY_VALUES = 2_000;

/**
 * Reports every problem of a body, but only the first one of a large body: collecting a million
 * problems would block all other requests for seconds.
 */
function bodyValidator(schema: object): Validate {
  const isValid: ValidateFunction = firstProblem.compile(schema);
  // Compiled for the first invalid body: most schemas never see one.
  let gather: ValidateFunction | undefined;
  const validate: Validate = (data) => {
    if (isValid(data)) return true;
    validate.errors = isValid.errors ?? [];
    if (hasMoreValuesThan(MANY_VALUES, data)) return false;
    gather ??= exact.compile(schema);
    gather(data);
    validate.errors = gather.errors ?? validate.errors;
    return false;
  };
  return validate;
}

/** Counts the values of a body, at every depth, no further than the limit. */
export function hasMoreValuesThan(limit: number, data: unknown): boolean {
  let left = limit;
  const visit = (value: unknown): boolean => {
    left -= 1;
    return (
      left >= 0 &&
      (value === null || typeof value !== 'object' || Object.values(value).every(visit))
    );
  };
  return !visit(data);
}

const MAX_REPORTED = 100;

/** Adds each problem to its field, in Portuguese; to that part of the field `under`, where it is given. */
export function addSchemaErrors(
  fields: FieldErrors,
  errors: readonly ErrorObject[],
  under?: string,
): void {
  for (const error of errors.slice(0, MAX_REPORTED)) {
    const { path, code, details } = problemOf(error);
    fields.add(under === undefined ? path : `${under}.${path}`, code, details);
  }
}

interface Problem {
  readonly path: string;
  readonly code: FieldCode;
  readonly details?: Readonly<Record<string, string | number>>;
}

function problemOf({ keyword, instancePath, params }: ErrorObject): Problem {
  const path = instancePath
    .slice(1)
    .replaceAll('/', '.')
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');
  const under = (name: unknown): string => (path === '' ? String(name) : `${path}.${String(name)}`);
  const limit = { limit: Number(params['limit']) };
  switch (keyword) {
    case 'required':
      return { path: under(params['missingProperty']), code: 'required' };
    case 'additionalProperties':
      return { path: under(params['additionalProperty']), code: 'unknown' };
    case 'type':
      return { path: path === '' ? 'body' : path, code: typeProblem(params['type']) };
    case 'enum':
      return { path, code: 'one_of', details: { values: allowedValues(params['allowedValues']) } };
    case 'minimum':
      return { path, code: 'min', details: limit };
    case 'exclusiveMinimum':
      return { path, code: 'positive' };
    case 'maximum':
      return { path, code: 'max', details: limit };
    case 'minLength':
      return limit.limit === 1
        ? { path, code: 'not_blank' }
        : { path, code: 'min_length', details: limit };
    case 'maxLength':
      return { path, code: 'max_length', details: limit };
    case 'minItems':
      return { path, code: 'min_items', details: limit };
    case 'maxItems':
      return { path, code: 'max_items', details: limit };
    case 'pattern':
      return { path, code: String(params['pattern']).includes('\\S') ? 'not_blank' : 'format' };
    case 'format':
      return { path, code: formatProblem(params['format']) };
    default:
      return { path: path === '' ? 'body' : path, code: 'format' };
  }
}

function typeProblem(type: unknown): FieldCode {
  const types: unknown[] = Array.isArray(type) ? type : String(type).split(',');
  const wanted = types.find((candidate) => candidate !== 'null');
  const known: Readonly<Record<string, FieldCode>> = {
    string: 'type_string',
    number: 'type_number',
    integer: 'type_integer',
    boolean: 'type_boolean',
    array: 'type_array',
    object: 'type_object',
  };
  return known[String(wanted)] ?? 'format';
}

function formatProblem(format: unknown): FieldCode {
  const known: Readonly<Record<string, FieldCode>> = {
    date: 'date',
    uuid: 'uuid',
    email: 'email',
    uf: 'state',
  };
  return known[String(format)] ?? 'format';
}

const allowedValues = (values: unknown): string =>
  Array.isArray(values) ? values.filter((value) => value !== null).join(', ') : '';

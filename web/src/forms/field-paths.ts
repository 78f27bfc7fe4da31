// Fields are identified by their path, as in the service's errors: `addresses.0.city`.

/** Returns the value at a path; undefined where there is none. */
export function valueAt(values: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (at, step) =>
        typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[step] : undefined,
      values,
    );
}

/** True when a path begins at one of the values' names: the form has the field, or its list. */
export const hasField = (values: object, path: string): boolean =>
  Object.hasOwn(values, path.split('.')[0] ?? '');

/**
 * Returns a copy with another value at a path; everything beside the path is shared with the
 * original.
 */
export function withValue<Values>(values: Values, path: string, value: unknown): Values {
  const [step = '', ...rest] = path.split('.');
  const inner =
    rest.length === 0
      ? value
      : withValue((values as Record<string, unknown>)[step], rest.join('.'), value);
  // Lists stay lists; only the value at the path changes.
  return (
    Array.isArray(values) ? values.with(Number(step), inner) : { ...values, [step]: inner }
  ) as Values;
}

export type Errors = Readonly<Record<string, string>>;

/**
 * Returns what is wrong with a value, as a sentence, or null; `values` are the whole form's, for
 * comparison.
 */
type FieldRule<Value, Values> = (value: Value, values: Values) => string | null;

/** Rules by field, nested like the values; the rules of a list apply to each of its entries. */
export type Rules<Part, Values = Part> = {
  readonly [Name in keyof Part]?:
    | FieldRule<Part[Name], Values>
    | (Part[Name] extends readonly (infer Entry)[]
        ? Rules<Entry, Values>
        : Part[Name] extends object
          ? Rules<Part[Name], Values>
          : never);
};

/** Returns all errors, by path. */
export function errorsIn<Values extends object>(values: Values, rules: Rules<Values>): Errors {
  return Object.fromEntries(complaints(values, rules as AnyRules, values, ''));
}

/** Returns the error of the field at a path, or undefined. */
export function errorAt<Values extends object>(
  values: Values,
  rules: Rules<Values>,
  path: string,
): string | undefined {
  return errorsIn(values, rules)[path];
}

type AnyRules = Readonly<Record<string, unknown>>;

function complaints(
  part: unknown,
  rules: AnyRules,
  values: unknown,
  before: string,
): [string, string][] {
  if (Array.isArray(part))
    return part.flatMap((entry, index) => complaints(entry, rules, values, `${before}${index}.`));
  return Object.entries(rules).flatMap(([name, rule]): [string, string][] => {
    const value = valueAt(part, name);
    if (typeof rule !== 'function')
      return complaints(value, rule as AnyRules, values, `${before}${name}.`); // nested rules
    const sentence: unknown = rule(value, values);
    return typeof sentence === 'string' ? [[`${before}${name}`, sentence]] : [];
  });
}

// Fields are named by their path, as the service names them: `addresses.0.city`.

/** The value at a path; undefined where there is none. */
export function valueAt(values: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (at, step) =>
        typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[step] : undefined,
      values,
    );
}

/** A copy with another value at a path; what is beside the path is shared with the original. */
export function withValue<Values>(values: Values, path: string, value: unknown): Values {
  const [step = '', ...rest] = path.split('.');
  const inner =
    rest.length === 0
      ? value
      : withValue((values as Record<string, unknown>)[step], rest.join('.'), value);
  // A list stays a list, and only the value at the path is another one.
  return (
    Array.isArray(values) ? values.with(Number(step), inner) : { ...values, [step]: inner }
  ) as Values;
}

export type Errors = Readonly<Record<string, string>>;

/** What is wrong with a value, in a sentence; the whole form's values are there to compare with. */
type FieldRule<Value, Values> = (value: Value, values: Values) => string | null;

/** Rules by field, nested as the values are; a list's rules are those of each of its entries. */
export type Rules<Part, Values = Part> = {
  readonly [Name in keyof Part]?:
    | FieldRule<Part[Name], Values>
    | (Part[Name] extends readonly (infer Entry)[]
        ? Rules<Entry, Values>
        : Part[Name] extends object
          ? Rules<Part[Name], Values>
          : never);
};

/** Everything that is wrong, by path. */
export function errorsIn<Values extends object>(values: Values, rules: Rules<Values>): Errors {
  return Object.fromEntries(complaints(values, rules as AnyRules, values, ''));
}

/** What is wrong with the field at a path, or nothing. */
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

import { useRef, useState } from 'react';
import { errorAt, errorsIn, valueAt, withValue, type Errors, type Rules } from './field-paths.ts';

/** The props that make an input a field of the form. */
export interface FieldProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly 'data-path': string;
  readonly onChange: (
    change: string | { readonly currentTarget: { readonly value: string } },
  ) => void;
  readonly onBlur: (event?: unknown) => void;
}

/** The values of a form and their errors, by field. */
export interface Fields<Values extends object> {
  readonly values: Values;
  readonly errors: Errors;
  /** Returns the current values, also before the next render. */
  getValues(): Values;
  getInputProps(path: string): FieldProps;
  setFieldValue(path: string, value: unknown): void;
  setValues(values: Partial<Values>): void;
  setErrors(errors: Errors): void;
  insertListItem(path: string, item: unknown): void;
  removeListItem(path: string, index: number): void;
  /** Checks every field, shows the errors and returns them. */
  validate(): Errors;
}

interface FieldsOptions<Values extends object> {
  readonly initial: Values;
  readonly rules: Rules<Values>;
  readonly onChange: (values: Values) => void;
}

/**
 * Holds a form's values. A field is checked when it loses the focus; its error disappears as soon
 * as it changes.
 */
export function useFields<Values extends object>({
  initial,
  rules,
  onChange,
}: FieldsOptions<Values>): Fields<Values> {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Errors>({});
  const current = useRef(values);
  const replaceValues = (next: Values): void => {
    current.current = next;
    setValues(next);
    onChange(next);
  };
  const clearErrors = (path: string): void =>
    setErrors((known) =>
      Object.fromEntries(
        Object.entries(known).filter(([name]) => name !== path && !name.startsWith(`${path}.`)),
      ),
    );
  const setFieldValue = (path: string, value: unknown): void => {
    // A field that is only left changes nothing, though it writes its value anew.
    if (Object.is(valueAt(current.current, path), value)) return;
    replaceValues(withValue(current.current, path, value));
    clearErrors(path);
  };
  const listAt = (path: string): readonly unknown[] =>
    valueAt(current.current, path) as readonly unknown[]; // the caller names a list
  return {
    values,
    errors,
    setErrors,
    setFieldValue,
    getValues: () => current.current,
    getInputProps: (path) => ({
      value: textOf(valueAt(values, path)),
      error: errors[path],
      'data-path': path,
      onChange: (change) =>
        setFieldValue(path, typeof change === 'string' ? change : change.currentTarget.value),
      onBlur: () => {
        const sentence = errorAt(current.current, rules, path);
        if (sentence !== undefined) setErrors((known) => ({ ...known, [path]: sentence }));
      },
    }),
    setValues: (part) => replaceValues({ ...current.current, ...part }),
    insertListItem: (path, item) =>
      replaceValues(withValue(current.current, path, [...listAt(path), item])),
    removeListItem: (path, index) => {
      replaceValues(withValue(current.current, path, listAt(path).toSpliced(index, 1)));
      clearErrors(path);
    },
    validate: () => {
      const found = errorsIn(current.current, rules);
      setErrors(found);
      return found;
    },
  };
}

/** Inputs hold text only; other kinds of value have field components of their own. */
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

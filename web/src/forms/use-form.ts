import { useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { joinReasons, reasonOf } from '../api/reason-of.ts';
import { usePortal, useSession } from '../runtime/context.tsx';
import { hasField, type Errors, type Rules } from './field-paths.ts';
import { VISITOR } from '../session/draft-storage.ts';
import { useFields, type Fields } from './use-fields.ts';

/** A form's values and errors, and the outcome of sending them. */
export interface Form<Values extends object> {
  readonly fields: Fields<Values>;
  readonly busy: boolean;
  /** What a refusal says that belongs to no field of the form. */
  readonly problem: string | undefined;
  /** The error thrown with it. */
  readonly refusal: unknown;
  /** True when the values were restored from what the user left here earlier. */
  readonly restored: boolean;
  /** Counts the refused submissions: the summary takes the focus on each. */
  readonly tries: number;
  readonly submit: (event?: React.FormEvent) => void;
  /** Shows errors at their fields and moves the focus to the summary. */
  readonly refuse: (errors: Errors) => void;
  /** Resets the form and deletes its stored draft. */
  readonly discard: () => void;
}

interface FormOptions<Values extends object> {
  readonly initial: Values;
  readonly rules: Rules<Values>;
  /** Sends the values; throws the service's error. */
  readonly send: (values: Values) => Promise<unknown>;
  /** What the fields hold once these values were sent: those that were not changed meanwhile. */
  readonly afterSend?: (sent: Values) => Partial<Values>;
  /** Stores the input under this name until it is sent; passwords are never stored. */
  readonly draftKey?: string;
  /** The form's field names for those that the service names differently. */
  readonly fieldNames?: Readonly<Record<string, string>>;
  /** Called with the paths of the refused fields, before the summary shows them. */
  readonly onRefused?: (paths: readonly string[]) => void;
}

/**
 * Manages a form that is checked when a field loses the focus and on sending, never on each key,
 * and whose values survive the end of a session.
 */
export function useForm<Values extends object>({
  initial,
  rules,
  send,
  afterSend,
  draftKey,
  fieldNames = {},
  onRefused,
}: FormOptions<Values>): Form<Values> {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [refusal, setRefusal] = useState<unknown>();
  const [tries, setTries] = useState(0);
  const draft = useDraftValues<Values>(draftKey);
  const [restored, setRestored] = useState(draft.found !== undefined);
  const fields = useFields<Values>({
    initial: { ...initial, ...draft.found },
    rules,
    onChange: (values) => draft.save(values),
  });

  const refuse = (errors: Errors): void => {
    fields.setErrors(errors);
    if (Object.keys(errors).length > 0) onRefused?.(Object.keys(errors));
    setTries((count) => count + 1);
  };
  const settle = (sent: Values): void => {
    const current = fields.getValues();
    if (afterSend !== undefined) fields.setValues(unlessChanged(afterSend(sent), sent, current));
    // What was typed while it was sent is not sent yet.
    if (current !== sent) return;
    draft.remove();
    setRestored(false);
  };
  const deliver = async (values: Values): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await send(values);
      settle(values);
    } catch (error) {
      setRefusal(error);
      const { own, problem: above } = readRefusal(error, values, fieldNames);
      setProblem(above);
      refuse(own);
    } finally {
      setBusy(false);
    }
  };
  return {
    fields,
    busy,
    problem,
    refusal,
    restored,
    tries,
    refuse,
    submit: (event) => {
      event?.preventDefault();
      if (busy) return;
      setProblem(undefined);
      const found = fields.validate();
      if (Object.keys(found).length > 0) refuse(found);
      else void deliver(fields.getValues());
    },
    discard: () => {
      fields.setValues(initial);
      fields.setErrors({});
      // Last: each change is kept.
      draft.remove();
      setRestored(false);
    },
  };
}

/** Returns of new values those whose fields hold what was sent. */
const unlessChanged = <Values extends object>(
  next: Partial<Values>,
  sent: Values,
  current: Values,
): Partial<Values> =>
  Object.fromEntries(
    Object.entries(next).filter(
      ([name]) => current[name as keyof Values] === sent[name as keyof Values],
    ),
  ) as Partial<Values>; // of its own entries

/**
 * Divides a refusal into the messages of the form's own fields, by the form's names, and what is
 * said above them: the reasons that no field shows.
 */
function readRefusal(
  error: unknown,
  values: object,
  names: Readonly<Record<string, string>>,
): { readonly own: Errors; readonly problem: string | undefined } {
  const named = Object.entries(error instanceof ApiError ? error.errors : {}).map(
    ([path, sentences]) => [names[path] ?? path, sentences.join(' ')] as const,
  );
  const own = named.filter(([path]) => hasField(values, path));
  const others = named.filter(([path]) => !hasField(values, path)).map(([, reason]) => reason);
  return {
    own: Object.fromEntries(own),
    problem: own.length === 0 ? reasonOf(error) : joinReasons(others),
  };
}

function useDraftValues<Values extends object>(draftKey: string | undefined) {
  const { drafts } = usePortal();
  const userId = useSession()?.user.id ?? VISITOR;
  const [found] = useState(() =>
    draftKey === undefined
      ? undefined
      : (drafts.find(userId, draftKey) as Partial<Values> | undefined),
  ); // written by `save` below
  return {
    found,
    save: (values: Values): void => {
      // At once: a session may end, and its user be back, within any delay.
      if (draftKey !== undefined) drafts.save(userId, draftKey, withoutSecrets(values));
    },
    remove: (): void => {
      if (draftKey !== undefined) drafts.remove(userId, draftKey);
    },
  };
}

/** Removes the values that must never be stored on a device. */
function withoutSecrets(values: object): object {
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => !/password|senha/i.test(name)),
  );
}

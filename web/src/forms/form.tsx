import { Button } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { isPassing } from '../api/api-error.ts';
import { useConnectivity } from '../runtime/context.tsx';
import { DecisionButton } from '../ui/decision-button.tsx';
import { DialogActions, useInsideDialog } from '../ui/dialog.tsx';
import { AlertIcon } from '../ui/icons.tsx';
import { Notice } from '../ui/states.tsx';
import styles from './form.module.css';
import { remedyOf } from './resend-verification.tsx';
import type { Form as FormState } from './use-form.ts';

interface FormProps<Values extends object> {
  readonly form: FormState<Values>;
  /** `action` is the label of the button, `acting` its label while sending. */
  readonly action: string;
  readonly acting: string;
  readonly beside?: ReactNode;
  /** Called by "Cancelar", which stands beside the button where this is given. */
  readonly onCancel?: () => void;
  /** True when the action cannot be undone. */
  readonly danger?: boolean;
  readonly children: ReactNode;
}

/**
 * A form with a summary of its errors on top and its button below. The button keeps its place while
 * sending.
 */
export function Form<Values extends object>({
  form,
  action,
  acting,
  beside,
  onCancel,
  danger = false,
  children,
}: FormProps<Values>) {
  const element = useRef<HTMLFormElement>(null);
  return (
    <form ref={element} className={styles['form']} noValidate onSubmit={form.submit}>
      {form.restored && (
        <Notice title="Recuperamos o que você estava preenchendo." role="status">
          <p>
            Confira e salve.{' '}
            <button type="button" className={styles['plain']} onClick={form.discard}>
              Descartar e voltar ao que estava salvo
            </button>
          </p>
        </Notice>
      )}
      <ErrorSummary form={form} within={element} />
      {children}
      <Buttons {...{ beside, onCancel, danger }} busy={form.busy}>
        {form.busy ? acting : action}
      </Buttons>
    </form>
  );
}

interface ButtonsProps {
  readonly beside: ReactNode;
  readonly onCancel: (() => void) | undefined;
  readonly danger: boolean;
  readonly busy: boolean;
  readonly children: ReactNode;
}

/** The action and what stands beside it; in a dialog the action comes last. */
function Buttons({ beside, onCancel, danger, busy, children }: ButtonsProps) {
  const insideDialog = useInsideDialog();
  const submit = danger ? (
    <DecisionButton type="submit" danger busy={busy}>
      {children}
    </DecisionButton>
  ) : (
    <Button type="submit" aria-disabled={busy}>
      {children}
    </Button>
  );
  const other =
    onCancel === undefined ? (
      beside
    ) : (
      <Button variant="default" onClick={onCancel}>
        Cancelar
      </Button>
    );
  return insideDialog ? (
    <DialogActions>
      {other}
      {submit}
    </DialogActions>
  ) : (
    <div className={styles['actions']}>
      {submit}
      {other}
    </div>
  );
}

const BACK = 'A conexão voltou. Tente de novo.';

/**
 * Lists the errors, each with a link to its field. Takes the focus whenever a submission was
 * refused.
 */
export function ErrorSummary<Values extends object>({
  form,
  within,
}: {
  readonly form: FormState<Values>;
  readonly within: React.RefObject<HTMLElement | null>;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (form.tries > 0) box.current?.focus();
  }, [form.tries]);
  const isBack = useConnectivity() === 'online' && isPassing(form.refusal);
  const problem = isBack && form.problem !== undefined ? BACK : form.problem;
  const errors = Object.entries(form.fields.errors);
  if (form.tries === 0 || (errors.length === 0 && problem === undefined)) return null;
  const find = (path: string): HTMLElement | null | undefined =>
    within.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`);
  return (
    <div ref={box} className={styles['summary']} role="alert" tabIndex={-1}>
      <h2>
        <AlertIcon />
        {problem ??
          (errors.length === 1
            ? 'Confira um campo antes de continuar'
            : `Confira ${errors.length} campos antes de continuar`)}
      </h2>
      {problem !== undefined && remedyOf(form.refusal)}
      {errors.length > 0 && (
        <ul>
          {errors.map(([path, sentence]) => (
            <li key={path}>
              <button type="button" onClick={() => find(path)?.focus()}>
                {labelOf(find(path))}
                {sentence}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Returns a field's label for its error; that of a box names one choice, not what is asked. */
function labelOf(field: HTMLElement | null | undefined): string {
  const label =
    (field instanceof HTMLInputElement && field.type !== 'checkbox') ||
    field instanceof HTMLSelectElement ||
    field instanceof HTMLTextAreaElement
      ? field.labels?.[0]?.textContent
      : undefined;
  return label === undefined || label === null ? '' : `${label.replace(/\s*\*$/, '')}: `;
}

/** Places fields side by side where there is room. */
export const Row = ({
  shape,
  children,
}: {
  readonly shape?: 'wide-narrow' | 'narrow-wide';
  readonly children: ReactNode;
}) => (
  <div className={styles['row']} data-shape={shape}>
    {children}
  </div>
);

/** A group of related fields under a heading. */
export const Group = ({
  legend,
  children,
}: {
  readonly legend: string;
  readonly children: ReactNode;
}) => (
  <fieldset className={styles['group']}>
    <legend>{legend}</legend>
    {children}
  </fieldset>
);

export const RequiredHint = () => (
  <p className={styles['hint']}>
    Campos com <span aria-hidden="true">*</span>
    <span className="lv-hidden">asterisco</span> são obrigatórios.
  </p>
);

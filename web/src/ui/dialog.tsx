import { Button } from '@mantine/core';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import styles from './dialog.module.css';

/** The browser's own modal dialog: it keeps the focus in, Escape closes it, and the focus goes back where it was. */
export function Dialog({ title, onClose, children }: { readonly title: string; readonly onClose: () => void; readonly children: ReactNode }) {
  const element = useRef<HTMLDialogElement>(null);
  const name = useId();
  useEffect(() => {
    const dialog = element.current;
    const before = document.activeElement;
    dialog?.showModal();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog ref={element} className={styles['dialog']} aria-labelledby={name} onCancel={(event) => { event.preventDefault(); onClose(); }}>
      <div className={styles['inside']}><h2 id={name}>{title}</h2>{children}</div>
    </dialog>
  );
}

interface Question {
  readonly title: string;
  /** The object again, and what follows from it. */
  readonly body: ReactNode;
  /** The verb on the button. */
  readonly action: string;
  readonly danger?: boolean;
  readonly run: () => Promise<unknown>;
}

/** Asks before something that cannot be undone. The focus starts on Cancelar; a failure stays in the dialog. */
export function ConfirmDialog({ title, body, action, danger = false, run, onClose }: Question & { readonly onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const confirm = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await run();
      onClose();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <div>{body}</div>
      {problem !== undefined && <p role="alert" style={{ color: 'var(--lv-danger)' }}>{problem}</p>}
      <DialogActions>
        <Button variant="default" autoFocus onClick={onClose}>Cancelar</Button>
        <Button {...(danger ? { color: 'var(--lv-danger)' } : {})} aria-disabled={busy} onClick={() => { void confirm(); }}>{busy ? 'Um momento…' : action}</Button>
      </DialogActions>
    </Dialog>
  );
}

export const DialogActions = ({ children }: { readonly children: ReactNode }) => <div className={styles['actions']}>{children}</div>;

import { Button } from '@mantine/core';
import {
  createContext,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { reasonOf } from '../api/reason-of.ts';
import { DecisionButton } from './decision-button.tsx';
import styles from './dialog.module.css';
import { keepingMoney } from './money.tsx';

const InsideDialog = createContext(false);

/**
 * Returns whether a part is shown in a dialog. There the way out comes first and the action last,
 * at the right edge; on a page the action comes first.
 */
export const useInsideDialog = (): boolean => useContext(InsideDialog);

/** How long an element may take to go with what a dialog has changed, in milliseconds. */
const GOES_WITHIN = 2_000;

/**
 * Moves the focus back to where it was before a dialog. Where that element is gone, or goes soon with
 * what the dialog has changed, as the action of an answered row does, to the heading of the page.
 */
function giveBackFocus(before: HTMLElement): void {
  before.focus();
  if (!before.isConnected) return focusHeading();
  const watch = new MutationObserver(() => {
    if (before.isConnected) return;
    watch.disconnect();
    focusHeading();
  });
  watch.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => watch.disconnect(), GOES_WITHIN);
}

/** Moves the focus to the heading of the page, unless it is elsewhere by now. */
function focusHeading(): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
}

/** Returns the reference of a dialog that is open as long as it is shown. */
function useModal() {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = element.current;
    const before = document.activeElement;
    dialog?.showModal();
    // React applies autoFocus while the dialog is not shown yet, so it has no effect.
    dialog?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement && before !== document.body) giveBackFocus(before);
    };
  }, []);
  return element;
}

/**
 * The browser's own modal dialog: it traps the focus, Escape closes it, and the focus returns to
 * where it was, or to the heading of the page where that is gone.
 */
export function Dialog({
  title,
  onClose,
  wide = false,
  children,
}: {
  readonly title: string;
  readonly onClose: () => void;
  readonly wide?: boolean;
  readonly children: ReactNode;
}) {
  const element = useModal();
  const name = useId();
  return (
    <dialog
      ref={element}
      className={styles['dialog']}
      data-wide={wide || undefined}
      aria-labelledby={name}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles['inside']}>
        <h2 id={name}>{keepingMoney(title)}</h2>
        <InsideDialog value={true}>{children}</InsideDialog>
      </div>
    </dialog>
  );
}

interface ConfirmDialogProps {
  readonly title: string;
  /** Names the object again, and the consequences. */
  readonly body: ReactNode;
  /** The verb on the button. */
  readonly action: string;
  readonly danger?: boolean;
  readonly run: () => Promise<unknown>;
  /** Returns a component that helps to resolve a failure, where there is one. */
  readonly remedy?: (error: unknown) => ReactNode;
  readonly onClose: () => void;
}

/** Runs what was asked about, once; closes the dialog, or keeps why it failed. */
function useConfirming({ run, onClose }: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ readonly error: unknown }>();
  const confirm = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await run();
      onClose();
    } catch (error) {
      setFailure({ error });
      setBusy(false);
    }
  };
  return { busy, failure, confirm };
}

/**
 * Asks before an action that cannot be undone. The focus starts on Cancelar; a failure is shown in
 * the dialog.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, body, action, danger = false, remedy, onClose } = props;
  const { busy, failure, confirm } = useConfirming(props);
  return (
    <Dialog title={title} onClose={onClose}>
      <div>{body}</div>
      {failure !== undefined && (
        <p role="alert" style={{ color: 'var(--lv-danger)' }}>
          {keepingMoney(reasonOf(failure.error))}
        </p>
      )}
      {failure !== undefined && remedy?.(failure.error)}
      <DialogActions>
        <Button variant="default" data-autofocus onClick={onClose}>
          Cancelar
        </Button>
        <DecisionButton
          busy={busy}
          danger={danger}
          onPress={() => {
            void confirm();
          }}
        >
          {busy ? 'Um momento…' : action}
        </DecisionButton>
      </DialogActions>
    </Dialog>
  );
}

/** The buttons of a dialog, in its one order: the way out, other choices, the action. */
export const DialogActions = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles['actions']}>{children}</div>
);

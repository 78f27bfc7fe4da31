import { useEffect, useState, useSyncExternalStore } from 'react';
import { AlertIcon, CheckCircleIcon, CloseIcon } from './icons.tsx';
import styles from './toasts.module.css';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'good' | 'danger';
  readonly undo?: () => void;
}

const SHOWN_FOR = 6_000;
let toasts: readonly Toast[] = [];
let last = 0;
const listeners = new Set<() => void>();
const show = (next: readonly Toast[]): void => {
  toasts = next;
  for (const listener of listeners) listener();
};
const drop = (id: number): void => show(toasts.filter((toast) => toast.id !== id));

/** Shows in a corner that something was done; `undo` adds a button that reverts it. */
export function toast(
  text: string,
  { tone = 'good', undo }: { readonly tone?: Toast['tone']; readonly undo?: () => void } = {},
): void {
  last += 1;
  show([...toasts.slice(-2), { id: last, text, tone, ...(undo === undefined ? {} : { undo }) }]);
}

/**
 * Displays the toasts: announced once to screen readers, removed after six seconds unless the
 * pointer or the focus is on them.
 */
export function Toasts() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
  return (
    <div className={styles['stack']} role="status" aria-live="polite">
      {shown.map((one) => (
        <ToastCard key={one.id} {...one} />
      ))}
    </div>
  );
}

function ToastCard({ id, text, tone, undo }: Toast) {
  const [watched, setWatched] = useState(false);
  useEffect(() => {
    if (watched) return undefined;
    const timer = setTimeout(() => drop(id), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [id, watched]);
  return (
    <div
      className={styles['toast']}
      onPointerEnter={() => setWatched(true)}
      onPointerLeave={() => setWatched(false)}
      onFocus={() => setWatched(true)}
      onBlur={() => setWatched(false)}
    >
      {tone === 'good' ? <CheckCircleIcon /> : <AlertIcon />}
      <p>{text}</p>
      {undo !== undefined && (
        <button
          type="button"
          className={styles['action']}
          onClick={() => {
            undo();
            drop(id);
          }}
        >
          Desfazer
        </button>
      )}
      <button
        type="button"
        className={styles['close']}
        aria-label="Fechar aviso"
        onClick={() => drop(id)}
      >
        <CloseIcon size={16} />
      </button>
    </div>
  );
}

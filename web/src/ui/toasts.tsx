import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { AlertIcon, CheckCircleIcon, CloseIcon } from './icons.tsx';
import { keepingMoney } from './money.tsx';
import styles from './toasts.module.css';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'good' | 'danger';
  readonly undo?: () => void;
  readonly about?: string;
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

interface ToastOptions {
  readonly tone?: Toast['tone'];
  /** Reverts what was done; adds a button. */
  readonly undo?: () => void;
  /** Takes the place of an earlier toast about the same, which is no longer true. */
  readonly about?: string;
}

/** Shows in a corner that something was done; returns a function that removes it. */
export function toast(text: string, { tone = 'good', ...rest }: ToastOptions = {}): () => void {
  last += 1;
  const id = last;
  const others = toasts.filter(({ about }) => about === undefined || about !== rest.about);
  show([...others.slice(-2), { id, text, tone, ...rest }]);
  return () => drop(id);
}

/**
 * Returns `toast` for what can be undone only on the screen where it was done: leaving the screen
 * removes what it showed.
 */
export function useScreenToast(): (text: string, options?: ToastOptions) => void {
  const shown = useRef<(() => void)[]>([]);
  useEffect(() => {
    const removers = shown.current;
    return () => {
      for (const remove of removers) remove();
    };
  }, []);
  return (text, options) => {
    shown.current.push(toast(text, options));
  };
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
      <p>{keepingMoney(text)}</p>
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

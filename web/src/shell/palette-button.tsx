import { Suspense, useEffect, useMemo, useState, lazy } from 'react';
import { usePortal } from '../runtime/context.tsx';
import { SearchIcon } from '../ui/icons.tsx';
import { areShortcutsOn } from './keys.ts';
import styles from './palette.module.css';

/**
 * Opens the palette, on every page: by its button, by Ctrl+K, and by `/` on pages without a search
 * of their own. `onKeys` opens the list of keys.
 */
export function PaletteButton({ onKeys }: { readonly onKeys: () => void }) {
  const { definition } = usePortal();
  const [open, setOpen] = useState(false);
  const Palette = useMemo(
    () =>
      lazy(async () => ({
        default: await (definition.palette?.() ??
          import('./palette.tsx').then(({ PlainPalette }) => PlainPalette)),
      })),
    [definition],
  );
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isCtrlK =
        (event.ctrlKey || event.metaKey) &&
        !event.altKey &&
        !event.shiftKey &&
        event.key.toLowerCase() === 'k';
      if (
        document.querySelector('dialog[open]') !== null ||
        !(isCtrlK || (event.key === '/' && !isTyping(event.target) && areShortcutsOn()))
      )
        return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return (
    <>
      <button
        type="button"
        className={styles['open']}
        aria-keyshortcuts="Control+K"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <SearchIcon size={18} />
        <span>Ir para…</span>
        <kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      {open && (
        <Suspense fallback={null}>
          <Palette onClose={() => setOpen(false)} onKeys={onKeys} />
        </Suspense>
      )}
    </>
  );
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable]') !== null;

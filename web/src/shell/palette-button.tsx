import { Suspense, useEffect, useMemo, useState, lazy } from 'react';
import { usePortal } from '../runtime/context.tsx';
import { SearchIcon } from '../ui/icons.tsx';
import { areShortcutsOn } from './keys.ts';
import styles from './palette.module.css';

/** Returns the palette of the portal, loaded with its first use. */
function usePalette() {
  const { definition } = usePortal();
  return useMemo(
    () =>
      lazy(async () => ({
        default: await (definition.palette?.() ??
          import('./palette.tsx').then(({ PlainPalette }) => PlainPalette)),
      })),
    [definition],
  );
}

const isCtrlK = ({ ctrlKey, metaKey, altKey, shiftKey, key }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k';

/** Whether the palette is open; its keys open it, unless another dialog is open. */
function useOpen() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (
        document.querySelector('dialog[open]') !== null ||
        !(isCtrlK(event) || (event.key === '/' && !isTyping(event.target) && areShortcutsOn()))
      )
        return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return [open, setOpen] as const;
}

/**
 * Opens the palette, on every page: by its button, by Ctrl+K, and by `/` on pages without a search
 * of their own. `onKeys` opens the list of keys.
 */
export function PaletteButton({ onKeys }: { readonly onKeys: () => void }) {
  const [open, setOpen] = useOpen();
  const Palette = usePalette();
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

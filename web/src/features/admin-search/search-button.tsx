import { lazy, Suspense, useEffect, useState } from 'react';
import { areShortcutsOn, useKeysOf } from '../../shell/keys.ts';
import { SearchIcon } from '../../ui/icons.tsx';
import styles from './search.module.css';

const SearchDialog = lazy(async () => ({
  default: (await import('./search-dialog.tsx')).SearchDialog,
}));

const keys = [
  ['Ctrl+K', 'ir para uma cotação ou pessoa'],
  ['/', 'o mesmo, onde a tela não tem busca'],
] as const;

/**
 * Opens the search over all records, on every page: by its button, by Ctrl+K, and by `/` on pages
 * without a search of their own.
 */
export function SearchButton() {
  const [open, setOpen] = useState(false);
  useKeysOf('Na administração', keys);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isCtrlK =
        (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k';
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
        onClick={() => setOpen(true)}
      >
        <SearchIcon size={18} />
        <span>Ir para…</span>
        <kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      {open && (
        <Suspense fallback={null}>
          <SearchDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable]') !== null;

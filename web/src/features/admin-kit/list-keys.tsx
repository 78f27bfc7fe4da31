import { useEffect, useState, type RefObject } from 'react';
import { CheckField } from '../../forms/fields.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './kit.module.css';

const SWITCH = 'lavra.admin.atalhos';
const areOn = (): boolean => localStorage.getItem(SWITCH) !== 'desligados';

/** `/` goes to the search, `j` and `k` from row to row; the row's link opens with Enter. Single letters can be switched off. */
export function useListKeys(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || !areOn() || isTyping(event.target) || document.querySelector('dialog[open]') !== null) return;
      if (event.key === '/') {
        event.preventDefault();
        box.current?.querySelector<HTMLInputElement>('input[type="search"]')?.focus();
      } else if (event.key === 'j' || event.key === 'k') {
        step(box.current, event.key === 'j' ? 1 : -1);
      }
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [box]);
}

function step(box: HTMLElement | null, by: number): void {
  const links = [...box?.querySelectorAll<HTMLElement>('a[data-row-link]') ?? []];
  const at = links.findIndex((link) => link === document.activeElement);
  links[at === -1 ? 0 : Math.min(links.length - 1, Math.max(0, at + by))]?.focus();
}

const isTyping = (target: EventTarget | null): boolean => target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;

/** The way to the list of shortcuts: by mouse, by Tab, or by `?`. */
export function ShortcutsHint() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => { if (event.key === '?' && areOn() && !isTyping(event.target)) setOpen(true); };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return (
    <p className={styles['foot']}>
      <button type="button" className={styles['plain']} onClick={() => setOpen(true)}>Atalhos do teclado</button>
      {open && <ShortcutsDialog onClose={() => setOpen(false)} />}
    </p>
  );
}

function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const [on, setOn] = useState(areOn);
  const turn = (next: boolean): void => {
    localStorage.setItem(SWITCH, next ? 'ligados' : 'desligados');
    setOn(next);
  };
  return (
    <Dialog title="Atalhos do teclado" onClose={onClose}>
      <dl className={styles['keys']}>
        <dt><kbd>/</kbd></dt><dd>buscar na lista</dd>
        <dt><kbd>j</kbd><kbd>k</kbd></dt><dd>próxima linha, linha anterior</dd>
        <dt><kbd>Enter</kbd></dt><dd>abrir a linha</dd>
        <dt><kbd>?</kbd></dt><dd>esta lista</dd>
      </dl>
      <CheckField label="Usar atalhos de uma tecla" checked={on} onChange={turn} />
      <button type="button" className={styles['plain']} onClick={onClose}>Fechar</button>
    </Dialog>
  );
}

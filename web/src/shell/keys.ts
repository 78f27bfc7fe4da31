import { useEffect } from 'react';

/** Keys as a person reads them, and what they do: `['Ctrl+S', 'salvar o rascunho']`. */
export type KeyLine = readonly [keys: string, text: string];
interface KeyGroup {
  readonly title: string;
  readonly lines: readonly KeyLine[];
}

const SWITCH = 'lavra.shortcuts';
const groups = new Set<KeyGroup>();

/** Single-letter shortcuts can be switched off on this device: speech input and clumsy fingers press them unmeant. */
export const areShortcutsOn = (): boolean => localStorage.getItem(SWITCH) !== 'off';
export const switchShortcuts = (on: boolean): void =>
  on ? localStorage.removeItem(SWITCH) : localStorage.setItem(SWITCH, 'off');

/** The keys of the screen one is on, for the list that `?` opens. */
export const keysOfScreen = (): readonly KeyGroup[] => [...groups];

/** Tells the list of shortcuts which keys this screen takes. `lines` stand outside of the component. */
export function useKeysOf(title: string, lines: readonly KeyLine[]): void {
  useEffect(() => {
    const group = { title, lines };
    groups.add(group);
    return () => {
      groups.delete(group);
    };
  }, [title, lines]);
}

/** Takes the keys that work on every screen until the answer is called: `?`, `/`, `j` and `k`. What is taken goes no further. */
export function takeKeys(onHelp: () => void): () => void {
  const doings: Readonly<Record<string, () => boolean>> = {
    '?': () => {
      onHelp();
      return true;
    },
    '/': focusSearch,
    j: () => step(1),
    k: () => step(-1),
  };
  const press = (event: KeyboardEvent): void => {
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      isTyping(event.target) ||
      !areShortcutsOn() ||
      document.querySelector('dialog[open]') !== null
    )
      return;
    if (doings[event.key]?.() !== true) return;
    event.preventDefault();
    event.stopPropagation();
  };
  globalThis.addEventListener('keydown', press, { capture: true });
  return () => globalThis.removeEventListener('keydown', press, { capture: true });
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest(
    'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]',
  ) !== null;

function focusSearch(): boolean {
  const search =
    document.querySelector<HTMLInputElement>('#conteudo [data-search] input') ??
    document.querySelector<HTMLInputElement>('#conteudo input[type=search]');
  search?.focus();
  return search !== null;
}

/** From row to row of the page's lists: each row holds what opens it, a link or a button. */
function step(by: 1 | -1): boolean {
  const links = [...document.querySelectorAll<HTMLElement>('#conteudo [data-row-link]')];
  const at = links.findIndex((link) =>
    (link.closest('tr') ?? link).contains(document.activeElement),
  );
  links[at === -1 ? 0 : Math.min(links.length - 1, Math.max(0, at + by))]?.focus();
  return links.length > 0;
}

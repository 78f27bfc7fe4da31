import { useEffect } from 'react';

/** Keys as shown to the user, and what they do: `['Ctrl+S', 'salvar o rascunho']`. */
export type KeyLine = readonly [keys: string, text: string];
interface KeyGroup {
  readonly title: string;
  readonly lines: readonly KeyLine[];
}

const SWITCH = 'lavra.shortcuts';
const groups = new Set<KeyGroup>();

/**
 * Returns whether single-letter shortcuts are on. They can be switched off on a device, because
 * speech input and motor impairments trigger them unintentionally.
 */
export const areShortcutsOn = (): boolean => localStorage.getItem(SWITCH) !== 'off';
export const switchShortcuts = (on: boolean): void =>
  on ? localStorage.removeItem(SWITCH) : localStorage.setItem(SWITCH, 'off');

/** Returns the keys of the current screen, for the list that `?` opens. */
export const keysOfScreen = (): readonly KeyGroup[] => [...groups];

/**
 * Registers the keys of this screen for the list of shortcuts. `lines` must be defined outside of
 * the component.
 */
export function useKeysOf(title: string, lines: readonly KeyLine[]): void {
  useEffect(() => {
    const group = { title, lines };
    groups.add(group);
    return () => {
      groups.delete(group);
    };
  }, [title, lines]);
}

/**
 * Handles the keys that work on every screen: `?`, `/`, `j` and `k`. A key it handles is not passed
 * on. The page says that its keys are handled by `data-keys="ready"`. Returns a function that stops
 * it.
 */
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
  const { dataset } = document.documentElement;
  globalThis.addEventListener('keydown', press, { capture: true });
  dataset['keys'] = 'ready';
  return () => {
    globalThis.removeEventListener('keydown', press, { capture: true });
    delete dataset['keys'];
  };
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

/**
 * Moves the focus between the rows of the page's lists; each row contains a link or button that
 * opens it. Returns false when there are none.
 */
function step(by: 1 | -1): boolean {
  const links = [...document.querySelectorAll<HTMLElement>('#conteudo [data-row-link]')];
  const at = links.findIndex((link) =>
    (link.closest('tr') ?? link).contains(document.activeElement),
  );
  links[at === -1 ? 0 : Math.min(links.length - 1, Math.max(0, at + by))]?.focus();
  return links.length > 0;
}

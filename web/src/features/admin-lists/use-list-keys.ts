import { useEffect, type RefObject } from 'react';

/** In a list, j and k go down and up its rows; they answer only while the list has the focus, so no other typing meets them. */
export function useListKeys(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = box.current;
    const press = (event: KeyboardEvent): void => {
      const step = { j: 1, k: -1 }[event.key];
      if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
      const rows = [...element?.querySelectorAll<HTMLElement>('[data-row-link]') ?? []];
      const here = rows.findIndex((row) => row === document.activeElement || row.closest('tr')?.contains(document.activeElement));
      rows[here === -1 ? 0 : Math.min(Math.max(here + step, 0), rows.length - 1)]?.focus();
    };
    element?.addEventListener('keydown', press);
    return () => element?.removeEventListener('keydown', press);
  }, [box]);
}

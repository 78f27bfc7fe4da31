import { fold } from '@lavra/domain/text/fold';
import type { ComboboxItem, ComboboxParsedItem } from '@mantine/core';

/**
 * Filters the options of a flat list by the typed text, with or without accents; names that begin
 * with it come first.
 */
export function byFold({
  options,
  search,
  limit,
}: {
  options: ComboboxParsedItem[];
  search: string;
  limit: number;
}): ComboboxItem[] {
  const wanted = fold(search.trim());
  return options
    .filter((option) => 'label' in option)
    .filter(({ label }) => fold(label).includes(wanted))
    .toSorted(
      (a, b) => Number(fold(b.label).startsWith(wanted)) - Number(fold(a.label).startsWith(wanted)),
    )
    .slice(0, limit);
}

// Styles used only by this field are loaded with it.
// oxlint-disable import/no-unassigned-import
import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import '@mantine/core/styles/CloseButton.css';
// oxlint-enable import/no-unassigned-import
import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { usePortal } from '../../runtime/context.tsx';

/** Loads every culture, by name: some hundreds, in pages of a hundred. */
function useCultures() {
  const { api } = usePortal();
  return useQuery({
    queryKey: ['everyCulture'],
    staleTime: Infinity,
    queryFn: async () => {
      const page = (number: number) =>
        api.call('listCultures', { query: { page: number, per_page: 100, sort: 'name' } });
      const first = await page(1);
      const others = await Promise.all(
        Array.from({ length: first.meta.last_page - 1 }, (_, index) => page(index + 2)),
      );
      return [first, ...others].flatMap(({ data }) => data);
    },
  });
}

/** Edits the cultures of a producer, found by typing. */
export function CulturesField({
  value,
  onChange,
}: {
  readonly value: readonly number[];
  readonly onChange: (ids: readonly number[]) => void;
}) {
  const cultures = useCultures().data ?? [];
  return (
    <MultiSelect
      label="Culturas"
      size="md"
      searchable
      limit={60}
      hidePickedOptions
      nothingFoundMessage="Nenhuma cultura com este nome."
      placeholder={value.length === 0 ? 'Digite para procurar' : undefined}
      comboboxProps={{ shadow: 'md', position: 'bottom-start' }}
      data={cultures.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value.map(String)}
      onChange={(ids) => onChange(ids.map(Number))}
    />
  );
}

// Styles used only by these fields are loaded with them.
// oxlint-disable import/no-unassigned-import
import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Popover.css';
// oxlint-enable import/no-unassigned-import
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { usePortal } from '../../runtime/context.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { byFold } from './by-fold.ts';
import styles from './account.module.css';

const PAGE = 100;

interface Culture {
  readonly id: number;
  readonly name: string;
}

/** Loads every culture of the platform, by name; there are a few hundred. */
function useCultures(): readonly Culture[] {
  const { api } = usePortal();
  const read = async (page: number) =>
    api.call('listCultures', { query: { active: true, per_page: PAGE, page, sort: 'name' } });
  return (
    useQuery({
      queryKey: ['allCultures'],
      staleTime: Infinity,
      queryFn: async () => {
        const first = await read(1);
        const rest = await Promise.all(
          Array.from({ length: first.meta.last_page - 1 }, (_, index) => read(index + 2)),
        );
        return [first, ...rest].flatMap(({ data }) => data.map(({ id, name }) => ({ id, name })));
      },
    }).data ?? []
  );
}

interface CultureFieldProps {
  readonly value: readonly number[];
  readonly onChange: (ids: readonly number[]) => void;
}

/**
 * Edits what a producer grows: cultures are found by typing part of the name, and removed by their
 * own button.
 */
export function CultureField({ value, onChange }: CultureFieldProps) {
  const cultures = useCultures();
  const field = useRef<HTMLInputElement>(null);
  const chosen = value.flatMap((id) => cultures.find((one) => one.id === id) ?? []);
  const remove = (id: number): void => {
    onChange(value.filter((one) => one !== id));
    field.current?.focus();
  };
  return (
    <div className={styles['cultures']}>
      <Select
        ref={field}
        label="Culturas"
        description="O que você planta. Digite parte do nome para incluir."
        size="md"
        searchable
        limit={60}
        comboboxProps={{ shadow: 'md', position: 'bottom-start' }}
        autoComplete="off"
        placeholder="Soja, milho, café…"
        nothingFoundMessage="Nenhuma cultura com este nome."
        value={null}
        filter={byFold}
        data={cultures
          .filter(({ id }) => !value.includes(id))
          .map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(id) => {
          if (id !== null) onChange([...value, Number(id)]);
        }}
      />
      {chosen.length > 0 && <Chosen cultures={chosen} onRemove={remove} />}
    </div>
  );
}

interface ChosenProps {
  readonly cultures: readonly Culture[];
  readonly onRemove: (id: number) => void;
}

const Chosen = ({ cultures, onRemove }: ChosenProps) => (
  <ul aria-label="Culturas escolhidas">
    {cultures.map(({ id, name }) => (
      <li key={id}>
        <span>{name}</span>
        <button type="button" aria-label={`Remover ${name}`} onClick={() => onRemove(id)}>
          <CloseIcon size={16} />
        </button>
      </li>
    ))}
  </ul>
);

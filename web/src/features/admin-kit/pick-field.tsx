// Styles used only by this field are loaded with it.
// oxlint-disable import/no-unassigned-import
import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Popover.css';
// oxlint-enable import/no-unassigned-import
import { Select } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { useFound, useNamed, type PickSource } from './pick-source.ts';

interface PickFieldProps {
  readonly label: string;
  readonly from: PickSource;
  readonly value: string;
  readonly onChange: (id: string) => void;
  readonly placeholder?: string;
  readonly required?: boolean;
  readonly error?: ReactNode;
  readonly onBlur?: React.FocusEventHandler<HTMLInputElement>;
  readonly 'data-path'?: string;
}

/**
 * Picks one of many records: the service searches while the user types, so that every record can be
 * found.
 */
export function PickField({
  label,
  from,
  value,
  onChange,
  placeholder = 'Digite para procurar',
  ...rest
}: PickFieldProps) {
  const { choices, search } = useChoices(from, value);
  return (
    <Select
      {...rest}
      label={label}
      placeholder={placeholder}
      size="md"
      searchable
      openOnFocus={false}
      clearable
      comboboxProps={{
        shadow: 'md',
        withinPortal: false /* in a portal the modal dialog would block it */,
      }}
      autoComplete="off"
      nothingFoundMessage="Nada com este nome."
      clearButtonProps={{ 'aria-label': `Limpar ${label.toLowerCase()}` }}
      data={choices.map((one) => ({ value: one.id, label: one.name }))}
      value={value === '' ? null : value}
      onChange={(next) => onChange(next ?? '')}
      onSearchChange={search}
      filter={({ options }) => options}
    />
  );
}

/** Returns the records that match the typed text, with the chosen one among them. */
function useChoices(from: PickSource, value: string) {
  const [typed, setTyped] = useState('');
  const name = useNamed(from, value);
  const text = useLater(typed === name ? '' : typed);
  const found = useFound(from, text);
  const choices =
    value === '' || name === undefined || found.some(({ id }) => id === value)
      ? found
      : [{ id: value, name }, ...found];
  return { choices, search: setTyped };
}

/** Returns the typed text, a moment after the last key. */
function useLater(text: string): string {
  const [later, setLater] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setLater(text), 300);
    return () => clearTimeout(timer);
  }, [text]);
  return later.trim();
}

// Styles used only by these fields are loaded with them.
// oxlint-disable import/no-unassigned-import
import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Popover.css';
// oxlint-enable import/no-unassigned-import
import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRead } from '../../data/use-api.ts';
import { byFold } from './by-fold.ts';

const FOREVER = { staleTime: Infinity } as const;

/** Returns the states, by name. */
export function useStates() {
  return (useRead('listStates', {}, FOREVER).data?.data ?? []).toSorted((a, b) =>
    a.name.localeCompare(b.name, 'pt-BR'),
  );
}

/** Returns the municipalities of a state, by name; the largest state has 853. */
export function useCities(state: string) {
  return (
    useRead(
      'listCities',
      { query: { state, per_page: 1000 } },
      { ...FOREVER, enabled: state !== '' },
    ).data?.data ?? []
  );
}

interface CityFieldProps {
  readonly label: string;
  readonly state: string;
  readonly value: string;
  readonly onChange: (city: string) => void;
  readonly onBlur?: React.FocusEventHandler<HTMLInputElement>;
  readonly required?: boolean;
  readonly error?: ReactNode;
  readonly 'data-path'?: string;
}

/** Finds a municipality of a state by part of its name, with or without accents. */
export function CityField({ label, state, value, onChange, ...rest }: CityFieldProps) {
  const cities = useCities(state);
  return (
    <Select
      {...rest}
      label={label}
      size="md"
      searchable
      limit={60}
      comboboxProps={{ shadow: 'md', position: 'bottom-start' }}
      disabled={state === ''}
      autoComplete="off"
      placeholder={state === '' ? 'Escolha antes o estado' : 'Digite para procurar'}
      nothingFoundMessage="Nenhum município com este nome neste estado."
      data={cities.map(({ name }) => name)}
      value={value === '' ? null : value}
      onChange={(city) => onChange(city ?? '')}
      filter={byFold}
    />
  );
}

// Styles used only by this field are loaded with it.
// oxlint-disable import/no-unassigned-import
import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Popover.css';
// oxlint-enable import/no-unassigned-import
import { Select } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../data/use-api.ts';
import { useRested } from '../../forms/use-rested.ts';
import type { ChosenCity } from './coverage-form.ts';

interface CitySearchProps {
  readonly label: string;
  readonly state: string;
  readonly onPick: (city: ChosenCity) => void;
  readonly 'data-path'?: string;
}

/** The cities with this in their name; `isAsked` once enough is typed and the reply is there. */
function useCitiesLike(typed: string, state: string) {
  const wanted = useRested(typed.trim(), 200);
  const enabled = wanted.length > 1;
  const found = useRead(
    'listCities',
    { query: { q: wanted, per_page: 30, ...(state === '' ? {} : { state }) } },
    { enabled, keepPrevious: true, staleTime: Infinity },
  );
  return {
    cities: enabled ? (found.data?.data ?? []) : [],
    isAsked: enabled && !found.isFetching,
  };
}

/**
 * Finds a municipality by part of its name, among all 5,571 or within one state, and passes it to
 * `onPick`.
 */
export function CitySearch({ label, state, onPick, ...rest }: CitySearchProps) {
  const [typed, type] = useState('');
  const { cities, isAsked } = useCitiesLike(typed, state);
  return (
    <Select
      {...rest}
      label={label}
      size="md"
      searchable
      autoComplete="off"
      comboboxProps={{ shadow: 'md' }}
      value={null}
      searchValue={typed}
      onSearchChange={type}
      filter={({ options }) => options}
      placeholder="Digite parte do nome"
      nothingFoundMessage={
        isAsked ? 'Nenhum município com este nome.' : 'Digite ao menos duas letras.'
      }
      data={cities.map(({ id, name, state: uf }) => ({
        value: String(id),
        label: `${name}/${uf}`,
      }))}
      onChange={(id) => {
        const city = cities.find((one) => String(one.id) === id);
        if (city === undefined) return;
        onPick({ id: city.id, name: city.name, state: city.state });
        type('');
      }}
    />
  );
}

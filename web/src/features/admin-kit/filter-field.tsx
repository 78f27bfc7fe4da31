import { TextInput } from '@mantine/core';
import { CheckField, SelectField } from '../../forms/fields.tsx';
import { SearchBox } from '../../lists/search-box.tsx';
import { readText } from '../../lists/url-state.ts';
import type { Filter } from './filters.ts';
import { PickField } from './pick-field.tsx';

interface FilterFieldProps {
  readonly filter: Filter;
  readonly value: unknown;
  readonly onChange: (word: string | number | undefined) => void;
}

/** The field of a filter; its value goes into the address at once. */
export function FilterField({
  filter: { kind, label, options, all, from },
  value,
  onChange,
}: FilterFieldProps) {
  const text = readText(value);
  if (kind === 'check')
    return (
      <CheckField
        label={label}
        checked={text === '1'}
        onChange={(on) => onChange(on ? 1 : undefined)}
      />
    );
  if (kind === 'choice')
    return (
      <SelectField
        label={label}
        placeholder={all}
        value={text}
        options={options}
        onChange={(next) => onChange(next || undefined)}
      />
    );
  if (kind === 'day')
    return (
      <TextInput
        label={label}
        type="date"
        value={text}
        onChange={(event) => onChange(event.currentTarget.value || undefined)}
      />
    );
  if (kind === 'pick' && from !== undefined)
    return (
      <PickField
        label={label}
        placeholder={all}
        from={from}
        value={text}
        onChange={(next) => onChange(next || undefined)}
      />
    );
  return <SearchBox label={label} value={text} onSearch={(next) => onChange(next || undefined)} />;
}

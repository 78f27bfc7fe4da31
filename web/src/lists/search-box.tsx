import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type Ref } from 'react';
import { SearchIcon } from '../ui/icons.tsx';

interface SearchBoxProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly onSearch: (text: string) => void;
  readonly ref?: Ref<HTMLInputElement>;
}

/** Searches a moment after the last key. */
export function SearchBox({ value, onSearch, ...rest }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => setTyped(value), [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (text: string): void => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onSearch(text.trim()), 350);
  };
  return (
    <TextInput
      {...rest}
      type="search"
      leftSection={<SearchIcon size={18} />}
      autoComplete="off"
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}

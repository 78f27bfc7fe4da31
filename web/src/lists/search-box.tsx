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

/** Characters that the service searches for at most. */
const LONGEST = 200;

/** Searches a moment after the last key, for the words without the spaces around them. */
export function SearchBox({ value, onSearch, ...rest }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const searched = useRef(value);
  const search = useRef(onSearch);
  useEffect(() => {
    search.current = onSearch;
  });
  useEffect(() => {
    // What was typed here may have grown meanwhile; what comes from elsewhere replaces it.
    if (value === searched.current) return;
    searched.current = value;
    clearTimeout(timer.current);
    setTyped(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (text: string): void => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      searched.current = text.trim();
      search.current(searched.current);
    }, 350);
  };
  return (
    <TextInput
      {...rest}
      type="search"
      leftSection={<SearchIcon size={18} />}
      autoComplete="off"
      maxLength={LONGEST}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}

import { useEffect, useState } from 'react';

/** A text once it has stayed the same for so many milliseconds; empty before the first time. */
export function useRested(text: string, milliseconds: number): string {
  const [rested, rest] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => rest(text), milliseconds);
    return () => clearTimeout(timer);
  }, [text, milliseconds]);
  return rested;
}

import { useEffect, useState } from 'react';

/**
 * Returns a text once it has stayed the same for `milliseconds`; empty until then for the first
 * time.
 */
export function useRested(text: string, milliseconds: number): string {
  const [rested, rest] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => rest(text), milliseconds);
    return () => clearTimeout(timer);
  }, [text, milliseconds]);
  return rested;
}

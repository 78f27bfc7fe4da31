import { useRef, useState } from 'react';

/**
 * Does one thing at a time: what is pressed while it goes on does nothing. It knows at once, which a mutation's
 * `isPending` does not: that comes with a later drawing, and a quick second click is there before it.
 */
export function useOneAtATime(): readonly [
  busy: boolean,
  run: (work: () => Promise<unknown>) => Promise<void>,
] {
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await work();
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return [busy, run];
}

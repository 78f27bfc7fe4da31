import { useRef, useState } from 'react';

/**
 * Runs one action at a time: presses while it runs are ignored. The lock takes effect at once,
 * unlike a mutation's `isPending`, which only changes with a later render, so that a quick second
 * click would get through.
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

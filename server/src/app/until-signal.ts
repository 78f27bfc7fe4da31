const LONGEST_GOODBYE = 15_000;
/** A terminal's Ctrl-C reaches npm and what it runs, and npm passes it on: one press comes twice. */
const SAME_PRESS = 1_000;
const signals = ['SIGINT', 'SIGTERM'] as const;

/**
 * Listens for Ctrl-C and SIGTERM from now on, so that one that comes while the service still starts is not lost.
 * `close` then has 15 s; a signal that comes a second or more after the first ends the process at once.
 */
export function listenForSignals(): {
  readonly untilSignal: Promise<void>;
  readonly closing: (close: () => Promise<void>) => Promise<void>;
} {
  let first: number | undefined;
  const untilSignal = new Promise<void>((resolve) => {
    const hear = (): void => {
      first ??= performance.now();
      if (performance.now() - first >= SAME_PRESS) process.exit(1);
      resolve();
    };
    for (const signal of signals) process.on(signal, hear);
  });
  return {
    untilSignal,
    closing: async (close) => {
      const timer = setTimeout(() => process.exit(1), LONGEST_GOODBYE);
      await close();
      clearTimeout(timer);
    },
  };
}

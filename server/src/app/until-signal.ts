const CLOSE_TIMEOUT_MS = 15_000;
/**
 * A terminal's Ctrl-C reaches npm and its child process, and npm forwards it: one press arrives
 * twice. Signals within so many ms count as one press.
 */
const SAME_PRESS_MS = 1_000;
const signals = ['SIGINT', 'SIGTERM'] as const;

/**
 * Listens for Ctrl-C and SIGTERM from now on, so that a signal that arrives while the service is
 * still starting is not lost. `close` then has 15 s; a signal that arrives a second or more after
 * the first ends the process at once.
 */
export function listenForSignals(): {
  readonly untilSignal: Promise<void>;
  readonly closing: (close: () => Promise<void>) => Promise<void>;
} {
  let first: number | undefined;
  const untilSignal = new Promise<void>((resolve) => {
    const onSignal = (): void => {
      first ??= performance.now();
      if (performance.now() - first >= SAME_PRESS_MS) process.exit(1);
      resolve();
    };
    for (const signal of signals) process.on(signal, onSignal);
  });
  return {
    untilSignal,
    closing: async (close) => {
      const timer = setTimeout(() => process.exit(1), CLOSE_TIMEOUT_MS);
      await close();
      clearTimeout(timer);
    },
  };
}

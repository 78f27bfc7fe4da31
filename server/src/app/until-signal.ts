const LONGEST_GOODBYE = 15_000;
const signals = ['SIGINT', 'SIGTERM'] as const;

/**
 * Listens for Ctrl-C and SIGTERM from now on, so that one that comes while the service still starts is not lost.
 * `close` then has 15 s; a second signal ends the process at once.
 */
export function listenForSignals(): { readonly untilSignal: Promise<void>; readonly closing: (close: () => Promise<void>) => Promise<void> } {
  const untilSignal = new Promise<void>((resolve) => {
    for (const signal of signals) process.once(signal, () => resolve());
  });
  return {
    untilSignal,
    closing: async (close) => {
      const impatient = (): void => process.exit(1);
      for (const signal of signals) process.on(signal, impatient);
      const timer = setTimeout(impatient, LONGEST_GOODBYE);
      await close();
      clearTimeout(timer);
    },
  };
}

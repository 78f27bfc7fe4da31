import type { Installation } from './installation.ts';

const LONGEST_GOODBYE = 15_000;

/** Waits for Ctrl-C or SIGTERM, then closes with grace; a second signal, or 15 s, ends it at once. */
export async function runUntilSignal(installation: Installation): Promise<void> {
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  const impatient = (): void => process.exit(1);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, impatient);
  const timer = setTimeout(impatient, LONGEST_GOODBYE);
  await installation.close();
  clearTimeout(timer);
}

import type { TestService } from './service.ts';

/** The delays that a service imposes on its callers, which a test ends instead of the time. */
export interface Pauses {
  /** In ms, in the order in which they were asked for. */
  readonly asked: number[];
  /** From now on delays last until `release`, which ends them all; before, they end at once. */
  hold(): { readonly release: () => void };
}

/** Records the delays of a service's callers. */
export function recordPauses({ app: { platform } }: Pick<TestService, 'app'>): Pauses {
  const asked: number[] = [];
  let held: Promise<void> = Promise.resolve();
  platform.clock.pause = (milliseconds) => {
    asked.push(milliseconds);
    return held;
  };
  return {
    asked,
    hold: () => {
      const gate = Promise.withResolvers<void>();
      held = gate.promise;
      return {
        release: () => {
          held = Promise.resolve();
          gate.resolve();
        },
      };
    },
  };
}

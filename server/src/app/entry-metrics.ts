import { Counter, Gauge, type Registry } from 'prom-client';
import type { WaitingRoom } from '../platform/http/waiting-room.ts';

/** Tries to enter since the start, by what became of them. */
export type Tries = Readonly<Record<'accepted' | 'refused' | 'limited', number>>;

/** Tries to enter by what became of them, and who sits a penalty out. */
export function measureEntries(
  registry: Registry,
  { tries, room }: { tries: Tries; room: WaitingRoom },
): void {
  registry.registerMetric(
    new Counter({
      name: 'lavra_login_tries_total',
      help: 'Passwords tried, by outcome: refused, limited (not looked at), accepted',
      labelNames: ['outcome'] as const,
      registers: [],
      collect() {
        this.reset();
        for (const [outcome, count] of Object.entries(tries)) this.inc({ outcome }, count);
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: 'lavra_penalties_waiting',
      help: 'Callers who sit a penalty out, without a place',
      registers: [],
      collect() {
        this.set(room.waiting());
      },
    }),
  );
}

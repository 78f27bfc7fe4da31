import { Counter, Gauge, type Registry } from 'prom-client';
import type { RequestDelays } from '../platform/http/admission/request-delays.ts';

/** Login attempts since the start, by outcome. */
export type LoginAttempts = Readonly<Record<'accepted' | 'refused' | 'limited', number>>;

/** Registers metrics of login attempts by outcome, and of delayed requests. */
export function measureEntries(
  registry: Registry,
  { loginAttempts, delays }: { loginAttempts: LoginAttempts; delays: RequestDelays },
): void {
  registry.registerMetric(
    new Counter({
      name: 'lavra_login_tries_total',
      help: 'Passwords tried, by outcome: refused, limited (not looked at), accepted',
      labelNames: ['outcome'] as const,
      registers: [],
      collect() {
        this.reset();
        for (const [outcome, count] of Object.entries(loginAttempts)) this.inc({ outcome }, count);
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: 'lavra_penalties_waiting',
      help: 'Callers who sit a penalty out, without a place',
      registers: [],
      collect() {
        this.set(delays.active());
      },
    }),
  );
}

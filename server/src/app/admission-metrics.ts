import { Counter, Gauge, type Registry } from 'prom-client';
import type { LoadShedder } from '../platform/http/admission/load-shedding.ts';
import type { RequestDelays } from '../platform/http/admission/request-delays.ts';

/** Login attempts since the start, by outcome. */
type LoginAttempts = Readonly<Record<'accepted' | 'refused' | 'limited', number>>;

export interface AdmissionMetricsSources {
  readonly loadShedder: LoadShedder;
  readonly delays: RequestDelays;
  readonly loginAttempts: LoginAttempts;
}

/** Registers metrics of rejected requests, delayed requests and login attempts. */
export function measureAdmission(
  registry: Registry,
  { loadShedder, delays, loginAttempts }: AdmissionMetricsSources,
): void {
  registry.registerMetric(
    new Counter({
      name: 'lavra_load_shedding_rejections_total',
      help: 'API reads rejected before processing because every request slot was in use',
      registers: [],
      collect() {
        this.reset();
        this.inc(loadShedder.rejected());
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: 'lavra_request_delays_active',
      help: 'Requests delayed on purpose, mostly logins after failed attempts; they use no slot',
      registers: [],
      collect() {
        this.set(delays.active());
      },
    }),
  );
  registry.registerMetric(
    new Counter({
      name: 'lavra_login_attempts_total',
      help: 'Login attempts by outcome: accepted, refused, limited (password not checked)',
      labelNames: ['outcome'] as const,
      registers: [],
      collect() {
        this.reset();
        for (const [outcome, count] of Object.entries(loginAttempts)) this.inc({ outcome }, count);
      },
    }),
  );
}

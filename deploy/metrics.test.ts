import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { parse } from 'yaml';
import {
  onEvent,
  probeKind,
  runtimeOf,
  storeEvent,
} from '../server/src/platform/queue/queue.fixture.ts';
import { startS3Double } from '../server/test/s3-double.ts';
import { startService } from '../server/test/service.ts';

// Checks what the dashboard and the alerts ask Prometheus for against what a running service shows.

const read = (name: string): string =>
  fs.readFileSync(path.join(import.meta.dirname, name), 'utf8');
const { panels } = JSON.parse(read('grafana/lavra.json')) as {
  readonly panels: readonly {
    readonly type: string;
    readonly title: string;
    readonly targets?: readonly { readonly expr: string }[];
  }[];
};
const { groups } = parse(read('alerts.yml')) as {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly expr: string }[];
  }[];
};
const alerts = groups.flatMap(({ rules }) => rules);

const s3 = await startS3Double();
after(() => s3.close());

/** Returns the labels of each metric that a service shows which has something of each to show. */
async function shown(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const service = await startService({
    databaseReadUrl: 'postgres://lavra@127.0.0.1:1/lavra',
    objects: s3.config,
  });
  const { clock, db } = service.app.platform;
  await service.call('POST', '/api/v1/login', {
    body: { email: 'ninguem@teste.example', password: 'errada', user_type: 'admin' },
  });
  await db.q
    .insertInto('scheduler_ticks')
    .values({ task: 'cleaning', slot: clock.now(), ran_at: clock.now() })
    .execute();
  await storeEvent(service, { type: 'order.closed', data: { order_id: 1 } });
  const work = {
    jobs: [probeKind('test.shown')],
    listeners: [onEvent('order.closed', 'test.shown')],
  };
  const { dispatcher } = await runtimeOf(service, work);
  while ((await dispatcher.next()) !== undefined);
  const { raw } = await service.call('GET', '/metrics');
  const found = new Map<string, Set<string>>();
  for (const [, name = '', labels = ''] of raw.toString().matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const known = found.get(name) ?? new Set();
    for (const [, label = ''] of labels.matchAll(/(\w+)="(?:[^"\\]|\\.)*"/g)) known.add(label);
    found.set(name, known);
  }
  return found;
}
const metrics = await shown();

/** What Prometheus adds to every metric. */
const added = ['job', 'instance'];
const ours = /\b((?:lavra|http_request|process|nodejs)_[a-z\d_]+)(?:\{([^}]*)\})?/g;

/** Returns what an expression asks for that no service shows. */
function unknownIn(expr: string): string[] {
  const asked = [...expr.matchAll(ours)].map(([, name = '', selector = '']) => ({
    name,
    labels: [...selector.matchAll(/(\w+)\s*[=!]/g)].map(([, label = '']) => label),
  }));
  const labelsOf = (name: string): readonly string[] => [...(metrics.get(name) ?? []), ...added];
  const all = new Set(asked.flatMap(({ name }) => labelsOf(name)));
  const kept = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = '']) =>
    names.split(/,\s*/),
  );
  return [
    ...asked.filter(({ name }) => !metrics.has(name)).map(({ name }) => name),
    ...asked.flatMap(({ name, labels }) =>
      labels.filter((label) => !labelsOf(name).includes(label)).map((label) => `${name}{${label}}`),
    ),
    ...(asked.length === 0 ? [] : kept.filter((label) => !all.has(label))),
  ];
}
const asksUs = (expr: string): boolean => expr.matchAll(ours).next().done === false;
/** That these exist is checked by the proof of fail-over, on running ones. */
const asksCluster = (expr: string): boolean => /\b(patroni|haproxy)_[a-z_]+/.test(expr);

describe('a running service', () => {
  it('is asked only for what it shows', () => {
    assert.deepEqual(unknownIn('sum(lavra_events_waiting)'), []);
    assert.deepEqual(unknownIn('max(lavra_events_wanted)'), ['lavra_events_wanted']);
    assert.deepEqual(unknownIn('lavra_jobs{kind="x",job="y"}'), ['lavra_jobs{kind}']);
    assert.deepEqual(unknownIn('sum by (state, kind) (lavra_jobs)'), ['kind']);
    assert.deepEqual(unknownIn('sum by (le) (http_request_duration_seconds_bucket{path="/"})'), [
      'http_request_duration_seconds_bucket{path}',
    ]);
  });
});

describe('the dashboard', () => {
  it('asks for metrics and labels that exist, in every panel', () => {
    for (const { type, title, targets = [] } of panels) {
      if (type === 'row') continue;
      assert.ok(targets.length > 0, title);
      for (const { expr } of targets) {
        assert.deepEqual(unknownIn(expr), [], title);
        assert.ok(asksUs(expr) || asksCluster(expr), title);
      }
    }
  });

  it('shows what is alerted: every metric of an alert has a panel', () => {
    const drawn = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)).join('\n');
    const missing = alerts
      .flatMap(({ expr }) => [...expr.matchAll(ours)].map(([, name = '']) => name))
      .filter((name) => !drawn.includes(name));
    assert.deepEqual(missing, []);
  });
});

describe('the alert rules', () => {
  it('ask for metrics and labels that exist', () => {
    for (const { alert, expr } of alerts) {
      assert.deepEqual(unknownIn(expr), [], alert);
      assert.ok(asksUs(expr) || asksCluster(expr) || expr === 'up{job="lavra"} == 0', alert);
      assert.equal(asksCluster(expr), alert.startsWith('Cluster'), alert);
    }
  });

  it('each have a section in the runbook, which has no other sections', () => {
    const sections = [...read('../docs/runbook/alerts.md').matchAll(/^## (\w+)$/gm)].map(
      ([, name]) => name,
    );
    assert.deepEqual(
      sections,
      alerts.map(({ alert }) => alert),
    );
  });
});

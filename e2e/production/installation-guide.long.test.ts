import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, it, test } from 'node:test';
import { freePort } from '../../server/test/free-port.ts';
import { lacking } from '../../server/test/needs.ts';
import { createCluster } from '../database/debian-postgres.ts';

// Runs docs/runbook/installation.md block by block in one shell: the same lines, with other paths,
// ports and users. Commands that would change the machine itself are replaced; the replacement of
// systemctl starts what the units define.

const here = import.meta.dirname;
const repository = path.resolve(here, '../..');

const lacks = lacking('nginx', 'postgresql', 'root');
if (lacks === false) await runStory();
else test('the installation guide', { skip: lacks }, () => undefined);

async function runStory(): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lavra-guide-'));
  fs.chmodSync(folder, 0o755);
  const at = (name: string): string => path.join(folder, name);
  const database = await freePort();
  const cluster = createCluster(at('postgres'));
  cluster.start({ listen_addresses: '127.0.0.1', port: String(database) });
  after(() => {
    spawnSync(at('bin/systemctl'), ['stop-all'], {
      stdio: 'inherit',
      env: { ...process.env, AT: folder },
    });
    cluster.stop();
    if (process.env['LAVRA_KEEP'] === undefined)
      fs.rmSync(folder, { recursive: true, force: true });
  });
  for (const place of [
    'bin',
    'srv/lavra',
    'etc/systemd/system',
    'etc/nginx',
    'etc/cron.d',
    'sbin',
    'nginx',
    'units',
    'var/backups',
  ])
    fs.mkdirSync(at(place), { recursive: true });
  for (const name of fs.readdirSync(path.join(here, 'stand-ins'))) {
    fs.copyFileSync(path.join(here, 'stand-ins', name), at(`bin/${name}`));
    fs.chmodSync(at(`bin/${name}`), 0o755);
  }

  const ports: Record<string, number> = {};
  for (const name of ['3001', '3002', '3100', '3101', 'tls', 'plain', 'redis'])
    ports[name] = await freePort();
  const other: readonly (readonly [RegExp, string])[] = [
    [
      /\/(?=srv\/lavra|etc\/(?:lavra|systemd|nginx|cron\.d|letsencrypt)|usr\/share\/lavra|var\/lib\/lavra|var\/backups)/g,
      `${folder}/`,
    ],
    [/\/usr\/local\/sbin/g, at('sbin')],
    [
      /--run \/var\/lib\/nginx --pid \/run\/nginx\.pid/g,
      `--run ${at('nginx')} --pid ${at('nginx/pid')} --access-log ${at('nginx/access.log')} --error-log ${at('nginx/error.log')}`,
    ],
    [
      /--listen 443 --redirect 80/g,
      `--listen 127.0.0.1:${ports['tls'] ?? 0} --redirect 127.0.0.1:${ports['plain'] ?? 0}`,
    ],
    [/https:\/\/lavra\.exemplo\.com\.br\//g, `--insecure https://127.0.0.1:${ports['tls'] ?? 0}/`],
    [/127\.0\.0\.1:5432/g, `127.0.0.1:${database}`],
    [/ -[go] lavra\b/g, ''],
    [/redis:\/\/127\.0\.0\.1:6379\/0/g, `redis://127.0.0.1:${ports['redis'] ?? 0}/0`],
  ];
  const elsewhere = (text: string): string =>
    other
      .reduce((so, [from, to]) => so.replaceAll(from, to), text)
      .replaceAll(/(?<=[@:])(3001|3002|3100|3101)\b/g, (port) => String(ports[port]));

  fs.cpSync(path.join(repository, 'deploy'), at('deploy'), { recursive: true });
  fs.writeFileSync(
    at('deploy/systemd/operations.json'),
    elsewhere(fs.readFileSync(at('deploy/systemd/operations.json'), 'utf8')),
  );

  const guide = fs.readFileSync(path.join(repository, 'docs/runbook/installation.md'), 'utf8');
  const blocks = [...guide.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block = '']) =>
    elsewhere(block),
  );
  const env = {
    ...process.env,
    PATH: `${at('bin')}:${at('sbin')}:${path.dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
    AT: folder,
    REPOSITORY: repository,
    PLAIN: String(ports['plain']),
    PGHOST: cluster.host,
    PGPORT: String(database),
    PGUSER: 'postgres',
  };
  async function paste(script: string): Promise<string> {
    const shell = spawn('bash', ['-euo', 'pipefail'], {
      cwd: folder,
      env,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const chunks: Buffer[] = [];
    for (const stream of [shell.stdout, shell.stderr])
      stream.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
      });
    shell.stdin.end(script);
    const [code] = (await once(shell, 'close')) as [number | null];
    const said = Buffer.concat(chunks).toString();
    assert.equal(code, 0, said);
    return said;
  }

  describe('the installation guide', { timeout: 900_000 }, () => {
    it('leads from an empty server to a running site with all its processes', async () => {
      assert.ok(blocks.length >= 8);
      const said = await paste(blocks.join('\n'));
      assert.match(said, /O banco está em dia[^]*voce@exemplo\.com\.br criado \(master\)/);
      assert.equal(said.match(/ {2}lavra-\S+ +no ar$/gm)?.length, 8);
      assert.match(said, /"status":"ok"/);
    });

    it('leads to a backup that the lines for cron make and verify', async () => {
      const lines = fs
        .readFileSync(at('etc/cron.d/lavra'), 'utf8')
        .split('\n')
        .filter((line) => / root /.test(line))
        .map((line) => line.replace(/^.* root /, ''));
      assert.equal(lines.length, 2);
      assert.match(await paste(lines.join('\n')), /Conferido[^]*O backup pode ser restaurado/);
    });
  });
}

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, it, test } from 'node:test';
import { freePort } from '../../server/test/free-port.ts';
import { lacking } from '../../server/test/needs.ts';
import { until } from '../../server/test/until.ts';
import { createCluster, debianPostgres } from '../database/debian-postgres.ts';

// Runs docs/runbook/installation.md block by block in one shell, and on what it installed the blocks
// of docs/runbook/recovery.md: the same lines, with other paths, ports and users. Commands that would
// change the machine itself are replaced; the replacement of systemctl starts what the units define.

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
  fs.chownSync(at('postgres'), 65534, 65534);
  fs.appendFileSync(
    at('postgres/data/postgresql.conf'),
    [
      `unix_socket_directories = '${cluster.host}'`,
      `listen_addresses = '127.0.0.1'`,
      `port = ${database}`,
      'max_connections = 200',
      `include_dir = '${at('etc/postgresql/15/main/conf.d')}'`,
      '',
    ].join('\n'),
  );
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
    'etc/postgresql/15/main/conf.d',
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
    [/\/var\/lib\/postgresql\/15\/main/g, at('postgres/data')],
    [/\/usr\/lib\/postgresql\/15\/bin/g, debianPostgres ?? ''],
    [
      /\/(?=srv\/lavra|etc\/(?:lavra|systemd|nginx|cron\.d|letsencrypt|postgresql)|usr\/share\/lavra|var\/lib\/lavra|var\/backups)/g,
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
    [/(?<= -[go] )postgres\b/g, '65534'],
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

  /** Returns the commands of a page, block by block. */
  const blocksOf = (page: string): string[] =>
    [
      ...fs
        .readFileSync(path.join(repository, 'docs/runbook', page), 'utf8')
        .matchAll(/^```sh\n([^]*?)^```$/gm),
    ].map(([, block = '']) => elsewhere(block));
  const env = {
    ...process.env,
    PATH: `${at('bin')}:${at('sbin')}:${path.dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
    AT: folder,
    REPOSITORY: repository,
    PLAIN: String(ports['plain']),
    PGHOST: cluster.host,
    PGPORT: String(database),
    PGUSER: 'postgres',
    PGPROGRAMS: debianPostgres,
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

  await paste('systemctl start postgresql');
  const password = 'Troque-Me-2027';
  const site = `https://127.0.0.1:${ports['tls'] ?? 0}`;
  const createAdmin = (name: string): Promise<string> =>
    paste(`lavra admin create --email ${name}@exemplo.com.br --password '${password}'`);
  const query = async (text: string): Promise<string> =>
    (await paste(`runuser -u postgres -- psql lavra -tA -c "${text}"`)).trim();
  /** Returns who of these has an account. */
  const accounts = (...names: readonly string[]): Promise<string> =>
    query(`
      SELECT string_agg(split_part(email, '@', 1), ' ' ORDER BY email) FROM users
      WHERE split_part(email, '@', 1) IN ('${names.join("','")}')`);
  /** Logs in with an account; returns a function that reads it with that session, for its status. */
  async function logIn(name: string): Promise<() => Promise<string>> {
    const body = JSON.stringify({ email: `${name}@exemplo.com.br`, password, user_type: 'admin' });
    const said = await paste(`curl -fsk ${site}/api/v1/login --json '${body}'`);
    const { token } = JSON.parse(said) as { token: string };
    const read = `curl -sk -o /dev/null -w '%{http_code}' ${site}/api/v1/user/profile`;
    return () => paste(`${read} -H 'Authorization: Bearer ${token}'`);
  }
  const isReady = async (): Promise<boolean> =>
    (await paste(`curl -sk ${site}/health/ready || true`)).includes('"status":"ok"');

  describe('the installation guide', { timeout: 900_000 }, () => {
    it('leads from an empty server to a running site with all its processes', async () => {
      const blocks = blocksOf('installation.md');
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

  describe('the page about recovery', { timeout: 900_000 }, () => {
    const blocks = blocksOf('recovery.md');
    const blockWith = (text: string): string =>
      blocks.find((block) => block.includes(text)) ?? assert.fail(`no block has ${text}`);

    it('leads back to the second before a mistake, without the sessions of that second', async () => {
      await paste(blockWith('archive_mode'));
      await until('the processes are back by themselves', isReady);
      await paste(blockWith('pg_basebackup'));
      const [copy = ''] = fs.readdirSync(at('var/backups/base'));
      await createAdmin('antes');
      const profile = await logIn('antes');
      assert.equal(await profile(), '200');
      const instant = await query('SELECT clock_timestamp()');
      await createAdmin('engano');
      assert.equal(await accounts('antes', 'engano'), 'antes engano');
      const back = blockWith('recovery_target_time')
        .replace('base/DATA', `base/${copy}`)
        .replace('2027-03-09 14:59:59-03', instant);
      assert.ok(back.includes(copy) && back.includes(instant));
      await paste(back);
      assert.equal(await accounts('antes', 'engano'), 'antes');
      assert.equal(await profile(), '401');
      await logIn('antes');
    });

    it('leads back to a backup, into an empty database', async () => {
      const [backup = ''] = fs.readdirSync(at('var/backups/lavra'));
      const { audit_head: head } = JSON.parse(
        fs.readFileSync(at(`var/backups/lavra/${backup}/manifest.json`), 'utf8'),
      ) as { audit_head: string };
      const back = blockWith('lavra_antes')
        .replace('lavra-AAAAMMDDTHHMMSSZ', backup)
        .replace('PONTA', head);
      assert.ok(back.includes(backup) && back.includes(head));
      assert.match(await paste(back), /Restaurado: /);
      assert.equal(await accounts('antes', 'voce'), 'voce');
      await logIn('voce');
    });
  });
}

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { debianVersions, renderCluster } from '../../../deploy/cluster/render.ts';
import {
  clusterSteps,
  commandsOf,
  readGuide,
  secretsOfInstallation,
  type ClusterStep,
} from './guide.ts';

// The page of the cluster against what the proof of fail-over runs, and against the files in
// `deploy/`, without a cluster.

const root = path.resolve(import.meta.dirname, '../../..');
const page = 'cluster.md';
const text = fs.readFileSync(path.join(root, 'docs/runbook', page), 'utf8');
const step = (title: ClusterStep): string => commandsOf(page, title);

describe('the runbook’s page of the cluster', () => {
  it('has the blocks that the proof runs, and no other commands', () => {
    assert.deepEqual(
      readGuide(page).map(({ title }) => title),
      Object.keys(clusterSteps),
    );
    assert.equal(text.match(/^```/gm)?.length, 2 * Object.keys(clusterSteps).length);
  });

  it('is bash, block by block', () => {
    for (const { title, commands } of [
      ...readGuide(page),
      { title: 'secrets', commands: secretsOfInstallation() },
    ]) {
      const { status, stderr } = spawnSync('bash', ['-n'], { input: commands, encoding: 'utf8' });
      assert.equal(status, 0, `${title}: ${stderr}`);
    }
  });

  it('lets the script write exactly the files that are rendered for its machines', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lavra-guide-'));
    const commands = step('1. Os arquivos').replace('--to cluster', `--to ${folder}`);
    const { status, stderr } = spawnSync('bash', ['-e'], {
      cwd: root,
      input: commands,
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
    const versions = debianVersions['13'];
    assert.ok(versions);
    const machines = [1, 2, 3].map((n) => ({ name: `db${n}`, address: `10.0.0.${n}` }));
    const rendered = renderCluster({ machines, network: '10.0.0.0/24', versions });
    const written = fs
      .globSync('**/*', { cwd: folder })
      .filter((name) => fs.statSync(path.join(folder, name)).isFile());
    assert.deepEqual(
      Object.fromEntries(
        written.map((name) => [name, fs.readFileSync(path.join(folder, name), 'utf8')]),
      ),
      rendered,
    );
    fs.rmSync(folder, { recursive: true });
  });

  it('delivers each file that a database machine installs, and installs each that it delivers', () => {
    const sent = [
      ...step('3. A entrega').matchAll(/(?:deploy\/)?cluster\/([\w.-]+\.(?:conf|sh))/g),
    ].map(([, name = '']) => name);
    const rendered = ['etcd.env', 'patroni.yml'];
    const installed = [...step('4. O etcd').matchAll(/ \/root\/cluster\/(\S+)/g)].map(
      ([, name = '']) => name,
    );
    assert.deepEqual(installed.toSorted(), [...sent, ...rendered].toSorted());
  });

  it('names files of deploy/ that exist', () => {
    const named = [...text.matchAll(/\bdeploy\/[\w./-]*\w/g)].map(([name]) => name);
    assert.ok(named.length >= 5);
    assert.deepEqual(
      named.filter((name) => !fs.existsSync(path.join(root, name))),
      [],
    );
  });

  it('puts each file where its first line, its unit or its neighbour looks for it', () => {
    const targets = [...text.matchAll(/^install .* (?:\/root\/)?cluster\/(\S+) (\/\S+)$/gm)];
    assert.ok(targets.length >= 6);
    const files = { ...filesOf('13'), ...otherFiles() };
    for (const [, name = '', target = ''] of targets) {
      const own = (files[name] ?? '').split('\n')[0] ?? '';
      const isNamed = own.includes(target) || Object.values(files).join('\n').includes(target);
      assert.ok(isNamed || units.has(target), `${name} is not looked for at ${target}`);
    }
  });

  it('gives the processes the ports of HAProxy, and those that pool the one of PgBouncer', () => {
    const haproxy = filesOf('13')['haproxy.cfg'] ?? '';
    const portOf = (section: string): string | undefined =>
      new RegExp(`^listen ${section}\\n +bind 127\\.0\\.0\\.1:(\\d+)$`, 'm').exec(haproxy)?.[1];
    const pooled = /^listen_port = (\d+)$/m.exec(filesOf('13')['pgbouncer.ini'] ?? '')?.[1];
    const [primary, standbys] = [portOf('primary') ?? '', portOf('standbys') ?? ''];
    const [own, read, pool] = [
      step('7. Papéis e banco'),
      step('8. As leituras longas'),
      step('Com PgBouncer'),
    ];
    assert.match(own, new RegExp(`PGPORT=${primary} [^]*@127\\.0\\.0\\.1:${primary}/lavra`));
    assert.match(read, new RegExp(`DATABASE_READ_URL=[^]*:${primary}/[^]*:${standbys}/`));
    assert.match(pool, new RegExp(`s/:${primary}/:${pooled ?? ''}/`));
  });
});

const debian = (name: string) => {
  const versions = debianVersions[name];
  assert.ok(versions);
  return versions;
};

/** The files of one machine and of those with Lavra, by their own name. */
function filesOf(name: string): Readonly<Record<string, string>> {
  const machines = [1, 2, 3].map((n) => ({ name: `db${n}`, address: `10.0.0.${n}` }));
  const files = renderCluster({ machines, network: '10.0.0.0/24', versions: debian(name) });
  return Object.fromEntries(Object.entries(files).map(([at, text]) => [path.basename(at), text]));
}

function otherFiles(): Readonly<Record<string, string>> {
  const names = ['check-versions.sh', 'patroni.service.d.conf'];
  return Object.fromEntries(
    names.map((name) => [name, fs.readFileSync(path.join(root, 'deploy/cluster', name), 'utf8')]),
  );
}

/** What the unit of Debian's Patroni reads beside its configuration. */
const units = new Set(['/etc/patroni_env.conf']);

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  debianVersions,
  renderCluster,
  writeFiles,
  type ClusterVersions,
} from '../../../deploy/cluster/render.ts';
import { lacking } from '../../../server/test/needs.ts';
import type { Size } from '../proof.ts';
import { run } from './sandbox.ts';

/** The programs of a cluster: those of this machine, or of another Debian in a folder. */
export interface Engine {
  readonly name: string;
  /** The Debian whose versions these are. */
  readonly debian: string;
  readonly versions: ClusterVersions;
  /** The folder with the other Debian; this machine's own root when absent. */
  readonly root?: string;
}

const cache = path.resolve(import.meta.dirname, '../../../.cache');
const deploy = path.resolve(import.meta.dirname, '../../../deploy/cluster');
const packages = ['patroni', 'python3-etcd', 'etcd-server', 'postgresql', 'haproxy', 'pgbouncer'];
const programs = 'patroni etcd haproxy psql openssl unshare nsenter ip iptables'.split(' ');

/**
 * Returns what this machine lacks to run a cluster, or undefined. In full that is also PgBouncer,
 * or what installs another Debian where the machine's own Patroni knows no quorum commit.
 */
export function missingForCluster(size: Size): string | undefined {
  if (process.platform !== 'linux') return 'Linux, for network namespaces';
  const missing = lacking('root', ...programs);
  if (missing !== false || size === 'quick') return missing || undefined;
  const ownQuorum = installedEngine().versions.commit === 'quorum';
  return lacking(ownQuorum ? 'pgbouncer' : 'debootstrap') || undefined;
}

/** Returns the programs of this machine's packages. */
export function installedEngine(): Engine {
  const patroni = /\d[\d.]*/.exec(run('patroni', '--version'))?.[0] ?? '';
  const debian = Number.parseInt(patroni, 10) >= 4 ? '13' : '12';
  return { name: `Patroni ${patroni}`, debian, versions: versionsOf(debian) };
}

/**
 * Returns programs that know quorum commit: this machine's, or those of Debian 13, which the first
 * run installs into `.cache` (some minutes, 800 MB).
 */
export function quorumEngine(): Engine {
  const installed = installedEngine();
  if (installed.versions.commit === 'quorum') return installed;
  const root = path.join(cache, 'debian-13');
  const unfinished = `${root}.unfinished`;
  if (!fs.existsSync(root)) {
    fs.mkdirSync(cache, { recursive: true });
    const include = `--include=${packages.join(',')}`;
    run('debootstrap', '--variant=minbase', include, 'trixie', unfinished, debianMirror());
    fs.renameSync(unfinished, root);
  }
  const patroni = run('chroot', root, 'patroni', '--version');
  return { name: `Debian 13, ${patroni}`, debian: '13', versions: versionsOf('13'), root };
}

/** Returns why the check of versions refuses to start the installed Patroni so, or undefined. */
export function checkOf(versions: ClusterVersions): string | undefined {
  const machines = [1, 2, 3].map((n) => ({ name: `db${n}`, address: `10.0.0.${n}` }));
  const files = renderCluster({ machines, network: '10.0.0.0/24', versions });
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lavra-prove-'));
  writeFiles(folder, files);
  const { status, stderr } = spawnSync(
    path.join(deploy, 'check-versions.sh'),
    [path.join(folder, 'db1/patroni.yml')],
    { encoding: 'utf8' },
  );
  fs.rmSync(folder, { recursive: true });
  return status === 0 ? undefined : stderr.trim();
}

/** Returns the mirror that this machine installs its packages from. */
function debianMirror(): string {
  const format = ['--format', '$(COMPONENT) $(REPO_URI)', 'Created-By: Packages'];
  const mirror = run('apt-get', 'indextargets', ...format)
    .split('\n')
    .map((line) => line.split(' '))
    .find(([component, uri = '']) => component === 'main' && /\/debian\/?$/.test(uri))?.[1];
  if (mirror === undefined) throw new Error('apt has no Debian mirror');
  return mirror;
}

function versionsOf(debian: string): ClusterVersions {
  const versions = debianVersions[debian];
  if (versions === undefined) throw new Error(`no versions are known of Debian ${debian}`);
  return versions;
}

import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

// Writes the configuration of a cluster of three database machines, a folder for each machine and
// the files of the machines with Lavra's processes beside them:
//   node deploy/cluster/render.ts --debian 13 --network 10.0.0.0/24 \
//     --machines db1=10.0.0.1,db2=10.0.0.2,db3=10.0.0.3 --to cluster [--watchdog off]

/** One database machine. */
export interface ClusterMachine {
  readonly name: string;
  readonly address: string;
}

/** What of the configuration depends on the versions. */
export interface ClusterVersions {
  /** The API by which Patroni talks to etcd. */
  readonly store: 'etcd' | 'etcd3';
  /** What a COMMIT waits for; `false` loses acknowledged writes with a machine. */
  readonly commit: 'quorum' | 'true' | 'false';
  readonly postgresql: number;
  readonly poolMode: 'session' | 'transaction';
}

/** The versions of Debian's packages that were proven together: `check-versions.sh` refuses others. */
export const debianVersions: Readonly<Record<string, ClusterVersions>> = {
  '12': { store: 'etcd', commit: 'true', postgresql: 15, poolMode: 'session' },
  '13': { store: 'etcd3', commit: 'quorum', postgresql: 17, poolMode: 'transaction' },
};

export interface ClusterDescription {
  readonly machines: readonly ClusterMachine[];
  /** The network whose machines may connect, as in `10.0.0.0/24`. */
  readonly network: string;
  readonly versions: ClusterVersions;
  /** Without a watchdog (`off`) a machine that hangs may come back and answer until it learns of the new primary. */
  readonly watchdog?: 'required' | 'off';
}

/** What of PgBouncer depends on what it pools. */
const pools = {
  transaction: {
    statements:
      '; Statements are prepared by name, and prepared again where they land.\n' +
      'max_prepared_statements = 500',
    poolSize: 'default_pool_size = 20',
  },
  session: {
    statements: '',
    poolSize:
      '; Each connection that a process holds open takes one: twice as many, of two machines, stay\n' +
      '; below max_connections.\n' +
      'default_pool_size = 90',
  },
} as const;

/** Returns the files of a cluster by their paths, as in `db1/patroni.yml`. */
export function renderCluster({
  machines,
  network,
  versions,
  watchdog = 'required',
}: ClusterDescription): Readonly<Record<string, string>> {
  if (machines.length !== 3 || new Set(machines.map(({ address }) => address)).size !== 3)
    throw new Error('a cluster has three machines, each with an address of its own');
  const common = {
    network: plain(network),
    store: versions.store,
    stores: machines.map(({ address }) => `"${plain(address)}:2379"`).join(', '),
    commit: versions.commit,
    postgresql: String(versions.postgresql),
    poolMode: versions.poolMode,
    ...pools[versions.poolMode],
    watchdog,
    peers: machines.map(({ name, address }) => `${plain(name)}=http://${address}:2380`).join(','),
    v2: String(versions.store === 'etcd'),
    servers: machines.map(({ name, address }) => `  server ${name} ${address}:5432`).join('\n'),
  };
  return {
    ...Object.fromEntries(
      machines.flatMap(({ name, address }) =>
        ['patroni.yml', 'etcd.env'].map((file) => [
          `${name}/${file}`,
          fill(file, { ...common, name, address }),
        ]),
      ),
    ),
    'haproxy.cfg': fill('haproxy.cfg', common),
    'pgbouncer.ini': fill('pgbouncer.ini', common),
  };
}

/** Writes files into a folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  }
}

function fill(file: string, values: Readonly<Record<string, string>>): string {
  return fs
    .readFileSync(path.join(import.meta.dirname, `${file}.template`), 'utf8')
    .replaceAll(/\$\{(\w+)\}/g, (_whole, name: string) => {
      const value = values[name];
      if (value === undefined) throw new Error(`${file} asks for an unknown ${name}`);
      return value;
    });
}

const plain = (word: string): string => {
  if (!/^[\w./:-]+$/.test(word)) throw new Error(`not a name, an address or a path: ${word}`);
  return word;
};

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      debian: { type: 'string' },
      machines: { type: 'string' },
      network: { type: 'string' },
      to: { type: 'string', default: 'cluster' },
      watchdog: { type: 'string', default: 'required' },
    },
  });
  const { network, watchdog } = values;
  const versions = debianVersions[values.debian ?? ''];
  if (versions === undefined || values.machines === undefined || network === undefined)
    throw new Error(
      `--machines, --network and --debian are needed (${Object.keys(debianVersions).join(' or ')})`,
    );
  if (watchdog !== 'required' && watchdog !== 'off')
    throw new Error('--watchdog is required or off');
  const machines = values.machines.split(',').map((pair) => {
    const [name = '', address = ''] = pair.split('=');
    return { name, address };
  });
  writeFiles(values.to, renderCluster({ machines, network, versions, watchdog }));
}

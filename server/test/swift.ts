import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { ObjectsConfig } from '@lavra/server/platform/config/config';
import { freePort } from './free-port.ts';
import { lacking } from './needs.ts';
import { until } from './until.ts';

const kinds = ['account', 'container', 'object'] as const;

/** Why tests of a real S3 server are skipped here, or false: Debian's OpenStack Swift is one. */
export const withoutSwift: string | false = lacking(
  'swift-proxy-server',
  ...kinds.map((kind) => `swift-${kind}-server`),
);

/** An OpenStack Swift of the test's own that speaks S3, with one copy of each object. */
export interface TestSwift {
  readonly config: ObjectsConfig;
  /** Starts what does not run. */
  start(): Promise<void>;
  /** Kills what answers requests. */
  kill(): Promise<void>;
  /** Suspends it: it accepts connections and does not reply. */
  freeze(): void;
  thaw(): void;
  remove(): Promise<void>;
}

const SECRET = 'um-segredo-do-teste/+';

/** Creates a Swift whose files are in a folder of their own, which must take extended attributes. */
export async function createSwift(): Promise<TestSwift> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lavra-swift-'));
  const port = await freePort();
  fs.mkdirSync(path.join(folder, 'devices/d'), { recursive: true });
  const ports: (readonly [string, number])[] = [];
  for (const kind of kinds) ports.push([kind, await freePort()]);
  writeRings(folder, ports);
  for (const [kind, its] of ports)
    fs.writeFileSync(path.join(folder, `${kind}.conf`), storage(folder, kind, its));
  fs.writeFileSync(path.join(folder, 'proxy.conf'), proxy(folder, port));
  const running = new Map<string, ChildProcess>();
  const stop = async (name: string): Promise<void> => {
    const child = running.get(name);
    running.delete(name);
    if (child === undefined || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  return {
    config: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: 'anexos',
      prefix: 'lavra/',
      accessKeyId: 'lavra:files',
      secretAccessKey: SECRET,
    },
    start: async () => {
      for (const name of [...kinds, 'proxy'])
        if (!running.has(name)) running.set(name, run(name, folder));
      for (const [name, its] of [...ports, ['proxy', port] as const])
        await until(`swift-${name}-server listens`, () => {
          const code = running.get(name)?.exitCode ?? null;
          if (code !== null) throw new Error(`swift-${name}-server ended with ${code}`);
          return listens(its);
        });
    },
    kill: () => stop('proxy'),
    freeze: () => {
      running.get('proxy')?.kill('SIGSTOP');
    },
    thaw: () => {
      running.get('proxy')?.kill('SIGCONT');
    },
    remove: async () => {
      for (const name of running.keys()) await stop(name);
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

const run = (name: string, folder: string): ChildProcess =>
  spawn(`swift-${name}-server`, [path.join(folder, `${name}.conf`)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });

/** Writes the rings that lead to the storage servers, whose ports follow their kinds. */
const RINGS = `
import sys
from swift.common.ring import RingBuilder
for kind, port in zip(sys.argv[2::2], sys.argv[3::2]):
    builder = RingBuilder(2, 1, 0)
    builder.add_dev(dict(id=0, region=1, zone=1, ip="127.0.0.1", port=int(port), device="d", weight=1))
    builder.rebalance()
    builder.get_ring().save(f"{sys.argv[1]}/{kind}.ring.gz")
`;

function writeRings(folder: string, ports: readonly (readonly [string, number])[]): void {
  const args = ['-c', RINGS, folder, ...ports.flat().map(String)];
  const { status, stderr } = spawnSync('/usr/bin/python3', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the rings of Swift: ${stderr}`);
}

const storage = (folder: string, kind: string, port: number): string =>
  [
    ...common(folder, port),
    `devices = ${path.join(folder, 'devices')}`,
    'mount_check = false',
    '[pipeline:main]',
    `pipeline = ${kind}-server`,
    `[app:${kind}-server]`,
    `use = egg:swift#${kind}`,
    '',
  ].join('\n');

const common = (folder: string, port: number): readonly string[] => [
  '[DEFAULT]',
  'bind_ip = 127.0.0.1',
  `bind_port = ${port}`,
  'workers = 0',
  `user = ${os.userInfo().username}`,
  `swift_dir = ${folder}`,
];

/** S3 needs the filter of a cache; no cache listens where it looks for one. */
const proxy = (folder: string, port: number): string =>
  [
    ...common(folder, port),
    '[pipeline:main]',
    'pipeline = catch_errors cache s3api tempauth slo proxy-server',
    '[filter:catch_errors]',
    'use = egg:swift#catch_errors',
    '[filter:cache]',
    'use = egg:swift#memcache',
    'memcache_servers = 127.0.0.1:1',
    '[filter:s3api]',
    'use = egg:swift#s3api',
    'location = us-east-1',
    '[filter:tempauth]',
    'use = egg:swift#tempauth',
    `user_lavra_files = ${SECRET} .admin`,
    '[filter:slo]',
    'use = egg:swift#slo',
    '[app:proxy-server]',
    'use = egg:swift#proxy',
    'account_autocreate = true',
    '',
  ].join('\n');

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

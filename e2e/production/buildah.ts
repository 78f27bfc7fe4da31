import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { childrenOf } from '../../server/test/signal-all.ts';

// Builds images with buildah in a store of their own and runs their containers, each in its own
// network namespace. No registry is used: Debian's own mirror provides the base images.

/** The configuration of an image that its Dockerfile states, as in the image's manifest. */
export interface ImageConfig {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Cmd: readonly string[];
  readonly Entrypoint?: readonly string[];
  readonly WorkingDir: string;
  readonly StopSignal: NodeJS.Signals;
  readonly ExposedPorts: Readonly<Record<string, object>>;
  readonly Healthcheck: { readonly Test: readonly string[] };
}

export interface Image {
  readonly config: ImageConfig;
  /** The folder that holds the root folder of the image's containers. */
  readonly root: string;
  /**
   * Starts a program in a container, or the entrypoint with `args` when none is given; without
   * `args` that is the image's own command.
   */
  start(options: RunOptions): Running;
}

export interface RunOptions {
  readonly network: string;
  readonly program?: readonly string[];
  readonly args?: readonly string[] | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** `folder on this machine:folder in the container`, with `:ro` where it is read only. */
  readonly volumes?: readonly string[];
}

export interface Running {
  readonly ended: Promise<number | null>;
  isRunning(): boolean;
  output(): string;
  /** Returns a field of the program's `/proc/PID/status`. */
  status(field: string): string | undefined;
  /** Sends the image's stop signal to the program; returns its exit code. */
  stop(): Promise<number | null>;
}

/** Runs a program to its end and returns its output; throws with all of it when it fails. */
export function run(program: string, args: readonly string[], env = process.env): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 1e8,
    env,
  });
  if (status !== 0)
    throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}${stderr}`, { cause: error });
  return stdout.trim();
}

export interface Builder {
  /** Makes an image of Debian, nginx, the project's Node and npm, under each of these names. */
  makeBase(names: readonly string[]): void;
  /** Builds a Dockerfile as it stands; its FROM lines find only images of this store. */
  build(dockerfile: string, context: string): Image;
  remove(): void;
}

/** Images and containers need 1.2 GB; in memory, where there is room, they are made faster. */
function roomForImages(): string {
  const memory = '/dev/shm';
  const { bavail, bsize } = fs.statfsSync(memory);
  return Math.min(bavail * bsize, os.freemem()) > 4e9 ? memory : os.tmpdir();
}

/** Returns a builder that keeps everything in a temporary folder, until it is removed. */
export function createBuilder(): Builder {
  const folder = fs.mkdtempSync(path.join(roomForImages(), 'lavra-images-'));
  const at = (name: string): string => path.join(folder, name);
  fs.mkdirSync(at('tmp'));
  const store = ['--root', at('store'), '--runroot', at('run')];
  const env = { ...process.env, BUILDAH_ISOLATION: 'chroot', TMPDIR: at('tmp') };
  const buildah = (...args: readonly string[]): string => run('buildah', [...store, ...args], env);

  return {
    makeBase(names) {
      const container = buildah('from', 'scratch');
      installDebian(buildah('mount', container));
      buildah('config', '--cmd', '["nginx", "-g", "daemon off;"]', container);
      const [name = '', ...others] = names;
      buildah('commit', '--rm', container, name);
      if (others.length > 0) buildah('tag', name, ...others);
    },
    build(dockerfile, context) {
      const name = path.basename(dockerfile).toLowerCase();
      const npmFiles = ['.npm', '.npmrc']
        .map((file) => path.join(os.homedir(), file))
        .filter((file) => fs.existsSync(file));
      const options = [
        '--format=docker', // OCI's has no health check
        '--pull-never',
        `--file=${dockerfile}`,
        `--ignorefile=${dockerfile}.dockerignore`,
        `--tag=${name}`,
        ...npmFiles.map((file) => `--volume=${file}:/root/${path.basename(file)}`),
      ];
      buildah('build', ...options, context);
      const container = buildah('from', '--pull-never', name);
      const { Docker } = JSON.parse(buildah('inspect', container)) as {
        Docker: { config: ImageConfig };
      }; // --format docker writes it
      const { config } = Docker;
      return {
        config,
        root: buildah('mount', container),
        start: ({ network, program, args = config.Cmd, env: variables = {}, volumes = [] }) => {
          const options = [
            '--terminal', // of its pipes only root may open /dev/stderr
            '--cap-drop=all',
            '--mount=type=tmpfs,destination=/tmp',
            ...Object.entries(variables).map(([key, value]) => `--env=${key}=${value}`),
            ...volumes.map((volume) => `--volume=${volume}`),
          ];
          const words = program ?? [...(config.Entrypoint ?? []), ...args];
          const buildahRun = ['buildah', ...store, 'run', ...options, container, '--', ...words];
          const inNetwork = ['ip', 'netns', 'exec', network, ...buildahRun];
          return startProgram(inNetwork, env, config.StopSignal);
        },
      };
    },
    remove: () => {
      buildah('rm', '--all');
      run('rm', ['-rf', folder]); // many times faster than Node's
    },
  };
}

/** Installs a small Debian from this machine's own mirror, with nginx, Node and npm. */
function installDebian(root: string): void {
  const codename = /^VERSION_CODENAME=(\w+)$/m.exec(
    fs.readFileSync('/etc/os-release', 'utf8'),
  )?.[1];
  const format = ['--format', '$(CODENAME) $(COMPONENT) $(REPO_URI)', 'Created-By: Packages'];
  const mirror = run('apt-get', ['indextargets', ...format])
    .split('\n')
    .map((line) => line.split(' '))
    .find(([suite, component]) => suite === codename && component === 'main')?.[2];
  if (codename === undefined || mirror === undefined) throw new Error('apt has no Debian mirror');
  const inside = (...names: readonly string[]): string => path.join(root, ...names);
  fs.mkdirSync(inside('etc/dpkg/dpkg.cfg.d'), { recursive: true });
  fs.writeFileSync(inside('etc/dpkg/dpkg.cfg.d/fast'), 'force-unsafe-io\n');
  run('debootstrap', ['--variant=minbase', '--include=nginx-light', codename, root, mirror]);
  run('chroot', [root, 'useradd', '--uid', '1000', '--create-home', 'node']);
  fs.copyFileSync(process.execPath, inside('usr/local/bin/node'));
  const npm = path.resolve(fs.realpathSync(run('which', ['npm'])), '../..');
  fs.cpSync(npm, inside('usr/local/lib/npm'), { recursive: true, verbatimSymlinks: true });
  fs.symlinkSync('../lib/npm/bin/npm-cli.js', inside('usr/local/bin/npm'));
}

function startProgram(
  [program = '', ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
  stopSignal: NodeJS.Signals,
): Running {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
    });
  const ended = once(child, 'close').then(([code]) => (typeof code === 'number' ? code : null));
  const pid = (): number => containedProcess(child.pid ?? 0);
  return {
    ended,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    output: () => Buffer.concat(chunks).toString(),
    status: (field) =>
      new RegExp(`^${field}:\\s+(\\w+)`, 'm').exec(
        fs.readFileSync(`/proc/${pid()}/status`, 'utf8'),
      )?.[1],
    stop: () => {
      if (child.exitCode === null) process.kill(pid(), stopSignal);
      return ended;
    },
  };
}

/** Returns the first process below buildah's own: the program in the container. */
function containedProcess(pid: number): number {
  if (!/buildah/.test(fs.readFileSync(`/proc/${pid}/comm`, 'utf8'))) return pid;
  const [child] = childrenOf(pid);
  if (child === undefined) throw new Error('no program runs in the container');
  return containedProcess(child);
}

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

// Executes a Dockerfile's instructions in a folder: produces the same tree by the same commands
// where no container engine is available.

export interface Instruction {
  readonly name: string;
  readonly rest: string;
}
export interface Stage {
  readonly base: string;
  readonly alias: string;
  readonly instructions: readonly Instruction[];
}

/** The settings that a container of the image would start with. */
export interface Image {
  /** The folder that holds the image's `/`. */
  readonly root: string;
  readonly workdir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly user: string;
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly healthcheck: readonly string[];
}

/** Returns a Dockerfile's stages, in order. Line continuations are not supported. */
export function readStages(file: string): Stage[] {
  const stages: { base: string; alias: string; instructions: Instruction[] }[] = [];
  for (const line of fs
    .readFileSync(file, 'utf8')
    .split('\n')
    .filter((text) => !/^\s*(#|$)/.test(text))) {
    const [, name = '', rest = ''] = /^([A-Z]+) (.+[^\\])$/.exec(line) ?? fail(line);
    const [base = '', alias = String(stages.length)] = rest.split(' AS ');
    if (name === 'FROM') stages.push({ base, alias, instructions: [] });
    else (stages.at(-1) ?? fail(line)).instructions.push({ name, rest });
  }
  return stages;
}

/**
 * Builds every stage below `into`, each in its own folder, from the files of `context` that the
 * ignore file does not exclude.
 */
export function buildImage(
  file: string,
  { context, into, env }: { context: string; into: string; env: Readonly<Record<string, string>> },
): Image {
  const roots = new Map<string, string>();
  const ignored = readIgnore(`${file}.dockerignore`);
  let image: Image | undefined;
  for (const stage of readStages(file)) {
    const root = path.join(into, stage.alias);
    fs.mkdirSync(root, { recursive: true });
    roots.set(stage.alias, root);
    image = stage.instructions.reduce(
      (so, instruction) => follow(instruction, so, { context, roots, ignored, env }),
      {
        root,
        workdir: '/',
        env: {},
        user: 'root',
        entrypoint: [],
        command: [],
        healthcheck: [],
      } as Image,
    );
  }
  return image ?? fail(file);
}

interface Surroundings {
  readonly context: string;
  readonly roots: ReadonlyMap<string, string>;
  readonly ignored: (file: string) => boolean;
  readonly env: Readonly<Record<string, string>>;
}

function follow({ name, rest }: Instruction, image: Image, around: Surroundings): Image {
  switch (name) {
    case 'WORKDIR':
      fs.mkdirSync(path.join(image.root, rest), { recursive: true });
      return { ...image, workdir: rest };
    case 'ENV':
      return {
        ...image,
        env: {
          ...image.env,
          ...Object.fromEntries(rest.split(' ').map((pair) => pair.split('=', 2))),
        },
      };
    case 'USER':
      return { ...image, user: rest };
    case 'ENTRYPOINT':
      return { ...image, entrypoint: JSON.parse(rest) as string[] };
    case 'CMD':
      return { ...image, command: JSON.parse(rest) as string[] };
    case 'HEALTHCHECK':
      return { ...image, healthcheck: JSON.parse(rest.slice(rest.indexOf('['))) as string[] };
    case 'EXPOSE':
    case 'STOPSIGNAL':
      return image;
    case 'COPY':
      copy(rest, image, around);
      return image;
    case 'RUN':
      run(rest, image, around);
      return image;
    default:
      return fail(`${name} ${rest}`);
  }
}

function copy(
  rest: string,
  { root, workdir }: Image,
  { context, roots, ignored }: Surroundings,
): void {
  const [, stage, from = '', to = ''] =
    /^(?:--from=(\S+) )?(\S+) (\S+)$/.exec(rest) ?? fail(`COPY ${rest}`);
  const base = stage === undefined ? context : (roots.get(stage) ?? fail(`COPY ${rest}`));
  const source = path.join(base, from);
  fs.cpSync(source, path.join(root, to.startsWith('/') ? '/' : workdir, to), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => stage !== undefined || file === base || !ignored(path.relative(base, file)),
  });
}

function run(command: string, { root, workdir }: Image, { env }: Surroundings): void {
  const { status, stdout, stderr } = spawnSync('sh', ['-euc', command], {
    cwd: path.join(root, workdir),
    env,
    encoding: 'utf8',
  });
  if (status !== 0)
    throw new Error(`RUN ${command} ended with ${String(status)}:\n${stdout}${stderr}`);
}

/**
 * Returns a predicate that is true for paths in the build context: neither the path nor a folder
 * above it is excluded by the ignore file.
 */
function readIgnore(file: string): (relative: string) => boolean {
  const patterns = fs
    .readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  const left = patterns.filter((pattern) => !pattern.startsWith('!'));
  const kept = patterns
    .filter((pattern) => pattern.startsWith('!'))
    .map((pattern) => pattern.slice(1));
  const upTo = (relative: string): string[] =>
    relative.split(path.sep).map((_, n, parts) => parts.slice(0, n + 1).join('/'));
  return (relative) =>
    upTo(relative).some((part) => left.some((pattern) => path.matchesGlob(part, pattern))) &&
    !kept.some((pattern) => upTo(relative).includes(pattern) || pattern.startsWith(`${relative}/`));
}

function fail(what: string): never {
  throw new Error(`not understood: ${what}`);
}

import fs from 'node:fs';
import path from 'node:path';
import { ConfigError } from '../../platform/config/env-reader.ts';

/** What runs, in the order it is stopped; it is started in the reverse one. Database and cache are none of these. */
export const roles = ['scheduler', 'worker', 'api', 'web'] as const;
export type Role = (typeof roles)[number];

/** Starts and stops one unit, and tells whether it runs. Both ways are safe to repeat. */
export interface Backend {
  start(unit: string): Promise<void>;
  /** Asks it to finish what it has in hand, and waits until it is gone. */
  stop(unit: string): Promise<void>;
  isRunning(unit: string): Promise<boolean>;
}

/** One process as the script starts it. */
export interface ProcessSpec {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** How an installation's processes are looked after, read from its `operations.json`. */
export interface OperationsPlan {
  readonly backend: 'processes' | 'systemd' | 'compose';
  /** The file that the gateway looks for. */
  readonly flag: string;
  /** Names of processes, systemd units or compose services. */
  readonly units: Readonly<Record<Role, readonly string[]>>;
  /** Addresses that answer 200 once a unit takes requests, by its name. */
  readonly ready: Readonly<Record<string, string>>;
  /** Of the `processes` backend. */
  readonly processes: Readonly<Record<string, ProcessSpec>>;
  /** Where that backend keeps pids and logs. */
  readonly run: string;
  /** Of the `compose` backend. */
  readonly composeFile: string;
}

/** Reads and checks the plan. Paths in it are taken from its own folder. Throws `ConfigError` in words for the operator. */
export function readPlan(file: string): OperationsPlan {
  const plan = parse(file);
  const folder = path.dirname(path.resolve(file));
  const {
    backend = 'processes',
    units,
    ready = {},
    processes = {},
    flag,
    run = 'run',
    composeFile = 'compose.yaml',
  } = plan;
  if (!['processes', 'systemd', 'compose'].includes(backend))
    throw new ConfigError(`${file}: backend deve ser processes, systemd ou compose.`);
  if (typeof flag !== 'string')
    throw new ConfigError(`${file}: falta flag, o arquivo que o gateway procura.`);
  const named = Object.fromEntries(roles.map((role) => [role, units?.[role] ?? []])) as Record<
    Role,
    readonly string[]
  >; // every role has just been given its list
  const missing =
    backend === 'processes'
      ? Object.values(named)
          .flat()
          .find((name) => processes[name] === undefined)
      : undefined;
  if (missing !== undefined) throw new ConfigError(`${file}: não diz como iniciar ${missing}.`);
  return {
    backend,
    units: named,
    ready,
    processes,
    flag: path.resolve(folder, flag),
    run: path.resolve(folder, run),
    composeFile: path.resolve(folder, composeFile),
  };
}

function parse(file: string): Partial<OperationsPlan> {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')) as Partial<OperationsPlan>; // each part is judged by its reader
  } catch (error) {
    throw new ConfigError(
      `Não foi possível ler ${file}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

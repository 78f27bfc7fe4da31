import fs from 'node:fs';
import path from 'node:path';
import { ConfigError } from '../../platform/config/env-reader.ts';

/**
 * The roles in the order in which they are stopped; they are started in reverse. Database and cache
 * are not among them.
 */
export const roles = ['scheduler', 'worker', 'api', 'web'] as const;
export type Role = (typeof roles)[number];

/**
 * Starts and stops one unit, and reports whether it runs. Starting and stopping may be repeated.
 */
export interface Backend {
  start(unit: string): Promise<void>;
  /** Asks the unit to finish its work, and waits until it has stopped. */
  stop(unit: string): Promise<void>;
  isRunning(unit: string): Promise<boolean>;
}

/** One process as the script starts it. */
export interface ProcessSpec {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** How an installation's processes are managed, read from its `operations.json`. */
export interface OperationsPlan {
  readonly backend: 'processes' | 'systemd' | 'compose';
  /** The file whose presence makes the gateway show the maintenance page. */
  readonly flag: string;
  /** Names of processes, systemd units or compose services. */
  readonly units: Readonly<Record<Role, readonly string[]>>;
  /** URLs that return 200 once a unit takes requests, by its name. */
  readonly ready: Readonly<Record<string, string>>;
  /** For the `processes` backend. */
  readonly processes: Readonly<Record<string, ProcessSpec>>;
  /** The folder in which that backend stores pids and logs. */
  readonly run: string;
  /** For the `compose` backend. */
  readonly composeFile: string;
}

/**
 * Reads and validates the plan. Paths in it are relative to its own folder. Throws `ConfigError`
 * with a message for the operator.
 */
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
    // Each part is validated by its reader.
    return JSON.parse(fs.readFileSync(file, 'utf8')) as Partial<OperationsPlan>;
  } catch (error) {
    throw new ConfigError(
      `Não foi possível ler ${file}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

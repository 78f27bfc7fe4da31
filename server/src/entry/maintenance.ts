import { backendOf } from '../app/operations/backends.ts';
import {
  maintenanceOff,
  maintenanceOn,
  maintenanceStatus,
  rollingRestart,
} from '../app/operations/maintenance.ts';
import { readPlan } from '../app/operations/operations-plan.ts';
import { createClock } from '../platform/clock/clock.ts';
import { ConfigError } from '../platform/config/env-reader.ts';

type MaintenanceContext = Parameters<typeof maintenanceOn>[0];

const works = {
  'maintenance on': maintenanceOn,
  'maintenance off': maintenanceOff,
  'maintenance status': maintenanceStatus,
  restart: rollingRestart,
} as const satisfies Readonly<
  Record<string, (context: MaintenanceContext) => Promise<boolean | void>>
>;

/**
 * Manages a running installation as its `operations.json` says: `--config FILE`, or
 * `operations.json` in the current folder.
 */
export const operate =
  (name: keyof typeof works) =>
  async (args: readonly string[]): Promise<number> => {
    const plan = readPlan(configFile(args));
    const context = {
      plan,
      backend: backendOf(plan),
      print: (line: string) => {
        process.stdout.write(`${line}\n`);
      },
      now: createClock().now(),
    };
    return (await works[name](context)) === false ? 1 : 0;
  };

function configFile(args: readonly string[]): string {
  const [flag, file, ...rest] = args;
  if (flag === undefined) return 'operations.json';
  if (flag !== '--config' || file === undefined || rest.length > 0)
    throw new ConfigError('Uso: npm run lavra -- maintenance on|off|status [--config ARQUIVO]');
  return file;
}

import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { roles, type Backend, type OperationsPlan } from './operations-plan.ts';

/** Prints one line per step for the operator. */
export type Print = (line: string) => void;

const LONGEST_START = 60_000;

interface MaintenanceContext {
  readonly plan: OperationsPlan;
  readonly backend: Backend;
  readonly print: Print;
  readonly now: Date;
}

/**
 * Switches the maintenance page on, then stops scheduler, workers, API and portals, one after the
 * other. Database and cache keep running.
 */
export async function maintenanceOn({
  plan,
  backend,
  print,
  now,
}: MaintenanceContext): Promise<void> {
  if (fs.existsSync(plan.flag)) print('A página de manutenção já estava no ar.');
  else {
    fs.mkdirSync(path.dirname(plan.flag), { recursive: true });
    fs.writeFileSync(plan.flag, `${now.toISOString()}\n`, { mode: 0o644 });
    print('Página de manutenção no ar.');
  }
  for (const unit of roles.flatMap((role) => plan.units[role]))
    await stopUnit(unit, { backend, print });
  print('Em manutenção. O banco de dados e o cache continuam no ar.');
}

/** Starts everything, and switches the page off when all is ready. */
export async function maintenanceOff({ plan, backend, print }: MaintenanceContext): Promise<void> {
  for (const unit of roles.toReversed().flatMap((role) => plan.units[role]))
    await startUnit(unit, { plan, backend, print });
  if (!fs.existsSync(plan.flag)) return print('A página de manutenção já não estava no ar.');
  fs.rmSync(plan.flag);
  print('Página de manutenção retirada. O serviço está no ar.');
}

/**
 * Prints the current state; returns true when the service is complete: everything ready and no
 * page.
 */
export async function maintenanceStatus({
  plan,
  backend,
  print,
}: MaintenanceContext): Promise<boolean> {
  const inMaintenance = fs.existsSync(plan.flag);
  print(
    inMaintenance
      ? `Em manutenção desde ${fs.readFileSync(plan.flag, 'utf8').trim()}.`
      : 'A página de manutenção não está no ar.',
  );
  let whole = !inMaintenance;
  for (const unit of roles.flatMap((role) => plan.units[role])) {
    const running = await backend.isRunning(unit);
    const ready = running && (await isReady(plan.ready[unit]));
    whole &&= ready;
    print(
      `  ${unit.padEnd(24)} ${!running ? 'parado' : ready ? 'no ar' : 'no ar, ainda sem responder'}`,
    );
  }
  return whole;
}

/**
 * How long to wait, in ms, before stopping the next process: the gateway avoids a process that
 * stopped for up to five seconds, and must be sending requests to the restarted one again.
 */
const SETTLING = 5_500;

/** Restarts one unit after the other, so that the others serve meanwhile: API and portals first. */
export async function rollingRestart({ plan, backend, print }: MaintenanceContext): Promise<void> {
  for (const unit of roles.toReversed().flatMap((role) => plan.units[role])) {
    await stopUnit(unit, { backend, print });
    await startUnit(unit, { plan, backend, print });
    if (plan.ready[unit] !== undefined) await pause(SETTLING);
  }
}

async function stopUnit(
  unit: string,
  { backend, print }: Pick<MaintenanceContext, 'backend' | 'print'>,
): Promise<void> {
  if (!(await backend.isRunning(unit))) return print(`  ${unit} já estava parado.`);
  await backend.stop(unit);
  print(`  ${unit} parado.`);
}

async function startUnit(
  unit: string,
  { plan, backend, print }: Pick<MaintenanceContext, 'plan' | 'backend' | 'print'>,
): Promise<void> {
  const wasRunning = await backend.isRunning(unit);
  if (!wasRunning) await backend.start(unit);
  await untilReady(unit, { plan, backend });
  print(`  ${unit} ${wasRunning ? 'já estava no ar' : 'no ar'}.`);
}

async function untilReady(
  unit: string,
  { plan, backend }: Pick<MaintenanceContext, 'plan' | 'backend'>,
): Promise<void> {
  for (const since = performance.now(); !(await isReady(plan.ready[unit])); await pause(100)) {
    if (!(await backend.isRunning(unit)))
      throw new Error(`${unit} terminou em vez de ficar pronto: veja o seu log.`);
    if (performance.now() - since > LONGEST_START)
      throw new Error(`${unit} não ficou pronto em ${LONGEST_START / 1000} s.`);
  }
}

/** Returns whether the unit is ready; without a URL to check, running is enough. */
const isReady = async (address: string | undefined): Promise<boolean> =>
  address === undefined ||
  (await fetch(address, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  ));

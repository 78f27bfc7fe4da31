import type pg from 'pg';
import type { Server } from './api-server.ts';
import type { Caller, LoadPlan, LoadResult } from './load/plan.ts';
import { cpuSeconds, cpuSecondsOfChildren, startWorker, type Worker } from './processes.ts';

/** A server with the load to put on it. */
export interface Target {
  readonly server: Server;
  readonly callers: readonly Caller[];
  /** Absent: as fast as requests are answered. */
  readonly perSecond?: number;
}

/** One period of load on one target; times in milliseconds, CPU in milliseconds per request. */
export interface Sample {
  readonly perSecond: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly nodeCpu: number;
  readonly databaseCpu: number;
  /** The share of one core that the generator used. */
  readonly generatorShare: number;
}

export interface Bench {
  readonly rounds: number;
  readonly milliseconds: number;
  readonly load: (target: Target, milliseconds?: number) => Promise<Sample>;
  readonly stop: () => Promise<void>;
}

/** Creates the measuring side: a separate load generator, and the CPU accounting of the servers. */
export function createBench({
  postgresPid,
  rounds,
  milliseconds,
}: {
  postgresPid: number;
  rounds: number;
  milliseconds: number;
}): Bench {
  const generator = startWorker('load.ts');
  return {
    rounds,
    milliseconds,
    stop: generator.stop,
    load: async ({ server, callers, perSecond }, time) => {
      const before = {
        node: cpuSeconds(server.worker.pid),
        database: cpuSecondsOfChildren(postgresPid),
      };
      const result = await loadOnce(generator, {
        port: server.port,
        callers,
        ...(time === undefined ? {} : { milliseconds: time }),
        ...(perSecond === undefined ? {} : { perSecond }),
      });
      const perRequest = (seconds: number): number => (seconds * 1000) / result.requests;
      return {
        perSecond: result.requests / result.seconds,
        p50: result.p50,
        p95: result.p95,
        p99: result.p99,
        nodeCpu: perRequest(cpuSeconds(server.worker.pid) - before.node),
        databaseCpu: perRequest(cpuSecondsOfChildren(postgresPid) - before.database),
        generatorShare: result.ownCpu / result.seconds,
      };
    },
  };
}

async function loadOnce(generator: Worker, plan: LoadPlan): Promise<LoadResult> {
  const reply = await generator.ask(plan);
  if (typeof reply['failure'] === 'string') throw new Error(reply['failure']);
  const result = reply['result'] as LoadResult; // load.ts replies with nothing else
  if (result.refused !== undefined)
    throw new Error(`a request under load was refused:\n${result.refused}`);
  return result;
}

/**
 * Returns the medians of each target over interleaved rounds, after a warm-up round; the order is
 * reversed in every other round.
 */
export async function interleave<Name extends string>(
  bench: Bench,
  targets: Readonly<Record<Name, Target>>,
): Promise<Compared<Name>> {
  const names = Object.keys(targets) as Name[]; // the keys of this record
  const rounds: Record<Name, Sample>[] = [];
  for (const name of names) await bench.load(targets[name], bench.milliseconds / 2);
  for (let round = 0; round < bench.rounds; round += 1) {
    const samples: Partial<Record<Name, Sample>> = {};
    for (const name of round % 2 === 0 ? names : names.toReversed())
      samples[name] = await bench.load(targets[name], bench.milliseconds);
    rounds.push(samples as Record<Name, Sample>); // every name has been measured
  }
  return {
    of: (name) => mediansOf(rounds.map((samples) => samples[name])),
    ratio: (value, above, below) =>
      median(rounds.map((samples) => samples[above][value] / samples[below][value])),
  };
}

/** Returns the median time, in milliseconds, of a statement sent repeatedly by a plain client. */
export async function timeStatement(
  pool: pg.Pool,
  query: pg.QueryConfig,
  milliseconds: number,
): Promise<number> {
  const took: number[] = [];
  for (const until = performance.now() + milliseconds; performance.now() < until;) {
    const began = performance.now();
    await pool.query(query);
    took.push(performance.now() - began);
  }
  return median(took);
}

export interface Compared<Name extends string> {
  of(name: Name): Sample;
  /**
   * Returns the median over the rounds of one target's value divided by another's in the same
   * round.
   */
  ratio(value: keyof Sample, above: Name, below: Name): number;
}

export function mediansOf(samples: readonly Sample[]): Sample {
  const of = (value: keyof Sample): number => median(samples.map((sample) => sample[value]));
  return {
    perSecond: of('perSecond'),
    p50: of('p50'),
    p95: of('p95'),
    p99: of('p99'),
    nodeCpu: of('nodeCpu'),
    databaseCpu: of('databaseCpu'),
    generatorShare: of('generatorShare'),
  };
}

/** Returns the value below which the given share of the sorted values lies. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.floor(sorted.length * share)] ?? 0;

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

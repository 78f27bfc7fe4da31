import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startRunning } from '../../e2e/running-service.ts';
import { startApi } from '../api-server.ts';
import { supplierToken } from '../data/tokens.ts';
import { request } from '../load/plan.ts';
import { createBench, median } from '../measure.ts';
import { cpuSeconds, memoryOf } from '../processes.ts';
import type { Row } from '../report.ts';
import { callersOf, type Context } from './context.ts';

const builtPortals = path.resolve(import.meta.dirname, '../../web/dist');

interface Start {
  readonly seconds: number;
  /** Seconds until the portals are served as well. */
  readonly portals: number;
  readonly memory: number;
}

/** Measures `npm start` in an empty folder and without built portals, and again where both exist. */
export async function startRows(): Promise<Row[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lavra-bench-'));
  try {
    fs.rmSync(builtPortals, { recursive: true, force: true });
    const first = await start(folder);
    const again = await start(folder);
    return [
      {
        what: 'npm start, first one: database made, demo loaded',
        value: first.seconds,
        unit: 's',
        most: 5,
      },
      { what: '… portals built and served', value: first.portals, unit: 's', most: 8 },
      { what: '… memory, idle', value: first.memory, unit: 'MB', most: 200 },
      { what: 'npm start, later ones', value: again.seconds, unit: 's', most: 2 },
      { what: '… portals served', value: again.portals, unit: 's' },
      { what: '… memory, idle', value: again.memory, unit: 'MB', most: 200 },
    ];
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

async function start(folder: string): Promise<Start> {
  const began = performance.now();
  const since = (): number => (performance.now() - began) / 1000;
  const service = await startRunning({ DATA_DIR: folder });
  const seconds = since();
  while (!(await fetch(`${service.address}/produtor`)).ok) await setTimeout(50);
  const portals = since();
  await setTimeout(2_000);
  const memory = memoryOf(service.process.pid ?? 0).now;
  await service.stop();
  return { seconds, portals, memory };
}

/** Measures the API's start time and memory before any request, in isolation. */
export async function idleRows({ largest }: Context): Promise<Row[]> {
  const api = await startApi(largest.set);
  await setTimeout(1_000);
  const { now } = memoryOf(api.worker.pid);
  await api.worker.stop();
  return [
    { what: 'lavra serve, ready', value: api.readyMs / 1000, unit: 's' },
    { what: 'memory of the API, idle', value: now, unit: 'MB', most: 200 },
    {
      what: 'memory of the API, highest of this run',
      value: memoryOf(largest.api.worker.pid).peak,
      unit: 'MB',
      most: 512,
      detail: 'PDF thread included',
    },
  ];
}

/** Compares the Node CPU per request of two API processes on one database with that of one. */
export async function twoProcessesRows(
  { bench, largest }: Context,
  postgresPid: number,
): Promise<Row[]> {
  const second = {
    server: await startApi(largest.set),
    bench: createBench({ ...bench, postgresPid }),
  };
  const callers = (from: number) =>
    callersOf(8, (index) =>
      request('GET', '/api/v1/supplier/orders', { token: supplierToken(from + index) }),
    );
  const one = { server: largest.api, callers: callers(3) };
  const other = { server: second.server, callers: callers(11) };
  const cpuEach = async (): Promise<number> => {
    const pids = [largest.api.worker.pid, second.server.worker.pid];
    const before = pids.map(cpuSeconds);
    const samples = await Promise.all([
      bench.load(one, bench.milliseconds),
      second.bench.load(other, bench.milliseconds),
    ]);
    const requests = samples.reduce(
      (sum, { perSecond }) => sum + (perSecond * bench.milliseconds) / 1000,
      0,
    );
    return (
      (pids.reduce((sum, pid, index) => sum + cpuSeconds(pid) - (before[index] ?? 0), 0) * 1000) /
      requests
    );
  };
  await second.bench.load(other, bench.milliseconds);
  const ratios: number[] = [];
  for (let round = 0; round < bench.rounds; round += 1) {
    const alone = await bench.load(one, bench.milliseconds);
    ratios.push((await cpuEach()) / alone.nodeCpu);
  }
  await second.server.worker.stop();
  await second.bench.stop();
  return [
    {
      what: 'two API processes, node CPU a request / one',
      value: median(ratios),
      most: 1.1,
      detail: '8 callers each',
    },
  ];
}

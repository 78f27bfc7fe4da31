import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startRunning } from '../../e2e/running-service.ts';
import { startApi } from '../api-server.ts';
import { supplierToken } from '../data/tokens.ts';
import { request } from '../load/plan.ts';
import { createBench, median } from '../measure.ts';
import { cpuSeconds, memoryOf } from '../processes.ts';
import type { Row } from '../report.ts';
import { callersOf, type Context } from './context.ts';

/** Measures `npm start` in an empty folder, and again where everything exists already. */
export async function startRows(): Promise<Row[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lavra-bench-'));
  try {
    const start = async (): Promise<{ seconds: number; memory: number }> => {
      const began = performance.now();
      const service = await startRunning({ DATA_DIR: folder });
      const seconds = (performance.now() - began) / 1000;
      await new Promise((resolve) => {
        setTimeout(resolve, 2_000);
      });
      const memory = memoryOf(service.process.pid ?? 0).now;
      await service.stop();
      return { seconds, memory };
    };
    const first = await start();
    const again = await start();
    return [
      {
        what: 'npm start, first one: database made, demo loaded',
        value: first.seconds,
        unit: 's',
        most: 5,
      },
      { what: 'npm start, later ones', value: again.seconds, unit: 's', most: 2 },
      {
        what: 'memory of npm start, idle',
        value: again.memory,
        unit: 'MB',
        most: 200,
        detail: `${first.memory.toFixed(0)} MB after the first start`,
      },
    ];
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Measures the API's start time and memory before any request, in isolation. */
export async function idleRows({ largest }: Context): Promise<Row[]> {
  const api = await startApi(largest.set);
  await new Promise((resolve) => {
    setTimeout(resolve, 1_000);
  });
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

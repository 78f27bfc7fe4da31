import fs from 'node:fs';
import http, { type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { startApi, untilItRests } from './api-server.ts';
import { ADMIN_TOKEN, supplierToken } from './data/tokens.ts';
import { onData } from './fixtures.ts';
import { openData } from './generate.ts';
import { quantile } from './measure.ts';
import { memoryOf } from './processes.ts';
import { describeMachine, renderReport, type Row } from './report.ts';

// `node_modules/.bin/node bench/reports.ts`: measures the reports of a large installation, served by a separate
// process. Options:
//   --size 430000   orders; 430,000 carry a million proposals
// Each export is downloaded as fast as it can be read. Memory is the serving process', as reported
// by the kernel; `lines` is meaningless for a ZIP.

const { values } = parseArgs({ options: { size: { type: 'string', default: '430000' } } });
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const NEW_LINE = 10;
/** Seconds that the export of a million proposals may take. */
const MOST_A_MILLION = 60;

interface Download {
  readonly seconds: number;
  readonly megabytes: number;
  readonly lines: number;
}

async function get(port: number, path: string, token: string): Promise<IncomingMessage> {
  const [response] = (await once(
    http.get({ port, path, headers: { authorization: `Bearer ${token}` }, agent: false }),
    'response',
  )) as [IncomingMessage]; // the arguments of that event
  if (response.statusCode !== 200) throw new Error(`${path} answers ${response.statusCode}`);
  return response;
}

/** Reads an export to its end without keeping it. */
async function download(port: number, path: string): Promise<Download> {
  const began = performance.now();
  let [bytes, lines] = [0, 0];
  for await (const chunk of (await get(
    port,
    `/api/v1/admin/reports/export/${path}`,
    ADMIN_TOKEN,
  )) as AsyncIterable<Buffer>) {
    // no encoding is set
    bytes += chunk.length;
    for (let at = chunk.indexOf(NEW_LINE); at !== -1; at = chunk.indexOf(NEW_LINE, at + 1))
      lines += 1;
  }
  return { seconds: (performance.now() - began) / 1000, megabytes: bytes / 1e6, lines };
}

/** Measures the supplier's list, one request after another, until `done`. Returns milliseconds. */
async function timeList(port: number, done: () => boolean): Promise<number[]> {
  const took: number[] = [];
  while (!done()) {
    const began = performance.now();
    await once((await get(port, '/api/v1/supplier/orders', supplierToken(3))).resume(), 'end');
    took.push(performance.now() - began);
  }
  return took.toSorted((a, b) => a - b);
}

const list = (sorted: readonly number[]): string =>
  `p50 ${quantile(sorted, 0.5).toFixed(1)}, p99 ${quantile(sorted, 0.99).toFixed(1)} ms`;

/** Resets the kernel's peak memory, so that the next reading is the peak since now. */
const forgetPeak = (pid: number): void => fs.writeFileSync(`/proc/${pid}/clear_refs`, '5');

const data = await openData([Number(values.size)], say);
try {
  const [set] = data.sets;
  if (set === undefined) throw new Error('no size was given');
  const {
    port,
    worker: { pid, stop },
  } = await startApi(set);
  await untilItRests(set);
  const listFor = async (seconds: number): Promise<number[]> => {
    const soon = performance.now() + seconds * 1_000;
    return timeList(port, () => performance.now() > soon);
  };
  await listFor(5); // the first requests compile what they run
  const alone = await listFor(10);
  const rows: Row[] = [
    {
      what: 'the list, nothing beside it: p50',
      value: quantile(alone, 0.5),
      unit: 'ms',
      detail: list(alone),
    },
  ];
  const measured = async (
    what: string,
    work: () => Promise<Download>,
    view?: string,
  ): Promise<void> => {
    const before = memoryOf(pid).now;
    forgetPeak(pid);
    const { seconds, megabytes, lines } = await work();
    const { peak } = memoryOf(pid);
    rows.push({
      what: `${what}: time`,
      value: seconds,
      unit: 's',
      ...(view === 'proposals' ? { most: (MOST_A_MILLION * lines) / 1_000_000 } : {}),
      detail:
        `${lines.toLocaleString('en')} lines, ${megabytes.toFixed(0)} MB sent, ` +
        `${(lines / seconds).toFixed(0)} lines a second`,
    });
    rows.push({
      what: `${what}: memory added`,
      value: peak - before,
      unit: 'MB',
      most: 150,
      detail: `from ${before.toFixed(0)} to ${peak.toFixed(0)} MB`,
    });
    say(
      `${what}: ${seconds.toFixed(1)} s, ${lines} lines, ${before.toFixed(0)} to ${peak.toFixed(0)} MB`,
    );
  };
  for (const view of ['suppliers', 'producers', 'orders', 'proposals'])
    await measured(view, () => download(port, `csv?view=${view}`), view);
  await measured('all five in a ZIP', () => download(port, 'zip'));
  let over = false;
  const [meanwhile] = await Promise.all([
    timeList(port, () => over),
    measured('proposals, the list asked for meanwhile', () =>
      download(port, 'csv?view=proposals'),
    ).finally(() => {
      over = true;
    }),
  ]);
  rows.push({
    what: 'the list beside that export: p99 / alone',
    value: quantile(meanwhile, 0.99) / quantile(alone, 0.99),
    most: 2,
    detail: list(meanwhile),
  });
  await stop();
  const version = await onData(
    { url: data.postgres.url, orders: 0 },
    async (client) =>
      (await client.query<{ server_version: string }>('SHOW server_version')).rows[0]
        ?.server_version ?? '',
  );
  say(
    renderReport(rows, [...describeMachine(version), `${set.orders.toLocaleString('en')} orders`], {
      markdown: false,
    }),
  );
} finally {
  await data.postgres.stop();
}

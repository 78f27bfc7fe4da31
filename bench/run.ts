import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { startApi, untilItRests } from './api-server.ts';
import { onData, restore } from './fixtures.ts';
import { openData, type BenchData } from './generate.ts';
import { createBench } from './measure.ts';
import { describeMachine, renderReport, type Row } from './report.ts';
import { adminRows } from './rows/admin.ts';
import { arrivalRows } from './rows/arrivals.ts';
import { combinationRows } from './rows/combinations.ts';
import type { Context, Stage } from './rows/context.ts';
import { decisionRows } from './rows/decisions.ts';
import { draftRows } from './rows/drafts.ts';
import { everyReadRows } from './rows/every-read.ts';
import { flatnessRows, listRows } from './rows/list.ts';
import { idleRows, startRows, twoProcessesRows } from './rows/processes.ts';
import { pdfRows, readRows } from './rows/reads.ts';
import { statementRows } from './rows/statement.ts';

// `npm run bench`: ratios to the limits, with their targets. Options:
//   --size 10000,1000000          data sets, generated once and kept in .cache/bench
//   --only list,flat,drafts       only these groups
//   --reads listLogs,getOrder     of the group every, only these reads
//   --quick                       10,000 and 100,000 orders, three rounds of one second
//   --profile folder              a CPU profile of each measured server
//   --markdown docs/x.md          also writes the report as Markdown to a file

const { values } = parseArgs({
  options: {
    size: { type: 'string' },
    only: { type: 'string' },
    reads: { type: 'string' },
    quick: { type: 'boolean', default: false },
    markdown: { type: 'string' },
    profile: { type: 'string' },
  },
});
const sizes = (values.size ?? (values.quick ? '10000,100000' : '10000,1000000'))
  .split(',')
  .map(Number);
const only = values.only?.split(',');
const profiling =
  values.profile === undefined ? [] : ['--cpu-prof', '--cpu-prof-dir', values.profile];
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const groups: Readonly<Record<string, (context: Context, data: BenchData) => Promise<Row[]>>> = {
  list: listRows,
  arrivals: arrivalRows,
  statement: statementRows,
  flat: flatnessRows,
  reads: readRows,
  every: (context) => everyReadRows(context, values.reads?.split(',')),
  drafts: draftRows,
  decisions: decisionRows,
  combinations: combinationRows,
  pdf: pdfRows,
  admin: adminRows,
  two: (context, { postgres }) => twoProcessesRows(context, postgres.pid),
  idle: idleRows,
  start: startRows,
};

const unknown = only?.find((name) => !Object.hasOwn(groups, name));
if (unknown !== undefined) throw new Error(`there is no group "${unknown}"`);

async function measure(data: BenchData): Promise<Row[]> {
  const bench = createBench({
    postgresPid: data.postgres.pid,
    rounds: values.quick ? 3 : 5,
    milliseconds: values.quick ? 1_000 : 2_000,
  });
  const stages: Stage[] = [];
  for (const set of [data.sets[0], data.sets.at(-1)]) {
    if (set === undefined) throw new Error('no size was given');
    stages.push({ set, api: await startApi(set, profiling) });
  }
  const [smallest, largest] = stages;
  if (smallest === undefined || largest === undefined) throw new Error('no stage was set');
  say('waiting until the services rest');
  for (const { set } of stages) await untilItRests(set);
  const rows: Row[] = [];
  try {
    for (const [name, group] of Object.entries(groups)) {
      if (only?.includes(name) === false) continue;
      say(`measuring: ${name}`);
      rows.push(
        ...(await group({ bench, smallest, largest }, data).catch((error: unknown) => {
          // The remaining groups are still worth measuring.
          process.exitCode = 1;
          say(
            `${name} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
          );
          return [];
        })),
      );
    }
  } finally {
    for (const { api } of stages) await api.worker.stop();
    for (const set of data.sets) await restore(set);
    await bench.stop();
  }
  return rows;
}

const data = await openData(sizes, say);
try {
  const version = await onData(
    { url: data.postgres.url, orders: 0 },
    async (client) =>
      (await client.query<{ server_version: string }>('SHOW server_version')).rows[0]
        ?.server_version ?? '',
  );
  const generation = data.sets.map(({ orders }) => {
    const seconds = data.generated.get(orders) ?? 0;
    const how = seconds === 0 ? 'kept' : `generated in ${seconds.toFixed(0)} s`;
    return `${orders.toLocaleString('en')} (${how})`;
  });
  const facts = [
    ...describeMachine(version),
    `orders: ${generation.join(', ')}; ` +
      `${values.quick ? 'quick: three rounds of 1 s' : 'five rounds of 2 s'}, interleaved, ` +
      'medians',
  ];
  const rows = await measure(data);
  say(renderReport(rows, facts, { markdown: false }));
  if (values.markdown !== undefined)
    fs.writeFileSync(values.markdown, renderReport(rows, facts, { markdown: true }));
} finally {
  await data.postgres.stop();
}

import { connect, type Answer } from './load/http-connection.ts';
import type { LoadPlan, LoadResult } from './load/plan.ts';

// The load generator, in a process of its own: plans come in and results go out over the parent's channel.

interface Answers { readonly took: number[]; refused: string | undefined }

async function run(plan: LoadPlan): Promise<LoadResult> {
  const answers: Answers = { took: [], refused: undefined };
  const work = plan.perSecond === undefined ? await closedLoop(plan, answers) : await openLoop(plan, plan.perSecond, answers);
  const cpu = process.cpuUsage();
  const began = performance.now();
  await work(began);
  const seconds = (performance.now() - began) / 1000;
  const used = process.cpuUsage(cpu);
  const sorted = Float64Array.from(answers.took).toSorted();
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { requests: sorted.length, seconds, p50: at(0.5), p99: at(0.99), ownCpu: (used.user + used.system) / 1e6, refused: answers.refused };
}

async function closedLoop({ port, callers, milliseconds }: LoadPlan, answers: Answers): Promise<(began: number) => Promise<void>> {
  const lanes = await Promise.all(callers.map(async ({ requests }) => ({ connection: await lane(port), requests: requests.map((text) => Buffer.from(text)) })));
  return async (began) => {
    const until = milliseconds === undefined ? Infinity : began + milliseconds;
    await Promise.all(lanes.map(async ({ connection, requests }) => {
      const turns = milliseconds === undefined ? requests.length : Infinity;
      let sent = performance.now();
      for (let turn = 0; sent < until && turn < turns; turn += 1) {
        const { status, text } = await connection.send(requests[turn % requests.length] ?? Buffer.alloc(0));
        const now = performance.now();
        answers.took.push(now - sent);
        if (status !== 200) answers.refused ??= text;
        sent = now;
      }
    }));
  };
}

const OPEN_LANES = 96;

/** Requests are due at whole milliseconds: what a timer can keep to. One that finds no free connection waits, and its time runs. */
async function openLoop({ port, callers, milliseconds = 0 }: LoadPlan, perSecond: number, answers: Answers): Promise<(began: number) => Promise<void>> {
  const longest = Math.max(...callers.map(({ requests }) => requests.length));
  const requests = Array.from({ length: longest }, (_, turn) => callers.map((caller) => Buffer.from(caller.requests[turn % caller.requests.length] ?? ''))).flat();
  const free = await Promise.all(Array.from({ length: OPEN_LANES }, () => lane(port)));
  return async (began) => {
    const total = Math.floor((perSecond * milliseconds) / 1000);
    const dueAt = (index: number): number => began + Math.ceil((index * 1000) / perSecond);
    const underWay = new Set<Promise<void>>();
    const askOnce = async (connection: Lane, bytes: Buffer, due: number): Promise<void> => {
      const { status, text } = await connection.send(bytes).catch((error: unknown): Answer => ({ status: 0, text: String(error) }));
      answers.took.push(performance.now() - due);
      if (status !== 200) answers.refused ??= text;
      free.push(connection);
    };
    for (let next = 0; next < total; await new Promise((resolve) => { setTimeout(resolve, 1); })) {
      while (next < total && dueAt(next) <= performance.now()) {
        const connection = free.pop();
        if (connection === undefined) break;
        const [bytes, due] = [requests[next % requests.length] ?? Buffer.alloc(0), dueAt(next)];
        next += 1;
        const answered = askOnce(connection, bytes, due);
        underWay.add(answered);
        void answered.then(() => underWay.delete(answered));
      }
    }
    await Promise.all(underWay);
  };
}

/** Connections are kept from plan to plan, as clients' are; one that the server closed meanwhile is opened again. */
const kept = new Map<number, Lane[]>();
const busy = new Map<number, number>();

interface Lane { send(request: Buffer): Promise<Answer> }

async function lane(port: number): Promise<Lane> {
  const lanes = kept.get(port) ?? [];
  kept.set(port, lanes);
  const place = busy.get(port) ?? 0;
  busy.set(port, place + 1);
  return (lanes[place] ??= await openLane(port));
}

async function openLane(port: number): Promise<Lane> {
  let connection = await connect(port);
  return {
    send: async (bytes) => {
      if (connection.closed) connection = await connect(port);
      return connection.send(bytes);
    },
  };
}

process.on('message', (plan: LoadPlan) => {
  busy.clear();
  run(plan).then((result) => process.send?.({ result }), (error: unknown) => process.send?.({ failure: String(error) }));
});
process.on('disconnect', () => process.exit(0));

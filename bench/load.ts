import { connect, type Answer } from './load/http-connection.ts';
import type { LoadPlan, LoadResult } from './load/plan.ts';

// The load generator, in its own process: receives plans and sends results over the parent's IPC
// channel.

interface Answers {
  readonly took: Map<number, number[]>;
  refused: string | undefined;
}

function note(answers: Answers, { status, text }: Answer, took: number): void {
  const known = answers.took.get(status);
  if (known === undefined) answers.took.set(status, [took]);
  else known.push(took);
  if (status !== 200) answers.refused ??= text;
}

async function run(plan: LoadPlan): Promise<LoadResult> {
  const answers: Answers = { took: new Map(), refused: undefined };
  const work =
    plan.perSecond === undefined
      ? await closedLoop(plan, answers)
      : await openLoop(plan, plan.perSecond, answers);
  const cpu = process.cpuUsage();
  const began = performance.now();
  await work(began);
  const seconds = (performance.now() - began) / 1000;
  const used = process.cpuUsage(cpu);
  const all = quantilesOf([...answers.took.values()].flat());
  const statuses = Object.fromEntries(
    [...answers.took].map(([status, took]) => [
      status,
      { count: took.length, p99: quantilesOf(took)(0.99) },
    ]),
  );
  return {
    requests: [...answers.took.values()].reduce((sum, { length }) => sum + length, 0),
    seconds,
    p50: all(0.5),
    p95: all(0.95),
    p99: all(0.99),
    ownCpu: (used.user + used.system) / 1e6,
    statuses,
    refused: answers.refused,
  };
}

function quantilesOf(took: readonly number[]): (share: number) => number {
  const sorted = Float64Array.from(took).toSorted();
  return (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

async function closedLoop(
  { port, callers, milliseconds }: LoadPlan,
  answers: Answers,
): Promise<(began: number) => Promise<void>> {
  const lanes = await Promise.all(
    callers.map(async ({ requests }) => ({
      connection: await lane(port),
      requests: requests.map((text) => Buffer.from(text)),
    })),
  );
  return async (began) => {
    const until = milliseconds === undefined ? Infinity : began + milliseconds;
    await Promise.all(
      lanes.map(async ({ connection, requests }) => {
        const turns = milliseconds === undefined ? requests.length : Infinity;
        let sent = performance.now();
        for (let turn = 0; sent < until && turn < turns; turn += 1) {
          const answer = await connection.send(requests[turn % requests.length] ?? Buffer.alloc(0));
          const now = performance.now();
          note(answers, answer, now - sent);
          sent = now;
        }
      }),
    );
  };
}

const LANES = 96;

/**
 * Runs an open loop. Requests are due at whole milliseconds, the precision of a timer. A request
 * that finds no free connection waits, and its time counts from when it was due.
 */
async function openLoop(
  { port, callers, milliseconds = 0, lanes = LANES }: LoadPlan,
  perSecond: number,
  answers: Answers,
): Promise<(began: number) => Promise<void>> {
  const longest = Math.max(...callers.map(({ requests }) => requests.length));
  const requests = Array.from({ length: longest }, (_, turn) =>
    callers.map((caller) => Buffer.from(caller.requests[turn % caller.requests.length] ?? '')),
  ).flat();
  const free = await Promise.all(Array.from({ length: lanes }, () => lane(port)));
  return async (began) => {
    const total = Math.floor((perSecond * milliseconds) / 1000);
    const dueAt = (index: number): number => began + Math.ceil((index * 1000) / perSecond);
    const underWay = new Set<Promise<void>>();
    const askOnce = async (connection: Lane, bytes: Buffer, due: number): Promise<void> => {
      const answer = await connection
        .send(bytes)
        .catch((error: unknown): Answer => ({ status: 0, text: String(error) }));
      note(answers, answer, performance.now() - due);
      free.push(connection);
    };
    for (
      let next = 0;
      next < total;
      await new Promise((resolve) => {
        setTimeout(resolve, 1);
      })
    ) {
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

/**
 * Connections are kept from plan to plan, like those of real clients; one that the server closed
 * meanwhile is reopened.
 */
const kept = new Map<number, Lane[]>();
const busy = new Map<number, number>();

interface Lane {
  send(request: Buffer): Promise<Answer>;
}

async function lane(port: number): Promise<Lane> {
  const lanes = kept.get(port) ?? [];
  kept.set(port, lanes);
  const place = busy.get(port) ?? 0;
  busy.set(port, place + 1);
  return (lanes[place] ??= await openLane(port));
}

/** The status that a server sends on a connection that was idle for too long. */
const REQUEST_TIMEOUT = 408;

async function openLane(port: number): Promise<Lane> {
  let connection = await connect(port);
  return {
    send: async (bytes) => {
      if (!connection.closed) {
        try {
          const answer = await connection.send(bytes);
          if (answer.status !== REQUEST_TIMEOUT) return answer;
        } catch {
          // The connection broke: handled like a closed one, below.
        }
        // The server closed the idle connection just as it was used, with or without a 408:
        // browsers resend such a request once, too.
      }
      connection = await connect(port);
      return connection.send(bytes);
    },
  };
}

process.on('message', (plan: LoadPlan) => {
  busy.clear();
  run(plan).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ failure: String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));

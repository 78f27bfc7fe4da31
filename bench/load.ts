import { createConnections, type LastingConnection } from './load/connections.ts';
import type { Answer } from './load/http-connection.ts';
import type { LoadPlan, LoadResult } from './load/plan.ts';

// The load generator, in its own process: receives plans and sends results over the parent's IPC
// channel.

const connections = createConnections();

interface Answers {
  /** Response times in milliseconds, by status. */
  readonly times: Map<number, number[]>;
  refused: string | undefined;
}

function note(answers: Answers, { status, text }: Answer, milliseconds: number): void {
  const known = answers.times.get(status);
  if (known === undefined) answers.times.set(status, [milliseconds]);
  else known.push(milliseconds);
  if (status !== 200) answers.refused ??= text;
}

async function run(plan: LoadPlan): Promise<LoadResult> {
  const answers: Answers = { times: new Map(), refused: undefined };
  const work =
    plan.perSecond === undefined
      ? await closedLoop(plan, answers)
      : await openLoop(plan, plan.perSecond, answers);
  const cpu = process.cpuUsage();
  const began = performance.now();
  await work(began);
  const seconds = (performance.now() - began) / 1000;
  const used = process.cpuUsage(cpu);
  const all = quantilesOf([...answers.times.values()].flat());
  const statuses = Object.fromEntries(
    [...answers.times].map(([status, times]) => [
      status,
      { count: times.length, p99: quantilesOf(times)(0.99) },
    ]),
  );
  return {
    requests: [...answers.times.values()].reduce((sum, { length }) => sum + length, 0),
    seconds,
    p50: all(0.5),
    p95: all(0.95),
    p99: all(0.99),
    ownCpu: (used.user + used.system) / 1e6,
    statuses,
    refused: answers.refused,
  };
}

function quantilesOf(times: readonly number[]): (share: number) => number {
  const sorted = Float64Array.from(times).toSorted();
  return (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

async function closedLoop(
  { port, callers, milliseconds }: LoadPlan,
  answers: Answers,
): Promise<(began: number) => Promise<void>> {
  const senders = await Promise.all(
    callers.map(async ({ requests }) => ({
      connection: await connections.next(port),
      requests: requests.map((text) => Buffer.from(text)),
    })),
  );
  return async (began) => {
    const until = milliseconds === undefined ? Infinity : began + milliseconds;
    await Promise.all(
      senders.map(async ({ connection, requests }) => {
        const most = milliseconds === undefined ? requests.length : Infinity;
        let sent = performance.now();
        for (let next = 0; sent < until && next < most; next += 1) {
          const answer = await connection.send(requests[next % requests.length] ?? Buffer.alloc(0));
          const now = performance.now();
          note(answers, answer, now - sent);
          sent = now;
        }
      }),
    );
  };
}

const CONNECTIONS = 96;

/**
 * Runs an open loop. Requests are due at whole milliseconds, the precision of a timer. A request
 * that finds no free connection waits, and its time counts from when it was due.
 */
async function openLoop(
  { port, callers, milliseconds = 0, connections: count = CONNECTIONS }: LoadPlan,
  perSecond: number,
  answers: Answers,
): Promise<(began: number) => Promise<void>> {
  const longest = Math.max(...callers.map(({ requests }) => requests.length));
  const requests = Array.from({ length: longest }, (_, index) =>
    callers.map((caller) => Buffer.from(caller.requests[index % caller.requests.length] ?? '')),
  ).flat();
  const free = await Promise.all(Array.from({ length: count }, () => connections.next(port)));
  return async (began) => {
    const total = Math.floor((perSecond * milliseconds) / 1000);
    const dueAt = (index: number): number => began + Math.ceil((index * 1000) / perSecond);
    const underWay = new Set<Promise<void>>();
    const askOnce = async (
      connection: LastingConnection,
      bytes: Buffer,
      due: number,
    ): Promise<void> => {
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

process.on('message', (plan: LoadPlan) => {
  connections.reset();
  run(plan).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ failure: String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));

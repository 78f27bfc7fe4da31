import { connect } from './load/http-connection.ts';
import type { LoadPlan, LoadResult } from './load/plan.ts';

// The load generator, in a process of its own: plans come in and results go out over the parent's channel.

async function run({ port, callers, milliseconds }: LoadPlan): Promise<LoadResult> {
  const lanes = await Promise.all(callers.map(async ({ requests }) => ({ send: await lane(port), requests: requests.map((text) => Buffer.from(text)) })));
  const took: number[] = [];
  let refused: string | undefined;
  const cpu = process.cpuUsage();
  const began = performance.now();
  const until = milliseconds === undefined ? Infinity : began + milliseconds;
  await Promise.all(lanes.map(async ({ send, requests }) => {
    const turns = milliseconds === undefined ? requests.length : Infinity;
    let sent = performance.now();
    for (let turn = 0; sent < until && turn < turns; turn += 1) {
      const { status, text } = await send(requests[turn % requests.length] ?? Buffer.alloc(0));
      const now = performance.now();
      took.push(now - sent);
      if (status !== 200) refused ??= text;
      sent = now;
    }
  }));
  const seconds = (performance.now() - began) / 1000;
  const used = process.cpuUsage(cpu);
  const sorted = Float64Array.from(took).toSorted();
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { requests: took.length, seconds, p50: at(0.5), p99: at(0.99), ownCpu: (used.user + used.system) / 1e6, refused };
}

/** Connections are kept from plan to plan, as clients' are. */
const idle = new Map<number, Awaited<ReturnType<typeof connect>>[]>();
const busy = new Map<number, number>();

async function lane(port: number): Promise<Awaited<ReturnType<typeof connect>>> {
  const pool = idle.get(port) ?? [];
  idle.set(port, pool);
  const place = busy.get(port) ?? 0;
  busy.set(port, place + 1);
  return (pool[place] ??= await connect(port));
}

process.on('message', (plan: LoadPlan) => {
  busy.clear();
  run(plan).then((result) => process.send?.({ result }), (error: unknown) => process.send?.({ failure: String(error) }));
});
process.on('disconnect', () => process.exit(0));

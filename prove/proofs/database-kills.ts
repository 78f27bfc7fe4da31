import { setTimeout as sleep } from 'node:timers/promises';
import { DELIVERED_WAITS, openHome, type Home } from '../kit/home.ts';
import { startNegotiations } from '../kit/negotiation-load.ts';
import { Broken, count, seconds, type Proof, type ProofResult } from '../kit/proof.ts';

const sizes = { quick: { writes: 1_500, kills: 2 }, long: { writes: 100_000, kills: 20 } } as const;
const LONGEST_RETURN = 5_000;

export const proof: Proof = {
  title: 'kill -9 of PostgreSQL',
  promise:
    'kill -9 of PostgreSQL under load loses no acknowledged write; the API lives on, and ' +
    'answers within 5 s of the database’s return by itself',
  prove: (size) => killAgainAndAgain(sizes[size], {}),
  control: {
    what: 'synchronous_commit=off, and a WAL writer that takes its time',
    // Committed data that is only in PostgreSQL's own memory is lost with the process.
    prove: () =>
      killAgainAndAgain(
        { writes: 400, kills: 1 },
        {
          synchronous_commit: 'off',
          wal_writer_delay: '10s',
          wal_writer_flush_after: '1GB',
          wal_buffers: '64MB',
        },
      ),
  },
};

/**
 * Kills the database, all its processes at once, while sixteen suppliers write, and starts it
 * again.
 */
async function killAgainAndAgain(
  { writes, kills }: { writes: number; kills: number },
  settings: Readonly<Record<string, string>>,
): Promise<ProofResult> {
  const home = await openHome({ settings });
  const broken = new Broken();
  try {
    if (settings['synchronous_commit'] === undefined) await assertDurable(home);
    const api = await home.serve(DELIVERED_WAITS);
    const load = await startNegotiations(home, () => api.ask, { writes, edits: 8 });
    const returns: number[] = [];
    // a write to a lost object is refused
    const reckoned = load.done.catch((error: unknown) => broken.add('lost', String(error)));
    const state = { over: false };
    void reckoned.finally(() => {
      state.over = true;
    });
    for (let kill = 1; kill <= kills && !state.over; kill += 1) {
      while (!state.over && load.acknowledged() < Math.floor(writes / (kills + 1)) * kill)
        await sleep(5);
      await home.killDatabase();
      await sleep(200);
      await home.startDatabase();
      const [back, before] = [performance.now(), load.acknowledged()];
      while (!state.over && load.acknowledged() === before) await sleep(2);
      returns.push(performance.now() - back);
    }
    await reckoned;
    await load.verify(broken);
    const wrong = broken.count;
    broken.expect(api.process.exitCode === null, 'the API ended', String(api.process.exitCode));
    const slowest = Math.max(...returns);
    broken.expect(slowest <= LONGEST_RETURN, 'back too late', seconds(slowest));
    return {
      figures: [
        `${count(load.acknowledged())} acknowledged writes`,
        `${returns.length} kills`,
        `${wrong} lost, doubled or half written`,
        `first success within ${seconds(slowest)}`,
      ],
      broken: broken.lines,
    };
  } finally {
    await home.close();
  }
}

/** Throws when the settings that durability depends on are off. */
async function assertDurable({ query }: Home): Promise<void> {
  const [safe] = await query<{ yes: boolean }>(
    `
      SELECT bool_and(s.setting = 'on') AS yes
      FROM pg_settings s WHERE s.name IN ('fsync', 'full_page_writes', 'synchronous_commit')`,
  );
  if (safe?.yes !== true) throw new Error('the proof needs a server that waits for the disk');
}

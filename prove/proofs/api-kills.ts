import { setTimeout as sleep } from 'node:timers/promises';
import { openHome } from '../kit/home.ts';
import { startNegotiations } from '../kit/negotiation-load.ts';
import { Broken, count, seconds, type Proof, type ProofResult } from '../kit/proof.ts';

const sizes = { quick: { writes: 450, kills: 2 }, long: { writes: 20_000, kills: 30 } } as const;
/** How soon the API is back, in ms; on a machine busy with other work, within three starts. */
const LONGEST_RETURN = 5_000;

export const proof: Proof = {
  title: 'kill -9 of the API',
  promise:
    'kill -9 of the API under load loses no acknowledged write, leaves nothing half written, and it is back within 5 s',
  prove: (size) => killAgainAndAgain(sizes[size]),
};

/**
 * Kills the API each time it has acknowledged its share of writes by sixteen suppliers, and starts
 * it again at once.
 */
async function killAgainAndAgain({
  writes,
  kills,
}: {
  writes: number;
  kills: number;
}): Promise<ProofResult> {
  const home = await openHome();
  const broken = new Broken();
  try {
    const first = performance.now();
    let api = await home.serve();
    const longest = Math.max(LONGEST_RETURN, 3 * (performance.now() - first));
    const port = new URL(api.address).port;
    const load = await startNegotiations(home, () => api.ask, { writes, edits: 1 });
    const returns: number[] = [];
    for (let kill = 1; kill <= kills; kill += 1) {
      while (load.acknowledged() < Math.floor(writes / (kills + 1)) * kill) await sleep(5);
      await sleep(Math.random() * 30);
      await api.kill();
      const [began, before] = [performance.now(), load.acknowledged()];
      api = await home.serve({ PORT: port });
      while (load.acknowledged() === before) await sleep(5);
      returns.push(performance.now() - began);
    }
    await load.done;
    await load.verify(broken);
    const wrong = broken.count;
    const slowest = Math.max(...returns);
    broken.expect(slowest <= longest, 'back too late', seconds(slowest));
    return {
      figures: [
        `${count(load.acknowledged())} acknowledged writes`,
        `${kills} kills`,
        `${wrong} lost, doubled or half written`,
        `back within ${seconds(slowest)}`,
      ],
      broken: broken.lines,
    };
  } finally {
    await home.close();
  }
}

import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openHome, type Home } from '../kit/home.ts';
import { startNegotiations, verifyTalks, type Talk } from '../kit/negotiation-load.ts';
import { Broken, count, type Proof, type Size, type ProofResult } from '../kit/proof.ts';

const sizes = {
  quick: { writes: 600, backups: 1 },
  long: { writes: 20_000, backups: 10 },
} as const;

export const proof: Proof = {
  title: 'A backup taken under load',
  promise:
    'a backup taken under concurrent writes restores with all that was acknowledged when it ' +
    'began, whole; one that was damaged is refused, and the good ones stay',
  prove,
};

async function prove(size: Size): Promise<ProofResult> {
  const { writes, backups } = sizes[size];
  const home = await openHome();
  const broken = new Broken();
  try {
    const api = await home.serve();
    const load = await startNegotiations(home, () => api.ask, { writes, edits: 2 });
    const into = path.join(home.folder, 'backups');
    let talks = 0;
    for (let n = 1; n <= backups; n += 1) {
      while (load.acknowledged() < Math.floor(writes / (backups + 1)) * n) await sleep(5);
      const before = load.snapshot();
      // the backup's name contains the minute, so each gets its own
      const env = { APP_NOW: new Date(Date.UTC(2026, 10, 1, 12, n)).toISOString() };
      const { code, output } = await home.lavra(['backup', '--to', into], env);
      broken.expect(code === 0, 'no backup', output.slice(0, 300));
      const [folder = ''] = output.split('\n');
      await restoreAndLook(home, { folder, name: `restored_${n}`, before, broken });
      talks += before.filter(({ uuid }) => uuid !== undefined).length;
      if (n === backups) await damage(home, folder, broken);
    }
    broken.expect(talks > 0, 'nothing was looked at', '');
    await load.done;
    await load.verify(broken);
    return {
      figures: [
        `${backups} backups while ${count(load.acknowledged())} writes were acknowledged`,
        `${count(talks)} proposals found whole in what was restored`,
        'a damaged backup refused',
      ],
      broken: broken.lines,
    };
  } finally {
    await home.close();
  }
}

interface Restored {
  readonly folder: string;
  readonly name: string;
  readonly before: readonly Talk[];
  readonly broken: Broken;
}

async function restoreAndLook(
  home: Home,
  { folder, name, before, broken }: Restored,
): Promise<void> {
  await home.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
  const url = home.databaseUrl.replace(/\/lavra\?/, `/${name}?`);
  const { code, output } = await home.lavra(['restore', folder], { DATABASE_URL: url });
  broken.expect(code === 0, 'not restored', output.slice(0, 300));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const query: Home['query'] = async <R extends pg.QueryResultRow>(text: string) =>
    (await client.query<R>(text)).rows;
  await verifyTalks(query, before, broken, { later: true });
  await client.end();
  await home.query(`DROP DATABASE ${name} WITH (FORCE)`);
}

/** Changes one byte of the backup's largest file. */
async function damage(home: Home, folder: string, broken: Broken): Promise<void> {
  const files = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => path.join(folder, file))
    .filter((file) => fs.statSync(file).isFile());
  const [largest = ''] = files.toSorted((a, b) => fs.statSync(b).size - fs.statSync(a).size);
  const bytes = fs.readFileSync(largest);
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  fs.writeFileSync(largest, bytes);
  const { code } = await home.lavra(['restore', '--verify', folder]);
  broken.expect(code !== 0 && code !== null, 'a damaged backup was taken', largest);
}

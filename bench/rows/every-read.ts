import pg from 'pg';
import { costOf, countStatements, type Cost } from '../api-server.ts';
import { request } from '../load/plan.ts';
import { type Bench, type Sample } from '../measure.ts';
import type { Row } from '../report.ts';
import { sizeName, type Context, type Stage } from './context.ts';
import { askedReads, withDeepPages, type Answer, type AskedRead, type Form } from './samples.ts';

/** Milliseconds that a read may take at the largest size. */
const MOST = 30;
/** How much slower it may be than at the smallest, and from how many milliseconds on that counts. */
const RATIO = 1.25;
const NOTICED = 5;
const ROUND_MS = 150;

/** What a form of a read took; endless where it was refused. */
interface Time {
  readonly p50: number;
  readonly p99: number;
  readonly refusal?: string;
}

interface Timed {
  readonly name: string;
  readonly large: Time;
  readonly cost: Cost | undefined;
  /** Absent for pages that the smallest size does not have. */
  readonly small: Time | undefined;
}

/**
 * Measures every read of the contract with one caller, each of its filters and sorts on its own, and
 * pages far behind the first, at the largest size beside the smallest. Returns the slowest form of each
 * read, each that is slower than it may be, and each that has grown more. With `only`, reads of these ids.
 */
export async function everyReadRows(
  { bench, smallest, largest }: Context,
  only?: readonly string[],
): Promise<Row[]> {
  const small = new Map((await askedReads(smallest.set)).map((read) => [read.id, read]));
  const unknown = only?.find((id) => !small.has(id));
  if (unknown !== undefined) throw new Error(`"${unknown}" is no read that is asked`);
  const statistics = new pg.Client({ connectionString: largest.set.url });
  await statistics.connect();
  const rows: Row[] = [];
  const all: Timed[] = [];
  try {
    for (const read of await askedReads(largest.set)) {
      if (only?.includes(read.id) === false) continue;
      const other = small.get(read.id);
      const others = other === undefined ? [] : await formsOf(other, smallest);
      const timed: Timed[] = [];
      for (const form of await formsOf(read, largest)) {
        const counterpart = others.find(({ name }) => name === form.name);
        const large = await time(bench, largest, form.path, read.token);
        const ask = (stage: Stage, path: string) => () => fetchOnce(stage, path, read.token);
        const cost =
          large.refusal === undefined
            ? await costOf(largest.api, statistics, ask(largest, form.path))
            : undefined;
        // A slow form is counted where it is quick: there the scheduler sends nothing meanwhile.
        const statements =
          cost &&
          counterpart &&
          (await countStatements(smallest.api, ask(smallest, counterpart.path)));
        timed.push({
          name: form.name,
          large,
          cost: cost && { ...cost, ...(statements !== undefined && { statements }) },
          small: counterpart && (await time(bench, smallest, counterpart.path, read.token)),
        });
      }
      rows.push(...rowsOf(read, timed, largest));
      all.push(...timed);
    }
  } finally {
    await statistics.end();
  }
  return [...rows, ...totalsOf(all)];
}

/** Returns a read's forms; of a list that is refused no deep pages, so that the refusal becomes a row. */
const formsOf = (read: AskedRead, stage: Stage): Promise<Form[]> =>
  withDeepPages(read, (path) => fetchOnce(stage, path, read.token).catch((): Answer => ({})));

const ratioOf = ({ large, small }: Timed): number =>
  small === undefined ? 0 : large.p50 / small.p50;
const isSlow = ({ large }: Timed): boolean => large.p50 > MOST;
const isGrown = (one: Timed): boolean => one.large.p50 > NOTICED && ratioOf(one) > RATIO;

function rowsOf({ id }: AskedRead, timed: readonly Timed[], largest: Stage): Row[] {
  const bySpeed = timed.toSorted((a, b) => b.large.p50 - a.large.p50);
  const shown = bySpeed.filter((one, index) => index === 0 || isSlow(one));
  return [
    ...shown.map((one) => ({
      what: `${id}, ${one.name}, p50 at ${sizeName(largest)} orders`,
      value: one.large.p50,
      unit: 'ms' as const,
      most: MOST,
      detail: `${detailOf(one)}, of ${timed.length} forms`,
    })),
    ...bySpeed.filter(isGrown).map((one) => ({
      what: `${id}, ${one.name}, of the time at the smallest`,
      value: ratioOf(one),
      most: RATIO,
      detail: `p50 ${one.large.p50.toFixed(1)} / ${one.small?.p50.toFixed(1)} ms`,
    })),
  ];
}

function detailOf({ large, small, cost, ...one }: Timed): string {
  if (large.refusal !== undefined || cost === undefined) return large.refusal ?? 'refused';
  const grown =
    small === undefined
      ? ''
      : `, ${ratioOf({ large, small, cost, ...one }).toFixed(2)} × the smallest`;
  return (
    `p99 ${large.p99.toFixed(1)} ms, ${cost.statements} statements, ` +
    `${cost.rows.toLocaleString('en')} rows${grown}`
  );
}

/** Counts the forms, and how many of them miss which aim. */
const totalsOf = (all: readonly Timed[]): Row[] =>
  [
    ['forms of reads', all.length],
    [`forms above ${MOST} ms`, all.filter(isSlow).length],
    [`forms above ${NOTICED} ms and ${RATIO} × the smallest`, all.filter(isGrown).length],
  ].map(([what, value]) => ({ what: String(what), value: Number(value), unit: 'forms' as const }));

/** Sends a read once; throws when it is refused. */
async function fetchOnce({ api }: Stage, path: string, token: string | undefined): Promise<Answer> {
  const answer = await fetch(`http://127.0.0.1:${api.port}${path}`, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`);
  const body = await answer.text();
  return answer.headers.get('content-type')?.startsWith('application/json') === true
    ? (JSON.parse(body) as Answer) // a reply of the contract
    : {};
}

/** Returns the median round of three, after one request that warms up. */
async function time(
  bench: Bench,
  stage: Stage,
  path: string,
  token: string | undefined,
): Promise<Time> {
  const target = {
    server: stage.api,
    callers: [{ requests: [request('GET', path, token === undefined ? {} : { token })] }],
  };
  try {
    await fetchOnce(stage, path, token);
    const rounds: Sample[] = [];
    for (let round = 0; round < 3; round += 1) rounds.push(await bench.load(target, ROUND_MS));
    const [, middle] = rounds.toSorted((a, b) => a.p50 - b.p50);
    if (middle === undefined) throw new Error('no round was measured');
    return middle;
  } catch (error) {
    const refusal = error instanceof Error ? error.message : String(error);
    return { p50: Infinity, p99: Infinity, refusal: refusal.replaceAll(/\s+/g, ' ').slice(0, 200) };
  }
}

import { request } from '../load/plan.ts';
import { type Bench, type Sample } from '../measure.ts';
import type { Row } from '../report.ts';
import { sizeName, type Context, type Stage } from './context.ts';
import { askedReads, type AskedRead } from './samples.ts';

/** Milliseconds that a read may take at the largest size. */
const MOST = 30;
/** How much slower it may be than at the smallest, and from how many milliseconds on that counts. */
const RATIO = 1.25;
const NOTICED = 5;
/** A list of more rows than this is also asked for a page in its middle and for its last one. */
const LONG = 1_000;
const ROUND_MS = 150;

/** What a form of a read took; endless where it was refused. */
interface Time {
  readonly p50: number;
  readonly p99: number;
  readonly refusal?: string;
}

interface Timed {
  readonly path: string;
  readonly large: Time;
  readonly small: Time | undefined;
}

/**
 * Measures every read of the contract with one caller, each of its filters and sorts on its own, at the
 * largest size beside the smallest. A row is the slowest of a read's forms. With `only`, reads of these ids.
 */
export async function everyReadRows(
  { bench, smallest, largest }: Context,
  only?: readonly string[],
): Promise<Row[]> {
  const small = new Map((await askedReads(smallest.set)).map((read) => [read.id, read]));
  const unknown = only?.find((id) => !small.has(id));
  if (unknown !== undefined) throw new Error(`"${unknown}" is no read that is asked`);
  const rows: Row[] = [];
  for (const read of await askedReads(largest.set)) {
    if (only?.includes(read.id) === false) continue;
    const timed: Timed[] = [];
    const paths = await withDeepPages(read, largest);
    const others = small.get(read.id);
    for (const [index, path] of paths.entries()) {
      const large = await time(bench, largest, path, read.token);
      const other = others?.paths[index];
      timed.push({
        path,
        large,
        small: other === undefined ? undefined : await time(bench, smallest, other, read.token),
      });
    }
    rows.push(...rowsOf(read, timed, largest));
  }
  return rows;
}

const ratioOf = ({ large, small }: Timed): number =>
  small === undefined ? 0 : large.p50 / small.p50;

function rowsOf({ id }: AskedRead, timed: readonly Timed[], largest: Stage): Row[] {
  const bySpeed = timed.toSorted((a, b) => b.large.p50 - a.large.p50);
  const slow = bySpeed.filter(({ large }) => large.p50 > MOST);
  const grown = bySpeed.filter((one) => one.large.p50 > NOTICED && ratioOf(one) > RATIO);
  const shown = [...new Set([...bySpeed.slice(0, 1), ...slow, ...grown])];
  return shown.map((one) => ({
    what: `${id}, ${new URL(one.path, 'http://x').search || 'as it is'}, p50 at ${sizeName(largest)} orders`,
    value: one.large.p50,
    unit: 'ms',
    most: MOST,
    detail:
      one.large.refusal ??
      `p99 ${one.large.p99.toFixed(1)} ms${
        one.small === undefined ? '' : `, ${ratioOf(one).toFixed(2)} × the smallest's`
      }, of ${timed.length} forms`,
  }));
}

/** Returns a read's paths, and for a long list also a page in the middle and the last one. */
async function withDeepPages(read: AskedRead, stage: Stage): Promise<readonly string[]> {
  const [first = ''] = read.paths;
  // A refusal becomes a row when the path is timed.
  const { meta } = await fetchOnce(stage, first, read.token).catch((): Answer => ({}));
  if (meta?.last_page === undefined || (meta.total ?? 0) <= LONG) return read.paths;
  const page = (number: number): string =>
    `${first}${first.includes('?') ? '&' : '?'}page=${number}`;
  return [...read.paths, page(Math.ceil(meta.last_page / 2)), page(meta.last_page)];
}

interface Answer {
  readonly meta?: { readonly last_page?: number; readonly total?: number };
}

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

import type { CombinationOffer } from '@lavra/domain/award/combination-model';
import { combinationPoints, type CombinationPoint } from '@lavra/domain/award/combinations';
import { loadCombinationsByHighs, type HighsAnswer } from '../kit/combinations-by-highs.ts';
import { laterRound, randomMarket, type MarketKind } from '../kit/markets.ts';
import {
  allConvicted,
  Broken,
  count,
  seconds,
  type Proof,
  type ProofResult,
  type Size,
} from '../kit/proof.ts';

interface Markets {
  readonly items: number;
  readonly proposals: number;
  /** How many of each kind. */
  readonly each: number;
}

const sizes: Readonly<Record<Size, readonly Markets[]>> = {
  quick: [
    { items: 6, proposals: 10, each: 20 },
    { items: 10, proposals: 20, each: 6 },
    { items: 20, proposals: 40, each: 1 },
  ],
  long: [
    { items: 6, proposals: 10, each: 1_000 },
    { items: 10, proposals: 20, each: 300 },
    { items: 20, proposals: 40, each: 50 },
    { items: 33, proposals: 104, each: 6 },
  ],
};
const KINDS: readonly MarketKind[] = ['mixed', 'specialists'];
const LIMITS = [1, 2, 3, 5, Infinity];

/** Says what to buy from one proposal, from two at most, and so on. */
type Solver = (offers: readonly CombinationOffer[]) => readonly CombinationPoint[];

const ours: Solver = (offers) => {
  const result = combinationPoints(offers);
  if (!result.ok) throw new Error(result.reason);
  return result.points;
};

/** What a wrong solver takes all offers to say. */
const wrong: Readonly<Record<string, Partial<CombinationOffer>>> = {
  'that forgets the freight': { freight: 0n },
  'that forgets minimums': { minimum: 0n },
  'that sells whole proposals in part': { partial: true },
};
/** The same markets each time: in some, a term that is forgotten changes nothing. */
const FOR_CONTROL = { markets: [{ items: 6, proposals: 10, each: 10 }], seed: 1 } as const;

export const proof: Proof = {
  title: 'Combinations against another solver',
  promise:
    'the best purchase from at most so many proposals covers and costs what an independent solver ' +
    'finds, to the cent, in the first round and in later ones',
  prove: (size, seed) => compare(ours, sizes[size], seed),
  control: {
    what: `a solver ${Object.keys(wrong).join(', one ')}`,
    prove: async () => {
      const results: ProofResult[] = [];
      for (const terms of Object.values(wrong)) {
        const solver: Solver = (offers) => ours(offers.map((offer) => ({ ...offer, ...terms })));
        const { figures, broken } = await compare(solver, FOR_CONTROL.markets, FOR_CONTROL.seed);
        results.push({ figures: figures.slice(-1), broken });
      }
      return allConvicted(results);
    },
  },
};

/** Asks both solvers about each market; half of the markets are in a later round. */
async function compare(
  solver: Solver,
  markets: readonly Markets[],
  seed: number,
): Promise<ProofResult> {
  const highs = await loadCombinationsByHighs();
  const broken = new Broken();
  const cpu = { ours: 0, highs: 0 };
  let [solved, asked, unproven, unfinished] = [0, 0, 0, 0];
  for (const { kind, isLater, items, proposals, seed: own } of marketsOf(markets, seed)) {
    const first = randomMarket(kind, { items, proposals }, own);
    const offers = isLater ? laterRound(first, own) : first;
    const points = withCpu(cpu, 'ours', () => solver(offers));
    solved += 1;
    for (const most of LIMITS) {
      const expected = withCpu(cpu, 'highs', () => highs(offers, most));
      const point = points.findLast((each) => each.most <= most);
      asked += 1;
      if (point?.proven === false) unproven += 1;
      if (expected === undefined) {
        unfinished += 1;
        continue;
      }
      const fault = faultOf(point, expected);
      if (fault !== undefined)
        broken.add(fault, `market ${own}, ${kind}, ${items} × ${proposals}, at most ${most}`);
    }
  }
  const largest = markets.at(-1);
  broken.expect(unfinished < asked / 100, 'HiGHS did not end', `${unfinished} of ${asked}`);
  return {
    figures: [
      `${count(solved)} markets of up to ${largest?.items} items from ${largest?.proposals} proposals`,
      `${count(asked)} purchases compared, ${unproven} of them not proven`,
      `CPU ${seconds(cpu.ours)}, HiGHS ${seconds(cpu.highs)}`,
      `${count(broken.count)} wrong`,
    ],
    broken: broken.lines,
  };
}

function* marketsOf(markets: readonly Markets[], seed: number) {
  for (const [at, { each, ...size }] of markets.entries())
    for (let n = 0; n < each; n += 1)
      for (const kind of KINDS)
        yield { ...size, kind, isLater: n % 2 === 1, seed: seed + at * 100_000 + n };
}

/** Returns what is wrong about a point; one that is not proven must lie between its own bounds. */
function faultOf(
  point: CombinationPoint | undefined,
  { covered, landed }: HighsAnswer,
): string | undefined {
  if (point === undefined) return covered === 0 ? undefined : 'finds nothing';
  if (point.covered > covered) return 'covers more than there is';
  if (point.coveredBound < covered || (point.proven && point.covered < covered))
    return 'covers too little';
  if (point.covered < covered) return undefined;
  if (point.landedTotal < landed) return 'costs less than possible';
  if (point.costBound > landed || (point.proven && point.landedTotal > landed))
    return 'costs too much';
  return undefined;
}

function withCpu<Name extends string, T>(
  spent: Record<Name, number>,
  name: Name,
  work: () => T,
): T {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  spent[name] += (user + system) / 1_000;
  return result;
}

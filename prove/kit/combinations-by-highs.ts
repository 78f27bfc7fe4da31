import loadHighs from 'highs';
import type { CombinationOffer } from '@lavra/domain/award/combination-model';
import { freightShares } from '@lavra/domain/award/freight-share';

/** Coverage, and the landed total in cents of the cheapest purchase that reaches it. */
export interface HighsAnswer {
  readonly covered: number;
  readonly landed: bigint;
}

/**
 * Returns the best purchase from at most `most` proposals as HiGHS finds it; undefined when it does
 * not end within its time.
 */
export type Highs = (offers: readonly CombinationOffer[], most: number) => HighsAnswer | undefined;

/** Exactly: cents are whole, so a gap below one proves the cost. */
const EXACT = {
  output_flag: false,
  mip_rel_gap: 0,
  mip_abs_gap: 0.5,
  mip_feasibility_tolerance: 1e-9,
  time_limit: 120,
};

/**
 * Loads HiGHS and returns it as a solver of combinations. Each question is an integer program, written
 * from the offers: it shares no code with the domain's search except for the sharing of a freight.
 */
export async function loadCombinationsByHighs(): Promise<Highs> {
  // Its types describe the CommonJS module, whose default export is one level deeper.
  const load = loadHighs as unknown as typeof loadHighs.default;
  const highs = await load();
  return (offers, most) => {
    const program = integerProgram(offers, most);
    if (program.sales.length === 0) return { covered: 0, landed: 0n };
    const bought = program.sales.map(({ name }) => name).join(' + ');
    const optimum = (goal: string, more: readonly string[]): number | undefined => {
      const { Status, ObjectiveValue } = highs.solve(lpText(goal, program, more), EXACT);
      if (Status === 'Time limit reached') return undefined;
      if (Status !== 'Optimal') throw new Error(`HiGHS ends with ${Status}`);
      return Math.round(ObjectiveValue);
    };
    const covered = optimum(`Maximize\n obj: ${bought}`, []);
    if (covered === undefined) return undefined;
    const landed = optimum(`Minimize\n obj: ${program.cost}`, [`${bought} >= ${covered}`]);
    return landed === undefined ? undefined : { covered, landed: BigInt(landed) };
  };
}

/** A variable: 1 when an item is bought from a proposal. Amounts in cents. */
interface Sale {
  readonly name: string;
  readonly position: number;
  readonly price: bigint;
  readonly cost: bigint;
}

interface Program {
  readonly sales: readonly Sale[];
  /** The variables of the proposals: 1 when one is used. */
  readonly uses: readonly string[];
  readonly cost: string;
  readonly constraints: readonly string[];
}

function integerProgram(offers: readonly CombinationOffer[], most: number): Program {
  const parts = offers.map((offer, index) => {
    const [use, sales] = [`y${index}`, salesOf(offer, index)];
    return { offer, use, sales, constraints: termsOf(offer, use, sales) };
  });
  const sales = parts.flatMap((part) => part.sales);
  const uses = parts.map(({ use }) => use);
  const once = [...Map.groupBy(sales, ({ position }) => position).values()].map(
    (same) => `${same.map(({ name }) => name).join(' + ')} <= 1`,
  );
  const freights = parts
    .filter(({ offer }) => offer.freightRule === 'full')
    .map(({ offer, use }) => `${offer.freight} ${use}`);
  return {
    sales,
    uses,
    cost: [...sales.map(({ name, cost }) => `${cost} ${name}`), ...freights].join(' + '),
    constraints: [
      ...parts.flatMap(({ constraints }) => constraints),
      ...once,
      ...(most < offers.length ? [`${uses.join(' + ')} <= ${most}`] : []),
    ],
  };
}

function salesOf(offer: CombinationOffer, index: number): Sale[] {
  const priced = offer.prices.flatMap((price, position) =>
    price === null ? [] : [{ position, price }],
  );
  const shares = freightShares(
    offer.freightRule === 'full' ? 0n : offer.freight,
    priced.map(({ price }) => price),
  );
  return priced
    .map(({ position, price }, at) => ({
      name: `x${index}_${position}`,
      position,
      price,
      cost: price + (shares[at] ?? 0n),
    }))
    .filter(({ position }) => offer.bought?.includes(position) !== true);
}

/** Returns what a proposal asks for: all of its items or none, or its minimum; none that is excluded. */
function termsOf(
  { partial, minimum, excluded }: CombinationOffer,
  use: string,
  sales: readonly Sale[],
): string[] {
  const total = sales.reduce((sum, { price }) => sum + price, 0n);
  const least = minimum < total ? minimum : total;
  const reached = sales.map(({ name, price }) => `${price} ${name}`).join(' + ');
  return [
    ...sales.map(({ name }) => `${name} - ${use} ${partial ? '<=' : '='} 0`),
    ...sales
      .filter(({ position }) => excluded?.includes(position) === true)
      .map(({ name }) => `${name} = 0`),
    ...(partial && least > 0n ? [`${reached} - ${least} ${use} >= 0`] : []),
  ];
}

const lpText = (
  goal: string,
  { sales, uses, constraints }: Program,
  more: readonly string[],
): string =>
  [
    goal,
    'Subject To',
    ...[...constraints, ...more].map((constraint, index) => ` c${index}: ${constraint}`),
    'Binary',
    ...sales.map(({ name }) => ` ${name}`),
    ...uses.map((name) => ` ${name}`),
    'End',
  ].join('\n');

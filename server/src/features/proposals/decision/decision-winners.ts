import { formatDecimal } from '@lavra/domain/money/decimal';
import { AMOUNT_SCALE, parseAmount } from '@lavra/domain/money/proposal-total';
import type {
  DecisionContent,
  DecisionItem,
  DecisionProposal,
  DecisionWinner,
} from './decision-content.ts';

/** Returns whether something was bought from a proposal. */
export const isWinner = (
  { winners, chosen }: Pick<DecisionContent, 'winners' | 'chosen'>,
  letter: number,
): boolean =>
  winners === undefined ? letter === chosen : winners.some((one) => one.letter === letter);

/** Returns what was bought from a proposal; undefined in older records, which bought it whole. */
export const boughtFrom = (
  { winners = [] }: Pick<DecisionContent, 'winners'>,
  letter: number | null,
): DecisionWinner | undefined => winners.find((one) => one.letter === letter);

/** Returns whether a proposal was bought from, but not with everything that it prices. */
export function isInPart(
  content: Pick<DecisionContent, 'winners'>,
  { letter, priced_items }: DecisionProposal,
): boolean {
  const bought = boughtFrom(content, letter);
  return bought !== undefined && bought.items < priced_items;
}

/** Returns whether items were chosen one by one: several winners, or one bought in part. */
export const isByItem = (content: DecisionContent): boolean =>
  (content.winners?.length ?? 0) > 1 || content.proposals.some((one) => isInPart(content, one));

/** Returns whether an item was bought from the only winner; all that it prices in older records. */
export function isOfChosen({ chosen: letter }: DecisionContent, item: DecisionItem): boolean {
  const answer = item.answers.find((one) => one.letter === letter);
  if (answer === undefined || answer.unit_price === null) return false;
  return item.chosen === undefined || item.chosen === letter;
}

/** The amounts of one purchase, as a record stores them. */
interface Amounts {
  readonly items_amount: string;
  readonly freight_amount: string | null;
}

/** Returns the sums of purchases, exact text: items, freight as far as stated, both together. */
export function totalsOf(purchases: readonly Amounts[]) {
  const items = sum(purchases.map(({ items_amount }) => items_amount));
  const freight = sum(purchases.map(({ freight_amount }) => freight_amount ?? '0'));
  return { items: text(items), freight: text(freight), landed: text(items + freight) };
}

const text = (cents: bigint): string => formatDecimal(cents, AMOUNT_SCALE);
const sum = (amounts: readonly string[]): bigint =>
  amounts.reduce((total, amount) => {
    const parsed = parseAmount(amount);
    if (!parsed.ok) throw new Error(`a record's amount ${amount} is ${parsed.reason}`);
    return total + parsed.units;
  }, 0n);

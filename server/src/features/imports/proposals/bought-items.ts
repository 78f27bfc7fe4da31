import { isOffered } from '@lavra/domain/proposal/proposal-rules';
import { storedCents } from '../../../platform/text/stored-cents.ts';
import type { BulkProposalColumns, ItemRecord } from '../../proposals/proposals-feature.ts';
import type { Group } from '../groups.ts';
import type { proposalColumns } from './proposal-columns.ts';
import type { StoredProposal } from './proposal-import-queries.ts';
import type { ProposalCells } from './read-proposal.ts';

type Rows = Group<typeof proposalColumns>;
type Priced = ReadonlyMap<ProposalCells, ItemRecord>;

/** Returns the rows marked as bought; undefined where no row says whether it was. */
export function readMarked({ rows }: Rows): readonly ProposalCells[] | undefined {
  const said = rows.filter((cells) => cells.has('bought'));
  return said.length === 0
    ? undefined
    : said.filter((cells) => cells.yesNo('bought', false) === true);
}

export const itemIdsOf = (rows: readonly ProposalCells[], priced: Priced): readonly number[] =>
  rows.flatMap((cells) => priced.get(cells)?.order_item_id ?? []);

const offers = ({ unit_price, total_price }: ItemRecord): boolean =>
  isOffered({
    unitPrice: unit_price === null ? null : Number(unit_price),
    totalPrice: Number(total_price),
  });

/** Returns the order's items that a proposal offers at a price. */
export const offeredIn = (priced: Priced): readonly number[] =>
  [...priced.values()].filter(offers).map(({ order_item_id }) => order_item_id);

/**
 * Adds an error where something was bought that cannot have been: of a proposal that was not
 * accepted, of an item without a price, in part where only the whole is sold or for less than the
 * minimum, or what is bought from another proposal.
 */
export function refuseBought(
  { head: first, rows }: Rows,
  {
    head,
    marked,
    priced,
    rivals,
  }: {
    head: BulkProposalColumns;
    marked: readonly ProposalCells[] | undefined;
    priced: Priced;
    rivals: readonly StoredProposal[];
  },
): void {
  if (head.status !== 'accepted') {
    for (const cells of marked ?? []) cells.refuse('bought', 'bought_not_accepted');
    return;
  }
  const taken = new Set(rivals.flatMap(({ bought }) => bought));
  const offered = offeredIn(priced);
  if (marked === undefined) {
    if (rivals.some(({ is_whole }) => is_whole) || offered.some((id) => taken.has(id)))
      first.refuse('status', 'item_has_winner');
    return;
  }
  for (const cells of marked) {
    const item = priced.get(cells);
    if (item === undefined) continue;
    if (!offers(item)) cells.refuse('bought', 'bought_not_priced');
    else if (taken.has(item.order_item_id)) cells.refuse('bought', 'item_has_winner');
  }
  if (rows.some(({ problems }) => problems.any)) return;
  if (marked.length === 0) first.refuse('bought', 'bought_nothing');
  else if (!head.allows_partial && marked.length < offered.length)
    first.refuse('bought', 'bought_not_partial');
  else if (marked.length < offered.length && isBelowMinimum(head, marked, priced))
    first.refuse('partial_minimum', 'bought_below_minimum');
}

const isBelowMinimum = (
  { partial_minimum: minimum }: BulkProposalColumns,
  marked: readonly ProposalCells[],
  priced: Priced,
): boolean =>
  minimum !== null &&
  marked.reduce((sum, cells) => sum + storedCents(priced.get(cells)?.total_price ?? '0'), 0n) <
    storedCents(minimum);

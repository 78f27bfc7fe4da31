import { fold } from '../text/fold.ts';
import { leafColors, markNames, type LeafColor } from './mark-names.ts';

/**
 * What a proposal is called within its order, in every session, mail and document: a tree's name,
 * and the colour of the leaf beside it.
 */
export interface ProposalMark {
  readonly name: string;
  readonly leaf: LeafColor;
}

/**
 * Returns the mark with a number, counted from 0: the trees once, then `Ipê 2`, `Jatobá 2` and so
 * on. Throws RangeError for a negative or unsafe number.
 */
export function markOf(number: number): ProposalMark {
  const tree = markNames[number % markNames.length];
  const leaf = leafColors[(number % markNames.length) % leafColors.length];
  if (!Number.isSafeInteger(number) || tree === undefined || leaf === undefined)
    throw new RangeError(`no mark for number ${number}`);
  const round = Math.floor(number / markNames.length) + 1;
  return { name: round === 1 ? tree : `${tree} ${round}`, leaf };
}

const names = new Intl.Collator('pt-BR', { numeric: true });

/** Compares two marks for sorting: by name as Portuguese sorts, then by number. */
export const compareMarks = (
  a: Pick<ProposalMark, 'name'>,
  b: Pick<ProposalMark, 'name'>,
): number => names.compare(a.name, b.name);

/** Returns whether a search finds a mark: its name contains the text, whatever accents and case. */
export const matchesMark = ({ name }: Pick<ProposalMark, 'name'>, search: string): boolean =>
  fold(name).includes(fold(search).trim());

/** Marks that a search by number considers: fifty proposals of each tree on one order. */
const SEARCHED = 50 * markNames.length;
let foldedNames: readonly string[] | undefined;

/** Returns the numbers of the marks that a search finds, among the first 3,000; may be empty. */
export function marksFoundBy(search: string): readonly number[] {
  foldedNames ??= Array.from({ length: SEARCHED }, (_, number) => fold(markOf(number).name));
  const text = fold(search).trim();
  return foldedNames.flatMap((name, number) => (name.includes(text) ? [number] : []));
}

/** Returns the position of each tree in the alphabet, by its number. */
export const treeRanks = (): readonly number[] => {
  const sorted = markNames.toSorted((a, b) => names.compare(a, b));
  return markNames.map((name) => sorted.indexOf(name));
};

/** Returns the label of a proposal where no session's letter is at hand: `Proposta Ipê`. */
export const markedProposal = ({ name }: Pick<ProposalMark, 'name'>): string => `Proposta ${name}`;

/** Returns a session's label with the mark beside it: `Proposta B · Ipê`. */
export const withMark = (label: string, { name }: Pick<ProposalMark, 'name'>): string =>
  `${label} · ${name}`;

import { compareMarks } from '@lavra/domain/proposal/mark';
import { readWord } from '../../lists/url-state.ts';
import { lacksItems } from '../producer-orders/large-list.ts';
import type { ReceivedProposal } from '../producer-orders/anonymous-view.ts';
import { landedOf } from './landed.ts';
import { commonTotals, type CommonTotals } from './savings.ts';

/**
 * The available sorts of an order's proposals. Totals with different coverage cannot be compared,
 * so higher coverage comes first.
 */
export const sortings = {
  total: { label: 'Cobertura e menor total' },
  letra: { label: 'Letra' },
  nome: { label: 'Nome (Ipê, Jatobá…)' },
  cobertura: { label: 'Mais itens com preço' },
  comuns: { label: 'Menor total dos itens comuns' },
  validade: { label: 'Validade mais longa' },
  envio: { label: 'Enviadas primeiro' },
} as const;
export type SortName = keyof typeof sortings;
/** The order in which proposals are shown until another is chosen. */
export const firstSort: SortName = 'total';
export const sortNames = Object.keys(sortings) as SortName[]; // the keys are those names
/** Returns the sort that an address names. */
export const readSorting = (named: unknown): SortName => readWord(named, sortNames, firstSort);

type By = (a: ReceivedProposal, b: ReceivedProposal) => number;
const byCoverage: By = (a, b) => b.priced_items - a.priced_items;
const byAvailability: By = (a, b) => Number(b.is_available) - Number(a.is_available);
/**
 * What cannot be chosen comes last. Totals at the farm come before totals whose freight is unknown,
 * which may cost more.
 */
const byCoverageAndTotal: By = (a, b) => {
  const [own, other] = [landedOf(a), landedOf(b)];
  return (
    byAvailability(a, b) ||
    byCoverage(a, b) ||
    Number(other.isKnown) - Number(own.isKnown) ||
    (own.isKnown && other.isKnown ? own.total - other.total : a.total_amount - b.total_amount)
  );
};
const compare: Readonly<Record<Exclude<SortName, 'letra' | 'comuns'>, By>> = {
  nome: (a, b) => compareMarks(a.mark, b.mark),
  cobertura: byCoverage,
  total: byCoverageAndTotal,
  // No date means the longest validity.
  validade: (a, b) => (b.validity_date ?? '9999').localeCompare(a.validity_date ?? '9999'),
  envio: (a, b) => (a.submitted_at ?? '').localeCompare(b.submitted_at ?? ''),
};

/** Returns each available proposal's total for the items that all of them price alike. */
const totalsInCommon = (proposals: readonly ReceivedProposal[]): CommonTotals =>
  commonTotals(proposals.filter(({ is_available }) => is_available));

/** Returns why a sort cannot be applied to these proposals; undefined where it can. */
export function whyNotSorted(
  proposals: readonly ReceivedProposal[],
  sort: SortName,
): string | undefined {
  if (sort !== 'comuns') return undefined;
  const found = totalsInCommon(proposals);
  if (!('problem' in found)) return undefined;
  const why = lacksItems(proposals)
    ? 'Esta lista veio sem os preços dos itens.'
    : problems[found.problem];
  return `${why} A ordem é: cobertura, depois menor total.`;
}

const problems = {
  nothing_common:
    'Nenhum item tem preço em todas as propostas, e sem item comum não há total a comparar.',
  quantities_differ:
    'As propostas não oferecem os itens comuns nas mesmas quantidades, e os totais não se comparam.',
} as const;

/**
 * Sorts by the totals of the common items of all proposals, shown or not; those that were withdrawn
 * or cannot be chosen come last.
 */
function byCommonTotal(
  shown: readonly ReceivedProposal[],
  all: readonly ReceivedProposal[],
): readonly ReceivedProposal[] {
  const found = totalsInCommon(all);
  if ('problem' in found) return shown.toSorted(byCoverageAndTotal);
  const of = ({ uuid }: ReceivedProposal): bigint =>
    found.totals.get(uuid) ?? BigInt(Number.MAX_SAFE_INTEGER);
  return shown.toSorted((a, b) => (of(a) < of(b) ? -1 : Number(of(a) > of(b))));
}

/**
 * Returns a sorted copy of the shown ones of `all` proposals; equal ones stay in the order of their
 * letters, as they arrive.
 */
export function sortProposals(
  shown: readonly ReceivedProposal[],
  sort: SortName,
  all: readonly ReceivedProposal[] = shown,
): readonly ReceivedProposal[] {
  if (sort === 'letra') return shown;
  return sort === 'comuns' ? byCommonTotal(shown, all) : shown.toSorted(compare[sort]);
}

export const filters = {
  todas: { label: 'Todas', keeps: () => true },
  novas: { label: 'Novas', keeps: ({ review_state }: ReceivedProposal) => review_state === 'new' },
  vistas: {
    label: 'Visualizadas',
    keeps: ({ review_state }: ReceivedProposal) => review_state === 'viewed',
  },
  'em-analise': {
    label: 'Em análise',
    keeps: ({ review_state }: ReceivedProposal) => review_state === 'analyzing',
  },
  'pre-selecionadas': {
    label: 'Pré-selecionadas',
    keeps: ({ review_state }: ReceivedProposal) => review_state === 'shortlisted',
  },
  completas: {
    label: 'Com todos os itens',
    keeps: ({ priced_items, order }: ReceivedProposal) => priced_items >= order.total_itens,
  },
  recusadas: { label: 'Recusadas', keeps: ({ status }: ReceivedProposal) => status === 'rejected' },
} as const;
export type FilterName = keyof typeof filters;

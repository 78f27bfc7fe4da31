import type { ReceivedProposal } from '../producer-orders/anonymous-view.ts';
import { commonTotals } from './savings.ts';

/**
 * The available sorts of an order's proposals. Totals with different coverage cannot be compared,
 * so higher coverage comes first.
 */
export const sortings = {
  letra: { label: 'Letra' },
  cobertura: { label: 'Mais itens com preço' },
  comuns: { label: 'Menor total dos itens comuns' },
  total: { label: 'Cobertura, depois menor total' },
  validade: { label: 'Validade mais longa' },
  envio: { label: 'Enviadas primeiro' },
} as const;
export type SortName = keyof typeof sortings;

type By = (a: ReceivedProposal, b: ReceivedProposal) => number;
const byCoverage: By = (a, b) => b.priced_items - a.priced_items;
const compare: Readonly<Record<Exclude<SortName, 'letra' | 'comuns'>, By>> = {
  cobertura: byCoverage,
  total: (a, b) => byCoverage(a, b) || a.total_amount - b.total_amount,
  // No date means the longest validity.
  validade: (a, b) => (b.validity_date ?? '9999').localeCompare(a.validity_date ?? '9999'),
  envio: (a, b) => (a.submitted_at ?? '').localeCompare(b.submitted_at ?? ''),
};

/**
 * Sorts by each proposal's total for the items that all of them price; proposals that were
 * withdrawn or cannot be chosen are not taken into account, and come last.
 */
function byCommonTotal(proposals: readonly ReceivedProposal[]): readonly ReceivedProposal[] {
  const totals = commonTotals(
    proposals.filter(({ status, is_available }) => status !== 'cancelled' && is_available),
  );
  const of = ({ uuid }: ReceivedProposal): bigint =>
    totals.get(uuid) ?? BigInt(Number.MAX_SAFE_INTEGER);
  return proposals.toSorted((a, b) => (of(a) < of(b) ? -1 : Number(of(a) > of(b))));
}

/** Returns a sorted copy; equal ones stay in the order of their letters, as they arrive. */
export function sortProposals(
  proposals: readonly ReceivedProposal[],
  sort: SortName,
): readonly ReceivedProposal[] {
  if (sort === 'letra') return proposals;
  return sort === 'comuns' ? byCommonTotal(proposals) : proposals.toSorted(compare[sort]);
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

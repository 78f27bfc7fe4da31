import type { Combinations } from '@lavra/contract/purchases/combinations';
import { countOf, formatMoney, formatPercent } from '../../text/decimal.ts';
import type { Basket } from './basket.ts';

export type Point = Combinations['data'][number];

/** More proposals than this are more deliveries than most want; none is hidden. */
const FEW = 3;

/** Returns the point to begin with: the best from a few proposals, else the first. */
export const firstPoint = (points: readonly Point[]): Point | undefined =>
  points.findLast(({ proposals_used: used }) => used <= FEW) ?? points[0];

/** Returns the point of so many proposals that the address names. */
export const pointAt = (points: readonly Point[], wanted: unknown): Point | undefined =>
  points.find(({ proposals_used: used }) => used === wanted) ?? firstPoint(points);

/** Returns what a point buys. */
export const basketOf = ({ purchases }: Point): Basket =>
  new Map(
    purchases.flatMap(({ proposal, items }) =>
      items.map(({ order_item_id: item }) => [item, proposal] as const),
    ),
  );

/**
 * Returns what a point has over the one with fewer proposals, items or a lower price, and what is
 * known of its freight.
 */
export function pointText(point: Point, before: Point | undefined): string {
  return [
    gainText(point, before),
    point.freight_amount > 0 ? `com ${formatMoney(point.freight_amount)} de frete` : undefined,
    withoutFreightText(point),
  ]
    .filter((part) => part !== undefined)
    .join('; ');
}

/** Returns of how many proposals the total of a point lacks the freight; undefined where of none. */
export function withoutFreightText({ purchases }: Point): string | undefined {
  const unknown = purchases.filter(
    ({ freight_kind: kind }) => kind === null || kind === 'by_producer',
  ).length;
  return unknown > 0 ? `sem o frete de ${countOf(unknown, ['proposta', 'propostas'])}` : undefined;
}

function gainText(point: Point, before: Point | undefined): string | undefined {
  if (before === undefined) return undefined;
  const more = point.covered - before.covered;
  if (more > 0) return `mais ${countOf(more, ['item', 'itens'])}`;
  const less = before.landed_total - point.landed_total;
  return less > 0 ? `${formatMoney(less)} a menos` : undefined;
}

/** Returns what is not known of a point that was not searched to its end. */
export function doubtText({
  proven,
  covered,
  covered_bound,
  gap_percent,
}: Point): string | undefined {
  if (proven) return undefined;
  if (covered_bound > covered)
    return `A melhor encontrada; outra poderia ter até ${countOf(covered_bound, ['item', 'itens'])}.`;
  return gap_percent === null || gap_percent === 0
    ? 'A melhor encontrada.'
    : `A melhor encontrada; outra poderia custar até ${formatPercent(gap_percent)} menos.`;
}

const reasons: Readonly<Record<Point['uncovered_items'][number]['reason'], string>> = {
  not_offered: 'ninguém oferece',
  left_out: 'fora das restrições',
  not_in_point: 'só com mais propostas',
};

/** Returns the items that a point leaves, with the reason in words. */
export const uncoveredOf = <Item extends { readonly id: number }>(
  { uncovered_items }: Point,
  items: readonly Item[],
): readonly { readonly item: Item; readonly why: string }[] =>
  uncovered_items.flatMap(({ order_item_id: id, reason }) =>
    items.filter((item) => item.id === id).map((item) => ({ item, why: reasons[reason] })),
  );

import { httpRequestOf } from '../../../../test/http-request.ts';
import type { Actor, HttpRequest } from '../../../platform/auth/request.ts';
import type { MarketOffer } from './combination-offers.ts';
import type { CombinationQuestion } from './combine.ts';

export const person = (
  userId: number,
  more: Parameters<typeof httpRequestOf>[1] = {},
): HttpRequest<Actor> => httpRequestOf({ userId, userType: 'produtor' }, more);

/** A market of proposals sold in part, each with a total in reais for each item; null for none. */
export const question = (
  totals: Readonly<Record<string, readonly (string | null)[]>>,
): CombinationQuestion => {
  const items = Math.max(...Object.values(totals).map(({ length }) => length));
  return {
    market: {
      items: Array.from({ length: items }, (_, index) => ({
        id: index + 1,
        quantity: '1.000',
        product_id: 1,
        active_ingredient: null,
        concentration: null,
        bought_from: null,
        status: 'publicada',
        order_uuid: '0198f3c2-7b1e-7c44-9a53-2f1f6f0c8a11',
        suspended: false,
        awarded_at_ms: null,
      })),
      proposals: Object.entries(totals).map(([uuid, prices], index) => ({
        id: index + 1,
        uuid,
        mark: index,
        validity_date: null,
        delivery_days: null,
        freight_amount: null,
        freight_kind: null,
        freight_rule: 'full',
        allows_partial: true,
        partial_minimum: null,
        offers: JSON.stringify(
          prices.flatMap((total, item): MarketOffer[] =>
            total === null
              ? []
              : [
                  {
                    item: item + 1,
                    price: total,
                    quantity: '1.000',
                    total,
                    similar: false,
                    unwanted: false,
                    other: null,
                  },
                ],
          ),
        ),
      })),
    },
    constraints: {},
    clock: { now: new Date('2026-11-20T15:00:00Z'), zone: 'America/Sao_Paulo' },
    letters: new Map(),
  };
};

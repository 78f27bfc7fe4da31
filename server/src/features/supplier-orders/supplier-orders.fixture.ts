import assert from 'node:assert/strict';
import type { SupplierOrderSummary } from '@lavra/contract/orders/supplier-schemas';
import type { PageMeta } from '../../platform/db/paging.ts';
import type { TestPerson, TestSupplier } from '../../../test/people.ts';
import type { TestService } from '../../../test/service.ts';

export interface OrderPage {
  readonly data: SupplierOrderSummary[];
  readonly meta: PageMeta;
}

/** Returns helpers for the calls of suppliers in tests; each asserts success. */
export function supplierCalls(service: TestService) {
  const call = async <B>(
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    { token }: Pick<TestPerson, 'token'>,
    body?: unknown,
  ): Promise<B> => {
    const answer = await service.call<B>(method, url, {
      token,
      ...(body === undefined ? {} : { body }),
    });
    assert.equal(answer.status, 200, `${method} ${url} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const list = (person: Pick<TestPerson, 'token'>, query = ''): Promise<OrderPage> =>
    call('GET', `/api/v1/supplier/orders?${query}`, person);
  return {
    list,
    listOf: (
      kind: 'favorites' | 'declined',
      person: Pick<TestPerson, 'token'>,
      query = '',
    ): Promise<OrderPage> => call('GET', `/api/v1/supplier/orders/${kind}?${query}`, person),
    favorite: (person: Pick<TestPerson, 'token'>, { uuid }: { uuid: string }) =>
      call<{ message: string; is_favorited: boolean }>(
        'POST',
        `/api/v1/supplier/orders/${uuid}/favorite`,
        person,
      ),
    decline: (person: Pick<TestPerson, 'token'>, { uuid }: { uuid: string }, body?: unknown) =>
      call<{ message: string; declined: boolean }>(
        'POST',
        `/api/v1/supplier/orders/${uuid}/decline`,
        person,
        body,
      ),
    undo: (person: Pick<TestPerson, 'token'>, { uuid }: { uuid: string }) =>
      call<{ message: string; declined: boolean }>(
        'DELETE',
        `/api/v1/supplier/orders/${uuid}/decline`,
        person,
      ),
    /**
     * Collects all orders page by page with the cursor; `between` runs before each further page.
     */
    walk: async (
      person: Pick<TestPerson, 'token'>,
      query: string,
      between: (step: number) => Promise<unknown> = () => Promise.resolve(),
    ): Promise<string[]> => {
      const met: string[] = [];
      let page = await list(person, query);
      for (let step = 1; ; step += 1) {
        met.push(...page.data.map(({ uuid }) => uuid));
        if (page.meta.next_cursor === null) return met;
        assert.ok(step < 500, 'the walk ends');
        await between(step);
        page = await list(person, `${query}&cursor=${encodeURIComponent(page.meta.next_cursor)}`);
      }
    },
    /**
     * Returns the published orders without the declined ones, by deadline: what the list must show.
     */
    expected: async ({ supplierId }: Pick<TestSupplier, 'supplierId'>): Promise<string[]> => {
      const rows = await service.db.q
        .selectFrom('orders as o')
        .select('o.uuid')
        .where('o.status', '=', 'publicada')
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('supplier_order_declines as d')
                .select('d.id')
                .whereRef('d.order_id', '=', 'o.id')
                .where('d.supplier_id', '=', supplierId),
            ),
          ),
        )
        .orderBy('o.deadline_date')
        .orderBy('o.id')
        .execute();
      return rows.map(({ uuid }) => uuid);
    },
  };
}

export const uuidsOf = ({ data }: OrderPage): string[] => data.map(({ uuid }) => uuid);

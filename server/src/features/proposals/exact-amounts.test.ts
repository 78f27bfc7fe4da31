import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startService } from '../../../test/service.ts';
import { openNegotiation } from './proposals.fixture.ts';

const service = await startService();

describe('an amount that no JSON number holds exactly', () => {
  it('is refused whatever else the body holds before it', async () => {
    const { supplier, order } = await openNegotiation(service, { itemCount: 1 });
    const [item] = order.items;
    const line = `{"order_item_id":${item?.id},"product_id":${item?.productId},"unit_price":10.00000000000000001,"quantity":1}`;
    const send = (others: string) => service.call('POST', `/api/v1/orders/${order.uuid}/proposals`, { token: supplier.token, payload: `{${others}"items":[${line}]}` });
    assert.equal((await send('')).status, 422);
    assert.equal((await send(`"x":[${Array(100).fill('12345678901234567').join(',')}],`)).status, 422);
  });
});

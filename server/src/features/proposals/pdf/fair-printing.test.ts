import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildOrder } from '../../../../test/orders.ts';
import { buildProducer, buildSupplier } from '../../../../test/people.ts';
import { buildProposal } from '../../../../test/proposals.ts';
import { startService } from '../../../../test/service.ts';

const service = await startService({ rateLimit: true });
const { producerId } = await buildProducer(service);
const order = await buildOrder(service, { producerId });

async function supplierWithProposal() {
  const supplier = await buildSupplier(service);
  const { uuid } = await buildProposal(service, {
    orderId: order.id,
    supplierId: supplier.supplierId,
    items: order.items.map((item) => ({ item, price: '10' })),
  });
  return {
    print: () =>
      service.call<{ code: string; error: string }>(
        'GET',
        `/api/v1/supplier/proposals/${uuid}/pdf`,
        { token: supplier.token },
      ),
  };
}

describe('PDFs that one supplier requests all at once', () => {
  it('are limited to two; the next is refused with Retry-After, while another supplier is served', async () => {
    const [greedy, modest] = [await supplierWithProposal(), await supplierWithProposal()];
    assert.equal((await greedy.print()).status, 200, 'the thread is awake, and the token known');
    const asked = Array.from({ length: 16 }, greedy.print);
    const other = modest.print();
    const answers = await Promise.all(asked);
    assert.equal((await other).status, 200);
    const refused = answers.filter(({ status }) => status !== 200);
    assert.ok(refused.length > 0 && refused.length <= 14, `${refused.length} were refused`);
    for (const { status, body, headers } of refused)
      assert.deepEqual([status, body.code, headers['retry-after']], [429, 'pdf_busy_own', '2']);
    assert.match(refused[0]?.body.error ?? '', /Aguarde/);
    assert.equal((await greedy.print()).status, 200, 'once they are done');
  });
});

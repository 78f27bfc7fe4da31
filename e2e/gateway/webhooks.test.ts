import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, it, test } from 'node:test';
import {
  buildPaid,
  openTill,
  statusOf,
} from '../../server/src/features/payments/payments.fixture.ts';
import { lacking } from '../../server/test/needs.ts';
import { startGateway } from './nginx.ts';

// A payment provider signs its notifications including its own request id, so the gateway must pass
// that id unchanged.

const lacks = lacking('nginx');
if (lacks === false) await runStories();
else test('webhooks through the gateway', { skip: lacks }, () => undefined);

async function runStories(): Promise<void> {
  const till = await openTill();
  const { service, double } = till;
  await service.app.http.listen({ host: '127.0.0.1', port: 0 });
  // it listens on a port
  const address = `127.0.0.1:${(service.app.http.server.address() as AddressInfo).port}`;
  const gateway = await startGateway({ api: [address], web: [address] });
  after(() => gateway.stop());

  type Sent = ReturnType<typeof double.notification>;
  // The service guards this process's `fetch`, which may not connect to this machine.
  const send = async (
    { url, headers, body }: Sent,
    more: Readonly<Record<string, string>> = {},
  ): Promise<{ status: number | undefined; id: string }> => {
    const request = http
      .request(`${gateway.address}${url}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers, ...more },
      })
      .end(JSON.stringify(body));
    const [reply] = (await once(request, 'response')) as [http.IncomingMessage];
    reply.resume();
    await once(reply, 'end');
    return { status: reply.statusCode, id: String(reply.headers['x-request-id']) };
  };
  const stored = async (requestId: string): Promise<number> =>
    (await service.db.q.selectFrom('gateway_webhooks').select('external_id').execute()).filter(
      ({ external_id: id }) => id.startsWith(requestId),
    ).length;
  /** Creates a Pix that was paid at the provider and that the service does not know about yet. */
  const unheard = async () => {
    const paid = await buildPaid(till);
    await service.db.q
      .updateTable('payments')
      .set({ status: 'pending', confirmed_at: null, payment_date: null })
      .where('id', '=', paid.id)
      .execute();
    return paid;
  };

  describe('a webhook of the payment provider, through the gateway', () => {
    it('is accepted and processed, and stored once when repeated', async () => {
      const paid = await unheard();
      const requestId = randomUUID();
      for (let n = 0; n < 3; n += 1)
        assert.equal((await send(double.notification(paid.reference, { requestId }))).status, 200);
      assert.equal(await stored(requestId), 1);
      await service.work();
      assert.equal(await statusOf(till, paid), 'confirmed');
    });
    it('is refused when it was tampered with', async () => {
      const { reference, ...paid } = await unheard();
      const genuine = double.notification(reference);
      const tampered: readonly Sent[] = [
        double.notification(reference, { secret: 'guessed' }),
        { ...genuine, url: genuine.url.replace(String(reference), '4711') },
        { ...genuine, headers: { ...genuine.headers, 'x-request-id': randomUUID() } },
        {
          ...genuine,
          headers: {
            ...genuine.headers,
            'x-signature': genuine.headers['x-signature'].replace(/ts=\d+/, 'ts=1'),
          },
        },
      ];
      for (const one of tampered) assert.equal((await send(one)).status, 401);
      assert.equal(await statusOf(till, paid), 'pending');
    });
    it("has the gateway's own request id in both logs, whatever id its sender gives", async () => {
      const wild = `"}\\u000a{"forged": "${'x'.repeat(3000)}`;
      const reply = await send(double.notification(4711, { requestId: wild }));
      assert.equal(reply.status, 200, 'it is signed');
      assert.match(reply.id, /^[\da-f]{32}$/);
      await gateway.logged(reply.id);
      const forged = await send(double.notification(4711), {
        'x-gateway-request-id': 'chosen-by-the-sender',
      });
      assert.notEqual(forged.id, 'chosen-by-the-sender');
      await gateway.logged(forged.id);
    });
  });
}

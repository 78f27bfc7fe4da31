import assert from 'node:assert/strict';
import net, { type AddressInfo } from 'node:net';
import { it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileForm, somePdf } from '../files.ts';
import { buildOrder } from '../orders.ts';
import { buildProducer } from '../people.ts';
import { startService } from '../service.ts';

const service = await startService({ rateLimit: true });
await service.app.http.listen({ host: '127.0.0.1', port: 0 });
const { port } = service.app.http.server.address() as AddressInfo; // it listens on a port

const head = [
  'content-type: multipart/form-data; boundary=b', 'content-length: 5000000', '', '--b',
  'content-disposition: form-data; name="file"; filename="a.pdf"', 'content-type: application/pdf', '', '%PDF-1.7',
].join('\r\n');

const send = (order: { uuid: string }, token: string) => {
  const { payload, headers } = fileForm({ filename: 'mapa.pdf', content: somePdf('mapa') });
  return service.call('POST', `/api/v1/orders/${order.uuid}/attachments`, { token, payload, headers });
};

it('sixteen slow forms of one person, over four sessions, keep no other from sending one', async (t) => {
  const [slow, other] = [await buildProducer(service), await buildProducer(service)];
  const slowOrder = await buildOrder(service, { producerId: slow.producerId });
  const order = await buildOrder(service, { producerId: other.producerId });
  const sessions = await Promise.all([1, 2, 3, 4].map(() => service.tokenFor(slow.userId)));
  for (const token of sessions) assert.equal((await service.call('GET', '/api/v1/user/profile', { token })).status, 200);
  const sockets = sessions.flatMap((token) => Array.from({ length: 4 }, () => {
    const socket = net.connect(port, '127.0.0.1').on('error', () => undefined);
    socket.write(`POST /api/v1/orders/${slowOrder.uuid}/attachments HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n${head}\r\n`);
    return socket;
  }));
  const drip = setInterval(() => { for (const socket of sockets) socket.write('x'.repeat(512)); }, 1_000);
  t.after(() => {
    clearInterval(drip);
    for (const socket of sockets) socket.destroy();
  });
  await pause(1_500);
  assert.deepEqual((await Promise.all(sessions.map((token) => send(slowOrder, token)))).map(({ status }) => status), [429, 429, 429, 429]);
  assert.equal((await send(order, other.token)).status, 200);
});

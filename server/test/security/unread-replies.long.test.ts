import assert from 'node:assert/strict';
import net, { type AddressInfo } from 'node:net';
import { it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { fileForm, somePdf } from '../files.ts';
import { buildOrder } from '../orders.ts';
import { buildProducer, buildSupplier } from '../people.ts';
import { startService } from '../service.ts';
import { until } from '../until.ts';

const service = await startService({ rateLimit: true });
await service.app.http.listen({ host: '127.0.0.1', port: 0 });
const { port } = service.app.http.server.address() as AddressInfo; // it listens on a port

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void; // defined by the flag
const heldMegabytes = (): number => {
  collect();
  return process.memoryUsage().arrayBuffers / 1e6;
};

/** Asks for a reply and reads only its beginning; resolves when that is there. */
async function askWithoutReading(path: string, token: string): Promise<net.Socket> {
  const socket = net.connect(port, '127.0.0.1').on('error', () => undefined);
  const begun = Promise.withResolvers<string>();
  socket.once('data', (chunk: Buffer) => {
    socket.pause();
    begun.resolve(chunk.toString('latin1', 0, 20));
  });
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`);
  assert.match(await begun.promise, /^HTTP\/1\.1 200/);
  return socket;
}

it('replies that one person does not read hold some files, and keep no other person out', async (t) => {
  const [producer, slow] = [await buildProducer(service), await buildSupplier(service)];
  const honest = await buildSupplier(service);
  const order = await buildOrder(service, { producerId: producer.producerId });
  const content = somePdf('mapa', 10_000_000);
  const attachments = `/api/v1/orders/${order.uuid}/attachments`;
  const { body, status } = await service.call<{ uuid: string }>('POST', attachments, {
    token: producer.token,
    ...fileForm({ content }),
  });
  assert.equal(status, 200);
  const path = `${attachments}/${body.uuid}`;
  const before = heldMegabytes();
  const patient = await askWithoutReading(path, honest.token);
  const sockets: net.Socket[] = [];
  t.after(() => {
    for (const socket of [patient, ...sockets]) socket.destroy();
  });
  for (let n = 0; n < 25; n += 1) sockets.push(await askWithoutReading(path, slow.token));
  await until('eight files are held at most', () => heldMegabytes() - before < 85);
  assert.equal(
    (await service.call('GET', path, { token: honest.token })).raw.length,
    content.length,
  );
  let read = 0;
  patient.on('data', (chunk: Buffer) => {
    read += chunk.length;
  });
  patient.resume();
  await until('a slow client gets the rest', () => read > 9_000_000);
});

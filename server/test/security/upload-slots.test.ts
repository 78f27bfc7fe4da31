import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { it } from 'node:test';
import { fileForm, somePdf } from '../files.ts';
import { buildOrder } from '../orders.ts';
import { buildProducer } from '../people.ts';
import { startService } from '../service.ts';
import { until } from '../until.ts';

const service = await startService({ rateLimit: true });
await service.app.http.listen({ host: '127.0.0.1', port: 0 });
const { port } = service.app.http.server.address() as AddressInfo; // it listens on a port

/** The last request of each connection, by its client's port. */
const requests = new Map<number | undefined, IncomingMessage>();
service.app.http.server.on('request', (request: IncomingMessage) => {
  requests.set(request.socket.remotePort, request);
});

const head = [
  'content-type: multipart/form-data; boundary=b',
  'content-length: 5000000',
  '',
  '--b',
  'content-disposition: form-data; name="file"; filename="a.pdf"',
  'content-type: application/pdf',
  '',
  '%PDF-1.7',
].join('\r\n');

const someone = async () => {
  const { userId, token, producerId } = await buildProducer(service);
  const { uuid } = await buildOrder(service, { producerId, status: 'rascunho' });
  return { userId, token, uuid };
};
type Someone = Awaited<ReturnType<typeof someone>>;

const send = ({ uuid, token }: Someone) => {
  const { payload, headers } = fileForm({ filename: 'mapa.pdf', content: somePdf('mapa') });
  return service.call('POST', `/api/v1/orders/${uuid}/attachments`, { token, payload, headers });
};

/** Sends a form at half a KiB a second; returns what was received so far. */
function drip({ uuid, token }: Someone) {
  const socket = net.connect(port, '127.0.0.1').on('error', () => undefined);
  let answer = '';
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString();
  });
  socket.write(
    `POST /api/v1/orders/${uuid}/attachments HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n${head}\r\n`,
  );
  const timer = setInterval(() => socket.write('x'.repeat(512)), 1_000);
  return {
    answer: () => answer,
    /** Whether the service reads the form, which it does in a slot, or has refused it. */
    isSettled: () => answer !== '' || requests.get(socket.localPort)?.readableFlowing === true,
    end: () => {
      clearInterval(timer);
      socket.destroy();
    },
  };
}

type Form = ReturnType<typeof drip>;

const isRefused = (form: Form): boolean => form.answer().startsWith('HTTP/1.1 429 ');

const settled = (forms: readonly Form[]): Promise<unknown> =>
  until('a slot or a refusal for each form', () => forms.every((form) => form.isSettled()));

it('sixteen slow uploads of one person, over four sessions, do not block other persons', async (t) => {
  const [slow, other] = [await someone(), await someone()];
  const sessions = (await Promise.all([1, 2, 3, 4].map(() => service.tokenFor(slow.userId)))).map(
    (token) => ({ ...slow, token }),
  );
  for (const { token } of sessions)
    assert.equal((await service.call('GET', '/api/v1/user/profile', { token })).status, 200);
  const forms = sessions.flatMap((session) => [1, 2, 3, 4].map(() => drip(session)));
  t.after(() => {
    for (const form of forms) form.end();
  });
  await settled(forms);
  assert.deepEqual(
    (await Promise.all(sessions.map(send))).map(({ status }) => status),
    [429, 429, 429, 429],
  );
  assert.equal((await send(other)).status, 200);
});

it('sixteen slow uploads of four persons block no other: one of the busiest person is ended', async (t) => {
  const four: Someone[] = [];
  for (let n = 0; n < 4; n += 1) four.push(await someone());
  const forms = four.flatMap((person) => [1, 2, 3, 4].map(() => drip(person)));
  t.after(() => {
    for (const form of forms) form.end();
  });
  await settled(forms);
  const refused = (): number => forms.filter(isRefused).length;
  assert.equal(refused(), 0);
  const honest = await someone();
  const slowly = drip(honest);
  t.after(slowly.end);
  await settled([slowly]);
  await until('room for one more', () => refused() > 0);
  for (let n = 0; n < 3; n += 1) assert.equal((await send(await someone())).status, 200);
  assert.ok(refused() >= 1 && refused() <= 4, `${refused()} were refused`);
  assert.match(forms.map((form) => form.answer()).join(''), /"code":"overloaded"/);
  assert.equal(slowly.answer(), '', 'who has one form keeps it');
  const again = four.flatMap((person) => [1, 2].map(() => drip(person)));
  t.after(() => {
    for (const form of again) form.end();
  });
  await settled(again);
  assert.equal(slowly.answer(), '', 'also when those come again');
  assert.equal((await send(await someone())).status, 200);
});

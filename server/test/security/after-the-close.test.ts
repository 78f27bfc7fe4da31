import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startService } from '../service.ts';
import { until } from '../until.ts';
import { buildProducer } from '../people.ts';

const service = await startService();
const producer = await buildProducer(service);
const port = Number(new URL(await service.app.http.listen({ port: 0, host: '127.0.0.1' })).port);

it('a request after a reply that closes the connection is not processed', async () => {
  const body = JSON.stringify({ name: 'Nome de depois do fim' });
  let received = '';
  const served = once(service.app.http.server, 'connection') as Promise<[net.Socket]>;
  const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => {});
  socket.on('data', (data) => {
    received += data.toString();
  });
  const ended = once(socket, 'end');
  socket.write(
    'POST /api/v1/producer/orders HTTP/1.1\r\nHost: localhost\r\nContent-Type: ' +
      'application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n',
  );
  await ended;
  socket.write(
    `2\r\n1}\r\n0\r\n\r\nPUT /api/v1/user/profile HTTP/1.1\r\nHost: ` +
      `localhost\r\nAuthorization: Bearer ${producer.token}\r\nContent-Type: ` +
      `application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  const [connection] = await served;
  await until(
    'the service has read the second request, or refuses to',
    () => connection.destroyed || connection.bytesRead >= socket.bytesWritten,
  );
  // Another request takes all the steps that it would take.
  assert.equal(
    (await service.call('GET', '/api/v1/user/profile', { token: producer.token })).status,
    200,
  );
  await pause(50);
  socket.destroy();
  assert.match(received, /^HTTP\/1\.1 401/);
  assert.match(received, /connection: close/i);
  const { name } = await service.db.q
    .selectFrom('users')
    .select('name')
    .where('id', '=', producer.userId)
    .executeTakeFirstOrThrow();
  assert.equal((received.match(/HTTP\/1\.1/g) ?? []).length, 1, 'one answer');
  assert.notEqual(name, 'Nome de depois do fim', 'carried out after the connection was closed');
});

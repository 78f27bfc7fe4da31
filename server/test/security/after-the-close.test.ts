import assert from 'node:assert/strict';
import net from 'node:net';
import { it } from 'node:test';
import { startService } from '../service.ts';
import { buildProducer } from '../people.ts';

const service = await startService();
const producer = await buildProducer(service);
const port = Number(new URL(await service.app.http.listen({ port: 0, host: '127.0.0.1' })).port);

it('a request after a reply that closes the connection is not processed', async () => {
  const body = JSON.stringify({ name: 'Nome de depois do fim' });
  let received = '';
  await new Promise<void>((resolve) => {
    const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => {
      socket.write(
        'POST /api/v1/producer/orders HTTP/1.1\r\nHost: localhost\r\nContent-Type: ' +
          'application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n',
      );
    });
    let sent = false;
    socket.on('data', (data) => {
      received += data.toString();
      if (sent) return;
      sent = true;
      setTimeout(() => {
        socket.write(
          `2\r\n1}\r\n0\r\n\r\nPUT /api/v1/user/profile HTTP/1.1\r\nHost: ` +
            `localhost\r\nAuthorization: Bearer ${producer.token}\r\nContent-Type: ` +
            `application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
        );
        // That nothing more is carried out shows only by time: there is no event to wait for.
        setTimeout(() => {
          socket.destroy();
        }, 1500);
      }, 300); // by now the service has closed its side, or begun to
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve());
  });
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

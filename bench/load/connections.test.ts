import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { createConnections } from './connections.ts';
import { request } from './plan.ts';

describe('the connections of the load generator', () => {
  let opened = 0;
  const server = http.createServer(({ url }, response) => {
    if (url === '/parts') response.write('1\r\n0\r\n'.repeat(40_000)); // in chunks: of no known length
    response.end('ok');
  });
  server.on('connection', () => (opened += 1));
  before(
    () =>
      new Promise<void>((resolve) => {
        server.listen(0, '127.0.0.1', resolve);
      }),
  );
  after(() => server.close().closeAllConnections());

  it('stay open from plan to plan, and open again where the server closed them', async () => {
    const { port } = server.address() as AddressInfo; // not a pipe
    const bytes = Buffer.from(request('GET', '/'));
    const connections = createConnections();
    const both = [await connections.next(port), await connections.next(port)];
    for (const connection of both) assert.equal((await connection.send(bytes)).status, 200);
    assert.equal(opened, 2);
    connections.reset();
    assert.equal(await connections.next(port), both[0]);
    assert.equal(await connections.next(port), both[1]);
    assert.equal(opened, 2);
    server.closeAllConnections();
    assert.equal((await both[0]?.send(bytes))?.status, 200);
    assert.equal(opened, 3);
  });

  it('know where a reply of no known length ends', async () => {
    const { port } = server.address() as AddressInfo; // not a pipe
    const connection = await createConnections().next(port);
    const already = opened;
    for (const path of ['/parts', '/', '/parts'])
      assert.equal((await connection.send(Buffer.from(request('GET', path)))).status, 200);
    assert.equal(opened, already);
  });
});

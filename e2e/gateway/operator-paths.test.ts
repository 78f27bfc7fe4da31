import assert from 'node:assert/strict';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { after, it, test } from 'node:test';
import { lacking } from '../../server/test/needs.ts';
import { startService } from '../../server/test/service.ts';
import { startGateway } from './nginx.ts';

const lacks = lacking('nginx');
if (lacks === false) await runStories();
else test('the gateway', { skip: lacks }, () => undefined);

async function runStories(): Promise<void> {
  const service = await startService();
  await service.app.http.listen({ host: '127.0.0.1', port: 0 });
  // it listens on a port
  const address = `127.0.0.1:${(service.app.http.server.address() as AddressInfo).port}`;
  const gateway = await startGateway({ api: [address], web: [address] });
  after(() => gateway.stop());
  const { hostname, port } = new URL(gateway.address);

  /** Sends the path as it is written: `fetch` would normalise it first. */
  const ask = async (path: string): Promise<string> => {
    const socket = net.connect(Number(port), hostname, () =>
      socket.write(`GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\nconnection: close\r\n\r\n`),
    );
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += String(chunk);
    });
    await once(socket, 'close');
    return text;
  };

  it('the gateway blocks paths for operators, however they are written', async () => {
    assert.match(
      (await service.app.http.inject('/metrics/')).body,
      /# HELP/,
      'at the process itself it is there',
    );
    const metrics = [
      '/metrics',
      '/metrics/',
      '/metrics//',
      '//metrics',
      '/./metrics',
      '/%6detrics',
      '/metrics?x',
      '/metrics/?x',
      '/metrics%2f',
      '/metrics%3f',
      '/x/../metrics',
      '/api/../metrics',
      '/metrics/.',
      '/metrics;a',
    ];
    for (const path of metrics) assert.doesNotMatch(await ask(path), /# HELP/, path);
  });
}

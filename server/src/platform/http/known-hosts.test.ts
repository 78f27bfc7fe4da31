import assert from 'node:assert/strict';
import http from 'node:http';
import net from 'node:net';
import { after, describe, it } from 'node:test';
import { isKnownHost, isLoopback, rejectUnknownHosts } from './known-hosts.ts';

const server = http.createServer((_request, reply) => {
  reply.end('in');
});
rejectUnknownHosts(server, 'https://Demo.Lavra.example:8443');
await new Promise<void>((resolve) => {
  server.listen(0, '127.0.0.1', resolve);
});
after(() => server.close());

function ask(lines: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const { port } = server.address() as net.AddressInfo; // it listens on a port
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.write([...lines, '', ''].join('\r\n'));
    });
    socket.on('data', (data) => {
      answer += data.toString();
    });
    socket.on('close', () => resolve(answer));
  });
}
const statusFor = async (host: string) =>
  Number((await ask(['GET / HTTP/1.1', `Host: ${host}`, 'Connection: close'])).split(' ')[1]);

describe('the check of the Host header', () => {
  it('accepts this machine’s names and PUBLIC_URL’s, with any port', async () => {
    for (const host of [
      'localhost',
      'localhost:3000',
      'LOCALHOST.',
      'lavra.localhost',
      '127.0.0.1',
      '127.8.9.1:1',
      '[::1]',
      '[::1]:3000',
      '[::ffff:127.0.0.1]',
      'demo.lavra.example',
      'DEMO.lavra.example.:8443',
      'demo.lavra.example:443',
    ]) {
      assert.equal(await statusFor(host), 200, host);
    }
  });

  it('refuses every other name with a sentence, before any other check', async () => {
    for (const host of [
      'rebind.example',
      'rebind.example:3000',
      'localhost.rebind.example',
      '127.0.0.1.rebind.example',
      'xdemo.lavra.example',
      '192.168.0.7',
      '[fd12::5]:80',
      '128.0.0.1',
      'localhost@rebind.example',
      '0.0.0.0',
    ]) {
      assert.equal(await statusFor(host), 421, host);
    }
    assert.match(
      await ask([
        'POST /api/v1/login HTTP/1.1',
        'Host: rebind.example',
        'Content-Length: 2',
        'Connection: close',
        '',
        '{}',
      ]),
      /"error":"Por este endereço[^]*"code":"unknown_host","request_id"/,
    );
  });

  it('accepts a request without Host, which no browser sends', async () => {
    assert.match(await ask(['GET / HTTP/1.0']), /^HTTP\/1\.1 200/);
    assert.equal(isKnownHost(undefined, undefined), true);
  });

  it('accepts without PUBLIC_URL only names of this machine', () => {
    assert.deepEqual(
      ['localhost:3000', 'demo.lavra.example'].map((host) => isKnownHost(host, undefined)),
      [true, false],
    );
  });
});

it('a HOST is recognized as this machine’s own or as open to the network', () => {
  assert.deepEqual(
    [
      '127.0.0.1',
      'localhost',
      '::1',
      '0.0.0.0',
      '::',
      '192.168.0.7',
      'lavra.example',
      '127.0.0.1.example',
    ].map(isLoopback),
    [true, true, true, false, false, false, false, false],
  );
});

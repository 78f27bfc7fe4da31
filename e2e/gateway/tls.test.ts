import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { after, describe, it, test } from 'node:test';
import { freePort } from '../../server/test/free-port.ts';
import { lacking } from '../../server/test/needs.ts';
import { startGateway } from './nginx.ts';

const lacks = lacking('nginx', 'openssl');
if (lacks === false) await runStories();
else test('the certificate of the gateway', { skip: lacks }, () => undefined);

async function runStories(): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lavra-tls-'));
  fs.chmodSync(folder, 0o755);
  const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
  const made = spawnSync('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '1',
    '-subj',
    '/CN=localhost',
    '-addext',
    'subjectAltName=DNS:localhost',
    '-keyout',
    key,
    '-out',
    certificate,
  ]);
  assert.equal(made.status, 0, made.stderr?.toString());
  const heard: http.IncomingHttpHeaders[] = [];
  const application = http
    .createServer((request, reply) => {
      heard.push(request.headers);
      reply.writeHead(200, { 'strict-transport-security': 'max-age=1' }).end('ok');
    })
    .listen(0, '127.0.0.1');
  await once(application, 'listening');
  const address = `127.0.0.1:${(application.address() as AddressInfo).port}`;
  const plain = await freePort();
  const gateway = await startGateway({
    api: [address],
    web: [address],
    tls: { certificate, key },
    redirect: `127.0.0.1:${plain}`,
    acme: folder,
  });
  after(async () => {
    await gateway.stop();
    application.closeAllConnections();
    application.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  async function askSecurely(
    where: string,
    options: https.RequestOptions = {},
  ): Promise<http.IncomingMessage> {
    const request = https.get(`https://localhost:${new URL(gateway.address).port}${where}`, {
      ca: fs.readFileSync(certificate),
      family: 4,
      ...options,
    });
    const [reply] = (await once(request, 'response')) as [http.IncomingMessage];
    reply.resume();
    return reply;
  }

  describe('the gateway with a certificate', () => {
    it('replies over TLS, sends HSTS once, and forwards the scheme to the application', async () => {
      const reply = await askSecurely('/api/v1/plans');
      assert.equal(reply.statusCode, 200);
      assert.equal(
        reply.headers['strict-transport-security'],
        'max-age=31536000; includeSubDomains',
      );
      assert.equal(heard.at(-1)?.['x-forwarded-proto'], 'https');
    });
    it('accepts no version older than TLS 1.2', async () => {
      await assert.rejects(
        askSecurely('/', {
          minVersion: 'TLSv1',
          maxVersion: 'TLSv1.1',
          ciphers: 'DEFAULT@SECLEVEL=0',
        }),
      );
    });
    it('redirects requests without TLS to the same address with TLS', async () => {
      const reply = await fetch(`http://127.0.0.1:${plain}/produtor/cotacoes?q=1`, {
        redirect: 'manual',
      });
      assert.equal(reply.status, 301);
      assert.equal(reply.headers.get('location'), 'https://127.0.0.1/produtor/cotacoes?q=1');
    });
    it('replies to the authority that renews the certificate, without interrupting the service', async () => {
      fs.mkdirSync(path.join(folder, '.well-known/acme-challenge'), { recursive: true });
      fs.writeFileSync(path.join(folder, '.well-known/acme-challenge/token'), 'proof');
      assert.equal(
        await (await fetch(`http://127.0.0.1:${plain}/.well-known/acme-challenge/token`)).text(),
        'proof',
      );
    });
  });
}

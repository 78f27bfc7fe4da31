import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { brotliDecompressSync, brotliCompressSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { until } from '../../test/until.ts';
import { mountPortals } from './portals.ts';

const web = path.resolve(import.meta.dirname, '../../../web');
const folders: string[] = [];
const apps: FastifyInstance[] = [];
after(async () => {
  await Promise.all(apps.map((app) => app.close()));
  for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true });
});

/** Creates a web workspace with this program as its builder. */
function webWith(builder: string): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lavra-web-'));
  folders.push(folder);
  fs.mkdirSync(path.join(folder, 'build'));
  fs.writeFileSync(path.join(folder, 'build/build.ts'), builder);
  for (const page of ['chooser.html', 'waiting.html', 'broken.html'])
    fs.copyFileSync(path.join(web, page), path.join(folder, page));
  return folder;
}

function writeBuild(folder: string): void {
  for (const name of ['producer', 'supplier', 'admin']) {
    const assets = path.join(folder, name, 'assets');
    fs.mkdirSync(assets, { recursive: true });
    fs.writeFileSync(path.join(folder, name, 'index.html'), `<head><title>${name}</title>`);
    fs.writeFileSync(path.join(folder, name, 'manifest.json'), '{}');
    fs.writeFileSync(path.join(folder, name, 'sw.js'), '// worker');
    fs.writeFileSync(path.join(assets, 'main-abc.js'), 'export {};');
    fs.writeFileSync(path.join(assets, 'main-abc.js.br'), brotliCompressSync('export {};'));
  }
}

async function serving(webRoot: string): Promise<FastifyInstance> {
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  apps.push(app);
  mountPortals(app, {
    logger: pino({ level: 'silent' }),
    production: true,
    zone: 'America/Cuiaba',
    webRoot,
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return app;
}

const isUp = async (app: FastifyInstance): Promise<boolean> =>
  (await app.inject('/produtor')).statusCode === 200;

describe('the portals', () => {
  it('are served once built: the page for every address, hashed files cached for ever, others revalidated', async () => {
    const webRoot = webWith('');
    const build = path.join(webRoot, 'dist/new');
    writeBuild(build);
    fs.writeFileSync(
      path.join(webRoot, 'build/build.ts'),
      `process.stdout.write('ready ${build}\\n');`,
    );
    const app = await serving(webRoot);
    await until('the portals are served', () => isUp(app));
    for (const [url, name] of [
      ['/produtor', 'producer'],
      ['/fornecedor/', 'supplier'],
      ['/admin/usuarios/7?x=1', 'admin'],
      ['/produtor/..%2f..%2fetc/passwd', 'producer'],
    ] as const) {
      const { body, headers } = await app.inject(url);
      // The portal shows days and hours by the service's zone.
      const zone = '<meta name="time-zone" content="America/Cuiaba">';
      assert.equal(body, `<head>\n${zone}<title>${name}</title>`, url);
      assert.equal(headers['cache-control'], 'no-cache');
      assert.match(String(headers['content-security-policy']), /script-src 'self'; /);
      assert.doesNotMatch(String(headers['content-security-policy']), /script-src[^;]*unsafe/);
    }
    const script = await app.inject({
      url: '/produtor/assets/main-abc.js',
      headers: { 'accept-encoding': 'gzip, deflate, br' },
    });
    assert.match(String(script.headers['cache-control']), /immutable/);
    assert.match(String(script.headers['content-type']), /^text\/javascript/);
    assert.deepEqual(
      [script.headers['content-encoding'], brotliDecompressSync(script.rawPayload).toString()],
      ['br', 'export {};'],
    );
    assert.equal((await app.inject('/produtor/assets/main-abc.js')).body, 'export {};');
    const worker = await app.inject('/produtor/sw.js');
    assert.deepEqual(
      [worker.headers['cache-control'], worker.headers['service-worker-allowed']],
      ['no-cache', '/produtor'],
    );
    assert.match(String(worker.headers['content-type']), /^text\/javascript/);
    assert.equal(script.headers['service-worker-allowed'], undefined);
    assert.equal((await app.inject('/produtor/assets/gone.js')).statusCode, 404);
    assert.equal(
      (await app.inject('/produtor/manifest.json')).body,
      (await app.inject('/produtor')).body,
    );
  });

  it('have an icon and a picture beside them, for browsers and messengers', async () => {
    const app = await serving(webWith(''));
    for (const [url, type, begins] of [
      ['/favicon.ico', 'image/x-icon', '000001000100'],
      ['/marca/convite.png', 'image/png', '89504e470d0a'],
    ] as const) {
      const { statusCode, headers, rawPayload } = await app.inject(url);
      assert.deepEqual([statusCode, headers['content-type']], [200, type]);
      assert.equal(rawPayload.subarray(0, 6).toString('hex'), begins);
    }
  });

  it('are read again when the builder has made their files smaller', async () => {
    const webRoot = webWith('');
    const build = path.join(webRoot, 'dist/new');
    writeBuild(build);
    const twin = path.join(build, 'producer/assets/main-abc.js.br');
    const go = path.join(webRoot, 'go');
    fs.writeFileSync(
      path.join(webRoot, 'build/build.ts'),
      `import fs from 'node:fs';
      process.stdout.write('building\\nready ${build}\\n');
      const timer = setInterval(() => {
        if (!fs.existsSync('${go}')) return;
        clearInterval(timer);
        fs.writeFileSync('${twin}', 'smaller');
        process.stdout.write('ready ${build}\\n');
      }, 10);`,
    );
    const app = await serving(webRoot);
    await until('the portals are served', () => isUp(app));
    const script = async (): Promise<Buffer> =>
      (
        await app.inject({
          url: '/produtor/assets/main-abc.js',
          headers: { 'accept-encoding': 'br' },
        })
      ).rawPayload;
    assert.equal(brotliDecompressSync(await script()).toString(), 'export {};');
    fs.writeFileSync(go, '');
    await until('the smaller file is served', async () =>
      (await script()).equals(Buffer.from('smaller')),
    );
  });

  it('return a page that asks to wait while they are built', async () => {
    const webRoot = webWith(
      "process.stdout.write('building\\n'); setInterval(() => undefined, 1_000);",
    );
    const app = await serving(webRoot);
    const reply = await app.inject('/produtor/entrar');
    assert.deepEqual([reply.statusCode, reply.headers['retry-after']], [503, '2']);
    assert.match(reply.body, /Preparando os portais/);
    assert.match(reply.body, /http-equiv="refresh"/);
    const first = await app.inject('/');
    assert.equal(first.statusCode, 200);
    for (const href of ['/produtor', '/fornecedor', '/admin'])
      assert.ok(first.body.includes(`href="${href}"`));
  });

  it('report that they cannot be built, and serve an older build where there is one', async () => {
    const failing = "process.stderr.write('no compiler'); process.exit(1);";
    const without = await serving(webWith(failing));
    await until('the failure is shown', async () =>
      (await without.inject('/admin')).body.includes('não puderam ser preparados'),
    );
    const webRoot = webWith(failing);
    writeBuild(path.join(webRoot, 'dist', 'a'.repeat(64)));
    const older = await serving(webRoot);
    await until('the portals are served', () => isUp(older));
  });
});

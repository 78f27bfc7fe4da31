import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, beforeEach, describe, it } from 'node:test';
import Fastify from 'fastify';
import { pino } from 'pino';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { mountPortals } from '../../server/src/app/portals.ts';
import { compressFolder } from '../../web/build/compress.ts';
import { makeInstallable } from '../../web/build/installable.ts';
import { portal } from '../../web/build/portal-config.ts';
import { startNetworkSimulator } from './network-simulator.ts';
import { accounts, enter, startPortals } from './portals.ts';
import { until } from '../../server/test/until.ts';

const portals = await startPortals();
const network = await startNetworkSimulator(portals.service.address);
const web = path.resolve(import.meta.dirname, '../../web');

/**
 * Serves the producer's portal as a newer release with a different start page. Returns the address.
 */
async function serveNextRelease(): Promise<string> {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'lavra-release-'));
  const folder = path.join(root, 'release/producer');
  const config = portal('producer', folder);
  const changed = {
    name: 'next-release',
    enforce: 'pre' as const,
    transform: (code: string, id: string) =>
      id.endsWith('/producer/home-page.tsx')
        ? code.replace('title="Início"', 'title="Início da próxima versão"')
        : undefined,
  };
  await build({ ...config, plugins: [changed, ...(config.plugins ?? [])] });
  fs.renameSync(path.join(folder, 'producer.html'), path.join(folder, 'index.html'));
  await makeInstallable(folder, 'producer');
  await compressFolder(folder);
  for (const other of ['supplier', 'admin'])
    fs.cpSync(folder, path.join(root, 'release', other), { recursive: true });
  fs.mkdirSync(path.join(root, 'build'));
  fs.writeFileSync(
    path.join(root, 'build/build.ts'),
    `process.stdout.write('ready ${path.join(root, 'release')}\\n');`,
  );
  for (const page of ['chooser.html', 'waiting.html', 'broken.html'])
    fs.copyFileSync(path.join(web, page), path.join(root, page));
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  mountPortals(app, {
    logger: pino({ level: 'silent' }),
    production: true,
    zone: 'America/Sao_Paulo',
    webRoot: root,
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  after(async () => {
    await app.close();
    fs.rmSync(root, { recursive: true, force: true });
  });
  return address;
}

const untilKept = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => navigator.serviceWorker.controller !== null);
const shellsOn = (page: Page): Promise<string[]> =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.includes('/shell/')));

/** True once the worker of another build than this shell's is in charge, with all it stores. */
const isInstalled = (page: Page, before: string | undefined): Promise<boolean> =>
  page.evaluate(async (old) => {
    const registration = await navigator.serviceWorker.getRegistration();
    if (registration?.installing !== null || registration.waiting !== null) return false;
    const shells = (await caches.keys()).filter((name) => name.includes('/shell/') && name !== old);
    const pages = shells.map(async (name) => (await caches.open(name)).match('/produtor'));
    return (await Promise.all(pages)).some((stored) => stored !== undefined);
  }, before);

beforeEach(() => network.be('up'));

describe('a maintenance period', () => {
  it('shows the gateway’s page on navigation, and open pages wait with their input kept', async () => {
    const { page, context } = await portals.visitor({ baseURL: network.address });
    await enter(page, '/produtor', accounts.producer);
    await untilKept(page);
    await page.goto('/produtor/conta');
    await page.getByLabel('Associação').fill('Ainda aqui depois');
    network.be('maintenance');
    // Whichever request meets the maintenance first, saving or one of the page's own, covers the form.
    const notice = page.getByRole('heading', { name: 'Estamos em manutenção' });
    await Promise.any([
      page.getByRole('button', { name: 'Salvar alterações' }).click(),
      notice.waitFor(),
    ]);
    await notice.waitFor();
    const other = await context.newPage();
    const reply = await other.goto('/produtor/cotacoes');
    assert.equal(reply?.status(), 503);
    await other.getByText(/2 a 5 minutos/).waitFor();
    network.be('up');
    await notice.waitFor({ state: 'detached' });
    assert.equal(await page.getByLabel('Associação').inputValue(), 'Ainda aqui depois');
  });
});

describe('a new build', () => {
  it('is used from the next navigation on, and breaks no open tab', async () => {
    const { page, context, problems } = await portals.visitor({ baseURL: network.address });
    await enter(page, '/produtor', accounts.producer);
    await untilKept(page);
    const [before] = await shellsOn(page);
    const open = await context.newPage();
    await open.goto('/produtor');
    await open.getByRole('heading', { level: 1, name: 'Início' }).waitFor();
    const next = await serveNextRelease();
    // The new build may not wait for ever for a file that the old one's worker is asked for.
    const lost = '/produtor/assets/lost.js';
    network.leaveHanging(lost);
    const isLost = open.waitForRequest(`**${lost}`);
    await open.evaluate((file) => {
      fetch(file).catch(() => undefined);
    }, lost);
    await isLost;
    network.takePortalsFrom(next);
    await page.goto('/produtor');
    await page.getByRole('heading', { level: 1, name: 'Início da próxima versão' }).waitFor();
    await until('both builds are stored', async () => (await shellsOn(page)).length === 2);
    assert.ok((await shellsOn(page)).includes(before ?? ''));
    // The tab with the older build fetches a chunk that the server no longer has.
    await open.getByRole('navigation').first().getByRole('link', { name: 'Minha conta' }).click();
    await open.getByLabel('Associação').fill('Digitado na versão anterior');
    await open.getByRole('navigation').first().getByRole('link', { name: 'Notificações' }).click();
    await open.getByRole('heading', { level: 1, name: 'Notificações' }).waitFor();
    assert.equal(
      await open.evaluate(
        () =>
          performance.getEntriesByType('navigation').length === 1 &&
          sessionStorage.getItem('lavra.reloaded-for-release'),
      ),
      null,
    );
    // Offline, the new build is the one that opens.
    await until('the new build is installed', () => isInstalled(page, before));
    network.be('cut');
    await page.goto('/produtor', { waitUntil: 'commit' }); // shown before everything has loaded
    await page.getByRole('heading', { level: 1, name: 'Início da próxima versão' }).waitFor();
    assert.deepEqual(problems, []);
  });
});

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { until } from '../../server/test/until.ts';
import { isCompressedBest } from '../../web/build/compress.ts';
import { distRoot } from '../../web/build/portals.ts';
import { sourceHash } from '../../web/build/source-hash.ts';
import { countCost, secondsOnSlowNetwork } from './network-cost.ts';
import { accounts, enter, PASSWORD, startPortals, tokenOf } from './portals.ts';

const portals = await startPortals();
// A new build is served before its files are as small as they get, and a service reads them anew once
// its own builder is done.
await until('the files are as small as they get', async () => {
  const { address } = portals.service;
  const html = await (await fetch(`${address}/produtor`)).text();
  const script = /\/produtor(\/assets\/producer-[^"]+\.js)/.exec(html)?.[1] ?? '';
  const reply = await fetch(`${address}/produtor${script}`, {
    headers: { 'accept-encoding': 'br' },
  });
  const build = path.join(distRoot, sourceHash());
  const small = fs.statSync(path.join(build, 'producer', `${script}.br`)).size;
  return isCompressedBest(build) && reply.headers.get('content-length') === String(small);
});

describe('the first load of the producer portal', () => {
  it('transfers at most 150 KB up to the first screen, and loads the font afterwards', async (t) => {
    const { page, context } = await portals.visitor();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    const weights = new Map<string, { url: string; bytes: number }>();
    devtools.on('Network.responseReceived', ({ requestId, response }) =>
      weights.set(requestId, { url: response.url, bytes: 0 }),
    );
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const known = weights.get(requestId);
      if (known !== undefined) known.bytes = encodedDataLength;
    });
    await enter(page, '/produtor', accounts.producer);
    await page.getByText('Insumos para a safra').first().waitFor();
    const files = [...weights.values()].filter(({ url }) => !url.includes('/api/'));
    const isFont = ({ url }: { url: string }): boolean => url.endsWith('.woff2');
    const total = files.filter((file) => !isFont(file)).reduce((sum, { bytes }) => sum + bytes, 0);
    t.diagnostic(`${total} bytes in ${files.length} answers, headers included`);
    // Headers take about 900 bytes per response and are not part of the build.
    assert.ok(total - files.length * 900 <= 150_000, `${total} bytes`);
    const order = [...weights.values()].map(({ url }) => url);
    assert.ok(
      order.findIndex((url) => url.endsWith('.woff2')) >
        order.findIndex((url) => url.includes('/assets/producer')),
      'the font waits for the code',
    );
  });

  it('shows login, first screen and the proposals of an order within 6 s at 400 kbit/s and 400 ms', async (t) => {
    const { page } = await portals.visitor({
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
    });
    const { body } = await portals.api('GET', '/api/v1/producer/orders?status=em_analise', {
      token: await tokenOf(portals, accounts.producer, 'produtor'),
    });
    const [order] = body['data'] as { uuid: string }[]; // a page of orders
    const cost = await countCost(page);
    const visits: readonly (readonly [string, () => Promise<void>])[] = [
      [
        'the door',
        async () => {
          await page.goto('/produtor/entrar', { waitUntil: 'commit' });
          await page.getByLabel('E-mail').waitFor();
        },
      ],
      [
        'the first screen',
        async () => {
          await page.getByLabel('E-mail').fill(accounts.producer);
          await page.getByLabel(/^Senha/).fill(PASSWORD);
          await page.getByRole('button', { name: 'Entrar' }).click();
          await page.getByText('Insumos para a safra').first().waitFor();
        },
      ],
      [
        'the proposals',
        async () => {
          await page.goto(`/produtor/cotacoes/${order?.uuid ?? ''}/propostas`, {
            waitUntil: 'commit',
          });
          await page.getByRole('link', { name: 'Proposta A' }).waitFor();
        },
      ],
    ];
    for (const [name, visit] of visits) {
      const spent = await cost(visit);
      const needed = secondsOnSlowNetwork(spent);
      t.diagnostic(
        `${name}: ${spent.bytes} bytes, ${spent.requests} requests, ${spent.roundTrips} ` +
          `round trips, which take ${needed.toFixed(1)} s`,
      );
      assert.ok(spent.bytes > 0 && spent.roundTrips > 0, name);
      assert.ok(needed < 6, `${name}: ${needed} s`);
    }
  });

  it('takes at most 4.5 s for the first screen from nothing, and 2.5 s from there to the proposals', async (t) => {
    const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
    const signedIn = await portals.visitor(phone);
    await enter(signedIn.page, '/produtor', accounts.producer);
    // A new context has the session and nothing of the portal.
    const { page } = await portals.visitor({
      ...phone,
      storageState: await signedIn.context.storageState(),
    });
    const cost = await countCost(page);
    const figures: readonly (readonly [string, number, () => Promise<void>])[] = [
      [
        'the first screen from nothing',
        4.5, // 4 s was the aim: 160 KB take 3.2 s, three round trips 1.2 s
        async () => {
          await page.goto('/produtor', { waitUntil: 'commit' });
          await page.getByText('Insumos para a safra').first().waitFor();
        },
      ],
      [
        'from there to the proposals',
        2.5,
        async () => {
          await page.locator('a[href$="/propostas"]').first().click();
          await page.getByRole('link', { name: /^Proposta A/ }).waitFor();
        },
      ],
    ];
    for (const [name, most, visit] of figures) {
      const spent = await cost(visit);
      const needed = secondsOnSlowNetwork(spent);
      t.diagnostic(
        `${name}: ${needed.toFixed(1)} s of ${most} s (${spent.bytes} bytes, ` +
          `${spent.requests} requests, ${spent.roundTrips} round trips)`,
      );
      assert.ok(spent.bytes > 0 && needed <= most, `${name}: ${needed} s`);
    }
  });

  it('takes at most 1.5 s for the first screen the next time', async (t) => {
    const { page } = await portals.visitor({
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
      // What the browser itself keeps is measured; the worker's store has the same files and more.
      serviceWorkers: 'block',
    });
    await enter(page, '/produtor', accounts.producer);
    await page.getByText('Insumos para a safra').first().waitFor();
    await page.goto('about:blank');
    const cost = await countCost(page);
    const spent = await cost(async () => {
      await page.goto('/produtor', { waitUntil: 'commit' });
      await page.getByText('Insumos para a safra').first().waitFor();
    });
    const needed = secondsOnSlowNetwork(spent);
    t.diagnostic(
      `the first screen the next time: ${needed.toFixed(1)} s of 1.5 s (${spent.bytes} bytes, ` +
        `${spent.requests} requests, ${spent.roundTrips} round trips)`,
    );
    assert.ok(spent.bytes > 0 && needed <= 1.5, `${needed} s`);
  });

  it('runs only the portal’s own scripts, whatever the content of a page', async () => {
    const { page } = await portals.visitor();
    await page.goto('/produtor/entrar');
    await page.getByLabel('E-mail').waitFor();
    const ran = await page.evaluate(async () => {
      const script = document.createElement('script');
      script.textContent = 'globalThis.broken = true';
      document.body.append(script);
      const image = document.createElement('div');
      image.innerHTML = '<img src="x" onerror="globalThis.broken = true">';
      document.body.append(image);
      await new Promise((resolve) => {
        setTimeout(resolve, 300);
      });
      return 'broken' in globalThis;
    });
    assert.equal(ran, false);
  });
});

describe('the home of a portal', () => {
  for (const [portal, email] of [
    ['/produtor', accounts.producer],
    ['/fornecedor', accounts.supplier],
    ['/admin', accounts.admin],
  ] as const) {
    it(`${portal} asks the service for nothing twice`, async () => {
      const { page } = await portals.visitor();
      await enter(page, portal, email);
      // The screen after the sign-in may still be asking.
      await page.goto('about:blank');
      const asked: string[] = [];
      page.on('request', (request) => {
        const { pathname, search } = new URL(request.url());
        if (pathname.startsWith('/api/')) asked.push(`${request.method()} ${pathname}${search}`);
      });
      await page.goto(portal);
      await page.getByRole('button', { name: /^Conta de/ }).waitFor();
      await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
      assert.ok(asked.length > 2, asked.join('\n'));
      assert.deepEqual(
        asked.filter((one, at) => asked.indexOf(one) !== at),
        [],
      );
    });
  }
});

describe('the bell of notifications', () => {
  it('shows new notifications as they arrive, without a reload', async () => {
    const { page, problems } = await portals.visitor();
    await enter(page, '/produtor', accounts.producer);
    const bell = page.getByRole('button', { name: /^Notificações:/ });
    await page.getByRole('button', { name: /^Notificações: \d/ }).waitFor();
    const unread = async (): Promise<number> =>
      Number(/\d+/.exec((await bell.getAttribute('aria-label')) ?? '')?.[0] ?? 0);
    const before = await unread();
    const producer = await tokenOf(portals, accounts.producer, 'produtor');
    const { body: orders } = await portals.api('GET', '/api/v1/producer/orders?status=publicada', {
      token: producer,
    });
    const [order] = orders['data'] as { uuid: string }[]; // a page of orders
    const supplier = await tokenOf(portals, accounts.supplier, 'fornecedor');
    const asked = await portals.api('POST', `/api/v1/orders/${order?.uuid ?? ''}/questions`, {
      token: supplier,
      body: { question: 'A entrega pode ser em duas vezes?' },
    });
    assert.equal(asked.status, 200);
    await page.waitForFunction(
      (count) =>
        Number(
          /\d+/.exec(
            document.querySelector('[aria-label^="Notificações:"]')?.getAttribute('aria-label') ??
              '',
          )?.[0],
        ) === count,
      before + 1,
    );
    await bell.click();
    await page
      .getByRole('group', { name: 'Notificações' })
      .getByText(/pergunta/i)
      .first()
      .waitFor();
    assert.deepEqual(problems, []);
  });
});

describe('the side menu', () => {
  it('is collapsed, keeps its labels, and stays collapsed on this device until it is expanded', async () => {
    const { page, problems } = await portals.visitor();
    await enter(page, '/fornecedor', accounts.supplier);
    const width = async (): Promise<number> =>
      (await page.locator('aside').boundingBox())?.width ?? 0;
    const wide = await width();
    await page.getByRole('button', { name: 'Recolher menu' }).click();
    await page.getByRole('button', { name: 'Alargar menu' }).waitFor();
    assert.ok((await width()) < wide / 2);
    await page.reload();
    await page
      .getByRole('navigation', { name: 'Menu' })
      .getByRole('link', { name: 'Cotações' })
      .click();
    assert.ok((await width()) < wide / 2);
    await page.getByRole('button', { name: 'Alargar menu' }).click();
    assert.equal(await width(), wide);
    await page.setViewportSize({ width: 800, height: 600 });
    assert.equal(
      await page.getByRole('button', { name: /^(Recolher|Alargar) menu$/ }).count(),
      0,
      'there it is narrow by itself',
    );
    assert.deepEqual(problems, []);
  });
});

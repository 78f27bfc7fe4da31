import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { drawIcons } from './icons.ts';
import { accounts, enter, startPortals } from './portals.ts';

const portals = await startPortals();

interface WebManifest {
  readonly name: string;
  readonly lang: string;
  readonly start_url: string;
  readonly scope: string;
  readonly display: string;
  readonly icons: readonly {
    readonly src: string;
    readonly sizes: string;
    readonly purpose: string;
  }[];
}

describe('a portal on the device’s screen', () => {
  it('says its own name, place and icons, and every icon is there in its size', async () => {
    const { page } = await portals.visitor();
    for (const [base, name] of [
      ['/produtor', 'Lavra – Produtor'],
      ['/fornecedor', 'Lavra – Fornecedor'],
      ['/admin', 'Lavra – Administração'],
    ] as const) {
      await page.goto(`${base}/entrar`);
      const href = await page.locator('link[rel=manifest]').getAttribute('href');
      const manifest = await page.evaluate(
        async (url) => (await (await fetch(url ?? '')).json()) as WebManifest,
        href,
      );
      assert.deepEqual(
        [manifest.name, manifest.lang, manifest.start_url, manifest.scope, manifest.display],
        [name, 'pt-BR', `${base}/`, base, 'standalone'],
      );
      assert.deepEqual(
        manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`),
        ['192x192 any', '512x512 any', '192x192 maskable', '512x512 maskable'],
      );
      for (const { src, sizes } of manifest.icons) {
        const size = await page.evaluate(async (url) => {
          const image = new Image();
          image.src = url;
          await image.decode();
          return `${image.naturalWidth}x${image.naturalHeight}`;
        }, src);
        assert.equal(size, sizes, src);
      }
    }
  });

  it('wears the mark as it is drawn today: `npm run icons -w e2e` draws it anew', async () => {
    for (const [file, png] of await drawIcons(portals.browser))
      assert.ok(png.equals(fs.readFileSync(file)), path.basename(file));
  });

  it('is offered to who comes again, once, and never after a no', async () => {
    const { page, context, problems } = await portals.visitor();
    // The browser decides when to offer the installation; this makes it do so at once.
    await context.addInitScript(() => {
      const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
        prompt: async () => undefined,
      });
      globalThis.addEventListener('load', () => {
        setTimeout(() => globalThis.dispatchEvent(offer), 100);
      });
    });
    const hint = 'Tenha o Lavra na tela do aparelho.';
    await enter(page, '/produtor', accounts.producer);
    await page.getByText('Insumos para a safra').first().waitFor();
    assert.equal(await page.getByText(hint).count(), 0);
    const second = await context.newPage();
    await second.goto('/produtor');
    await second.getByText(hint).waitFor();
    await second.getByRole('button', { name: 'Agora não' }).click();
    await second.getByText(hint).waitFor({ state: 'detached' });
    const third = await context.newPage();
    await third.goto('/produtor');
    await third.getByText('Insumos para a safra').first().waitFor();
    assert.equal(await third.getByText(hint).count(), 0);
    assert.deepEqual(problems, []);
  });
});

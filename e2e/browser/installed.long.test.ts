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

describe('an installed portal', () => {
  it('has its own name, start address and icons, each in its size', async () => {
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

  it('has icons equal to the current drawing: `npm run icons -w e2e` draws them again', async () => {
    const page = await portals.browser.newPage();
    for (const [file, png] of await drawIcons(portals.browser)) {
      const images = [png, fs.readFileSync(file)].map((image) => image.toString('base64'));
      // Processors differ in the last bit of a blended edge.
      assert.ok((await page.evaluate(farthestApart, images)) <= 4, path.basename(file));
    }
    await page.close();
  });

  it('is offered once to a returning visitor, and never after a refusal', async () => {
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

/**
 * Returns the largest difference of one colour in one pixel between two PNGs, 0 to 255, or 256 when
 * their sizes differ. Runs in a page.
 */
async function farthestApart(images: readonly string[]): Promise<number> {
  const [a, b] = await Promise.all(
    images.map(async (image) => {
      const bitmap = new Image();
      bitmap.src = `data:image/png;base64,${image}`;
      await bitmap.decode();
      const canvas = new OffscreenCanvas(bitmap.naturalWidth, bitmap.naturalHeight);
      const context = canvas.getContext('2d');
      context?.drawImage(bitmap, 0, 0);
      return [...(context?.getImageData(0, 0, canvas.width, canvas.height).data ?? [])];
    }),
  );
  if (a === undefined || a.length === 0 || a.length !== b?.length) return 256;
  return a.reduce((most, value, at) => Math.max(most, Math.abs(value - (b[at] ?? 0))), 0);
}

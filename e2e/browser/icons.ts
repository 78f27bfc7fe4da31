import fs from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser } from './chromium.ts';

// `npm run icons -w e2e`: draws the portals' icons for home screens and desktops from the logo in
// web/src/ui/assets.

const assets = path.resolve(import.meta.dirname, '../../web/src/ui/assets');

/**
 * Returns every icon as it should be, by its path. Maskable icons may be cut to any shape by the
 * device, so they are drawn up to their edges.
 */
export async function drawIcons(browser: Browser): Promise<ReadonlyMap<string, Buffer>> {
  const page = await browser.newPage();
  const drawn = new Map<string, Buffer>();
  for (const portal of ['producer', 'supplier', 'admin']) {
    const mark = fs.readFileSync(path.join(assets, `icon-${portal}.svg`), 'utf8');
    for (const [kind, svg] of [
      ['icon', mark],
      ['maskable', mark.replace('rx="9"', 'rx="0"')],
    ] as const) {
      for (const size of [192, 512]) {
        await page.setViewportSize({ width: size, height: size });
        await page.setContent(
          `<style>body { margin: 0 } svg { display: block; width: ${size}px; height: ${size}px }</style>${svg}`,
        );
        drawn.set(
          path.join(assets, `${kind}-${portal}-${size}.png`),
          await page.screenshot({ omitBackground: true }),
        );
      }
    }
  }
  await page.close();
  return drawn;
}

if (process.argv[1] === import.meta.filename) {
  const browser = await launchBrowser();
  for (const [file, png] of await drawIcons(browser)) fs.writeFileSync(file, png);
  await browser.close();
}

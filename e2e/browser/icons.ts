import fs from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { brand, markShapes } from '@lavra/domain/brand/mark';
import { launchBrowser } from './chromium.ts';

// `npm run icons -w e2e`: draws the portals' icons for home screens and desktops from the logo in
// web/src/ui/assets, and the pictures that belong to no portal: those in web/brand, and the mails'.

const root = path.resolve(import.meta.dirname, '../..');
const assets = path.join(root, 'web/src/ui/assets');
const pictures = path.join(root, 'web/brand');
const mailMark = path.join(root, 'server/src/platform/mail/mail-mark.png');
const font = path.join(
  root,
  'node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
);

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
  drawn.set(path.join(pictures, 'favicon.ico'), icoOf(await drawSquare(page, FAVICON)));
  drawn.set(mailMark, await drawSquare(page, 112));
  drawn.set(path.join(pictures, 'convite.png'), await drawInvitation(page));
  await page.close();
  return drawn;
}

function svg(size: number, shapes: string): string {
  const area = `viewBox="0 0 32 32" width="${size}" height="${size}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${area} style="display: block">${shapes}</svg>`;
}

const FAVICON = 32;
/** Draws the mark in the brand's green, `size` pixels wide and high. */
async function drawSquare(page: Page, size: number): Promise<Buffer> {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<style>body { margin: 0 }</style>${svg(size, markShapes({ ground: brand.green, line: '#fff' }))}`,
  );
  return page.screenshot({ omitBackground: true });
}

/** Returns an icon file with one picture, which browsers take as PNG. */
function icoOf(png: Buffer): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // an icon
  head.writeUInt16LE(1, 4); // with one picture
  head.writeUInt8(FAVICON, 6);
  head.writeUInt8(FAVICON, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

/** Draws the picture that messengers show with the link to an order's public page. */
async function drawInvitation(page: Page): Promise<Buffer> {
  await page.setViewportSize({ width: 1200, height: 630 });
  const figtree = fs.readFileSync(font).toString('base64');
  await page.setContent(`<style>
@font-face { font-family: Figtree; font-weight: 300 900; src: url(data:font/woff2;base64,${figtree}) }
body {
  margin: 0; width: 1200px; height: 630px; box-sizing: border-box; padding: 84px 88px;
  position: relative; overflow: hidden;
  background: #174c2e; color: #fff; font-family: Figtree;
}
.name { display: flex; gap: 28px; align-items: center; font-size: 64px; font-weight: 750; letter-spacing: -0.03em }
h1 { margin: 84px 0 20px; font-size: 84px; line-height: 1.05; letter-spacing: -0.03em; font-weight: 750 }
p { margin: 0; font-size: 40px; color: #dbe9d5 }
.field { position: absolute; inset: auto 0 0; width: 1200px; height: 250px; z-index: -1 }
body { z-index: 0 }
</style>
<svg class="field" viewBox="0 150 1200 250" preserveAspectRatio="none">
  <circle cx="1010" cy="240" r="72" fill="#cfe3a9"/>
  <path d="M0 290c180-52 380-62 600-36s420 20 600-22v208H0Z" fill="#2c7a4b"/>
</svg>
<div class="name">${svg(96, markShapes({ ground: '#fff', line: '#174c2e', sun: '#a8482a' }))}${brand.name}</div>
<h1>Cotação de insumos</h1>
<p>Veja os itens e envie a sua proposta.</p>`);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  return page.screenshot();
}

if (process.argv[1] === import.meta.filename) {
  const browser = await launchBrowser();
  for (const [file, png] of await drawIcons(browser)) fs.writeFileSync(file, png);
  await browser.close();
}

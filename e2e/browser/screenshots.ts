import fs from 'node:fs';
import path from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { launchBrowser } from './chromium.ts';
import { accounts, enter } from './portals.ts';
import type { Screen } from './screen.ts';
import { open, screens } from './screen-list.ts';

// `npm run screenshots -w e2e [-- ADDRESS] [part of names]`: captures every screen at 390 and 1440
// px, light and dark, below test-results/screens.
// Uses the service at ADDRESS, or starts one.

const folder = path.resolve(import.meta.dirname, '../../test-results/screens');
const args = process.argv.slice(2);
const given = args.find((arg) => arg.startsWith('http'));
const wanted = args.find((arg) => !arg.startsWith('http')) ?? '';
const sizes = [
  ['390', { width: 390, height: 844 }],
  ['1440', { width: 1440, height: 900 }],
] as const;

fs.mkdirSync(folder, { recursive: true });
const baseURL = given ?? (await ownService());
const browser = await launchBrowser();
for (const colorScheme of ['light', 'dark'] as const) {
  for (const [size, viewport] of sizes) {
    const people = new Map<string, BrowserContext>();
    const contextFor = async ({ as }: Screen): Promise<BrowserContext> => {
      const known = people.get(as ?? 'signed out');
      if (known !== undefined) return known;
      const context = await browser.newContext({
        baseURL,
        viewport,
        colorScheme,
        locale: 'pt-BR',
        reducedMotion: 'reduce',
        deviceScaleFactor: 1,
        isMobile: size === '390',
        hasTouch: size === '390',
      });
      people.set(as ?? 'signed out', context);
      if (as !== undefined) {
        const page = await context.newPage();
        await enter(
          page,
          as === 'supplier' ? '/fornecedor' : as === 'admin' ? '/admin' : '/produtor',
          accounts[as],
        );
        await page.close();
      }
      return context;
    };
    for (const screen of screens.filter(({ name }) => name.includes(wanted))) {
      const page = await (await contextFor(screen)).newPage();
      await open(page, screen);
      // The font is loaded when the browser is idle.
      await page.waitForTimeout(400);
      await page.screenshot({
        path: path.join(folder, `${screen.name}-${size}-${colorScheme}.png`),
        fullPage: screen.whole ?? screen.prepare === undefined,
      });
      await page.close();
    }
    for (const context of people.values()) await context.close();
  }
}
await browser.close();
process.stdout.write(`${folder}\n`);
process.exit(0);

async function ownService(): Promise<string> {
  const { startRunning } = await import('../running-service.ts');
  const { setTimeout: sleep } = await import('node:timers/promises');
  const dataDir = fs.mkdtempSync(path.join(folder, '..', 'data-'));
  const service = await startRunning({ DATA_DIR: dataDir, RATE_LIMIT: 'off' });
  process.on('exit', () => {
    service.process.kill('SIGINT');
    fs.rmSync(dataDir, { recursive: true, force: true });
  });
  while ((await fetch(`${service.address}/produtor`)).status !== 200) await sleep(500);
  return service.address;
}

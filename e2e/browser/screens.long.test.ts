import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { violationsOn } from './axe.ts';
import { dividedAmountsOn } from './divided-amounts.ts';
import { accounts, enter, startPortals, type Visitor } from './portals.ts';
import type { Screen } from './screen.ts';
import { open, screens } from './screen-list.ts';
import { FLOOR, smallTargetsOn, THUMB } from './tap-targets.ts';

const portals = await startPortals();
const doors = {
  producer: '/produtor',
  consultant: '/produtor',
  supplier: '/fornecedor',
  admin: '/admin',
} as const;
const known = new Map<Screen['as'], Promise<Visitor>>();

/** Returns one browser per account, signed in once. */
function visit({ as }: Screen): Promise<Visitor> {
  const visitor = known.get(as) ?? come(as);
  known.set(as, visitor);
  return visitor;
}

async function come(as: Screen['as']): Promise<Visitor> {
  const visitor = await portals.visitor({ reducedMotion: 'reduce' });
  if (as !== undefined) await enter(visitor.page, doors[as], accounts[as]);
  return visitor;
}

/** Waits for a frame to be painted: even with reduced motion, colours take a moment to change. */
async function painted(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => {
          requestAnimationFrame(resolve);
        });
      }),
  );
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
}

/**
 * Returns how wide the page is in the font it has now, and in the device's own, which here is a
 * fifth wider: the page's font is fetched late, and not at all on a weak network.
 */
const widths = (page: Page): Promise<Readonly<Record<string, number>>> =>
  page.evaluate(() => {
    const wide = (): number => document.documentElement.scrollWidth;
    const now = wide();
    document.fonts.clear();
    return { 'its font': now, 'the font of the device': wide() };
  });

describe('every screen', () => {
  for (const screen of screens) {
    it(`${screen.name} passes axe in light, dark and small, fits into 320 px with whole amounts, and under a thumb`, async () => {
      const { page, problems } = await visit(screen);
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.emulateMedia({ colorScheme: 'light' });
      await open(page, screen);
      assert.deepEqual(await violationsOn(page), [], 'light');
      assert.equal(await page.locator('h1').count(), 1);
      assert.match(
        await page.title(),
        /Lavra|Portal do Produtor|Portal do Fornecedor|Administração/,
      );

      const light = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.waitForFunction(
        (before) => getComputedStyle(document.body).backgroundColor !== before,
        light,
      );
      await painted(page);
      assert.deepEqual(await violationsOn(page, { only: 'colours' }), [], 'dark');

      // So high that nothing scrolls: axe takes a control that is half scrolled away for covered.
      await page.setViewportSize({ width: 320, height: 1_600 });
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      if (height > 1_600) await page.setViewportSize({ width: 320, height });
      assert.deepEqual(await violationsOn(page), [], '320 px');
      for (const [font, wide] of Object.entries(await widths(page)))
        assert.ok(wide <= 320, `${wide} px wide in ${font}`);
      assert.deepEqual(await dividedAmountsOn(page), [], 'each amount on one line');

      await page.setViewportSize({ width: 390, height: 844 });
      await painted(page);
      const least = screen.as === 'admin' ? FLOOR : THUMB; // administrators sit at a desk
      assert.deepEqual(await smallTargetsOn(page, least), [], 'to be pressed with a thumb');
      assert.deepEqual(problems, []);
    });
  }
});

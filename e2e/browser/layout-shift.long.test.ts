import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { accounts, enter, startPortals, type Visitor } from './portals.ts';
import type { Screen } from './screen.ts';
import { open, screens } from './screen-list.ts';

/** The largest cumulative layout shift of a screen while it loads. */
const MOST_SHIFT = 0.05;

const portals = await startPortals();
const doors = {
  producer: '/produtor',
  consultant: '/produtor',
  supplier: '/fornecedor',
  admin: '/admin',
} as const;
const known = new Map<Screen['as'], Promise<Visitor>>();

/** Returns one phone per account, signed in once. */
function visit({ as }: Screen): Promise<Visitor> {
  const visitor = known.get(as) ?? come(as);
  known.set(as, visitor);
  return visitor;
}

async function come(as: Screen['as']): Promise<Visitor> {
  const visitor = await portals.visitor({
    viewport: { width: 390, height: 844 },
    serviceWorkers: 'block', // else the font comes from its store
  });
  await visitor.context.addInitScript(recordShifts);
  // Phones have a font of their own that is as wide; this machine's is a fifth wider.
  await visitor.context.route('**/*.woff2', (route) => route.abort());
  if (as !== undefined) await enter(visitor.page, doors[as], accounts[as]);
  return visitor;
}

/** Lets a page load over a network that answers after 120 ms. */
async function slowDown(page: Page): Promise<void> {
  await page.context().setOffline(false); // it ends what is emulated, and stands before it therefore
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 120,
    downloadThroughput: 500_000,
    uploadThroughput: 500_000,
  });
}

interface Shift {
  readonly value: number;
  readonly what: string;
}

/** Runs in the page: records what moves without an action of the user. */
function recordShifts(): void {
  interface LayoutShift extends PerformanceEntry {
    readonly value: number;
    readonly hadRecentInput: boolean;
    readonly sources: readonly {
      readonly node: Element | null;
      readonly previousRect: DOMRect;
      readonly currentRect: DOMRect;
    }[];
  }
  const shifts: Shift[] = [];
  Reflect.set(globalThis, 'shifts', shifts);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as LayoutShift[])
      if (!entry.hadRecentInput)
        shifts.push({
          value: entry.value,
          what: entry.sources
            .map(
              ({ node, previousRect, currentRect }) =>
                `${node?.nodeName ?? ''}.${node?.getAttribute?.('class') ?? ''} ` +
                `${Math.round(previousRect.y)} → ${Math.round(currentRect.y)}`,
            )
            .join(', '),
        });
  }).observe({ type: 'layout-shift', buffered: true });
}

const FRAMES = 20;

/** Waits until the screen has its data, and some frames more. */
async function loaded(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  await page.evaluate(async (frames) => {
    for (let frame = 0; frame < frames; frame += 1)
      await new Promise((resolve) => {
        requestAnimationFrame(resolve);
      });
  }, FRAMES);
}

/** What moved at each address, by the account: several screens may be dialogs of one. */
const measured = new Map<string, readonly Shift[]>();

/** Loads the address of a screen, which for one that needs steps is the one that they end at. */
async function shiftsOf(screen: Screen): Promise<readonly Shift[]> {
  const { page } = await visit(screen);
  if (screen.prepare !== undefined) await open(page, screen);
  const address = screen.prepare === undefined ? screen.path : page.url();
  const key = `${screen.as ?? ''} ${new URL(address, portals.service.address).href}`;
  const known = measured.get(key);
  if (known !== undefined) return known;
  await page.goto('about:blank'); // the same address with a fragment would not load again
  await slowDown(page);
  await page.goto(address);
  await loaded(page);
  const shifts = await page.evaluate(() => Reflect.get(globalThis, 'shifts') as Shift[]);
  measured.set(key, shifts);
  return shifts;
}

describe('nothing that is in sight moves while a screen loads on a phone:', () => {
  for (const screen of screens) {
    it(screen.name, async (t) => {
      const shifts = await shiftsOf(screen);
      const total = shifts.reduce((sum, { value }) => sum + value, 0);
      t.diagnostic(`cumulative layout shift ${total.toFixed(3)}`);
      assert.ok(
        total <= MOST_SHIFT,
        shifts.map(({ value, what }) => `${value.toFixed(3)} ${what}`).join('\n'),
      );
    });
  }
});

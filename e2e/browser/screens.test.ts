import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { violationsOn } from './axe.ts';
import { accounts, enter, startPortals, type Visitor } from './portals.ts';
import { open, screens, type Screen } from './screen-list.ts';

const portals = await startPortals();
const doors = { producer: '/produtor', consultant: '/produtor', supplier: '/fornecedor', admin: '/admin' } as const;

/** One browser a person and look, entered once. */
function people(options: Parameters<typeof portals.visitor>[0]): (screen: Screen) => Promise<Visitor> {
  const known = new Map<string, Promise<Visitor>>();
  const come = async (as: Screen['as']): Promise<Visitor> => {
    const visitor = await portals.visitor({ reducedMotion: 'reduce', ...options });
    if (as !== undefined) await enter(visitor.page, doors[as], accounts[as]);
    return visitor;
  };
  return ({ as }) => {
    const visitor = known.get(as ?? '') ?? come(as);
    known.set(as ?? '', visitor);
    return visitor;
  };
}

for (const colorScheme of ['light', 'dark'] as const) {
  describe(`every screen, ${colorScheme}`, () => {
    const visit = people({ colorScheme });
    for (const screen of screens) {
      it(`${screen.name} is clean to axe, with one heading and a name of its own`, async () => {
        const { page, problems } = await visit(screen);
        await open(page, screen);
        assert.deepEqual(await violationsOn(page), []);
        assert.equal(await page.locator('h1').count(), 1);
        assert.match(await page.title(), /Lavra|Portal do Produtor|Portal do Fornecedor|Administração/);
        assert.deepEqual(problems, []);
      });
    }
  });
}

describe('every screen, 320 px wide', () => {
  const visit = people({ viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true });
  for (const screen of screens) {
    it(`${screen.name} scrolls one way only`, async () => {
      const { page } = await visit(screen);
      await open(page, screen);
      const { wide, seen } = await page.evaluate(() => ({ wide: document.documentElement.scrollWidth, seen: globalThis.innerWidth }));
      assert.ok(wide <= 320 && seen <= 320, `${wide} px of ${seen}`);
    });
  }
});

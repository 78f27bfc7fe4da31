import fs from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import type { AxeResults } from 'axe-core';

const source = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const rules = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] };

/** What axe finds wrong with a screen, one line each. It is run from outside the page: the page's policy lets no code in. */
export async function violationsOn(page: Page): Promise<string[]> {
  await page.evaluate(source);
  const { violations } = await page.evaluate((options) => (globalThis as unknown as { axe: { run(options: object): Promise<AxeResults> } }).axe.run(options), rules); // what the line above brought
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary?.split('\n').slice(1).join(' ').trim() ?? ''}`));
}

import type { Page } from 'playwright-core';

/** Returns the amounts of a page that stand on more than one line, each with what is around it. */
export const dividedAmountsOn = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const divided: string[] = [];
    while (texts.nextNode()) {
      const node = texts.currentNode;
      const text = node.textContent ?? '';
      if (node.parentElement?.closest('.lv-hidden, option') !== null) continue;
      for (const { 0: amount, index } of text.matchAll(/-?R\$\s?-?\d[\d.]*(?:,\d+)?/gu)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + amount.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) divided.push(`${amount} in “${text.trim().slice(0, 80)}”`);
      }
    }
    return divided;
  });

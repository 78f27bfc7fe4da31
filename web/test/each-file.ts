import { cleanup, configure } from '@testing-library/react';
import { afterEach, expect, vi } from 'vitest';

// What one test leaves must not reach the next: all of them share one document and one storage.

configure({
  // A busy machine must not decide a test.
  asyncUtilTimeout: 30_000,
  // Without the document, which hides the message.
  getElementError: (message) => new Error(message ?? ''),
});

// A browser has locks, or nothing under that name; the test's document has null.
Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true });

const noNetwork = (): Promise<never> => Promise.reject(new TypeError('this test has no network'));
vi.stubGlobal('fetch', noNetwork);

/** Returns the amounts in the document that a line break could divide. */
function dividedAmounts(): readonly string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  while (texts.nextNode()) {
    const text = texts.currentNode.textContent ?? '';
    const whole = texts.currentNode.parentElement?.closest('.lv-money, .lv-hidden') ?? undefined;
    if (whole === undefined && /R\$\s?-?\d/.test(text)) found.push(text);
  }
  return found;
}

/** Lets every portal find its service again: one that does not keeps asking, in the next tests too. */
async function endOutages(): Promise<void> {
  vi.stubGlobal('fetch', async () => Response.json({}));
  dispatchEvent(new Event('online'));
  await new Promise((resolve) => {
    setTimeout(resolve);
  });
}

afterEach(async () => {
  const divided = dividedAmounts();
  cleanup();
  await endOutages();
  vi.stubGlobal('fetch', noNetwork); // what a portal still asks for must not reach a real one
  localStorage.clear();
  sessionStorage.clear();
  expect(divided, 'amounts stand in <Money> or <WithMoney>').toEqual([]);
});

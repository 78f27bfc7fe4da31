import fs from 'node:fs';
import zlib from 'node:zlib';
import type { BrowserContext, Download, Page } from 'playwright-core';

/** Everything of a browser that could tell a supplier's name: what came over the network, what it shows and what it keeps. */
export interface Watch {
  /** Where marks were found; nothing is what one hopes for. */
  search(page: Page, marks: readonly string[]): Promise<string[]>;
  /** How many replies of the service were read. */
  readonly replies: () => number;
}

export function watch(context: BrowserContext): Watch {
  const replies: { url: string; body: Promise<string> }[] = [];
  context.on('response', (response) => {
    if (!response.url().includes('/api/') || response.url().includes('/notifications/stream')) return;
    replies.push({ url: response.url(), body: response.text().catch(() => '') });
  });
  return {
    replies: () => replies.length,
    search: async (page, marks) => {
      const network = await Promise.all(replies.map(async ({ url, body }) => [`network ${url}`, `${url} ${await body}`] as const));
      const shown = await page.evaluate(() => ({
        dom: document.documentElement.outerHTML, title: document.title, local: JSON.stringify(localStorage), session: JSON.stringify(sessionStorage),
        values: [...document.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value).join(' '),
      }));
      const places: readonly (readonly [string, string])[] = [...network, ...Object.entries(shown), ['address', page.url()]];
      return places.filter(([, text]) => hasMark(text, marks)).map(([place]) => place);
    },
  };
}

export const hasMark = (text: string, marks: readonly string[]): boolean => marks.some((mark) => text.toLowerCase().includes(mark.toLowerCase()));

/** A download's name and all that can be read in it, the packed parts of a PDF unpacked. */
export async function textOf(download: Download): Promise<string> {
  const bytes = fs.readFileSync(await download.path());
  const raw = bytes.toString('latin1');
  const unpacked = [...raw.matchAll(/stream\r?\n/g)].map(({ index, 0: { length } }) => {
    try {
      return zlib.inflateSync(bytes.subarray(index + length), { finishFlush: zlib.constants.Z_SYNC_FLUSH }).toString('latin1');
    } catch {
      return '';
    }
  });
  return [download.suggestedFilename(), raw, ...unpacked].join('\n');
}

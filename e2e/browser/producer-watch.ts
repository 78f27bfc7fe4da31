import fs from 'node:fs';
import type { BrowserContext, Download, Page } from 'playwright-core';
import { readPdf } from '../../server/src/platform/pdf/read-pdf.fixture.ts';

/**
 * Records everything in a browser that could reveal a name: network traffic, each change of the
 * displayed content, and stored data. It is recorded as it happens, so that content shown for a
 * moment counts too.
 */
export interface Watch {
  /**
   * Records what a page currently shows, has in its fields, would print, and stores on the device.
   */
  readonly look: (page: Page) => Promise<void>;
  /** Records the print version of a page. */
  readonly print: (page: Page) => Promise<void>;
  /** Records a file that was saved. */
  readonly take: (download: Download) => Promise<void>;
  /** Returns where markers were found in everything recorded; should be empty. */
  readonly find: (marks: readonly string[]) => Promise<readonly string[]>;
  /** Returns the number of records, by kind. */
  readonly counts: () => Readonly<Record<Kind, number>>;
}

type Kind = 'request' | 'reply' | 'stream' | 'change' | 'screen' | 'file';
interface Sight {
  readonly kind: Kind;
  readonly where: string;
  readonly text: string | Promise<string>;
}

/** Watches a browser from before its first page. */
export async function watch(context: BrowserContext): Promise<Watch> {
  const sights: Sight[] = [];
  const see = (kind: Kind, where: string, text: Sight['text']): void => {
    sights.push({ kind, where, text });
  };
  context.on('request', (request) =>
    see('request', request.url(), `${request.url()} ${request.postData() ?? ''}`),
  );
  context.on('response', (response) => {
    // read below, because it never ends
    if (response.url().includes('/notifications/stream')) return;
    see(
      'reply',
      response.url(),
      // A reply whose page was closed meanwhile shows nothing any more.
      Promise.all([response.text().catch(() => ''), response.headersArray().catch(() => [])]).then(
        (parts) => JSON.stringify(parts),
      ),
    );
  });
  context.on('console', (message) => see('change', 'console', message.text()));
  const listen = (page: Page): Promise<void> =>
    readStreams(page, (text) => see('stream', page.url(), text));
  context.on('page', (page) => {
    void listen(page);
  });
  await Promise.all(context.pages().map(listen));
  await context.exposeBinding('lavraSees', ({ page }, text: string) =>
    see('change', page.url(), text),
  );
  await context.addInitScript(reportChanges);
  return {
    look: async (page) => {
      for (const [where, text] of await surfaces(page))
        see('screen', `${where} of ${page.url()}`, text);
    },
    print: async (page) => see('file', `paper of ${page.url()}`, await textOfPdf(await page.pdf())),
    take: async (download) => see('file', download.suggestedFilename(), await textOf(download)),
    find: async (marks) => {
      const found = await Promise.all(
        sights.map(async ({ kind, where, text }) =>
          hasMark(`${where} ${await text}`, marks) ? [`${kind} ${where}`] : [],
        ),
      );
      return [...new Set(found.flat())];
    },
    counts: () => {
      const counts = { request: 0, reply: 0, stream: 0, change: 0, screen: 0, file: 0 };
      for (const { kind } of sights) counts[kind] += 1;
      return counts;
    },
  };
}

/**
 * Runs in the page: reports everything added to the document or changed in it, attributes included.
 */
function reportChanges(): void {
  // the binding above
  const { lavraSees } = globalThis as unknown as { lavraSees: (text: string) => void };
  new MutationObserver((records) => {
    const said = new Set<string>();
    for (const { type, target, addedNodes, attributeName } of records) {
      if (type === 'childList')
        for (const node of addedNodes)
          said.add(node instanceof Element ? node.outerHTML : (node.textContent ?? ''));
      else
        said.add(
          target instanceof Element
            ? (target.getAttribute(attributeName ?? '') ?? '')
            : (target.textContent ?? ''),
        );
    }
    lavraSees([...said].join('\n'));
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
}

/** Records the event stream as it arrives. */
async function readStreams(page: Page, see: (text: string) => void): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const streams = new Set<string>();
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    if (!response.url.includes('/notifications/stream')) return;
    streams.add(requestId);
    void devtools.send('Network.streamResourceContent', { requestId }).then(
      ({ bufferedData }) => see(decoded(bufferedData)),
      () => undefined,
    ); // the stream may have ended
  });
  devtools.on('Network.dataReceived', ({ requestId, data }) => {
    if (data !== undefined && streams.has(requestId)) see(decoded(data));
  });
  await devtools.send('Network.enable');
}

const decoded = (data: string): string => Buffer.from(data, 'base64').toString();

/** Returns what a page shows, would print, and what its origin stores on the device. */
async function surfaces(page: Page): Promise<readonly (readonly [string, string])[]> {
  const here = await page.evaluate(async () => {
    const databases = await Promise.all(
      (await indexedDB.databases()).map(
        ({ name = '' }) =>
          new Promise<string>((resolve) => {
            const opening = indexedDB.open(name);
            opening.addEventListener('error', () => resolve(name));
            opening.addEventListener('success', () => {
              const { result } = opening;
              const stores = [...result.objectStoreNames];
              if (stores.length === 0) return resolve(name);
              const transaction = result.transaction(stores);
              const reads = stores.map((store) => transaction.objectStore(store).getAll());
              transaction.addEventListener('complete', () => {
                result.close();
                resolve(JSON.stringify([name, reads.map((read) => read.result as unknown)]));
              });
            });
          }),
      ),
    );
    const caches = await Promise.all(
      (await globalThis.caches.keys()).map(async (name) => {
        const cache = await globalThis.caches.open(name);
        return Promise.all(
          (await cache.keys()).map(
            async (request) =>
              [
                `cache ${name} ${request.url}`,
                (await (await cache.match(request))?.text()) ?? '',
              ] as const,
          ),
        );
      }),
    );
    return {
      document: document.documentElement.outerHTML,
      title: document.title,
      address: location.href,
      cookies: document.cookie,
      history: JSON.stringify(history.state),
      fields: [...document.querySelectorAll('input, textarea, select')]
        .map((field) => (field as HTMLInputElement).value)
        .join('\n'),
      localStorage: JSON.stringify(localStorage),
      sessionStorage: JSON.stringify(sessionStorage),
      databases: databases.join('\n'),
      ...Object.fromEntries(caches.flat()),
    };
  });
  await page.emulateMedia({ media: 'print' });
  const printed = await page.evaluate(() => document.body.innerText);
  await page.emulateMedia({ media: null });
  return Object.entries({ ...here, print: printed });
}

export const hasMark = (text: string, marks: readonly string[]): boolean =>
  marks.some((mark) => text.toLowerCase().includes(mark.toLowerCase()));

/**
 * Returns a download's name and all readable text in it, including the compressed parts of a PDF.
 */
export async function textOf(download: Download): Promise<string> {
  const bytes = fs.readFileSync(await download.path());
  return [
    download.suggestedFilename(),
    bytes.toString('latin1'),
    ...(bytes.subarray(0, 5).toString() === '%PDF-' ? [await textOfPdf(bytes)] : []),
  ].join('\n');
}

async function textOfPdf(bytes: Buffer): Promise<string> {
  const { text, info } = await readPdf(bytes);
  return `${text} ${JSON.stringify(info)}`;
}

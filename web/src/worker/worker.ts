// The service worker of a portal, a separate script without imports. It serves the portal's pages
// and files when the network does not, and lets every other request pass, so it handles no token,
// no data and no names.

interface ShellOfBuild {
  /** The path the portal is served at. */
  readonly base: string;
  readonly version: string;
  /** The script that the page of this build references. */
  readonly entry: string;
  readonly files: readonly string[];
  /** How long to wait for a page, in milliseconds, before the stored one is used. */
  readonly patience: number;
  /** How long a file that is not stored may take, in milliseconds. */
  readonly longestFile: number;
}
/** Written in front of this script by the build. */
declare const shellOfBuild: ShellOfBuild;

interface Waiting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Asking extends Event {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface WorkerScope {
  addEventListener(name: 'install' | 'activate', listen: (event: Waiting) => void): void;
  addEventListener(name: 'fetch', listen: (event: Asking) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
}
// runs only as a worker, which the DOM's types do not cover
const worker = globalThis as unknown as WorkerScope;

const { base, version, entry, files, patience, longestFile } = shellOfBuild;
const shells = `lavra${base}/shell/`;
const ownShell = `${shells}${version}`;

worker.addEventListener('install', (event) => event.waitUntil(keepShell()));
worker.addEventListener('activate', (event) => event.waitUntil(takeOver()));
worker.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin) return;
  if (pathname.startsWith(`${base}/assets/`)) event.respondWith(answerFile(event.request));
  else if (mode === 'navigate' && (pathname === base || pathname.startsWith(`${base}/`)))
    event.respondWith(answerPage(event.request));
});

/** Stores all files of this build, or none: a page and its files always belong together. */
async function keepShell(): Promise<void> {
  try {
    const page = await fetch(base, { cache: 'no-store' });
    if (!page.ok || !(await page.clone().text()).includes(entry))
      throw new Error('another build is being served');
    const cache = await caches.open(ownShell);
    await cache.addAll(files.map((file) => `${base}/${file}`));
    await cache.put(base, page);
  } catch (error) {
    await caches.delete(ownShell);
    throw error;
  }
  await worker.skipWaiting();
}

/**
 * Activates this build. Open tabs keep using the files of the build before; older ones are deleted.
 */
async function takeOver(): Promise<void> {
  const others = (await caches.keys()).filter(
    (name) => name.startsWith(shells) && name !== ownShell,
  );
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/**
 * Serves a file. Hashed files never change, so the copy of any build is valid. A request that a
 * network leaves hanging fails in the end: until it does, this worker is at work, and the one of the
 * next build waits for it.
 */
async function answerFile(request: Request): Promise<Response> {
  const stored = await caches.match(request, { ignoreVary: true });
  return stored ?? fetch(request, { signal: AbortSignal.timeout(longestFile) });
}

/**
 * Serves the network's page, also the maintenance page; the stored page when there is no network,
 * or one that only seems to work.
 */
async function answerPage(request: Request): Promise<Response> {
  const stored = await (await caches.open(ownShell)).match(base, { ignoreVary: true });
  if (stored === undefined) return fetch(request);
  const late = new Promise<Response>((resolve) => {
    setTimeout(resolve, patience, stored);
  });
  return Promise.race([fetch(request).catch(() => stored), late]);
}

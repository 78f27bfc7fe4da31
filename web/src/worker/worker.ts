// The service worker of a portal: a script of its own that imports nothing. It answers the portal's pages and files when
// the network does not, and lets everything else pass: it sees no token, no data and nobody's name.

interface ShellOfBuild {
  /** Where the portal is served. */
  readonly base: string;
  readonly version: string;
  /** The script that the page of this very build names. */
  readonly entry: string;
  readonly files: readonly string[];
}
/** Written before this script by the build. */
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
const worker = globalThis as unknown as WorkerScope; // it runs as a worker alone; the DOM's types know none

const { base, version, entry, files } = shellOfBuild;
const shells = `lavra${base}/shell/`;
const ownShell = `${shells}${version}`;
/** A page that takes longer than this to come is taken from what is kept. */
const PATIENCE = 4_000;

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

/** All files of this build, or none: a page and its files always belong together. */
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

/** Tabs that are open go on with the files of the build before; what is older goes. */
async function takeOver(): Promise<void> {
  const others = (await caches.keys()).filter(
    (name) => name.startsWith(shells) && name !== ownShell,
  );
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** A hashed file never changes: any build's copy will do. */
async function answerFile(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

/** The network's page, maintenance included; without a network, or with one that only seems to be there, the page that is kept. */
async function answerPage(request: Request): Promise<Response> {
  const kept = await (await caches.open(ownShell)).match(base, { ignoreVary: true });
  if (kept === undefined) return fetch(request);
  const patience = new Promise<Response>((resolve) => {
    setTimeout(resolve, PATIENCE, kept);
  });
  return Promise.race([fetch(request).catch(() => kept), patience]);
}

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { buildPortals } from './build-portals.ts';
import { compressBest, isCompressedBest } from './compress.ts';
import { endpointTable, staleReads } from './endpoint-table.ts';
import { filesOf, readManifest, weightOf } from './first-load.ts';
import { firstScreenOf } from './preload.ts';
import { portalNames, portals, type PortalName } from './portals.ts';

const BUDGET = 150_000;

/** Returns the modules of a portal's first screen: the page, the shell, the start page. */
const firstScreen = (name: PortalName): string[] => [`${name}.html`, ...firstScreenOf(name)];

/** Mantine's stylesheets in the first load. Adding one is a deliberate decision. */
const allowedStyles = ['baseline', 'global', 'UnstyledButton', 'Button', 'Input', 'Skeleton'];

describe('the built portals', () => {
  let folder = '';
  before(async () => {
    folder = await buildPortals();
    if (!isCompressedBest(folder)) await compressBest(folder);
  });
  const chunksOf = (name: PortalName): { file: string; text: string }[] =>
    fs
      .readdirSync(path.join(folder, name, 'assets'))
      .filter((file) => /\.(js|css)$/.test(file))
      .map((file) => ({
        file,
        text: fs.readFileSync(path.join(folder, name, 'assets', file), 'utf8'),
      }));

  it('bring a producer to the first screen in 150 KB: page, code and styles', (t) => {
    for (const name of portalNames) {
      const place = path.join(folder, name);
      const weight =
        weightOf(place, filesOf(readManifest(place), firstScreen(name))) +
        weightOf(place, ['index.html']);
      t.diagnostic(`${name}: ${weight} bytes of brotli`);
      if (name === 'producer') assert.ok(weight <= BUDGET, `${weight} bytes`);
    }
  });

  it('announce the files of the first screen in their page', () => {
    for (const name of portalNames) {
      const place = path.join(folder, name);
      const html = fs.readFileSync(path.join(place, 'index.html'), 'utf8');
      for (const file of filesOf(readManifest(place), firstScreen(name)))
        assert.ok(html.includes(`"${portals[name]}/${file}"`), `${name}: ${file}`);
    }
  });

  it('load only allowed styles before the first screen', () => {
    const imported = [
      ...fs
        .readFileSync(path.join(import.meta.dirname, '../src/ui/mantine.css'), 'utf8')
        .matchAll(/styles\/([\w-]+)\.css/g),
    ].map(([, name]) => name);
    assert.deepEqual(imported, allowedStyles);
  });

  it('contain no schema and no TypeBox', () => {
    for (const name of portalNames) {
      const found = chunksOf(name)
        .filter(({ text }) => /typebox|additionalProperties|~kind/i.test(text))
        .map(({ file }) => file);
      assert.deepEqual(found, [], name);
    }
  });

  it('contain nothing of another portal: neither its screens nor its paths', () => {
    const own = {
      producer: 'getProducerDashboard',
      supplier: 'getSupplierDashboard',
      admin: 'getAdminDashboard',
    } as const;
    for (const name of portalNames) {
      const text = chunksOf(name)
        .map((chunk) => chunk.text)
        .join('\n');
      assert.ok(text.includes(own[name]), `${name} has its own start`);
      for (const other of portalNames.filter((one) => one !== name))
        assert.ok(!text.includes(own[other]), `${name} holds ${own[other]}`);
      // The registries' paths are under /admin, yet every user may read them.
      if (name !== 'admin')
        assert.doesNotMatch(
          text,
          /\/api\/v1\/admin\/(?!brands|active-ingredients|cultures|measurement-units|order-kits)/,
          `${name} names paths of the administration`,
        );
    }
  });

  it('load nothing from other hosts and contain no inline code', () => {
    for (const name of portalNames) {
      const page = fs.readFileSync(path.join(folder, name, 'index.html'), 'utf8');
      assert.deepEqual(
        [...page.matchAll(/<script[^>]*>([^<]*)<\/script>/g)].map(([, code]) => code),
        [''],
      );
      assert.doesNotMatch(page, /(?:src|href)="(?:https?:)?\/\//);
      assert.doesNotMatch(page, / on\w+="/);
    }
  });

  it('include a service worker that caches every file of its build and imports nothing', () => {
    for (const name of portalNames) {
      const place = path.join(folder, name);
      const worker = fs.readFileSync(path.join(place, 'sw.js'), 'utf8');
      const { base, entry, files } = JSON.parse(
        /shellOfBuild = (\{.*\});/.exec(worker)?.[1] ?? '{}',
      ) as { base: string; entry: string; files: string[] }; // written by the build
      assert.equal(base, portals[name]);
      assert.ok(fs.readFileSync(path.join(place, 'index.html'), 'utf8').includes(entry));
      const needed = fs
        .readdirSync(path.join(place, 'assets'))
        .filter((file) => /\.(js|css|woff2|svg)$/.test(file))
        .map((file) => `assets/${file}`);
      assert.deepEqual(files.toSorted(), needed.toSorted());
      assert.doesNotMatch(worker, /^\s*(?:import|export)\b/m);
      // The worker serves pages and files only; API requests pass through it untouched.
      assert.doesNotMatch(worker, /\/api\b|authorization|localStorage/);
    }
  });

  it('are reused while their sources stay the same', async () => {
    const builtAt = (): number => fs.statSync(path.join(folder, 'producer/index.html')).mtimeMs;
    const before = builtAt();
    assert.equal(await buildPortals(), folder);
    assert.equal(builtAt(), before);
  });
});

describe('the table of endpoints', () => {
  it('lists for each portal the endpoints its people may call, and marks those without a token', () => {
    assert.equal(endpointTable('producer')['login'], 'POST /api/v1/login public');
    assert.equal(endpointTable('producer')['getProfile'], 'GET /api/v1/user/profile');
    assert.equal(endpointTable('producer')['getAdminDashboard'], undefined);
    assert.equal(endpointTable('supplier')['getProducerDashboard'], undefined);
    assert.equal(endpointTable('admin')['getAdminDashboard'], 'GET /api/v1/admin/dashboard');
  });
});

describe('the reads that a change makes stale', () => {
  it('are those that show what it outdates, in the portals whose people may make it', () => {
    assert.deepEqual(staleReads('supplier')['toggleFavoriteOrder']?.toSorted(), [
      'getSupplierDashboard',
      'getSupplierOrder',
      'listDeclinedOrders',
      'listFavoriteOrders',
      'listSupplierOrders',
    ]);
    assert.equal(staleReads('producer')['toggleFavoriteOrder'], undefined);
    assert.deepEqual(staleReads('producer')['readNotification']?.toSorted(), [
      'countUnreadNotifications',
      'listNotifications',
    ]);
    assert.ok(staleReads('supplier')['streamNotifications']?.includes('listSupplierPurchases'));
  });

  it('are reads of the same portal', () => {
    for (const name of portalNames) {
      const table = endpointTable(name);
      const named = Object.entries(staleReads(name)).flatMap(([change, reads]) => [
        change,
        ...reads,
      ]);
      assert.deepEqual(
        named.filter((id) => table[id] === undefined),
        [],
        name,
      );
    }
  });

  it('are not the record that is deleted, whose page is still open', () => {
    for (const [portal, change, read] of [
      ['producer', 'deleteOrder', 'getProducerOrder'],
      ['supplier', 'deleteProposal', 'getSupplierProposal'],
      ['admin', 'deleteAdminSupplier', 'getAdminSupplier'],
      ['admin', 'deleteAdminConsultant', 'getAdminConsultant'],
      ['admin', 'deleteAdminUser', 'getAdminUser'],
      ['admin', 'deletePage', 'getPage'],
    ] as const) {
      const stale = staleReads(portal)[change] ?? assert.fail(change);
      assert.ok(!stale.includes(read), change);
    }
  });
});

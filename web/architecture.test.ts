import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { adminPaths } from './src/paths/admin.ts';
import { commonPaths } from './src/paths/common.ts';
import { producerPaths } from './src/paths/producer.ts';
import { supplierPaths } from './src/paths/supplier.ts';
import { circles, importsOf, sourcesOf, type Import } from '../tools/imports.ts';

// Checks the dependency directions of the web by its imports.

const root = path.join(import.meta.dirname, 'src');
const files = sourcesOf(['web/src'])
  .filter((file) => !/\.(?:test|fixture)\./.test(file))
  .map((file) => path.relative('web/src', file));
const all = files
  .flatMap((file) => importsOf(`web/src/${file}`))
  .map(({ from, to, typeOnly }) => ({
    from: path.relative('web/src', from),
    to: to.startsWith('web/src/') ? path.relative('web/src', to) : to,
    typeOnly,
  }));
const tell = (imports: readonly Import[]): string[] =>
  imports.map(({ from, to }) => `${from} → ${to}`);
const portalOf = (file: string): string | undefined => /^portals\/(\w+)\//.exec(file)?.[1];
/** A folder, each feature and each portal on its own. */
const folderOf = (file: string): string | undefined =>
  /^((?:(?:features|portals)\/)?[^/]+)\//.exec(file)?.[1];

/** The folders from the lowest to the highest: a folder imports only those before it. */
const floors = [
  ['text', 'paths', 'api'],
  ['session'],
  ['runtime'],
  ['ui'],
  ['data'],
  ['forms', 'lists'],
  ['shell'],
  ['features'],
  ['app'],
  ['portals'],
];
const floorOf = (file: string): number =>
  floors.findIndex((folders) => folders.includes(file.split('/')[0] ?? ''));

describe('the import rules of the web', () => {
  test('find imports to check', () => assert.ok(all.length > 200));

  test('no folder imports itself through other folders, types included', () => {
    assert.deepEqual(circles(all, folderOf), []);
  });

  test('a folder imports only folders of lower layers', () => {
    const upward = all.filter(
      ({ from, to }) => from.split('/')[0] !== to.split('/')[0] && floorOf(to) >= floorOf(from),
    );
    assert.deepEqual(tell(upward), []);
  });

  test('the web imports only types of the contract, and nothing else of TypeBox', () => {
    assert.deepEqual(
      tell(all.filter(({ to, typeOnly }) => /^contract\/|^typebox/.test(to) && !typeOnly)),
      [],
    );
  });

  test('no file imports the server', () => {
    assert.deepEqual(
      tell(all.filter(({ to }) => to.startsWith('server/') || to.startsWith('node:'))),
      [],
    );
  });

  test('a portal imports no other portal, and no shared file imports a portal', () => {
    assert.deepEqual(
      tell(
        all.filter(({ from, to }) => portalOf(to) !== undefined && portalOf(to) !== portalOf(from)),
      ),
      [],
    );
  });

  test('only the chosen libraries are imported', () => {
    const libraries = new Set(
      all
        .map(({ to }) => to)
        .filter(
          (to) =>
            (!/^(contract|domain)\//.test(to) &&
              !files.includes(to) &&
              !to.endsWith('.css') &&
              !to.includes('/')) ||
            /^@(mantine|tanstack)\//.test(to),
        ),
    );
    assert.deepEqual(
      [...libraries].filter(
        (name) =>
          !/^(react|react-dom|typebox|@mantine\/core|@tanstack\/react-(query|router)|virtual:(endpoint-table|stale-reads))/.test(
            name,
          ) && !name.endsWith('.css'),
      ),
      [],
    );
  });

  test('the shared foundation imports only Mantine parts that the first load can afford', () => {
    const allowed = new Set([
      'Button',
      'Skeleton',
      'Input',
      'TextInput',
      'MantineProvider',
      'createTheme',
      'localStorageColorSchemeManager',
      'useComputedColorScheme',
      'useMantineColorScheme',
    ]);
    const foundation = files.filter(
      (file) =>
        /^(runtime|ui|data|forms|shell|app|lists)\//.test(file) ||
        file.endsWith('login-page.tsx') ||
        file.endsWith('home-page.tsx'),
    );
    const taken = foundation.flatMap((file) =>
      [
        ...fs
          .readFileSync(path.join(root, file), 'utf8')
          .matchAll(/import \{([^}]*)\} from '@mantine\/core'/g),
      ].flatMap(([, names = '']) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '' && !name.startsWith('type '))
          .map((name) => [file, name] as const),
      ),
    );
    assert.deepEqual(
      taken.filter(([, name]) => !allowed.has(name)),
      [],
    );
  });

  test('paths are written only in paths/, and each leads to a page', () => {
    const portals = {
      commonPaths: { paths: commonPaths, folder: '' },
      producerPaths: { paths: producerPaths, folder: 'portals/producer/' },
      supplierPaths: { paths: supplierPaths, folder: 'portals/supplier/' },
      adminPaths: { paths: adminPaths, folder: 'portals/admin/' },
    };
    const texts = files
      .filter((file) => !file.startsWith('paths/'))
      .map((file) => ({ file, text: fs.readFileSync(path.join(root, file), 'utf8') }));
    const firstParts = new Set<string>();
    for (const [name, { paths, folder }] of Object.entries(portals)) {
      const routes = texts.filter(({ file }) => file.startsWith(folder));
      for (const [key, value] of Object.entries<string | ((...ids: string[]) => string)>(paths)) {
        const made = typeof value === 'string' ? value : value('', '');
        firstParts.add(made.split('/')[1] ?? '');
        const route = new RegExp(
          String.raw`(?:path: (?:inAccount\()?|before\(\s*)${name}\.${key}\b`,
        );
        assert.ok(
          routes.some(({ text }) => route.test(text)),
          `${name}.${key} is no page`,
        );
      }
    }
    const typed = new RegExp(`['"\`]/(?:${[...firstParts].join('|')})['"\`/?#]`);
    const careless = texts.filter(({ text }) => typed.test(text)).map(({ file }) => file);
    assert.deepEqual(careless, []);
  });

  test('every class that a component names is in its stylesheet, and every class there is used', () => {
    const named = new Map<string, Set<string>>();
    for (const { from, to } of all.filter((one) => one.to.endsWith('.module.css'))) {
      const text = fs.readFileSync(path.join(root, from), 'utf8');
      const file = path.basename(to).replace('.', '\\.');
      const name = new RegExp(`import (\\w+) from '[^']*${file}'`).exec(text)?.[1] ?? '';
      const uses = text.matchAll(new RegExp(String.raw`\b${name}\['([^']+)'\]`, 'g'));
      for (const [, use = ''] of uses) named.set(to, (named.get(to) ?? new Set()).add(use));
    }
    assert.ok(named.size > 20);
    for (const [file, names] of named) {
      const css = fs
        .readFileSync(path.join(root, file), 'utf8')
        .replaceAll(/\/\*[^]*?\*\/|:global\([^)]*\)/g, '');
      const classes = new Set([...css.matchAll(/\.([a-z]\w*)/gi)].map(([, name]) => name));
      assert.deepEqual(names, classes, file);
    }
  });

  test('times are shown only in the service’s zone', () => {
    const careless = files.filter((file) =>
      /toLocale(?:Date|Time)String|Date\([^)]*\)\.toLocaleString/.test(
        fs.readFileSync(path.join(root, file), 'utf8'),
      ),
    );
    assert.deepEqual(careless, []);
  });
});

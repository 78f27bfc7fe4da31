import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';

// Checks the dependency directions of the web by its imports: portals → features → api, ui and the
// rest; no file imports the server.

const root = path.join(import.meta.dirname, 'src');
const files = fs
  .readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\.d\.ts$/.test(file));

interface Import {
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
}

function importsOf(file: string): Import[] {
  const text = fs.readFileSync(path.join(root, file), 'utf8');
  const found = [
    ...text.matchAll(/import (type )?[^'";]*?from '([^']+)'|import\('([^']+)'\)|import '([^']+)'/g),
  ];
  return found.map((match) => {
    const to = match[2] ?? match[3] ?? match[4] ?? '';
    return {
      from: file,
      to: to.startsWith('.') ? path.normalize(path.join(path.dirname(file), to)) : to,
      typeOnly: match[1] !== undefined,
    };
  });
}

const all = files.flatMap(importsOf);
const tell = (imports: readonly Import[]): string[] =>
  imports.map(({ from, to }) => `${from} → ${to}`);
const portalOf = (file: string): string | undefined => /^portals\/(\w+)\//.exec(file)?.[1];

describe('the arrows of the web', () => {
  test('were read', () => assert.ok(all.length > 200));

  test('of the contract only types are taken, and of TypeBox nothing else', () => {
    assert.deepEqual(
      tell(all.filter(({ to, typeOnly }) => /^@lavra\/contract|^typebox/.test(to) && !typeOnly)),
      [],
    );
  });

  test('nobody imports the server', () => {
    assert.deepEqual(
      tell(
        all.filter(
          ({ to }) =>
            to.startsWith('@lavra/server') || to.includes('server/src') || to.startsWith('node:'),
        ),
      ),
      [],
    );
  });

  test('portals see no other portal, and nobody sees a portal', () => {
    assert.deepEqual(
      tell(
        all.filter(({ from, to }) => portalOf(to) !== undefined && portalOf(to) !== portalOf(from)),
      ),
      [],
    );
  });

  test('what is drawn everywhere knows no feature', () => {
    assert.deepEqual(
      tell(
        all.filter(
          ({ from, to }) =>
            /^(api|ui|text|lists|session)\//.test(from) && to.startsWith('features/'),
        ),
      ),
      [],
    );
  });

  test('no library comes in but the ones that were chosen', () => {
    const libraries = new Set(
      all
        .map(({ to }) => to)
        .filter(
          (to) =>
            (!/^(\.|@lavra\/)/.test(to) &&
              !files.includes(to) &&
              !to.endsWith('.css') &&
              !to.includes('/')) ||
            /^@(mantine|tanstack)\//.test(to),
        ),
    );
    assert.deepEqual(
      [...libraries].filter(
        (name) =>
          !/^(react|react-dom|typebox|@mantine\/core|@tanstack\/react-(query|router)|virtual:endpoint-table)/.test(
            name,
          ) && !name.endsWith('.css'),
      ),
      [],
    );
  });

  test('the foundation takes of Mantine what the first load can bear; heavier parts belong to the pages that need them', () => {
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
        /^(ui|forms|shell|portal|lists)\//.test(file) ||
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

  test('time is shown in the service’s zone alone', () => {
    const careless = files.filter((file) =>
      /toLocale(?:Date|Time)String|Date\([^)]*\)\.toLocaleString/.test(
        fs.readFileSync(path.join(root, file), 'utf8'),
      ),
    );
    assert.deepEqual(careless, []);
  });
});

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { root } from './imports.ts';

/** Returns the project's own files below a folder. */
const filesBelow = (folder: string): string[] =>
  fs
    .readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter(
      ({ name }) =>
        !['node_modules', 'dist', '.git', '.cache', '.data', 'test-results'].includes(name),
    )
    .flatMap((entry) => {
      const file = path.join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(file) : [file];
    });
const own = filesBelow('');
/** The changelog says what was; all other documents say what is. */
const documents = own.filter((file) => file.endsWith('.md') && file !== 'CHANGELOG.md');
const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');

/** The anchors that a page's headings have. */
const anchorsOf = (file: string): string[] =>
  [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** Files of the worked examples. */
const examples = new Set(['order-interest.ts', 'server/migrations/NNNN_name.sql']);

describe('the documents', () => {
  it('link to files and headings that exist', () => {
    const broken = documents.flatMap((document) =>
      [...read(document).matchAll(/\]\((?!\w+:)([^)\s#]*)(?:#([^)\s]+))?\)/g)].flatMap(
        ([link, file = '', anchor]) => {
          const target = file === '' ? document : path.join(path.dirname(document), file);
          const isThere =
            fs.existsSync(path.join(root, target)) &&
            (anchor === undefined || anchorsOf(target).includes(anchor));
          return isThere ? [] : [`${document}: ${link}`];
        },
      ),
    );
    assert.deepEqual(broken, []);
  });

  it('name source files that exist, by the end of their path', () => {
    const ends = new Set(
      own.flatMap((file) => {
        const parts = file.split('/');
        return parts.map((_, index) => parts.slice(index).join('/'));
      }),
    );
    const unknown = documents.flatMap((document) =>
      [...read(document).matchAll(/`(?!\.)([\w./-]+\.(?:tsx?|mjs|sql|sh|css))`/g)].flatMap(
        ([, file = '']) =>
          examples.has(file) || ends.has(file.replace(/^(?:\.{1,2}\/)+/, ''))
            ? []
            : [`${document}: ${file}`],
      ),
    );
    assert.deepEqual(unknown, []);
  });

  it('list exactly the features that exist', () => {
    const [, house = ''] = /```\n([^]*?)```/.exec(read('docs/architecture.md')) ?? [];
    const [, list = ''] = /features {4}([^]*?)↓/.exec(house) ?? [];
    assert.deepEqual(
      list
        .split(/\s+/)
        .filter((name) => name !== '')
        .toSorted(),
      fs.readdirSync(path.join(root, 'server/src/features')).toSorted(),
    );
  });

  it('list the decisions, each under its own number', () => {
    const numbers = own.flatMap((file) => /^docs\/adr\/(\d{4})-/.exec(file)?.[1] ?? []);
    assert.equal(new Set(numbers).size, numbers.length);
    for (const document of own.filter((file) => /^docs\/adr\/\d/.test(file)))
      assert.match(
        read(document),
        new RegExp(
          `^# ${path.basename(document).slice(0, 4)}: .+\n\nAccepted, \\d{4}-\\d\\d\\..*\n\n## Background\n`,
        ),
        `${document} begins with its number, its month and the background`,
      );
  });

  it('name for a new field only files that name the field whose places they show', () => {
    const page = read('docs/first-hour.md');
    const stale = ['allow_similar', 'similar_product_description'].flatMap((field) => {
      const [, section = ''] =
        new RegExp(`^The places of \`${field}\`([^]*?)^## `, 'm').exec(page) ?? [];
      const files = [...section.matchAll(/^\| `(.+?)` \|/gm)].map(([, file = '']) => file);
      assert.ok(files.length > 5, `the page shows the places of ${field}`);
      return files.filter((file) => !read(file).includes(field));
    });
    assert.deepEqual(stale, []);
  });
});

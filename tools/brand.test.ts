import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { brand, mark, markShapes, type MarkColours } from '@lavra/domain/brand/mark';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(tsx?|mjs|html|svg|css|template)$/.test(file))
  .filter((file) => fs.existsSync(path.join(root, file)));

const variables = { ground: 'var(--leaf)', line: 'var(--on)' };
/** Files that no program writes, with the colours of their drawing. */
const still: Readonly<Record<string, MarkColours>> = {
  'deploy/gateway/maintenance.html': variables,
  'web/broken.html': variables,
  'web/waiting.html': variables,
  'web/chooser.html': { ground: '#fff', line: '#174c2e', sun: '#a8482a' },
  'web/src/ui/assets/icon-producer.svg': { ground: brand.green, line: '#fff' },
  'web/src/ui/assets/icon-supplier.svg': { ground: '#17597a', line: '#fff' },
  'web/src/ui/assets/icon-admin.svg': { ground: '#633a78', line: '#fff' },
};
const source = 'domain/src/brand/mark.ts';
const self = 'tools/brand.test.ts';

describe('the brand', () => {
  it('is drawn in one file; pages that no program writes hold exactly that drawing', () => {
    for (const [file, colours] of Object.entries(still))
      assert.equal(read(file).split(markShapes(colours)).length, 2, file);
    const drawn = files.filter((file) =>
      [mark.field, mark.furrows].some((shape) => read(file).includes(shape)),
    );
    assert.deepEqual(drawn.toSorted(), [source, ...Object.keys(still)].toSorted());
  });

  it('is not drawn otherwise beside its name', () => {
    const beside = /<svg((?!<svg)[^])*?<\/svg>\s*(\{brand\.name\}|Lavra)\b/g;
    for (const file of files.filter((name) => name !== self)) {
      const text = read(file);
      for (const [drawing] of text.matchAll(beside))
        assert.ok(
          drawing.includes('markShapes(') || drawing.includes(mark.furrows),
          `${file}: ${drawing.slice(0, 200)}`,
        );
    }
  });

  it('has one green, on light and on dark grounds', () => {
    const pages = ['broken', 'waiting', 'chooser'].map((name) => `web/${name}.html`);
    for (const file of [...pages, 'deploy/gateway/maintenance.html'])
      assert.deepEqual(
        [...read(file).matchAll(/--leaf: (#\w+)/g)].map(([, green]) => green),
        [brand.green, brand.greenOnDark],
        file,
      );
    const lines = {
      'web/src/ui/tokens.css': /data-portal='producer'\] \{\s+--lv-accent: (#\w+)/,
      'web/build/installable.ts': /escolha\.',\s+theme: '(#\w+)'/,
      'web/producer.html': /theme-color" content="(#\w+)" media="\(prefers-color-scheme: light/,
    };
    for (const [file, green] of Object.entries(lines))
      assert.equal(green.exec(read(file))?.[1], brand.green, file);
  });

  it('stands after the title of every page', () => {
    for (const file of files.filter((name) => name.endsWith('.html'))) {
      const title = /<title>(.*)<\/title>/.exec(read(file))?.[1];
      if (title !== undefined)
        assert.match(title, new RegExp(`(^${brand.name} – .+|.+ \\| ${brand.name})$`), file);
    }
  });
});

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { leafColors } from '@lavra/domain/proposal/mark-names';

const read = (name: string): string =>
  fs.readFileSync(path.join(import.meta.dirname, name), 'utf8');
const rules = read('tokens.css').split('}');
/** Returns the tokens of the rules whose selector contains the text. */
const tokensOf = (selector: string): ReadonlyMap<string, string> =>
  new Map(
    rules
      .filter((rule) => rule.split('{')[0]?.includes(selector))
      .flatMap((rule) => [...rule.matchAll(/--lv-([\w-]+): (#[0-9a-f]{6});/g)])
      .map(([, name = '', colour = '']) => [name, colour]),
  );
const schemes = {
  light: tokensOf("scheme='light'"),
  dark: tokensOf("scheme='dark'"),
};
const surfaces = ['paper', 'surface', 'sunken', 'good-soft'] as const;

/** Returns the relative luminance of a colour, as WCAG defines it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

for (const [scheme, tokens] of Object.entries(schemes)) {
  it(`each leaf has a contrast of 3:1 on every ground, in the ${scheme} scheme`, () => {
    for (const leaf of leafColors)
      for (const surface of surfaces) {
        const [colour, ground] = [tokens.get(`leaf-${leaf}`), tokens.get(surface)];
        assert.ok(colour !== undefined && ground !== undefined, `${leaf} on ${surface}`);
        const seen = contrast(colour, ground);
        assert.ok(seen >= 3, `${leaf} on ${surface}: ${seen.toFixed(2)}`);
      }
  });
}

it('each leaf is drawn in its own colour', () => {
  const css = read('proposal-name.module.css');
  for (const leaf of leafColors)
    assert.match(
      css,
      new RegExp(`\\[data-leaf='${leaf}'\\] \\{\\s+--leaf: var\\(--lv-leaf-${leaf}\\);`),
    );
});

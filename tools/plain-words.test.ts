import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { root, sourcesOf } from './imports.ts';

// Producers buy, they hold no public tender: its words stand in no text that they read.

const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');
const isShown = (file: string): boolean => !/\.(?:test|fixture)\./.test(file);

const screens = ['received', 'buying', 'purchases', 'producer-orders', 'order-editor']
  .map((feature) => `web/src/features/${feature}`)
  .concat('web/src/portals/producer', 'web/src/ui', 'web/src/text');
const texts = [
  ...sourcesOf([
    ...screens,
    'server/src/platform/texts',
    'server/src/features/notifications/texts',
  ]),
  'server/src/features/orders/timeline-texts.ts',
  'domain/src/proposal/review-state.ts',
].filter(isShown);

/** A value of the interface, which stays: `'adjudicada'` compared with, or a key. */
const VALUES = /'adjudicada'|\badjudicada:/g;
const TENDER = /adjudica|vencedor|licita[çn]|pregão|homologa|arremat|certame/i;

it('what producers and suppliers read has no word of public tenders', () => {
  assert.ok(texts.length > 100, 'the texts were read');
  const found = texts.flatMap((file) =>
    read(file)
      .replaceAll(VALUES, '')
      .split('\n')
      .filter((line) => TENDER.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  assert.deepEqual(found, []);
});

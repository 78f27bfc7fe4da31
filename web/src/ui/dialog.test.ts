import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { root, sourcesOf } from '../../../tools/imports.ts';

/** The buttons of a dialog as they are written, each by what it is: the way out, or the action. */
const BUTTON = /<(?:Decision)?Button\b(?<props>(?:=>|[^>])*)>|\{(?<named>other|submit|actions)\}/g;

/** Returns `way out` and `action` for each button of each dialog that a component writes. */
const ordersIn = (text: string): readonly (readonly string[])[] =>
  [...text.matchAll(/<DialogActions>([^]*?)<\/DialogActions>/g)].map(([, inside = '']) =>
    [...inside.matchAll(BUTTON)].map(({ groups }) =>
      groups?.['named'] === 'other' || groups?.['props']?.includes('variant="default"') === true
        ? 'way out'
        : 'action',
    ),
  );
/** One way out at least, other choices that stand back like it, and at most one action. */
const isOrdered = (order: readonly string[]): boolean =>
  /^way out(?:, way out)*(?:, action)?$/.test(order.join(', '));

it('in every dialog the way out comes first and the action last', () => {
  const found = sourcesOf(['web/src'])
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) =>
      ordersIn(fs.readFileSync(path.join(root, file), 'utf8')).map((order) => ({ file, order })),
    );
  assert.ok(found.length > 12, 'the dialogs were read');
  assert.deepEqual(
    found.filter(({ order }) => !isOrdered(order)),
    [],
  );
});

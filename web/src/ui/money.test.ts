import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { root, sourcesOf } from '../../../tools/imports.ts';

const CALL = /\b(?:format(?:Money|UnitPrice|CompactMoney)|moneyOf)\(/g;
/** What begins an object or the body of a function, rather than what an element shows. */
const NO_CHILD = /^\s*(?:\w+\??:|\.\.\.|\w+,|const\b|return\b|if\b)/;

/** Returns where the brace begins that a place of a text stands in, past those of templates. */
function braceAround(text: string, place: number): number {
  let closed = 0;
  for (let at = place - 1; at >= 0; at -= 1) {
    if (text[at] === '}') closed += 1;
    else if (text[at] === '{' && closed > 0) closed -= 1;
    else if (text[at] === '{' && text[at - 1] !== '$') return at;
  }
  return -1;
}

/** Returns the lines of a component that write an amount straight into an element. */
const plainAmounts = (text: string): readonly string[] =>
  [...text.matchAll(CALL)].flatMap(({ index }) => {
    const brace = braceAround(text, index);
    const [before, after] = [text.slice(0, brace).trimEnd(), text.slice(brace + 1, index)];
    const isChild = brace >= 0 && !/(?:=|=>|\))$/.test(before) && !NO_CHILD.test(after);
    const isKept = /keepingMoney\([^]*$/.test(after);
    return isChild && !isKept ? [`${text.slice(brace, index).trim()}…`] : [];
  });

it('no component writes an amount that a line break could divide', () => {
  const files = sourcesOf(['web/src']).filter((file) => /(?<!\.test)\.tsx$/.test(file));
  assert.ok(files.length > 100, 'the components were read');
  const found = files
    .filter((file) => file !== 'web/src/ui/money.tsx')
    .flatMap((file) =>
      plainAmounts(fs.readFileSync(path.join(root, file), 'utf8')).map((one) => `${file}: ${one}`),
    );
  assert.deepEqual(found, []);
});

it('finds an amount in an element, and leaves texts that others show alone', () => {
  for (const plain of [
    '<b>{formatMoney(total)}</b>',
    '<b>com {isKnown ? `${formatMoney(total)} ao todo` : ""}</b>',
    '<p>Até {formatDate(day)}, {total !== null && formatMoney(total)}</p>',
  ])
    assert.equal(plainAmounts(plain).length, 1, plain);
  for (const kept of [
    '<Notice title={`Pago: ${formatMoney(total)}`} />',
    'const figure = { label: "total", value: formatMoney(total) };',
    'const text = () => { return `${formatMoney(total)} ao todo`; }',
    '<b>{keepingMoney(total === null ? "–" : formatMoney(total))}</b>',
  ])
    assert.deepEqual(plainAmounts(kept), [], kept);
});

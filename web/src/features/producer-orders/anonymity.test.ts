import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { anonymous, byLetter } from './anonymous-view.ts';

const folders = ['received', 'buying', 'producer-orders', 'order-editor'].map((name) =>
  path.resolve(import.meta.dirname, '..', name),
);
const screens = [...folders, path.resolve(import.meta.dirname, '../../portals/producer')].flatMap(
  (folder) =>
    fs
      .readdirSync(folder)
      .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
      .map((file) => ({ file, text: fs.readFileSync(path.join(folder, file), 'utf8') })),
);

it('the portal accepts an anonymous reply and refuses one that names a supplier', () => {
  const reply = {
    uuid: 'x',
    label: 'Proposta A',
    mark: { name: 'Ipê', leaf: 'green' },
    alternatives: [],
  };
  assert.equal(anonymous(reply), reply);
  for (const name of ['supplier', 'supplier_id', 'supplier_reference', 'identity_warnings'])
    assert.throws(() => anonymous({ ...reply, [name]: 1 }), /visão anônima/);
  for (const name of ['label', 'mark', 'alternatives'] as const) {
    const { [name]: _, ...rest } = reply;
    assert.throws(() => anonymous(rest), /visão anônima/);
  }
});

it('letters are sorted in their sequence: Z before AA', () => {
  assert.deepEqual(
    ['Proposta AA', 'Proposta B', 'Proposta Z', 'Proposta A']
      .map((label) => ({ label }))
      .toSorted(byLetter)
      .map(({ label }) => label),
    ['Proposta A', 'Proposta B', 'Proposta Z', 'Proposta AA'],
  );
});

it('the producer portal reads proposals through one module only', () => {
  assert.ok(screens.length > 20);
  for (const { file, text } of screens) {
    if (file === 'received-proposals.ts') continue;
    assert.doesNotMatch(
      text,
      /'(?:listReceivedProposals|getProposal|acceptProposal|rejectProposal)',\s*\{/,
      `${file} asks for proposals by itself`,
    );
  }
});

it('the producer portal uses no schema that names a supplier', () => {
  for (const { file, text } of screens) {
    assert.doesNotMatch(
      text,
      /\b(?:Proposal|AnyProposal|ProposalSupplier|ProposalSummary)\b[^;]*from '@lavra\/contract\/proposals/,
      `${file} imports the full proposal`,
    );
    if (file !== 'anonymous-view.ts')
      assert.doesNotMatch(
        text,
        /supplier_id|supplier_reference|\.supplier\b/,
        `${file} reads a supplier`,
      );
  }
});

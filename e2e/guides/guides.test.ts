import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { processEnvironment } from '../environment.ts';
import { startRunning } from '../running-service.ts';
import { blocksOf, runGuide, type Problem } from './guide.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lavra-guides-'));
const DATA_DIR = path.join(folder, 'data');
const service = await startRunning({ DATA_DIR });
after(async () => {
  await service.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

const searchPath = process.env['PATH'] ?? '';
const hasCurl = searchPath
  .split(path.delimiter)
  .some((directory) => fs.existsSync(path.join(directory, 'curl')));

/**
 * Creates a folder to put first on the PATH: this `node`, and optionally the replacement for
 * `curl`.
 */
function tools(name: string, { standIn }: { standIn: boolean }): string {
  const bin = path.join(folder, name);
  fs.mkdirSync(bin);
  fs.symlinkSync(process.execPath, path.join(bin, 'node'));
  if (standIn)
    fs.writeFileSync(
      path.join(bin, 'curl'),
      `#!/bin/sh\nexec node '${path.join(import.meta.dirname, 'curl-stand-in.ts')}' "$@"\n`,
      { mode: 0o755 },
    );
  return `${bin}${path.delimiter}${searchPath}`;
}

const usual = tools('usual', { standIn: !hasCurl });

const run = (markdown: string, PATH = usual): Promise<Problem[]> =>
  runGuide(markdown, {
    cwd: root,
    folder,
    env: {
      ...processEnvironment(),
      PATH,
      LAVRA: service.address,
      DATA_DIR,
      HOME: folder,
      TMPDIR: folder,
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? path.join(folder, 'compiled'),
    },
  });

/** Returns a guide with one block and its stated output. */
const guideOf = (code: string, expected: string): string =>
  `# Um guia\n\n\`\`\`sh\n${code}\n\`\`\`\n\`\`\`text\n${expected}\n\`\`\`\n`;

describe('the commands of a guide return the replies shown, against the running service', () => {
  for (const file of ['docs/api-guide.md', 'docs/back-office.md']) {
    test(file, async () => {
      const guide = fs.readFileSync(path.join(root, file), 'utf8');
      assert.ok(
        blocksOf(guide).filter(({ expected }) => expected !== undefined).length > 15,
        'the guide quotes what its blocks print',
      );
      const problems = await run(guide);
      assert.equal(
        problems.map(({ line, message }) => `${file}:${line} ${message}`).join('\n\n'),
        '',
      );
    });
  }
});

describe('the check of a guide reports, with the line,', () => {
  test('a reply that differs from the one shown', async () => {
    const check = (expected: string) => run(guideOf('curl -sS "$LAVRA/health/ready"', expected));
    assert.deepEqual(await check('{"status":"ok"}'), []);
    assert.deepEqual(await check('{"status":"…"}'), []);
    assert.deepEqual(await check('{"status":"down"}'), [
      { line: 4, message: 'printed\n{"status":"ok"}\nand not\n{"status":"down"}' },
    ]);
    assert.equal((await check('{"status":"ok"}\n{"status":"ok"}')).length, 1, 'a line too many');
  });

  test('text beyond an ellipsis, which replaces a part of a line or whole lines', async () => {
    assert.equal((await run(guideOf('echo um; echo dois; echo três', 'u…s'))).length, 1);
    assert.deepEqual(await run(guideOf('echo um; echo dois; echo três', 'um\n…\nt…s')), []);
    assert.deepEqual(await run(guideOf('echo um; echo três', 'um\n…\nt…s')), []);
  });

  test('a failing command with its error, and runs no further command', async () => {
    const [problem, ...others] = await run(
      `${guideOf('echo antes', 'antes')}${guideOf('echo depois\nfalta-este-comando', 'depois')}${guideOf('echo fim', 'fim')}`,
    );
    assert.equal(problem?.line, 12);
    assert.match(problem.message, /^ended with 127\n[^]*13: [^]*falta-este-comando[^]*depois/);
    assert.deepEqual(others, []);
  });

  test('an unset variable, and an early exit', async () => {
    assert.deepEqual(
      (await run(guideOf('echo "$NUNCA_VISTA"', ''))).map(({ line }) => line),
      [4],
    );
    assert.deepEqual(await run(`${guideOf('exit 0', '')}${guideOf('echo fim', 'fim')}`), [
      { line: 12, message: 'never ran' },
    ]);
  });
});

test('the replacement for a missing curl returns the same replies in the guides', async () => {
  const guide = guideOf(
    `cd "$(mktemp -d)"
curl -sS "$LAVRA/api/v1/login" -H 'content-type: application/json' -o entrada.json -w '%{http_code}\\n' -d @- <<'JSON'
{ "email": "admin@demo.lavra.example", "password": "Lavra2026", "user_type": "admin" }
JSON
TOKEN=$(node -p "JSON.parse(fs.readFileSync('entrada.json')).token")
echo 'Tipo;Subtipo;Nome;Unidade' > produtos.csv
curl -sS -X POST "$LAVRA/api/v1/products/import" -H "authorization: Bearer $TOKEN" -F 'file=@produtos.csv;type=text/csv' -w ' %{http_code}\\n'
curl -s -S -i -g "$LAVRA/api/v1/nada?lista[]=1" -H "authorization: Bearer $TOKEN"
echo
curl -sf "$LAVRA/api/v1/nada" || echo "falhou com $?"`,
    `200
{…"summary":{"total":0,…}…} 200
HTTP/1.1 404 Not Found
…
content-type: application/json; charset=utf-8
…

{"error":"O endereço ou registro não foi encontrado.","code":"not_found",…}
falhou com 22`,
  );
  assert.deepEqual(await run(guide), []);
  assert.deepEqual(await run(guide, tools('stand-in', { standIn: true })), []);
});

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { freePort } from '../../server/test/free-port.ts';
import { processEnvironment } from '../environment.ts';
import { until } from '../../server/test/until.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lavra-dev-'));
after(() => fs.rmSync(folder, { recursive: true, force: true }));
const root = path.resolve(import.meta.dirname, '../..');

test('`npm run dev` serves the portals from their sources and forwards the rest to the API, until Ctrl-C', async (t) => {
  const port = await freePort();
  const child = spawn(process.execPath, ['tools/dev.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // a new process group, as in a terminal
    env: {
      ...processEnvironment(),
      PORT: String(port),
      DATA_DIR: path.join(folder, 'data'),
    },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  const ended = once(child, 'exit');
  t.after(async () => {
    if (child.exitCode === null) process.kill(-(child.pid ?? 0), 'SIGKILL');
    await ended;
  });
  const ask = (where: string): Promise<Response> => fetch(`http://127.0.0.1:${port}${where}`);
  await until(
    'the service is up',
    () => {
      assert.equal(child.exitCode, null, printed);
      return printed.includes('Ctrl-C');
    },
    () => printed,
  );

  const page = await (await ask('/produtor/cotacoes')).text();
  assert.ok(
    page.includes('/produtor/@vite/client') &&
      page.includes('/produtor/src/portals/producer/main.tsx'),
    page,
  );
  assert.equal((await ask('/admin/src/portals/admin/main.tsx')).status, 200);
  assert.equal((await ask('/fornecedor/sw.js')).status, 404);
  assert.deepEqual(await (await ask('/health/ready')).json(), { status: 'ok' });

  process.kill(-(child.pid ?? 0), 'SIGINT');
  await ended;
  assert.ok(
    !fs.existsSync(path.join(folder, 'data/postgres/postmaster.pid')),
    `its PostgreSQL ended with it:\n${printed}`,
  );
});

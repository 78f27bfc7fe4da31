import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { openDatabase } from '@lavra/server/app/installation-database';
import { configOf } from '@lavra/server/platform/config/config';
import { readEnv } from '@lavra/server/platform/config/env';

// `npm run dev`: the API restarts when one of its files is saved, the portals update in place. PORT
// (3000) serves portals and API, the port above it only the API. The database keeps running between
// restarts.

const root = path.resolve(import.meta.dirname, '..');
const config = configOf(readEnv());
const apiPort = config.port + 1;

const database = await openDatabase(config);
const api = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', 'server/src/entry/lavra.mjs', 'start'],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      PORT: String(apiPort),
      PORTALS: 'off',
      LAVRA_STRICT: '1',
      PUBLIC_URL: `http://localhost:${config.port}`,
    },
  },
);
const { serveDevPortals } = await import('../web/build/dev-portals.ts');
const portals = await serveDevPortals({ port: config.port, api: `http://127.0.0.1:${apiPort}` });
process.stdout.write(
  `\nPortais em http://localhost:${config.port} (produtor, fornecedor, admin); a API em http://127.0.0.1:${apiPort}.\n`,
);

let isStopping = false;
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  api.kill('SIGTERM');
  await portals.close();
  if (api.exitCode === null) await once(api, 'exit');
  await database.close();
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    void stop();
  });

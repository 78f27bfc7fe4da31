import fs from 'node:fs';
import path from 'node:path';
import { endpoints } from '@lavra/contract/endpoints';
import { buildOpenApi } from '@lavra/contract/openapi/build-openapi';

// Writes contract/openapi.json from the contract. With --check it only reports, by its exit code,
// whether the committed file is up to date.

const root = path.resolve(import.meta.dirname, '..');
const target = path.join(root, 'contract/openapi.json');
const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  version: string;
};
const fresh = `${JSON.stringify(buildOpenApi(endpoints, { version }), null, 2)}\n`;

if (!process.argv.includes('--check')) fs.writeFileSync(target, fresh);
else if (!fs.existsSync(target) || fs.readFileSync(target, 'utf8') !== fresh) {
  process.stderr.write('contract/openapi.json is stale: run `npm run openapi`\n');
  process.exitCode = 1;
}

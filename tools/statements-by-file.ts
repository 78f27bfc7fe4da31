import path from 'node:path';
import { registeredStatements } from '../server/src/platform/db/statement.ts';
import { importsOf, root } from './imports.ts';

// Prints the registered statements as JSON, each with the module that registers it: every module of the
// application is imported, each after those it imports, so that what it adds to the registry is its own.

const found: { readonly file: string; readonly text: string }[] = [];
const seen = new Set<string>();

async function visit(file: string): Promise<void> {
  if (seen.has(file)) return;
  seen.add(file);
  for (const { to, typeOnly } of importsOf(file))
    if (!typeOnly && /^(?:server|contract|domain)\/src\//.test(to)) await visit(to);
  const before = new Set(registeredStatements());
  await import(path.join(root, file));
  for (const statement of registeredStatements())
    if (!before.has(statement)) found.push({ file, text: statement.text });
}

await visit('server/src/platform/db/statement.ts');
await visit('server/src/app/installation.ts');
process.stdout.write(JSON.stringify(found), () => process.exit());

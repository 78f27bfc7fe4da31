import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';

const root = path.resolve(import.meta.dirname, '../../../..');

/** Files besides the guard that may open a connection, and why they do not bypass it. */
const known: Readonly<Record<string, string>> = {
  'server/src/platform/mail/smtp-sender.ts': 'nodemailer speaks over the guard’s socket',
  'server/src/platform/whatsapp/whatsapp-client.ts': 'undici is given the guard’s dispatcher',
  'server/src/platform/payment-gateway/mercado-pago.ts':
    'calls Node’s own fetch, which has the guard’s dispatcher',
  'server/src/platform/payment-gateway/webhook-signature.ts':
    'takes the check of signatures from the SDK, and makes no call',
  'server/src/platform/http/admission/shared-counters.ts':
    'Redis, at the address of the environment',
  'server/src/app/operations/maintenance.ts': 'a command that asks this installation’s own units',
  'server/src/demo/demo-api.ts': 'asks a running service, for the demo’s stories',
};

/** Matches imports of values, not types, that open connections or query the resolver. */
const opens = [
  /import (?!type )[^;]*\b(connect|createConnection|Socket|request|get|lookup|resolve)\b[^;]*from 'node:(net|tls|http|https|http2|dns|dns\/promises|dgram)'/,
  /import (?!type )[^;]*from '(undici|nodemailer|ioredis|mercadopago)'/,
  /import\(\s*'(undici|nodemailer|ioredis|mercadopago|node:(net|tls|https?|http2|dns|dns\/promises|dgram))'/,
  /(^|[^.\w'`])fetch\(/m,
];

it('only the outbound guard and the listed modules open connections', () => {
  const files = fs
    .readdirSync(path.join(root, 'server/src'), { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join('server/src', file))
    .filter(
      (file) =>
        file.endsWith('.ts') &&
        !/\.(test|fixture)\.ts$|test-support\.ts$|\/(outbound|embedded-postgres)\//.test(file),
    );
  assert.ok(files.length > 300);
  const openers = files.filter((file) => {
    const text = fs
      .readFileSync(path.join(root, file), 'utf8')
      .replaceAll(/(?<=[{,]\s*)type \w+,?/g, '')
      .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
    return opens.some((pattern) => pattern.test(text));
  });
  assert.deepEqual(openers.toSorted(), Object.keys(known).toSorted());
});

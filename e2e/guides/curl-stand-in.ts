import fs from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';

// The options of curl that the guides use, for machines without it: -s -S -f -g -i -X -H -d -F -o
// -w, and one address.

const {
  values,
  positionals: [address = ''],
} = parseArgs({
  allowPositionals: true,
  options: {
    silent: { type: 'boolean', short: 's' },
    'show-error': { type: 'boolean', short: 'S' },
    fail: { type: 'boolean', short: 'f' },
    include: { type: 'boolean', short: 'i' },
    globoff: { type: 'boolean', short: 'g' },
    request: { type: 'string', short: 'X' },
    header: { type: 'string', short: 'H', multiple: true },
    data: { type: 'string', short: 'd' },
    form: { type: 'string', short: 'F', multiple: true },
    output: { type: 'string', short: 'o' },
    'write-out': { type: 'string', short: 'w' },
  },
});

/** Reads `@file` and `@-` without their line ends, as curl does. */
async function dataOf(given: string): Promise<string> {
  if (!given.startsWith('@')) return given;
  const content =
    given === '@-' ? await text(process.stdin) : fs.readFileSync(given.slice(1), 'utf8');
  return content.replaceAll(/[\r\n]/g, '');
}

function formOf(fields: readonly string[]): FormData {
  const form = new FormData();
  for (const field of fields) {
    const [, name = '', file, type, value = ''] =
      /^([^=]+)=(?:@([^;]+)(?:;type=(.+))?|(.*))$/s.exec(field) ?? [];
    if (file === undefined) form.append(name, value);
    else
      form.append(
        name,
        new File([fs.readFileSync(file)], path.basename(file), {
          type: type ?? 'application/octet-stream',
        }),
      );
  }
  return form;
}

const { data, form, output, include } = values;
const body = data === undefined ? form && formOf(form) : await dataOf(data);
const headers = (values.header ?? []).map((header): [string, string] => [
  header.slice(0, header.indexOf(':')),
  header.slice(header.indexOf(':') + 1).trim(),
]);
const method = values.request ?? (body === undefined ? 'GET' : 'POST');
const reply = await fetch(address, {
  method,
  headers,
  redirect: 'manual',
  ...(body === undefined ? {} : { body }),
});

const head =
  include === true
    ? `HTTP/1.1 ${reply.status} ` +
      `${reply.statusText}\r\n${[...reply.headers].map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
    : '';
const content = Buffer.concat([Buffer.from(head), Buffer.from(await reply.arrayBuffer())]);
const failed = values.fail === true && reply.status >= 400;
if (failed) process.exitCode = 22;
else if (output === undefined) process.stdout.write(content);
else fs.writeFileSync(output, content);
process.stdout.write(
  (values['write-out'] ?? '')
    .replaceAll('%{http_code}', String(reply.status))
    .replaceAll(String.raw`\n`, '\n'),
);

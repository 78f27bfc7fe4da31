import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { startService } from '../../../test/service.ts';
import { describeStatement } from './describe-statement.fixture.ts';
import { lockOrder } from './lock-order.ts';
import { locksOf } from './locks-of.ts';
import { registeredStatements, type ColumnType } from './statement.ts';

// Composing the application registers the statements of every feature.
const service = await startService();

/** The column type for each PostgreSQL type oid. */
const kinds: Readonly<Record<number, ColumnType>> = {
  16: 'boolean',
  17: 'bytea',
  20: 'int',
  21: 'int',
  23: 'int',
  25: 'text',
  1043: 'text',
  114: 'json',
  3802: 'json',
  700: 'float',
  701: 'float',
  1082: 'date',
  1184: 'timestamp',
  1700: 'numeric',
  2950: 'uuid',
  1009: 'text[]',
  1016: 'int[]',
  1007: 'int[]',
};

const server = path.resolve(import.meta.dirname, '../../..');
const all = ['src', 'migrations'].flatMap((folder) =>
  fs
    .readdirSync(path.join(server, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => path.join(folder, file)),
);
const files = all.filter(
  (file) => /(?<!\.test)\.(ts|sql)$/.test(file) && !file.includes('embedded-postgres'),
);
/** The tests that ran before in this process may have registered statements of their own. */
const tests = all
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => fs.readFileSync(path.join(server, file), 'utf8'))
  .join('');
const statements = registeredStatements().filter(({ name }) => !tests.includes(`name: '${name}'`));

/** Matches SQL that reads the server's clock. */
const serverClock = new RegExp(
  [
    String.raw`(?<![.\w])(?:now|NOW)\(\)(?!: Date)`,
    String.raw`\b(?:clock_timestamp|statement_timestamp|transaction_timestamp|timeofday)\b`,
    String.raw`\b(?:current_(?:date|time|timestamp)|CURRENT_(?:DATE|TIME|TIMESTAMP)|localtime(?:stamp)?|LOCALTIME(?:STAMP)?)\b`,
    String.raw`'(?:now|today|tomorrow|yesterday)'::`,
  ].join('|'),
);

describe('the registered statements', () => {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  before(() => client.connect());
  after(() => client.end());

  it('are found, each under a unique name', () => {
    assert.ok(statements.length >= 30);
    assert.equal(new Set(statements.map(({ name }) => name)).size, statements.length);
  });

  it('lock only what has a place in the order of locks', () => {
    const places = new Set(Object.keys(lockOrder));
    const without = statements.flatMap(({ name, text }) =>
      locksOf(text).flatMap(({ on, explicit, waits }) =>
        explicit && waits && !places.has(on) ? `${name}: ${on}` : [],
      ),
    );
    assert.deepEqual(without, []);
  });

  for (const { name, text, columns } of statements) {
    it(`can be prepared and return the declared columns: ${name}`, async () => {
      const given = (await describeStatement(client, text)).map((column) => [
        column.name,
        kinds[column.type] ?? `type ${column.type}`,
      ]);
      assert.deepEqual(
        Object.fromEntries(given),
        Object.fromEntries(Object.entries(columns).map(([column, { type }]) => [column, type])),
      );
      assert.equal(given.length, Object.keys(columns).length, 'no column comes twice');
    });
  }

  it('are described with the types of their columns', async () => {
    const columns = await describeStatement(
      client,
      'SELECT o.id, o.number, $1::date AS day, now() AS at FROM orders o',
    );
    assert.deepEqual(
      columns.map((column) => kinds[column.type]),
      ['int', 'text', 'date', 'timestamp'],
    );
    await assert.rejects(
      describeStatement(client, 'SELECT nothing FROM orders'),
      /column "nothing" does not exist/,
    );
    assert.equal(
      (await describeStatement(client, 'SELECT 1 AS still_usable'))[0]?.name,
      'still_usable',
    );
  });

  it('take the current time as a parameter', () => {
    for (const { name, text } of statements) assert.doesNotMatch(text, serverClock, name);
  });

  it('qualify every column in ORDER BY', () => {
    let checked = 0;
    for (const { name, text } of statements) {
      for (const [, list = ''] of text.matchAll(
        /\bORDER BY\s+([^()]*?(?:\([^()]*\)[^()]*?)*)(?=\)|$|\b(?:LIMIT|OFFSET|FOR|UNION|ON|RETURNING)\b)/gi,
      )) {
        for (const key of list.split(/,(?![^(]*\))/).map((part) => part.trim())) {
          assert.match(key, /^(?:\(*[a-z_]+\.[a-z_]+|[a-z_]+\s*\()/, `${name} sorts by ${key}`);
          checked += 1;
        }
      }
    }
    assert.ok(checked >= 30, `${checked} keys`);
  });
});

describe('SQL anywhere in the source and the migrations', () => {
  it('never uses the clock of the database server', () => {
    const asking = files.flatMap((file) =>
      fs
        .readFileSync(path.join(server, file), 'utf8')
        .split('\n')
        .map((line, index) => ({
          code: line.replace(/(?:\/\/|--).*|^\s*\*.*/, ''),
          at: `${file}:${index + 1}`,
        }))
        .filter(({ code }) => serverClock.test(code)),
    );
    assert.ok(files.length > 100);
    assert.deepEqual(asking, []);
  });

  it('is caught by this test when it does', () => {
    for (const sql of [
      'SELECT now()',
      'WHERE d < CURRENT_DATE',
      'DEFAULT current_timestamp',
      "d = 'today'::date",
      'clock_timestamp()',
      'LOCALTIMESTAMP',
    ])
      assert.match(sql, serverClock);
    for (const code of ['clock.now()', 'now(): Date', '{ now }', 'localTime(x)', 'Date.now()'])
      assert.doesNotMatch(code, serverClock);
  });
});

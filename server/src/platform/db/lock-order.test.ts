import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { startService } from '../../../test/service.ts';
import { systemActor } from './command.ts';
import { createLockWatch, lockOrder } from './lock-order.ts';
import { locksOf } from './locks-of.ts';

const { command } = (await startService()).app.platform;

const summary = (text: string, values?: readonly unknown[]): string[] =>
  locksOf(text, values).map(({ on, mode, waits }) => `${on} ${mode}${waits ? '' : ' at once'}`);
/** Passes the statements of one transaction to a watch. */
const taking = (...texts: string[]): void => {
  const watch = createLockWatch();
  for (const text of texts) watch(text);
};
const order = 'SELECT o.id FROM orders o WHERE o.id = $1 FOR NO KEY UPDATE OF o';
const sharedOrder = 'SELECT o.id FROM orders o WHERE o.id = $1 FOR SHARE';
const proposal = 'SELECT p.id FROM proposals p WHERE p.id = $1 FOR UPDATE';

describe('the locks of a statement', () => {
  for (const [text, ...locks] of [
    ['SELECT 1 FROM orders o WHERE o.id = $1'],
    ['select "o"."id" from "orders" as "o" where "o"."id" = $1 for update', 'orders UPDATE'],
    [order, 'orders NO KEY UPDATE'],
    [
      'SELECT 1 FROM orders o JOIN users u ON u.id = o.owner WHERE true ORDER BY o.id FOR SHARE',
      'orders SHARE',
      'users SHARE',
    ],
    [
      'SELECT 1 FROM orders o JOIN users u ON u.id = o.owner FOR KEY SHARE OF u NOWAIT',
      'users KEY SHARE at once',
    ],
    [
      'DELETE FROM mails WHERE id = ANY (ARRAY(SELECT m.id FROM mails m FOR UPDATE SKIP LOCKED))',
      'mails UPDATE at once',
      'mails UPDATE',
    ],
    [
      'WITH l AS (SELECT o.id FROM orders o FOR SHARE) UPDATE proposals SET a = 1 FROM l',
      'orders SHARE',
      'proposals NO KEY UPDATE',
    ],
    ['INSERT INTO users (a) VALUES ($1) ON CONFLICT DO NOTHING'],
    [
      'INSERT INTO users AS u (a) VALUES ($1) ON CONFLICT (a) DO UPDATE SET b = 1',
      'users NO KEY UPDATE',
    ],
    ["SELECT 'FOR UPDATE' FROM orders o -- FOR UPDATE"],
    [
      "SELECT pg_try_advisory_xact_lock(hashtextextended('lavra audit seals', 0))",
      'advisory: audit seals UPDATE at once',
    ],
  ] as const)
    it(`are known by its text: ${text}`, () => {
      assert.deepEqual(summary(text), locks);
    });

  it('name an advisory lock by its first value, where the key is one', () => {
    assert.deepEqual(
      summary('SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 0))', ['lavra plans of 7']),
      ['advisory: plans SHARE'],
    );
  });
});

describe('the locks of a transaction', () => {
  it('are taken in the declared order, and again at will', () => {
    taking(order, proposal, order, 'UPDATE orders SET status = $1');
  });

  it('out of order are refused, unless they are not waited for', () => {
    assert.throws(() => taking(proposal, order), /out of order: orders after proposals/);
    assert.throws(
      () => taking(proposal, 'UPDATE orders SET status = $1'),
      /out of order: orders after proposals/,
    );
    taking(proposal, `${order} NOWAIT`);
  });

  it('are not raised from shared to exclusive', () => {
    assert.throws(() => taking(sharedOrder, order), /raised: orders from SHARE to NO KEY UPDATE/);
  });

  it('on rows of its own are free', () => {
    taking(proposal, 'INSERT INTO orders (a) VALUES ($1)', 'UPDATE orders SET status = $1');
  });

  it('by FOR KEY SHARE are free where those by FOR UPDATE wait for nothing afterwards', () => {
    const stays = 'SELECT p.id FROM products p WHERE p.id = $1 FOR KEY SHARE';
    taking(order, stays, proposal, stays, proposal);
    taking('SELECT p.id FROM products p WHERE p.id = $1 FOR NO KEY UPDATE', order);
    assert.throws(
      () => taking('DELETE FROM products WHERE id = $1', order),
      /out of order: orders after products \(key\)/,
    );
  });

  it('on a table without a place are refused', () => {
    assert.throws(
      () => taking('SELECT s.uf FROM states s FOR SHARE'),
      /states has no place in the lock order/,
    );
  });

  it('are free under a lock of the account that keeps out all else of that person', () => {
    taking('SELECT u.id FROM users u WHERE u.id = $1 FOR UPDATE', proposal, sharedOrder, order);
  });
});

describe('a command in strict mode', () => {
  it('fails where its locks are out of order', async () => {
    const wrong = command(systemActor, async ({ db }) => {
      await db.q.selectFrom('proposals').select('id').forUpdate().execute();
      await db.q.selectFrom('orders').select('id').forNoKeyUpdate().execute();
    });
    await assert.rejects(wrong, /locks out of order: orders after proposals/);
  });
});

const root = path.join(import.meta.dirname, '../../../..');
const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');
const architecture = read('docs/architecture.md');
const places = Object.keys(lockOrder);
const tables = new Set(
  [...read('server/src/platform/db/schema.ts').matchAll(/^ {2}(\w+): \w+;$/gm)].map(
    ([, name = '']) => name,
  ),
);

describe('the table of locks in docs/architecture.md', () => {
  it('has the places that the code declares, in their order', () => {
    const rows = [...architecture.matchAll(/^\| \d+ \| `([\w: ()]+)` \| (.+?) \|$/gm)];
    assert.deepEqual(
      rows.map(([, place, meaning]) => [place, meaning]),
      Object.entries(lockOrder),
    );
  });

  it('has a place for each advisory lock of the sources, and no other', () => {
    const taken = fs
      .readdirSync(path.join(root, 'server/src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .flatMap((file) => [
        ...read(`server/src/${file}`).matchAll(/hashtext(?:extended)?\((?:\$\{)?['`]([^'`$]+)/g),
      ])
      .map(([, key = '']) =>
        key
          .replace(/^lavra /, '')
          .replace(/ of .*$/, '')
          .trim(),
      );
    // Migrations run before any command, under a lock of their own.
    assert.deepEqual(
      new Set(taken.filter((name) => name !== 'migrations').map((name) => `advisory: ${name}`)),
      new Set(places.filter((place) => place.startsWith('advisory: '))),
    );
  });

  it('names tables that exist, in the order and in what the operations lock', () => {
    const ordered = places
      .filter((place) => !place.startsWith('advisory: '))
      .map((place) => place.replace(' (key)', ''));
    const [, operations = ''] = /^\| Operation \|([^]*?)\n\n/m.exec(architecture) ?? [];
    const named = [...operations.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, name = '']) => name);
    assert.ok(named.length > 0, 'operations name tables');
    assert.deepEqual(
      [...ordered, ...named].filter((name) => !tables.has(name)),
      [],
    );
  });
});

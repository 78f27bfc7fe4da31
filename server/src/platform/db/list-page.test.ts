import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { startService } from '../../../test/service.ts';
import { InvalidFields } from '../errors.ts';
import type { PageQuery } from './cursor-page.ts';
import type { Wanted } from './dynamic.ts';
import { listPage, type List } from './list-page.ts';

const { db } = await startService();
const TOTAL = 2_503;

type Query = Partial<PageQuery> & { readonly sort?: 'tens' | '-tens' };

/** Reads a page of numbers, sorted by their tens and then by value. */
async function read(query: Query, { total, conditions = [] }: Partial<List<'tens'>> = {}) {
  let offset = 0;
  const list = {
    name: 'numbers',
    from: sql`generate_series(1, ${TOTAL}::int) AS g(n)`,
    conditions,
    sorts: { tens: { expression: "to_char(g.n / 10, 'FM0000')", type: 'text' } },
    sort: 'tens',
    id: 'g.n',
    total,
  } as const satisfies List<'tens'>;
  const { rows, meta } = await listPage(
    db,
    { per_page: 10, ...query },
    {
      ...list,
      read: async (slice) => {
        ({ offset } = slice);
        const { rows: found } = await sql<{ n: number; sort_key: string; sort_id: number }>`
        SELECT g.n, ${sql.join(slice.sortColumns)} FROM ${list.from} WHERE ${slice.where}
        ORDER BY ${slice.order} LIMIT ${slice.limit} OFFSET ${offset}`.execute(db.q);
        return found;
      },
    },
  );
  for (const row of rows) assert.deepEqual(Object.keys(row), ['n']);
  return { numbers: rows.map(({ n }) => n), meta, offset };
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('a page by its number', () => {
  it('contains the rows at its position, in both directions, with the exact total', async () => {
    const second = await read({ page: 2 });
    assert.deepEqual(second.numbers, range(11, 20));
    assert.deepEqual(
      [second.meta.current_page, second.meta.last_page, second.meta.per_page, second.meta.total],
      [2, 251, 10, TOTAL],
    );
    assert.deepEqual(
      (await read({ page: 2, sort: '-tens' })).numbers,
      range(2484, 2493).toReversed(),
    );
  });

  it('is read from the nearer end when it is deep, with the same rows', async () => {
    for (const [page, per_page] of [
      [126, 10],
      [130, 10],
      [250, 10],
      [251, 10],
      [26, 100],
    ] as const) {
      const start = (page - 1) * per_page;
      const found = await read({ page, per_page });
      assert.deepEqual(found.numbers, range(start + 1, Math.min(start + per_page, TOTAL)));
      assert.ok(found.offset < TOTAL / 2, `offset ${found.offset}`);
      const descending = await read({ page, per_page, sort: '-tens' });
      assert.deepEqual(
        descending.numbers,
        found.numbers.map((n) => TOTAL + 1 - n),
      );
    }
  });

  it('has a next page until the last one, from whichever end it is read', async () => {
    const before = await read({ page: 250 });
    const last = await read({ cursor: before.meta.next_cursor ?? undefined });
    assert.deepEqual([last.numbers, last.meta.next_cursor], [range(2501, TOTAL), null]);
    assert.equal((await read({ page: 251 })).meta.next_cursor, null);
  });

  it('is empty past the end', async () => {
    for (const page of [252, 900])
      assert.deepEqual((await read({ page })).numbers, [], String(page));
    const none = await read({ page: 3 }, { conditions: [sql<boolean>`false`] });
    assert.deepEqual([none.numbers, none.meta.total, none.meta.last_page], [[], 0, 1]);
  });
});

describe('a cursor', () => {
  it('reads each row once, ties by id, and takes precedence over the page number', async () => {
    for (const sort of ['tens', '-tens'] as const) {
      const seen: number[] = [];
      let page = await read({ sort, per_page: 97 });
      for (;;) {
        seen.push(...page.numbers);
        if (page.meta.next_cursor === null) break;
        page = await read({ sort, per_page: 97, cursor: page.meta.next_cursor, page: 3 });
      }
      const all = range(1, TOTAL);
      assert.deepEqual(seen, sort === 'tens' ? all : all.toReversed());
    }
  });

  it('is refused for another sort and with values of other types', async () => {
    const forged = (...parts: unknown[]): string =>
      Buffer.from(JSON.stringify(parts)).toString('base64url');
    const { meta } = await read({});
    for (const query of [
      { sort: '-tens', cursor: meta.next_cursor ?? '' },
      { cursor: '' },
      { cursor: 'abc' },
      { cursor: forged('numbers:tens') },
      { cursor: forged('numbers:tens', '0001') },
      { cursor: forged('numbers:tens', '0001', 1, 1) },
      { cursor: forged('numbers:tens', 1, 1) },
      { cursor: forged('numbers:tens', '0001', '1') },
      { cursor: forged('numbers:tens', '0001', 1.5) },
      { cursor: forged('numbers:tens', '\0', 1) },
      { cursor: forged('numbers:tens', '\ud800', 1) },
    ] as const)
      await assert.rejects(read(query), InvalidFields, JSON.stringify(query));
  });
});

describe('conditions', () => {
  it('restrict rows and total, and those that do not apply are omitted', async () => {
    const conditions: readonly Wanted[] = [false, undefined, sql<boolean>`g.n > 2 AND g.n < 5`];
    const { numbers, meta } = await read({}, { conditions });
    assert.deepEqual([numbers, meta.total], [[3, 4], 2]);
  });
});

describe('a total that is stored elsewhere', () => {
  it('is used instead of a count', async () => {
    assert.equal((await read({}, { total: () => Promise.resolve(9_000) })).meta.total, 9_000);
    const conditions = [sql<boolean>`g.n <= 15`];
    const second = await read({ page: 2 }, { total: 15, conditions });
    assert.deepEqual([second.numbers, second.meta.total, second.offset], [range(11, 15), 15, 0]);
  });
});

describe('columns of tables that only the page is looked up in', () => {
  it('come with the same rows, in the same order, from either end', async () => {
    for (const sort of ['tens', '-tens'] as const)
      for (const page of [1, 2, 126, 250, 251, 252]) {
        const { numbers, meta } = await read({ page, sort });
        const found = await listPage(
          db,
          { per_page: 10, page, sort },
          {
            name: 'numbers',
            from: sql`generate_series(1, ${TOTAL}::int) AS g(n)`,
            conditions: [],
            columns: sql<{ n: number; word: string }>`g.n, w.word`,
            lookUp: sql`generate_series(1, ${TOTAL}::int) AS g(n)
              JOIN LATERAL (SELECT 'n' || g.n AS word) w ON true`,
            sorts: { tens: { expression: "to_char(g.n / 10, 'FM0000')", type: 'text' } },
            sort: 'tens',
            id: 'g.n',
          },
        );
        assert.deepEqual(
          found.rows,
          numbers.map((n) => ({ n, word: `n${n}` })),
        );
        assert.deepEqual(found.meta, meta);
      }
  });
});

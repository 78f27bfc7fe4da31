import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startService } from '../../../test/service.ts';
import {
  from,
  jsonRow,
  jsonRows,
  jsonRowsSql,
  reselectSql,
  selectSql,
  selections,
} from './projection.ts';
import { col, orNull, params, statement } from './statement.ts';

const columns = {
  id: col.int,
  uuid: col.uuid,
  price: col.numeric,
  due: col.date,
  sent_at: col.timestamp,
  read_at: orNull(col.timestamp),
  tags: col.texts,
  doubled: from('t.price * 2 + 0.00', col.numeric),
  is_due: from("t.due < '2026-12-01'", col.boolean),
};
const table = `(VALUES (
    7::bigint, '0197a000-0000-7000-8000-000000000001'::uuid, 12345678901234.5000, '2026-11-20'::date,
    '2026-11-20 17:05:09.25Z'::timestamptz, NULL::timestamptz, ARRAY['a']
  )) AS t(id, uuid, price, due, sent_at, read_at, tags)`;
const read = statement({
  name: 'test-projection',
  params: params<object>(),
  columns: { ...columns, documents: col.json<unknown[]>() },
  text: `
    SELECT ${reselectSql(columns, 's')}, s.documents
    FROM (SELECT ${selectSql(columns, 't')}, ${jsonRowsSql(columns, '', 't')} AS documents FROM ${table}) s`,
});
const service = await startService();

it('a projection returns the same row flat, inside JSON and through Kysely', async () => {
  const found = await service.db.row(read, {});
  assert.ok(found);
  const { documents, ...row } = found;
  assert.deepEqual(documents, [row]);
  assert.deepEqual(
    [row.price, row.doubled, row.sent_at, row.is_due],
    ['12345678901234.5000', '24691357802469.0000', '2026-11-20 14:05:09.25-03', true],
  );
  const selected = await service.db.q
    .selectFrom('users as t')
    .select((eb) => eb.fn.countAll<number>().as('all'))
    .select(selections({ doubled: from('2 * 3', col.int) }))
    .executeTakeFirst();
  assert.equal(selected?.['doubled'], 6);
});

const parts = { number: from('n', col.int), price: from('n * 1.50', col.numeric) };
const whole = {
  parts: jsonRows(parts, 'FROM generate_series(1, 2) n ORDER BY n DESC'),
  nothing: jsonRows(parts, 'FROM generate_series(1, 0) n'),
  one: jsonRow(parts, 'FROM generate_series(3, 3) n'),
  none: jsonRow(parts, 'FROM generate_series(1, 0) n'),
};
const readWhole = statement({
  name: 'test-projection-of-rows',
  params: params<object>(),
  columns: whole,
  text: `SELECT ${selectSql(whole)}`,
});

it('a column holds rows in their order, none as an empty list, and one row or NULL', async () => {
  assert.deepEqual(await service.db.row(readWhole, {}), {
    parts: [
      { number: 2, price: '3.00' },
      { number: 1, price: '1.50' },
    ],
    nothing: [],
    one: { number: 3, price: '4.50' },
    none: null,
  });
});

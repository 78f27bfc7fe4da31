import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { endpoints } from '@lavra/contract/endpoints';
import type { EndpointSpec } from '@lavra/contract/kit/endpoint';
import { listReads } from '@lavra/contract/list-reads';
import { fold } from '@lavra/domain/text/fold';
import { buildErasureWorld } from '../../src/features/erasure/erasure-world.fixture.ts';
import { buildConsultant, linkConsultant } from '../people.ts';
import { startService } from '../service.ts';
import { urlOf } from './registered-routes.ts';

// Every column of the people is filled; a search must find no more than the list shows its reader.

type Row = Readonly<Record<string, unknown>>;

const service = await startService();
const world = await buildErasureWorld(service);
const consultant = await buildConsultant(service);
await linkConsultant(service, consultant.consultantId, world.producerId);
const tokens: Readonly<Record<string, string>> = {
  produtor: world.producer.token,
  fornecedor: world.supplier.token,
  consultor: consultant.token,
  admin: world.admin.token,
};
const proposal = await service.db.q
  .selectFrom('proposals')
  .select('uuid')
  .where('order_id', '=', world.awarded.id)
  .executeTakeFirstOrThrow();
const purchase = await service.db.q
  .selectFrom('purchases')
  .select('uuid')
  .where('order_id', '=', world.awarded.id)
  .executeTakeFirstOrThrow();
const pathValues: Readonly<Record<string, string>> = {
  listSubtypesOfType: String(world.product.typeId),
  listProductsOfSubtype: String(world.product.subtypeId),
  listAdminOrderProposals: world.awarded.uuid,
  listAdminOrderLogs: world.awarded.uuid,
  listAdminProposalLogs: proposal.uuid,
  listAdminPurchaseLogs: purchase.uuid,
  listAdminProducerLogs: String(world.producerId),
  listAdminSupplierLogs: String(world.supplierId),
  listAdminUserLogs: String(world.producer.userId),
};
/** Lists that may find rows by what they do not show, and why. */
const exceptions: Readonly<Record<string, string>> = {
  listCities: 'an alternative spelling of a public name finds the city too',
};

const keysOf = (
  spec: EndpointSpec,
): Readonly<Record<string, { readonly enum?: readonly string[] }>> => spec.query?.properties ?? {};
const lists = endpoints.filter(
  (spec) => spec.method === 'GET' && keysOf(spec)['page'] !== undefined,
);

/** Returns who may read the list, by the roles of the world; no token for a public list. */
function readersOf({
  access,
}: EndpointSpec): readonly (readonly [role: string, token: string | undefined])[] {
  if (access === 'public') return [['public', undefined]];
  const { profiles } = access;
  return Object.entries(tokens).filter(
    ([role]) => profiles === 'any' || profiles.some((profile) => profile === role),
  );
}

async function rowsOf(
  spec: EndpointSpec,
  query: string,
  token: string | undefined,
): Promise<readonly Row[]> {
  const { url } = urlOf(`GET ${spec.path}`, pathValues[spec.id]);
  const answer = await service.call<{ data: Row[] }>('GET', `${url}?per_page=100&${query}`, {
    token,
  });
  assert.equal(answer.status, 200, `${spec.id}?${query}: ${answer.raw.toString().slice(0, 300)}`);
  return answer.body.data;
}

/** Returns all the values of a row, folded as searches are. */
const shownBy = (row: unknown): string =>
  row !== null && typeof row === 'object'
    ? Object.values(row).map(shownBy).join('\n')
    : fold(String(row));

/** Returns a distinctive part of each text and number stored in any table. */
async function storedPieces(): Promise<string[]> {
  const { rows: columns } = await sql<{ table_name: string; column_name: string }>`
    SELECT c.table_name, c.column_name
    FROM information_schema.columns c
    JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.is_generated = 'NEVER'
      AND c.data_type IN ('text', 'jsonb', 'json', 'numeric', 'uuid')
        AND c.table_name NOT IN ('cities', 'states')`.execute(service.db.q);
  const pieces = new Set<string>();
  for (const { table_name, column_name } of columns) {
    const { rows } = await sql<{ value: string }>`
      SELECT DISTINCT left(${sql.ref(column_name)}::text, 2000) AS value FROM ${sql.table(table_name)}
      WHERE ${sql.ref(column_name)} IS NOT NULL ORDER BY value LIMIT 30`.execute(service.db.q);
    for (const { value } of rows) pieces.add(pieceOf(value));
  }
  pieces.delete('');
  return [...pieces];
}

/** Returns eight letters or digits from the middle of the longest word. */
function pieceOf(value: string): string {
  const words = fold(value)
    .split(/[^a-z0-9]+/)
    .toSorted((a, b) => b.length - a.length);
  const [longest = ''] = words;
  const start = Math.max(0, Math.floor((longest.length - 8) / 2));
  return longest.length < 4 ? '' : longest.slice(start, start + 8);
}

/** Returns the items of a supplier's order, which its page shows and the list's search reads too. */
async function itemsOf(spec: EndpointSpec, row: Row, token: string | undefined): Promise<unknown> {
  if (spec.id !== 'listSupplierOrders') return undefined;
  const url = `/api/v1/supplier/orders/${String(row['uuid'])}`;
  return (await service.call<{ items: unknown }>('GET', url, { token })).body.items;
}

describe('the searches of lists', async () => {
  const pieces = await storedPieces();
  const searchable = lists.filter((spec) => keysOf(spec)['search'] !== undefined);

  it('are tried with hundreds of stored values on twenty lists', () => {
    assert.ok(
      pieces.length > 150 && searchable.length > 20,
      `${pieces.length} pieces, ${searchable.length} lists`,
    );
    for (const hidden of [
      world.p.document,
      world.s.document,
      world.p.mobile.replaceAll(/\D/g, ''),
      'guariroba',
    ]) {
      assert.ok(
        pieces.some((piece) => fold(hidden).includes(piece)),
        hidden,
      );
    }
  });

  for (const spec of searchable) {
    it(`of ${spec.id} find what the reader sees, and nothing by hidden fields`, async () => {
      for (const [role, token] of readersOf(spec)) {
        for (let start = 0; start < pieces.length; start += 16) {
          await Promise.all(
            pieces.slice(start, start + 16).map(async (piece) => {
              const rows = await rowsOf(spec, `search=${encodeURIComponent(piece)}`, token);
              if (exceptions[spec.id] !== undefined) return;
              for (const row of rows)
                assert.ok(
                  shownBy(row).includes(piece) ||
                    shownBy(await itemsOf(spec, row, token)).includes(piece),
                  `${role} searches "${piece}" and finds ${JSON.stringify(row)}`,
                );
            }),
          );
        }
      }
    });
  }
});

/** Returns the field of a row at a dotted path. */
const fieldOf = (row: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        value !== null && typeof value === 'object' ? Reflect.get(value, name) : undefined,
      row,
    );

const comesBefore = (a: unknown, b: unknown): boolean =>
  typeof a === 'number' && typeof b === 'number' ? a <= b : fold(String(a)) <= fold(String(b));

describe('the sort order', () => {
  for (const spec of lists) {
    for (const sort of keysOf(spec)['sort']?.enum ?? []) {
      it(`of ${spec.id} by ${sort} follows the field that is shown`, async () => {
        const name = sort.replace('-', '');
        const path = listReads[spec.id]?.[name]?.[0] ?? name;
        for (const [, token] of readersOf(spec)) {
          const rows = await rowsOf(spec, `sort=${sort}`, token);
          const shown = rows.map((row) => fieldOf(row, path)).filter((value) => value !== null);
          assert.ok(!shown.includes(undefined), path);
          const ascending = sort.startsWith('-') ? shown.toReversed() : shown;
          ascending.forEach((value, index) =>
            assert.ok(
              index === 0 || comesBefore(ascending[index - 1], value),
              JSON.stringify([ascending[index - 1], value]),
            ),
          );
        }
      });
    }
  }
});

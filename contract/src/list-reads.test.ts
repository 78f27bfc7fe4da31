import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { endpoints } from './endpoints.ts';
import type { EndpointSpec } from './kit/endpoint.ts';
import { listReads } from './list-reads.ts';

// A filter or sort key that reads a field which the reply does not show lets a client guess the
// hidden field piece by piece.

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly string[];
}

/** Keys that may read what the list itself does not show, each with its reason. */
const exceptions: Readonly<Record<string, string>> = {
  'listSupplierOrders product_type_id':
    'the types follow from the items, which every supplier reads in the order',
  'listSupplierOrders search':
    'also finds by the products of the items, which every supplier reads in the order',
  'listAdminOrders product_type_id':
    'the types follow from the items, which every administrator reads in the order',
  'lookUpProducts names':
    'the texts that are looked up; each result is a product that the catalogue’s list shows too',
  'countReportRows start_date': 'counts the rows of files, which show the day',
  'countReportRows end_date': 'counts the rows of files, which show the day',
  'countReportRows with_deleted': 'counts the rows of files, which show the deletion',
};
/** These keys apply to the record that the list belongs to; they select nothing within the list. */
const ofTheRecord = new Set(
  [
    'listAdminProducerOrders',
    'listAdminProducerLogs',
    'listAdminSupplierProposals',
    'listAdminSupplierProducts',
    'listAdminSupplierLogs',
    'listAdminUserLogs',
  ].map((id) => `${id} with_deleted`),
);
const paging = new Set(['page', 'per_page', 'cursor']);

/** Returns the schema of one row of a list; undefined when the endpoint is not a list. */
function rowOf(spec: EndpointSpec): Schema | undefined {
  const { properties } = spec.reply as Schema; // TypeBox writes JSON Schema
  if (spec.method !== 'GET' || spec.query === undefined) return undefined;
  return (properties?.['data'] ?? (properties?.['meta'] && properties['rows']))?.items;
}

function shows(schema: Schema | undefined, path: string): boolean {
  const [head = '', ...rest] = path.split('.');
  const forms = schema === undefined ? [] : [schema, ...(schema.anyOf ?? [])];
  const field = forms.map((form) => form.properties?.[head]).find((found) => found !== undefined);
  return field !== undefined && (rest.length === 0 || shows(field, rest.join('.')));
}

/**
 * Returns every key that filters or sorts rows: each sort field by its own name, both names of the
 * search as one.
 */
function keysOf(spec: EndpointSpec): string[] {
  const query = (spec.query ?? {}) as Schema; // TypeBox writes JSON Schema
  return Object.entries(query.properties ?? {}).flatMap(([key, schema]) => {
    if (paging.has(key) || key === 'q') return [];
    return key === 'sort' ? (schema.enum ?? []).filter((value) => !value.startsWith('-')) : [key];
  });
}

const lists = endpoints.filter((spec) => rowOf(spec) !== undefined);

describe('the contract’s lists', () => {
  it('are all found, forty or more', () => assert.ok(lists.length >= 40, String(lists.length)));

  for (const spec of lists) {
    it(`${spec.id} searches, filters and sorts only by fields that its rows show`, () => {
      for (const key of keysOf(spec)) {
        if (exceptions[`${spec.id} ${key}`] !== undefined || ofTheRecord.has(`${spec.id} ${key}`))
          continue;
        const fields = listReads[spec.id]?.[key] ?? [key];
        assert.ok(fields.length > 0, `${spec.id} ${key}`);
        for (const field of fields)
          assert.ok(
            shows(rowOf(spec), field),
            `${spec.id}: ${key} reads ${field}, which is not shown`,
          );
      }
    });
  }

  it('have every parameter and exception that the table names', () => {
    const known = new Map(lists.map((spec) => [spec.id, new Set(keysOf(spec))]));
    for (const [id, reads] of Object.entries(listReads)) {
      assert.deepEqual(
        Object.keys(reads).filter((key) => known.get(id)?.has(key) !== true),
        [],
        id,
      );
    }
    const named = [...Object.keys(exceptions), ...ofTheRecord];
    assert.deepEqual(
      named.filter(
        (name) => known.get(name.split(' ')[0] ?? '')?.has(name.split(' ')[1] ?? '') !== true,
      ),
      [],
    );
  });
});

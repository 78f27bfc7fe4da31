import assert from 'node:assert/strict';
import type { Proposal } from '@lavra/contract/proposals/schemas';
import { fileForm } from '../../../../test/files.ts';
import type { TestOrder } from '../../../../test/orders.ts';
import type { TestSupplier } from '../../../../test/people.ts';
import type { Answer, TestService } from '../../../../test/service.ts';
import { assertRefused, type Refusal } from '../proposals.fixture.ts';

/** The columns of price and quantity in a quote sheet. */
export const PRICE = 10;
export const QUANTITY = 11;

/** Returns the path of an order's quote sheet. */
export const urlOf = ({ uuid }: { readonly uuid: string }): string =>
  `/api/v1/supplier/orders/${uuid}/quote-sheet`;

/** Returns rows as a spreadsheet program saves them. */
export const saved = (rows: readonly (readonly string[])[], separator = ';'): string =>
  rows.map((row) => row.join(separator)).join('\r\n');

/** Returns a proposal's answers without what the database gives them. */
export const answersOf = (proposal: Proposal) =>
  proposal.items.map(({ id: _id, created_at: _created, updated_at: _updated, ...item }) => item);

/** Asserts that an answer refuses its input; returns the problems by field. */
export const errorsOf = (answer: Answer<Proposal>): Refusal['errors'] =>
  assertRefused(answer, 422, 'validation_failed').errors;

/** Returns calls that read and send quote sheets of a service, and the drafts that come of them. */
export function sheetCalls(service: TestService) {
  const getSheet = ({ token }: { readonly token?: string }, order: { readonly uuid: string }) =>
    service.call('GET', urlOf(order), { token });
  const sendSheet = (
    person: { readonly token?: string },
    order: { readonly uuid: string },
    file: string | Buffer,
    headers: Record<string, string> = {},
    query = '',
  ): Promise<Answer<Proposal>> => {
    const form = fileForm({
      content: typeof file === 'string' ? Buffer.from(file) : file,
      filename: 'planilha.csv',
    });
    return service.call('POST', `${urlOf(order)}${query}`, {
      token: person.token,
      payload: form.payload,
      headers: { ...form.headers, ...headers },
    });
  };
  /** Returns the sheet as a supplier's spreadsheet program opens it. */
  async function openSheet(supplier: TestSupplier, order: TestOrder): Promise<string[][]> {
    const { status, raw } = await getSheet(supplier, order);
    assert.equal(status, 200);
    return raw
      .toString('utf8')
      .slice(1)
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(';'));
  }
  const draftsOf = ({ supplierId }: TestSupplier) =>
    service.db.q
      .selectFrom('proposals')
      .select(['id', 'version'])
      .where('supplier_id', '=', supplierId)
      .execute();
  return { getSheet, sendSheet, openSheet, draftsOf };
}

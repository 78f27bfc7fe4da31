import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startService } from '../../../../test/service.ts';
import { offerOf, openNegotiation, proposalCalls } from '../proposals.fixture.ts';
import { answersOf, errorsOf, PRICE, QUANTITY, saved, sheetCalls } from './quote-sheet.fixture.ts';

const service = await startService();
const { saveDraft } = proposalCalls(service);
const { sendSheet, openSheet, draftsOf } = sheetCalls(service);

describe('a quote sheet of which only the valid rows are taken', () => {
  it('enters without its invalid rows where that is asked for', async () => {
    const { supplier, order } = await openNegotiation(service);
    const [heading = [], first = [], second = []] = await openSheet(supplier, order);
    const similar = heading.indexOf('Similar (sim/não)');
    const unknown = first.with(0, '').with(1, '999999').with(PRICE, '10');
    const onlyValid = (...rows: string[][]) =>
      sendSheet(supplier, order, saved([heading, ...rows]), {}, '?only_valid=true');
    for (const invalid of [
      second.with(PRICE, '12x'),
      second.with(PRICE, '10').with(similar, 'talvez'),
      second.with(PRICE, '10').with(QUANTITY, '0,00001'),
      second.with(PRICE, '9999999').with(QUANTITY, '9999999'),
    ]) {
      const { status, body } = await onlyValid(first.with(PRICE, '25,50'), invalid, unknown);
      assert.equal(status, 200, JSON.stringify(body));
      assert.deepEqual(
        answersOf(body).map(({ order_item_id, unit_price }) => [order_item_id, unit_price]),
        [[Number(first[1]), 25.5]],
      );
      assert.deepEqual(
        Object.keys(errorsOf(await onlyValid(invalid)) ?? {}).map((path) => path.slice(0, 6)),
        ['rows.2'],
        'without a valid row nothing is stored, and the problems are named',
      );
    }
    const drafts = await draftsOf(supplier);
    const minimum = heading.indexOf('Mínimo em itens (R$)');
    const parts = heading.indexOf('Vende em parte (sim/não)');
    const termed = [first, second].map((row) =>
      row.with(PRICE, '10').with(minimum, '50').with(parts, ''),
    );
    assert.deepEqual(
      Object.keys(errorsOf(await onlyValid(...termed)) ?? {}),
      ['rows.2.partial_minimum'],
      'terms are of the whole proposal: no row is left out for them, one after the other',
    );
    assert.equal((await sendSheet(supplier, order, saved([heading, unknown]))).status, 422);
    assert.deepEqual(await draftsOf(supplier), drafts);
  });

  it('enters without two rows that are too large, or that name one item', async () => {
    const { supplier, order } = await openNegotiation(service, { itemCount: 4 });
    const [heading = [], ...rows] = await openSheet(supplier, order);
    const [first = [], second = [], third = [], fourth = []] = rows;
    const huge = (row: string[]): string[] => row.with(PRICE, '9999999').with(QUANTITY, '9999999');
    const send = async (...sent: string[][]) => {
      const sheet = saved([heading, ...sent]);
      const { status, body } = await sendSheet(supplier, order, sheet, {}, '?only_valid=true');
      assert.equal(status, 200, JSON.stringify(body));
      return answersOf(body).map(({ order_item_id, unit_price }) => [order_item_id, unit_price]);
    };
    const [one, two, four] = [first, second, fourth].map((row) => Number(row[1]));
    assert.deepEqual(await send(huge(second), huge(third), first.with(PRICE, '5')), [[one, 5]]);
    assert.deepEqual(
      await send(second.with(PRICE, '6'), first.with(PRICE, '7'), second.with(PRICE, '8')),
      [[one, 7]],
      'which of two prices of an item is meant cannot be known',
    );
    assert.deepEqual(
      await send(second.with(PRICE, '9'), first.with(PRICE, '7x'), fourth.with(PRICE, '4')),
      [
        [one, 7],
        [two, 9],
        [four, 4],
      ],
      'an item whose row is wrong keeps its answer in the draft',
    );
  });

  it('leaves every item as it is in the draft of which no valid row says anything', async () => {
    const { supplier, order } = await openNegotiation(service, { itemCount: 3 });
    const [heading = [], first = [], second = [], third = []] = await openSheet(supplier, order);
    const asked = heading.indexOf('Quantidade pedida');
    const prices = [first, second, third].map((row) => Number(row[1]));
    for (const doubtful of [
      [second, second.with(PRICE, '8')],
      [second.with(asked, '99999')],
      [second.with(1, '').with(PRICE, '9')],
      [second.with(1, '1,2E+05').with(PRICE, '9')],
      [],
    ]) {
      await saveDraft(supplier, order, offerOf(order, 7));
      const sheet = saved([heading, first.with(PRICE, '1'), ...doubtful, third]);
      const { status, body } = await sendSheet(supplier, order, sheet, {}, '?only_valid=true');
      assert.equal(status, 200, JSON.stringify(body));
      assert.deepEqual(
        answersOf(body).map(({ order_item_id, unit_price }) => [order_item_id, unit_price]),
        [
          [prices[0], 1],
          [prices[1], 7],
        ],
        'and the third has a blank row without an error',
      );
    }
  });

  it('keeps what another request saves while it is read', async () => {
    const { supplier, order } = await openNegotiation(service);
    const [heading = [], first = [], second = []] = await openSheet(supplier, order);
    const sheet = saved([heading, first.with(PRICE, '5'), second.with(PRICE, '5x')]);
    for (let round = 0; round < 10; round += 1) {
      const { uuid } = await saveDraft(supplier, order, offerOf(order, 7));
      const [answer] = await Promise.all([
        sendSheet(supplier, order, sheet, {}, '?only_valid=true'),
        service.call('PUT', `/api/v1/supplier/proposals/${uuid}`, {
          token: supplier.token,
          body: offerOf(order, 3),
        }),
      ]);
      assert.ok([200, 409].includes(answer.status), JSON.stringify(answer.body));
      const [, , kept] = await openSheet(supplier, order);
      assert.equal(kept?.[PRICE], '3,00');
    }
  });

  it('takes the terms of its invalid rows too', async () => {
    const { supplier, order } = await openNegotiation(service);
    const [heading = [], first = [], second = []] = await openSheet(supplier, order);
    const parts = heading.indexOf('Vende em parte (sim/não)');
    const minimum = heading.indexOf('Mínimo em itens (R$)');
    const freight = heading.indexOf('Frete proporcional em compra parcial (sim/não)');
    const send = (...rows: string[][]) =>
      sendSheet(supplier, order, saved([heading, ...rows]), {}, '?only_valid=true');
    const wrong = first.with(PRICE, '12,345678').with(parts, 'sim').with(freight, 'sim');
    const { body } = await send(wrong, second.with(PRICE, '5').with(minimum, '500'));
    assert.deepEqual(
      [body.allows_partial, body.partial_minimum, body.freight_rule, body.items.length],
      [true, 500, 'proportional', 1],
    );
    const loosened = await send(
      first.with(PRICE, 'x').with(parts, 'sim').with(minimum, 'muito'),
      second.with(PRICE, '5'),
    );
    assert.deepEqual(Object.keys(errorsOf(loosened) ?? {}).toSorted(), [
      'rows.2.partial_minimum',
      'rows.2.unit_price',
    ]);
  });

  it('asks again how a wrong parameter was meant', async () => {
    const { supplier, order } = await openNegotiation(service);
    const [heading = [], first = [], second = []] = await openSheet(supplier, order);
    const sheet = saved([heading, first.with(PRICE, '5'), second.with(PRICE, '5x')]);
    for (const only of ['talvez', 'no', 'off']) {
      const answer = await sendSheet(supplier, order, sheet, {}, `?only_valid=${only}`);
      assert.ok('only_valid' in (errorsOf(answer) ?? {}), only);
    }
    assert.deepEqual(await draftsOf(supplier), []);
  });
});

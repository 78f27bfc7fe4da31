import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ProducerOrder } from '@lavra/contract/orders/schemas';
import {
  autosaveStories,
  createService,
  openEditor,
  type AutosaveUse,
} from '../../forms/autosave.fixture.ts';
import { orderFormat, orderStart } from './draft-format.ts';
import { draftItem } from './draft-item.fixture.ts';
import {
  bodyOf,
  emptyDraft,
  quantityOf,
  type DraftItem,
  type DraftValues,
} from './draft-values.ts';

const item = (quantity: string): DraftItem => draftItem('Ureia', { key: quantity, quantity });
const draft = (part: Partial<DraftValues>): DraftValues => ({
  ...emptyDraft,
  description: 'Safra',
  deadline_date: '2026-12-01',
  ...part,
});

const order: AutosaveUse<DraftValues, ProducerOrder> = {
  format: orderFormat,
  startOf: orderStart,
  // The fields of an order that the editor reads.
  stored: (values, version) =>
    ({
      delivery_address: null,
      ...bodyOf(values),
      ...version,
      items: values.items.flatMap(({ quantity, notes, ...rest }, id) => {
        const amount = quantityOf({ quantity });
        return amount === undefined
          ? []
          : [{ ...rest, id, quantity: amount, notes: notes || null }];
      }),
    }) as unknown as ProducerOrder,
  opened: draft({}),
};

autosaveStories('a draft order', order, {
  mine: draft({ items: [item('2')] }),
  more: draft({ items: [item('2'), item('1.250,5')] }),
  theirs: draft({ notes: 'Entregar de manhã' }),
});

it('a draft order keeps an item without a quantity on the device, also after it is saved', async () => {
  const values = draft({ items: [item('2'), item('')] });
  const first = openEditor(order);
  first.saver.change(values);
  assert.equal(await first.saver.flush(), true);
  assert.deepEqual([first.state().kind, first.kept()?.draft], ['saved', values]);
  assert.equal(first.service.stored()?.items.length, 1);
  assert.deepEqual(openEditor(order, first.service, first.kept()).start.draft, values);
});

it('a draft order opens without the service from what the device kept, and is saved later', async () => {
  const service = createService(order);
  assert.equal(orderStart(undefined, undefined), undefined);
  const stored = service.stored();
  assert.ok(stored);
  const local = {
    draft: draft({ notes: 'mais' }),
    base: { uuid: stored.uuid, version: stored.version },
  };
  const { saver, start } = openEditor(order, service, local, { seen: undefined });
  assert.deepEqual(
    [start.draft, start.base, start.state.kind],
    [local.draft, local.base, 'offline'],
  );
  assert.equal(await saver.flush(), true);
  assert.equal(service.stored()?.notes, 'mais');
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ApiError } from '../../api/api-error.ts';
import { lacksItems, withoutItemsIfTooLarge } from './large-list.ts';

it('a list that is too large with its items comes without them, and other errors are thrown', async () => {
  const read = (code: string) => (more: object) =>
    'items' in more
      ? Promise.resolve('short')
      : Promise.reject(new ApiError(422, { code, error: 'Não.' }));
  assert.equal(await withoutItemsIfTooLarge(read('proposals_too_large')), 'short');
  await assert.rejects(withoutItemsIfTooLarge(read('order_not_found')), {
    code: 'order_not_found',
  });
  assert.equal(await withoutItemsIfTooLarge(() => Promise.resolve('whole')), 'whole');
});

it('proposals that offer items and hold none came without them', () => {
  assert.ok(lacksItems([{ items: [], priced_items: 3 }]));
  assert.ok(!lacksItems([{ items: [], priced_items: 0 }]));
  assert.ok(!lacksItems([]));
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startService } from '../../../test/service.ts';
import { loadReferenceData } from './load-reference-data.ts';

const service = await startService();
const { q } = service.db;
/** Loads the data as a release with other data would. */
async function loadAgain(): Promise<void> {
  await q
    .updateTable('settings')
    .set({ value: JSON.stringify('of an older release') })
    .where('key', '=', 'reference_data.digest')
    .execute();
  await loadReferenceData(service.app.platform.command);
}
const cultures = async () =>
  (await q.selectFrom('cultures').select('name').orderBy('id').execute()).map(({ name }) => name);

describe('loading the reference data', () => {
  it('adds 235 cultures and the two pages to a new installation', async () => {
    assert.equal((await cultures()).length, 235);
    const pages = await q
      .selectFrom('pages')
      .select(['slug', 'status', 'edited_by'])
      .orderBy('slug')
      .execute();
    assert.deepEqual(
      pages,
      ['politica-de-privacidade', 'termos-de-uso'].map((slug) => ({
        slug,
        status: 'active',
        edited_by: null,
      })),
    );
  });

  it('keeps what administrators renamed, removed, added or rewrote', async () => {
    await q
      .updateTable('cultures')
      .set({ name: 'Soja transgênica' })
      .where('name', '=', 'Soja OGM')
      .execute();
    await q.deleteFrom('cultures').where('name', '=', 'Abacate').execute();
    await q
      .updateTable('pages')
      .set({ content: '<p>Os nossos</p>' })
      .where('slug', '=', 'termos-de-uso')
      .execute();
    await loadAgain();
    const names = await cultures();
    assert.deepEqual(
      [
        names.length,
        names.includes('Soja transgênica'),
        names.includes('Soja OGM'),
        names.includes('Abacate'),
      ],
      [234, true, false, false],
    );
    assert.equal(
      (
        await q
          .selectFrom('pages')
          .select('content')
          .where('slug', '=', 'termos-de-uso')
          .executeTakeFirstOrThrow()
      ).content,
      '<p>Os nossos</p>',
    );
  });

  it('keeps plans and features as administrators made them', async () => {
    const plan = await q
      .selectFrom('plans')
      .select('id')
      .where('slug', '=', 'produtor-essencial')
      .executeTakeFirstOrThrow();
    await q
      .updateTable('plans')
      .set({ slug: 'outro-endereco', price_monthly: '1.00', is_default: false })
      .where('id', '=', plan.id)
      .execute();
    await q.deleteFrom('plan_features').execute();
    await q.deleteFrom('features').where('key', '=', 'orders.max_items').execute();
    await loadAgain();
    const plans = await q
      .selectFrom('plans')
      .select(['slug', 'price_monthly', 'is_default'])
      .where('profile_type', '=', 'producer')
      .execute();
    assert.deepEqual(plans, [{ slug: 'outro-endereco', price_monthly: '1.00', is_default: false }]);
    const features = (await q.selectFrom('features').select('key').orderBy('key').execute()).map(
      ({ key }) => key,
    );
    assert.deepEqual(features, [
      'orders.max_active',
      'proposals.max_per_month',
      'proposals.spreadsheet',
    ]);
    assert.deepEqual(await q.selectFrom('plan_features').selectAll().execute(), []);
  });

  it('adds a culture that is new in a release', async () => {
    const known = JSON.stringify((await cultures()).filter((name) => name !== 'Soja'));
    await q.deleteFrom('cultures').where('name', '=', 'Soja').execute();
    await q
      .updateTable('settings')
      .set({ value: known })
      .where('key', '=', 'reference_data.cultures')
      .execute();
    await loadAgain();
    assert.ok((await cultures()).includes('Soja'));
  });
});

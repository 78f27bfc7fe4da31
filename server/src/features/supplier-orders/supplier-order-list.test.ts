import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SupplierOrder, SupplierOrderSummary } from '@lavra/contract/orders/supplier-schemas';
import type { SupplierDashboard } from '@lavra/contract/supplier/schemas';
import { buildProduct } from '../../../test/catalogue.ts';
import { buildOrder, type OrderFields, type TestOrder } from '../../../test/orders.ts';
import {
  RIO_VERDE,
  SORRISO,
  buildProducer,
  buildSupplier,
  type TestPerson,
} from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import {
  assertInvalid,
  assertRefused,
  proposalCalls,
  type Refusal,
} from '../proposals/proposals.fixture.ts';
import { supplierCalls, uuidsOf, type OrderPage } from './supplier-orders.fixture.ts';

const service = await startService();
const NOW = new Date('2027-03-09T15:00:00Z');
service.moveClock(NOW);
const { list, listOf, favorite, decline, undo, expected } = supplierCalls(service);
const { saveDraft, submit, submitNew, cancel, reject, accept } = proposalCalls(service);
const producer = await buildProducer(service);
const publish = (fields: Partial<OrderFields> = {}): Promise<TestOrder> =>
  buildOrder(service, { producerId: producer.producerId, ...fields });
const tryList = ({ token }: TestPerson, query: string) =>
  service.call<OrderPage>('GET', `/api/v1/supplier/orders?${query}`, { token });
const setStatus = (order: TestOrder, status: string) =>
  service.db.q.updateTable('orders').set({ status }).where('id', '=', order.id).execute();

describe('the list of orders for suppliers', () => {
  it('shows the published ones by deadline, 15 a page, on both paths', async () => {
    const supplier = await buildSupplier(service);
    for (const status of [
      'rascunho',
      'pendente',
      'em_analise',
      'adjudicada',
      'finalizada',
      'cancelada',
      'revogada',
      'expirada',
    ] as const)
      await publish({ status });
    for (const day of ['20', '10', '30', '10']) await publish({ deadline: `2027-03-${day}` });
    await publish({ deadline: '2027-03-01' });
    for (let n = 0; n < 14; n += 1) await publish({ suspended: n === 0 });
    const [first, second] = [await list(supplier), await list(supplier, 'page=2')];
    assert.deepEqual([...uuidsOf(first), ...uuidsOf(second)], await expected(supplier));
    assert.deepEqual(
      { ...first.meta, next_cursor: '' },
      { current_page: 1, last_page: 2, per_page: 15, total: 19, next_cursor: '' },
    );
    assert.deepEqual(
      [first.data.length, second.data.length, second.meta.next_cursor],
      [15, 4, null],
    );
    assert.deepEqual(
      first.data.slice(0, 3).map((one) => one.dias_restantes),
      [-8, 1, 1],
    );
    assert.ok(first.data.every((one) => !one.favorited && !one.declined && one.matches_profile));
    assert.deepEqual(
      (
        await service.call<OrderPage>('GET', '/api/v1/fornecedor/licitacoes?page=2', {
          token: supplier.token,
        })
      ).body,
      second,
    );
  });

  it('shows of each order what a supplier may see', async () => {
    const supplier = await buildSupplier(service);
    const product = await buildProduct(service);
    const order = await publish({
      items: [{ product }, { product }],
      deadline: '2027-03-09',
      description: 'Insumos da safra',
      closure: 'fechada',
      suspended: true,
    });
    const page = await list(supplier, `product_type_id=${product.typeId}`);
    const { published_at: at, ...rest } = page.data[0] ?? {};
    assert.equal(at, '2027-03-09 12:00:00');
    assert.deepEqual(rest, {
      id: order.id,
      uuid: order.uuid,
      number: order.number,
      description: 'Insumos da safra',
      status: 'publicada',
      status_label: 'Publicada',
      closure_type: 'fechada',
      split_award: true,
      deadline_date: '2027-03-09',
      dias_restantes: 0,
      total_itens: 2,
      is_suspended: true,
      delivery_date: null,
      payment_terms: null,
      notes: null,
      has_pesticide: false,
      legal_notice: null,
      favorited: false,
      declined: false,
      matches_profile: true,
      delivery_address: { city: 'Sorriso', state: 'MT', city_id: SORRISO },
      my_proposal: null,
    });
    assert.deepEqual(
      (await list(supplier)).data.find(({ uuid }) => uuid === order.uuid),
      page.data[0],
      'the plain list says the same',
    );
    await service.db.q
      .updateTable('orders')
      .set({ has_pesticide: true, delivery_city_id: null })
      .where('id', '=', order.id)
      .execute();
    const changed = (await list(supplier)).data.find(({ uuid }) => uuid === order.uuid);
    assert.deepEqual(
      [changed?.delivery_address, changed?.legal_notice?.includes('14.785')],
      [null, true],
    );
  });

  it('names the first items and the distance to the delivery, for those who ask', async () => {
    const [near, far] = [
      await buildSupplier(service, { cityId: SORRISO }),
      await buildSupplier(service, { cityId: RIO_VERDE }),
    ];
    const products = await Promise.all(Array.from({ length: 4 }, () => buildProduct(service)));
    const order = await publish({
      items: products.map((product, n) => ({ product, quantity: `${n + 1}.5` })),
    });
    const nowhere = await publish({ cityId: null });
    const details = async (person: TestPerson, query: string) => {
      const { data } = await list(person, `with_details=true&per_page=100&${query}`);
      const of = ({ uuid }: TestOrder) => data.find((one) => one.uuid === uuid);
      assert.equal(of(nowhere)?.distance_km, null, 'no place of delivery');
      return { first_items: of(order)?.first_items, distance_km: of(order)?.distance_km };
    };
    const names = await service.db.q
      .selectFrom('order_items as oi')
      .innerJoin('products as p', 'p.id', 'oi.product_id')
      .select(['p.name', 'oi.unit'])
      .where('oi.order_id', '=', order.id)
      .orderBy('oi.position')
      .limit(3)
      .execute();
    const first_items = names.map((item, n) => ({ ...item, quantity: n + 1.5 }));
    for (const query of ['', 'sort=-deadline_date', 'sort=number'])
      assert.deepEqual(await details(far, query), { first_items, distance_km: 779 }, query);
    assert.deepEqual(await details(near, ''), { first_items, distance_km: 0 });
    const { next_cursor: cursor } = (await list(far, 'per_page=1')).meta;
    const [after] = (await list(far, `with_details=true&per_page=1&cursor=${cursor ?? ''}`)).data;
    assert.ok(after?.first_items, 'a page by cursor as well');
    await decline(far, order);
    const [declined] = (await listOf('declined', far, 'with_details=true')).data;
    assert.deepEqual(declined?.first_items, first_items);
    for (const page of [await list(near), await listOf('declined', far)])
      assert.ok(page.data.every((one) => !('first_items' in one) && !('distance_km' in one)));
    await service.db.q.deleteFrom('addresses').where('user_id', '=', near.userId).execute();
    assert.deepEqual(await details(near, ''), { first_items, distance_km: null });
  });

  it('can be sorted by distance; orders at an unknown one come last', async () => {
    const supplier = await buildSupplier(service, { cityId: RIO_VERDE });
    const [unknown, far, near] = [
      await publish({ cityId: null, description: 'por distância' }),
      await publish({ cityId: SORRISO, description: 'por distância' }),
      await publish({ cityId: RIO_VERDE, description: 'por distância' }),
    ].map(({ uuid }) => uuid);
    const sorted = async (sort: string) => uuidsOf(await list(supplier, `q=por+dist&sort=${sort}`));
    assert.deepEqual(await sorted('distance_km'), [near, far, unknown]);
    assert.deepEqual(await sorted('-distance_km'), [unknown, far, near]);
    const { data } = await list(supplier, 'q=por+dist&sort=distance_km');
    assert.deepEqual(
      data.map(({ distance_km }) => distance_km),
      [0, 779, null],
      'shown without being asked for',
    );
  });

  it('has every order by distance exactly once, by page number and by cursor, from both ends', async () => {
    const supplier = await buildSupplier(service, { cityId: RIO_VERDE });
    for (const cityId of [SORRISO, RIO_VERDE, null, SORRISO, RIO_VERDE, null])
      await publish({ cityId });
    await decline(supplier, await publish({ cityId: RIO_VERDE }));
    const { data, meta } = await list(supplier, 'with_details=true&per_page=100');
    assert.equal(meta.total, data.length);
    const bySort = (direction: number) =>
      data
        .map(({ id, distance_km }) => ({ id, km: distance_km ?? Infinity }))
        .toSorted((a, b) => direction * (a.km === b.km ? a.id - b.id : a.km - b.km))
        .map(({ id }) => id);
    for (const [sort, direction] of [
      ['distance_km', 1],
      ['-distance_km', -1],
    ] as const) {
      const asked = `sort=${sort}&per_page=4`;
      const [numbered, followed] = [[] as number[], [] as number[]];
      for (let page = 1; page <= Math.ceil(data.length / 4); page += 1)
        numbered.push(...(await list(supplier, `${asked}&page=${page}`)).data.map(({ id }) => id));
      let cursor: string | null = '';
      while (cursor !== null) {
        const next: OrderPage = await list(supplier, `${asked}${cursor && `&cursor=${cursor}`}`);
        followed.push(...next.data.map(({ id }) => id));
        assert.equal(next.meta.total, data.length);
        cursor = next.meta.next_cursor;
      }
      assert.deepEqual([numbered, followed], [bySort(direction), bySort(direction)], sort);
    }
  });

  it("shows the state of the supplier's own proposal: accepted, draft, submitted, else the newest", async (t) => {
    t.after(() => service.moveClock(NOW));
    let seconds = 0;
    const later = (): void => service.moveClock(new Date(NOW.getTime() + 1_000 * (seconds += 1)));
    const [supplier, other] = [await buildSupplier(service), await buildSupplier(service)];
    const order = await publish({ deadline: '2027-03-11' });
    /** Returns the caller's proposal, asserting that it is the same wherever the order is shown. */
    const mine = async (): Promise<SupplierOrderSummary['my_proposal']> => {
      const own = ({ data }: OrderPage) =>
        data.find(({ uuid }) => uuid === order.uuid)?.my_proposal;
      const { my_proposal } = (
        await service.call<SupplierOrder>('GET', `/api/v1/supplier/orders/${order.uuid}`, {
          token: supplier.token,
        })
      ).body;
      for (const found of [
        own(await list(supplier, 'per_page=100')),
        own(await list(supplier, 'favorites=true')),
        own(await listOf('favorites', supplier)),
      ])
        assert.deepEqual(found, my_proposal);
      const { licitacoesUrgentes } = (
        await service.call<SupplierDashboard>('GET', '/api/v1/supplier/dashboard', {
          token: supplier.token,
        })
      ).body;
      assert.deepEqual(
        licitacoesUrgentes.find(({ uuid }) => uuid === order.uuid)?.my_proposal,
        my_proposal,
      );
      return my_proposal;
    };
    const answered = async (): Promise<boolean[]> => {
      const [yes, no] = [
        await list(supplier, 'answered=true&per_page=100'),
        await list(supplier, 'answered=false&per_page=100'),
      ];
      assert.equal(yes.meta.total + no.meta.total, (await list(supplier)).meta.total);
      return [yes, no].map((page) => uuidsOf(page).includes(order.uuid));
    };
    const waits = async (): Promise<boolean> =>
      uuidsOf(await list(supplier, 'waiting=true&per_page=100')).includes(order.uuid);
    await favorite(supplier, order);
    await submitNew(other, order);
    assert.equal(await mine(), null);
    assert.deepEqual([await answered(), await waits()], [[false, true], true]);
    const draft = await saveDraft(supplier, order);
    assert.deepEqual([await answered(), await waits()], [[true, false], true]);
    assert.deepEqual(await mine(), { uuid: draft.uuid, status: 'draft' });
    const sent = await submit(supplier, draft);
    assert.equal(await waits(), false);
    assert.deepEqual(await mine(), { uuid: sent.uuid, status: 'submitted' });
    later();
    const second = await submitNew(supplier, order);
    later();
    const third = await saveDraft(supplier, order);
    assert.deepEqual(await mine(), { uuid: third.uuid, status: 'draft' });
    await cancel(supplier, await submit(supplier, third));
    assert.deepEqual(await mine(), { uuid: second.uuid, status: 'submitted' });
    await reject(producer, second);
    await cancel(supplier, sent);
    assert.deepEqual(await mine(), { uuid: third.uuid, status: 'cancelled' });
    await decline(supplier, order);
    assert.deepEqual((await listOf('declined', supplier)).data[0]?.my_proposal, {
      uuid: third.uuid,
      status: 'cancelled',
    });
    await undo(supplier, order);
    later();
    const won = await submitNew(supplier, order);
    later();
    await submitNew(supplier, order);
    await accept(producer, won);
    const { data } = await listOf('favorites', supplier);
    assert.deepEqual(
      data[0]?.my_proposal,
      { uuid: won.uuid, status: 'accepted' },
      'also when a newer one lost',
    );
    await setStatus(order, 'publicada');
    assert.deepEqual(await mine(), { uuid: won.uuid, status: 'accepted' });
  });

  it('can be filtered, with exact totals for each filter', async () => {
    const supplier = await buildSupplier(service);
    const fungicide = { name: 'Frowncide', active_ingredient: 'Fluazinam' };
    const [seed, fuel] = [await buildProduct(service), await buildProduct(service, fungicide)];
    const here = await publish({
      items: [{ product: seed }],
      deadline: '2027-04-01',
      description: 'Milho verão',
    });
    const there = await publish({
      items: [{ product: seed }, { product: fuel }],
      deadline: '2027-04-02',
      cityId: RIO_VERDE,
    });
    const nowhere = await publish({
      items: [{ product: fuel }],
      deadline: '2027-04-03',
      cityId: null,
    });
    const found = async (query: string): Promise<string[]> => {
      const page = await list(supplier, `${query}&per_page=100`);
      assert.equal(page.meta.total, page.data.length, query);
      return uuidsOf(page).filter((uuid) => [here.uuid, there.uuid, nowhere.uuid].includes(uuid));
    };
    assert.deepEqual(await found(`product_type_id=${seed.typeId}`), [here.uuid, there.uuid]);
    assert.deepEqual(await found(`product_type_id=${fuel.typeId}`), [there.uuid, nowhere.uuid]);
    assert.deepEqual(await found('product_type_id=999999'), []);
    for (const state of ['GO', 'go']) assert.deepEqual(await found(`state=${state}`), [there.uuid]);
    assert.deepEqual(await found(`city_id=${SORRISO}&deadline_from=2027-04-01`), [here.uuid]);
    assert.deepEqual(await found('deadline_from=2027-04-02&deadline_to=2027-04-03'), [
      there.uuid,
      nowhere.uuid,
    ]);
    assert.deepEqual(await found('deadline_to=2027-04-01&deadline_from=2027-04-01'), [here.uuid]);
    for (const q of ['verao', 'MILHO', here.number])
      assert.deepEqual(await found(`q=${q}`), [here.uuid]);
    // What an order asks for finds it, by name or ingredient.
    for (const q of ['frowncide', 'FLUAZINAM'])
      assert.deepEqual(await found(`q=${q}`), [there.uuid, nowhere.uuid]);
    // Some words in what it says, the others in what it asks for, in any order.
    const wheat = await publish({
      items: [{ product: fuel }, { product: seed }],
      description: 'Para o trigo, (66) 99987-6543',
    });
    const said = async (q: string) => uuidsOf(await list(supplier, `q=${q}&per_page=100`));
    for (const q of ['frowncide trigo', 'TRIGO fluazinam', `trigo ${seed.name} frowncide`])
      assert.deepEqual(await said(q), [wheat.uuid], q);
    for (const q of ['frowncide cevada', 'frowncide 99987', 'frowncide 6543'])
      assert.deepEqual(await said(q), [], q);
    // However many products are named so.
    const { subtypeId } = seed;
    for (let n = 0; n < 100; n += 1)
      await buildProduct(service, { subtypeId, name: `Frowncide ${n}` });
    assert.deepEqual(await found('q=frowncide'), [there.uuid, nowhere.uuid]);
    assert.deepEqual(await said('frowncide trigo'), [wheat.uuid]);
    assert.deepEqual(
      await found('search=milho&q=%20&state=MT'),
      [here.uuid, nowhere.uuid].slice(0, 1),
    );
    await favorite(supplier, there);
    for (const yes of ['true', '1'])
      assert.deepEqual(await found(`favorites=${yes}`), [there.uuid]);
    for (const no of ['false', '0'])
      assert.equal(
        (await list(supplier, `favorites=${no}`)).meta.total,
        (await list(supplier)).meta.total,
      );
  });

  it('can be sorted by deadline, publication or number, in both directions', async () => {
    const supplier = await buildSupplier(service);
    const product = await buildProduct(service);
    const items = [{ product }];
    const orders = [
      await publish({ items, deadline: '2027-05-02' }),
      await publish({ items, deadline: '2027-05-01' }),
      await publish({ items, deadline: '2027-05-02' }),
    ];
    for (const [index, at] of ['2027-03-03', '2027-03-01', '2027-03-02'].entries())
      await service.db.q
        .updateTable('orders')
        .set({ published_at: new Date(at) })
        .where('id', '=', orders[index]?.id ?? 0)
        .execute();
    const inOrder = async (sort: string): Promise<number[]> =>
      uuidsOf(await list(supplier, `product_type_id=${product.typeId}&sort=${sort}`)).map((uuid) =>
        orders.findIndex((one) => one.uuid === uuid),
      );
    assert.deepEqual(await inOrder('deadline_date'), [1, 0, 2]);
    assert.deepEqual(await inOrder('-deadline_date'), [2, 0, 1]);
    assert.deepEqual(await inOrder('published_at'), [1, 2, 0]);
    assert.deepEqual(await inOrder('-number'), [2, 1, 0]);
  });

  it('has the same pages when read from either end', async () => {
    const supplier = await buildSupplier(service);
    const all = await expected(supplier);
    for (const perPage of [1, 4, 7, 100]) {
      const pages: string[] = [];
      for (let page = 1; page <= Math.ceil(all.length / perPage); page += 1)
        pages.push(...uuidsOf(await list(supplier, `page=${page}&per_page=${perPage}`)));
      assert.deepEqual(pages, all, `${perPage} a page`);
    }
    for (const page of [Math.ceil(all.length / 4) + 1, 1_000_000])
      assert.deepEqual(
        (({ data, meta }) => [data, meta.total, meta.next_cursor])(
          await list(supplier, `page=${page}&per_page=4`),
        ),
        [[], all.length, null],
      );
  });

  it('refuses invalid values, and ignores unknown names', async () => {
    const supplier = await buildSupplier(service);
    const wrong: Readonly<Record<string, readonly string[]>> = {
      page: ['0', 'x', '1e9'],
      per_page: ['0', '101', '2.5'],
      sort: ['name', 'deadline_date,id', '-'],
      favorites: ['yes', '2'],
      matching: ['x'],
      product_type_id: ['0', 'x'],
      state: ['MTT', '51', 'ZZ'],
      city_id: ['x'],
      deadline_from: ['2027-02-30', '09/03/2027'],
      deadline_to: ['x'],
      q: ['x'.repeat(201), '%00'],
      cursor: ['x'],
    };
    for (const [field, values] of Object.entries(wrong)) {
      for (const value of values)
        assert.deepEqual(
          Object.keys(
            assertRefused(await tryList(supplier, `${field}=${value}`), 422, 'validation_failed')
              .errors ?? {},
          ),
          [field],
          `${field}=${value}`,
        );
    }
    const plain = await list(supplier);
    assert.deepEqual(await list(supplier, 'utm_source=mail&order=x&favoritos=true'), plain);
    for (const kind of ['favorites', 'favoritas']) {
      const url =
        kind === 'favorites'
          ? '/api/v1/supplier/orders/favorites'
          : '/api/v1/fornecedor/licitacoes/favoritas';
      const answer = await service.call<OrderPage>(
        'GET',
        `${url}?sort=nothing&product_type_id=x&state=1&q=x&matching=maybe`,
        { token: supplier.token },
      );
      assert.deepEqual(
        [answer.status, answer.body.data],
        [200, []],
        'the favorites know paging alone',
      );
    }
    const own = await service.call<Refusal>('GET', '/api/v1/supplier/orders/declined?sort=number', {
      token: supplier.token,
    });
    assertInvalid(own, { sort: 'Este campo não é conhecido.' });
  });

  it('refuses a cursor of another list, and a forged one', async () => {
    const supplier = await buildSupplier(service);
    const forge = (...values: unknown[]): string =>
      Buffer.from(JSON.stringify(values)).toString('base64url');
    const next = (await list(supplier, 'per_page=2')).meta.next_cursor ?? '';
    for (const query of [
      `cursor=${forge('orders:deadline_date', '2027-02-30', 1)}`,
      `cursor=${forge('orders:deadline_date', '2027-02-28', 1.5)}`,
      `cursor=${forge('orders:deadline_date', "' OR true", 1)}`,
      `sort=-deadline_date&cursor=${next}`,
      `sort=number&cursor=${forge('orders:number', 'a\0', 1)}`,
      `sort=number&cursor=${forge('orders:number', '\uD800', 1)}`,
      `sort=published_at&cursor=${forge('orders:published_at', 'now', 1)}`,
      `matching=1&cursor=${forge('orders:deadline_date', 'infinity', 1)}`,
    ])
      assertInvalid(await tryList(supplier, query), {
        cursor: 'Este cursor não é válido para esta lista.',
      });
    assert.equal(
      (await tryList(supplier, `favorites=false&cursor=${next}`)).status,
      200,
      'the same walk under other words',
    );
    for (const kind of ['favorites', 'declined'])
      assertInvalid(
        await service.call<Refusal>('GET', `/api/v1/supplier/orders/${kind}?cursor=${next}`, {
          token: supplier.token,
        }),
        { cursor: 'Este cursor não é válido para esta lista.' },
      );
  });
});

describe('the matching of orders and suppliers', () => {
  it('goes by product types and coverage, where an empty choice means everything', async () => {
    const [seed, fuel] = [await buildProduct(service), await buildProduct(service)];
    const orders = {
      seedInSorriso: await publish({ items: [{ product: seed }] }),
      bothInRioVerde: await publish({
        items: [{ product: seed }, { product: fuel }],
        cityId: RIO_VERDE,
      }),
      fuelInSorriso: await publish({ items: [{ product: fuel }] }),
      seedNowhere: await publish({ items: [{ product: seed }], cityId: null }),
    };
    const names = Object.keys(orders) as (keyof typeof orders)[]; // its own keys
    const seenBy = async (profile: Parameters<typeof buildSupplier>[1]) => {
      const supplier = await buildSupplier(service, profile);
      const marked = (await list(supplier, 'per_page=100&deadline_from=2036-12-15')).data
        .filter((one) => one.matches_profile)
        .map(({ uuid }) => uuid);
      const matching = uuidsOf(
        await list(supplier, 'per_page=100&deadline_from=2036-12-15&matching=true'),
      );
      assert.deepEqual(matching, marked, 'the filter and the mark agree');
      return names.filter((name) => matching.includes(orders[name].uuid));
    };
    assert.deepEqual(await seenBy({}), names);
    assert.deepEqual(await seenBy({ productTypeIds: [seed.typeId] }), [
      'seedInSorriso',
      'bothInRioVerde',
      'seedNowhere',
    ]);
    assert.deepEqual(await seenBy({ productTypeIds: [fuel.typeId] }), [
      'bothInRioVerde',
      'fuelInSorriso',
    ]);
    assert.deepEqual(await seenBy({ productTypeIds: [fuel.typeId, seed.typeId], states: ['GO'] }), [
      'bothInRioVerde',
    ]);
    assert.deepEqual(await seenBy({ states: ['MT', 'GO'] }), [
      'seedInSorriso',
      'bothInRioVerde',
      'fuelInSorriso',
    ]);
    assert.deepEqual(await seenBy({ states: ['BA'] }), []);
    assert.deepEqual(await seenBy({ cityIds: [SORRISO], productTypeIds: [seed.typeId] }), [
      'seedInSorriso',
    ]);
    assert.deepEqual(await seenBy({ cityIds: [RIO_VERDE] }), ['bothInRioVerde']);
  });
});

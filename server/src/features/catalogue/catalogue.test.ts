import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildAdmin, buildConsultant, buildProducer, buildSupplier } from '../../../test/people.ts';
import { startService, type Answer } from '../../../test/service.ts';

interface Body {
  id: number;
  name: string;
  description: string | null;
  active: boolean;
  is_pesticide: boolean;
  subtypes_count: number;
  products_count: number;
  product_type_id: number;
  product_subtype_id: number;
  brand: string | null;
  active_ingredient: string | null;
  concentration: string | null;
  unit: string;
  symbol: string;
  type: { id: number; name: string };
  subtype: { id: number; name: string };
  created_at: string;
  updated_at: string;
  message: string;
  code: string;
  errors: Record<string, string[]>;
}

const service = await startService();
const admin = await buildAdmin(service);
const finance = await buildAdmin(service, 'financeiro');
const producer = await buildProducer(service);
const others = [producer, await buildSupplier(service), await buildConsultant(service)];

type Sent = { body?: unknown; token?: string; headers?: Record<string, string> };
const call = (
  method: string,
  path: string,
  { token = admin.token, ...sent }: Sent = {},
): Promise<Answer<Body>> => service.call<Body>(method, `/api/v1/${path}`, { token, ...sent });

async function ok(method: string, path: string, sent?: Sent): Promise<Body> {
  const { status, body } = await call(method, path, sent);
  assert.equal(status, 200, `${method} ${path}: ${JSON.stringify(body)}`);
  return body;
}

async function refused(method: string, path: string, code: string, sent?: Sent): Promise<Body> {
  const { status, body } = await call(method, path, sent);
  assert.deepEqual([status, body.code], [422, code], `${method} ${path}`);
  return body;
}

async function wrongFields(method: string, path: string, body: unknown): Promise<string[]> {
  return Object.keys(
    (await refused(method, path, 'validation_failed', { body })).errors,
  ).toSorted();
}

/** Returns the audit entries about one resource, oldest first. */
const auditOf = (resource: string, id: number) =>
  service.db.q
    .selectFrom('audit_log as a')
    .innerJoin('audit_values as v', 'v.audit_id', 'a.id')
    .select(['a.action', 'a.actor_id', 'v.old_values', 'v.new_values'])
    .where('a.resource_type', '=', resource)
    .where('a.resource_id', '=', id)
    .orderBy('a.id')
    .execute();

// The log stores objects.
const nameIn = (values: unknown): unknown => (values as Partial<Body> | undefined)?.name;

let ordinal = 0;
const name = (kind: string): string => {
  ordinal += 1;
  return `${kind} ${ordinal}`;
};
const newType = (fields: object = {}) =>
  ok('POST', 'product-types', { body: { name: name('Tipo novo'), ...fields } });
const newSubtype = async (fields: object = {}) =>
  ok('POST', 'product-subtypes', {
    body: { name: name('Subtipo novo'), product_type_id: (await newType()).id, ...fields },
  });
const newProduct = async (fields: object = {}) =>
  ok('POST', 'products', {
    body: {
      name: name('Produto novo'),
      unit: 'L',
      product_subtype_id: (await newSubtype()).id,
      ...fields,
    },
  });
const newUnit = (fields: object = {}) => {
  ordinal += 1;
  return ok('POST', 'admin/measurement-units', {
    body: { symbol: `U${ordinal}`, name: `unidade nova ${ordinal}`, ...fields },
  });
};

const kinds = [
  {
    path: 'product-types',
    resource: 'product_type',
    make: newType,
    valid: () => ({ name: name('Tipo') }),
  },
  {
    path: 'product-subtypes',
    resource: 'product_subtype',
    make: newSubtype,
    valid: (typeId: number) => ({ name: name('Subtipo'), product_type_id: typeId }),
  },
  {
    path: 'products',
    resource: 'product',
    make: newProduct,
    valid: (_typeId: number, subtypeId: number) => ({
      name: name('Produto'),
      unit: 'KG',
      product_subtype_id: subtypeId,
    }),
  },
  {
    path: 'admin/measurement-units',
    resource: 'measurement_unit',
    make: newUnit,
    valid: () => {
      ordinal += 1;
      return { name: name('unidade'), symbol: `X${ordinal}` };
    },
  },
];

for (const { path, resource, make, valid } of kinds) {
  describe(`access to ${path}`, () => {
    it('is refused without a token', async () => {
      const { id } = await make();
      for (const [method, url] of [
        ['GET', path],
        ['POST', path],
        ['GET', `${path}/${id}`],
        ['PUT', `${path}/${id}`],
        ['DELETE', `${path}/${id}`],
      ] as const) {
        const body = method === 'POST' || method === 'PUT' ? { body: {} } : {};
        assert.equal(
          (await service.call(method, `/api/v1/${url}`, body)).status,
          401,
          `${method} ${url}`,
        );
      }
    });

    it('lets every profile read', async () => {
      const { id } = await make();
      for (const { token } of [finance, ...others]) {
        await ok('GET', path, { token });
        assert.equal((await ok('GET', `${path}/${id}`, { token })).id, id);
      }
    });

    it('lets only admins with the permission write, which is checked before anything else', async () => {
      const { id } = await make();
      for (const { token } of [finance, ...others]) {
        for (const [method, url] of [
          ['POST', path],
          ['PUT', `${path}/${id}`],
          ['PUT', `${path}/999999`],
          ['DELETE', `${path}/${id}`],
        ] as const) {
          const { status, body } = await call(
            method,
            url,
            method === 'DELETE' ? { token } : { token, body: { name: 5 } },
          );
          assert.deepEqual([status, body.code], [403, 'forbidden'], `${method} ${url}`);
        }
      }
      await ok('POST', path, {
        token: (await buildAdmin(service, 'operacional')).token,
        body: valid((await newType()).id, (await newSubtype()).id),
      });
    });

    it('returns 404 for what does not exist, whatever the form of its id', async () => {
      for (const id of [
        '999999',
        '0',
        '-1',
        'abc',
        '1.5',
        '2147483648',
        '9007199254740993',
        '99999999999999999999',
        "1'--",
      ]) {
        for (const method of ['GET', 'PUT', 'DELETE']) {
          const { status } = await call(
            method,
            `${path}/${encodeURIComponent(id)}`,
            method === 'PUT' ? { body: { name: 5 } } : {},
          );
          assert.equal(status, 404, `${method} ${id}`);
        }
      }
    });

    it('adds one audit row per change, with only the changed fields', async () => {
      const { id } = await make({ name: name('Antes') });
      const before = (await ok('GET', `${path}/${id}`)).name;
      await ok('PUT', `${path}/${id}`, { body: { name: `${before} depois`, active: false } });
      await ok('PUT', `${path}/${id}`, { body: { name: `${before} depois`, active: false } });
      await refused('PUT', `${path}/${id}`, 'validation_failed', { body: { name: ' ' } });
      await ok('DELETE', `${path}/${id}`);
      assert.equal((await call('GET', `${path}/${id}`)).status, 404);
      const entries = await auditOf(resource, id);
      assert.deepEqual(
        entries.map((entry) => entry.action),
        ['created', 'updated', 'deleted'],
      );
      assert.ok(entries.every((entry) => entry.actor_id === admin.userId));
      const [created, updated, deleted] = entries;
      assert.equal(created?.old_values, null);
      assert.equal(nameIn(created?.new_values), before);
      assert.deepEqual(
        [updated?.old_values, updated?.new_values],
        [
          { name: before, active: true },
          { name: `${before} depois`, active: false },
        ],
      );
      assert.equal(nameIn(deleted?.old_values), `${before} depois`);
      assert.equal(deleted?.new_values, null);
    });

    it('allows a name once, ignoring accents and case, also when ten ask for it at once', async () => {
      const [typeId, subtypeId] = [(await newType()).id, (await newSubtype()).id];
      const wanted = name('Ação');
      const answers = await Promise.all(
        Array.from({ length: 10 }, () =>
          call('POST', path, { body: { ...valid(typeId, subtypeId), name: wanted } }),
        ),
      );
      assert.deepEqual(
        answers.map((answer) => answer.status).toSorted((a, b) => a - b),
        [200, ...Array.from({ length: 9 }, () => 422)],
      );
      for (const { status, body } of answers)
        if (status === 422) assert.deepEqual(Object.keys(body.errors), ['name']);
      const folded = wanted.toUpperCase().replace('Ç', 'C').replace('Ã', 'A');
      assert.deepEqual(
        await wrongFields('POST', path, {
          ...valid(typeId, subtypeId),
          name: `  ${folded.replace(' ', '   ')} `,
        }),
        ['name'],
      );
      const other = await ok('POST', path, { body: valid(typeId, subtypeId) });
      assert.deepEqual(await wrongFields('PUT', `${path}/${other.id}`, { name: folded }), ['name']);
      assert.equal(
        (await ok('PUT', `${path}/${other.id}`, { body: { name: other.name.toUpperCase() } })).name,
        other.name.toUpperCase(),
      );
    });

    it('refuses a name that is missing, empty, blank, invisible, too long, unstorable or no text', async () => {
      const [typeId, subtypeId] = [(await newType()).id, (await newSubtype()).id];
      const { name: _name, ...nameless } = valid(typeId, subtypeId);
      assert.deepEqual(await wrongFields('POST', path, nameless), ['name']);
      const { id } = await make();
      for (const wrong of [
        '',
        '  ',
        '\u200B',
        'a'.repeat(201),
        'a\0b',
        '\uD800',
        5,
        null,
        ['x'],
        {},
      ]) {
        assert.deepEqual(
          await wrongFields('POST', path, { ...nameless, name: wrong }),
          ['name'],
          JSON.stringify(wrong),
        );
        assert.deepEqual(
          await wrongFields('PUT', `${path}/${id}`, { name: wrong }),
          ['name'],
          JSON.stringify(wrong),
        );
      }
      assert.deepEqual(await wrongFields('PUT', `${path}/${id}`, { active: 'true' }), ['active']);
      assert.deepEqual(await wrongFields('PUT', `${path}/${id}`, { active: null }), ['active']);
      assert.equal((await call('POST', path, { body: [] })).status, 422);
      assert.equal(
        (
          await ok('POST', path, {
            body: {
              ...nameless,
              ...valid(typeId, subtypeId),
              name: '名'.repeat(196) + String(id).padStart(4, '0'),
            },
          })
        ).name.length,
        200,
      );
    });

    it('has one effect for repeated requests under one Idempotency-Key', async () => {
      const [typeId, subtypeId] = [(await newType()).id, (await newSubtype()).id];
      const sent = {
        body: valid(typeId, subtypeId),
        headers: { 'idempotency-key': name('chave').replace(' ', '-') },
      };
      assert.deepEqual(await ok('POST', path, sent), await ok('POST', path, sent));
    });
  });
}

describe('a product type', () => {
  it('is active and no pesticide by default, and counts its subtypes', async () => {
    const type = await newType({ description: ' ' });
    assert.deepEqual(
      [type.active, type.is_pesticide, type.description, type.subtypes_count],
      [true, false, null, 0],
    );
    await newSubtype({ product_type_id: type.id });
    assert.equal((await ok('GET', `product-types/${type.id}`)).subtypes_count, 1);
  });

  it('keeps fields that a change omits, and clears those that are null', async () => {
    const { id } = await newType({ description: 'Defesa da lavoura', is_pesticide: true });
    const changed = await ok('PUT', `product-types/${id}`, {
      body: { active: false, cor: 'azul' },
    });
    assert.deepEqual(
      [changed.description, changed.is_pesticide, changed.active],
      ['Defesa da lavoura', true, false],
    );
    assert.equal(
      (await ok('PUT', `product-types/${id}`, { body: { description: null } })).description,
      null,
    );
  });

  it('cannot be deleted while it has subtypes or suppliers', async () => {
    const { id } = await newType();
    const subtype = await newSubtype({ product_type_id: id });
    await newSubtype({ product_type_id: id });
    const { error } = (await refused('DELETE', `product-types/${id}`, 'has_subtypes')) as Body & {
      error: string;
    };
    assert.match(error, /Há subtipos neste tipo \(2\)/);
    const chosen = await newType();
    await buildSupplier(service, { productTypeIds: [chosen.id] });
    await refused('DELETE', `product-types/${chosen.id}`, 'type_in_use');
    assert.deepEqual(
      (await auditOf('product_type', id)).map((entry) => entry.action),
      ['created'],
      'a refusal leaves no trace',
    );
    assert.equal((await ok('GET', `product-subtypes/${subtype.id}`)).type.id, id);
  });
});

describe('a subtype', () => {
  it('belongs to an existing type, and may move to another', async () => {
    const subtype = await newSubtype({ description: 'Folha larga' });
    assert.deepEqual(
      [subtype.type.id, subtype.products_count, subtype.active],
      [subtype.product_type_id, 0, true],
    );
    const type = await newType();
    const moved = await ok('PUT', `product-subtypes/${subtype.id}`, {
      body: { product_type_id: type.id },
    });
    assert.deepEqual(
      [moved.type, moved.description, moved.name],
      [{ id: type.id, name: type.name }, 'Folha larga', subtype.name],
    );
    for (const wrong of [999_999, 0, 1.5, '1', null, Number.MAX_SAFE_INTEGER, 2_147_483_648]) {
      assert.deepEqual(
        await wrongFields('POST', 'product-subtypes', { name: name('S'), product_type_id: wrong }),
        ['product_type_id'],
        String(wrong),
      );
      assert.deepEqual(
        await wrongFields('PUT', `product-subtypes/${subtype.id}`, { product_type_id: wrong }),
        ['product_type_id'],
        String(wrong),
      );
    }
  });

  it('may share its name with subtypes of other types, but not within one type', async () => {
    const [one, two] = [await newType(), await newType()];
    await newSubtype({ name: 'Herbicidas', product_type_id: one.id });
    const second = await newSubtype({ name: 'herbicidas', product_type_id: two.id });
    assert.deepEqual(
      await wrongFields('PUT', `product-subtypes/${second.id}`, { product_type_id: one.id }),
      ['name'],
    );
  });

  it('cannot be deleted while it has products', async () => {
    const { product_subtype_id } = await newProduct();
    const { error } = (await refused(
      'DELETE',
      `product-subtypes/${product_subtype_id}`,
      'has_products',
    )) as Body & { error: string };
    assert.match(error, /Há produtos neste subtipo \(1\)/);
    assert.equal((await ok('GET', `product-subtypes/${product_subtype_id}`)).products_count, 1);
  });
});

describe('a product', () => {
  it('shows its subtype and type, and its texts can be set, kept and cleared', async () => {
    const subtype = await newSubtype();
    const product = await newProduct({
      product_subtype_id: subtype.id,
      brand: '  Roundup  ',
      concentration: '480 g/L',
      description: '',
    });
    assert.deepEqual(
      [product.subtype.name, product.type.id, product.brand, product.description, product.active],
      [subtype.name, subtype.product_type_id, 'Roundup', null, true],
    );
    const changed = await ok('PUT', `products/${product.id}`, {
      body: { brand: null, active_ingredient: 'Glifosato', unit: 'KG' },
    });
    assert.deepEqual(
      [changed.brand, changed.active_ingredient, changed.concentration, changed.unit],
      [null, 'Glifosato', '480 g/L', 'KG'],
    );
  });

  it('adds new brands and active ingredients to their registries, once', async () => {
    const [brand, ingredient] = [name('Marca Ímpar'), name('Ácido novo')];
    await Promise.all([1, 2, 3, 4].map(() => newProduct({ brand, active_ingredient: ingredient })));
    await newProduct({
      brand: brand.toUpperCase(),
      active_ingredient: ingredient.replace('Á', 'a'),
    });
    const product = await newProduct();
    await ok('PUT', `products/${product.id}`, { body: { brand: `${brand} 2` } });
    const brands = await service.db.q
      .selectFrom('brands')
      .select(['id', 'name'])
      .where('name', 'ilike', `${brand}%`)
      .orderBy('id')
      .execute();
    assert.deepEqual(
      brands.map((row) => row.name),
      [brand, `${brand} 2`],
    );
    assert.deepEqual(
      (await auditOf('brand', brands[0]?.id ?? 0)).map((entry) => entry.action),
      ['created'],
    );
    assert.equal(
      (
        await service.db.q
          .selectFrom('active_ingredients')
          .select('id')
          .where('name', 'like', '%cido novo%')
          .execute()
      ).length,
      1,
    );
  });

  it('is refused field by field', async () => {
    const { product_subtype_id, id } = await newProduct();
    const valid = { name: name('P'), unit: 'L', product_subtype_id };
    const wrong = {
      product_subtype_id: [999_999, 0, '1', null],
      unit: ['XYZ', '', 'll', null, 5],
      description: ['d'.repeat(2001), 5],
      brand: ['b'.repeat(301), 5, 'a\0'],
      active_ingredient: [
        'a'.repeat(501),
        {},
        Array.from({ length: 500 }, (_, n) =>
          String.fromCodePoint(0xac00 + ((n * 7919) % 11_172)),
        ).join(''),
      ],
      concentration: ['c'.repeat(301)],
      active: [1],
    };
    for (const [field, values] of Object.entries(wrong)) {
      for (const value of values) {
        assert.deepEqual(
          await wrongFields('POST', 'products', { ...valid, [field]: value }),
          [field],
          field,
        );
        assert.deepEqual(
          await wrongFields('PUT', `products/${id}`, { [field]: value }),
          [field],
          field,
        );
      }
    }
    assert.deepEqual(await wrongFields('POST', 'products', {}), [
      'name',
      'product_subtype_id',
      'unit',
    ]);
    assert.deepEqual(
      await wrongFields('POST', 'products', { ...valid, unit: 'XYZ', product_subtype_id: 999_999 }),
      ['product_subtype_id', 'unit'],
    );
  });

  it('keeps a unit that has been deactivated, but no other product may use it', async () => {
    const unit = await newUnit();
    const product = await newProduct({ unit: unit.symbol });
    await ok('PUT', `admin/measurement-units/${unit.id}`, { body: { active: false } });
    assert.equal(
      (await ok('PUT', `products/${product.id}`, { body: { unit: unit.symbol, brand: 'Outra' } }))
        .unit,
      unit.symbol,
    );
    const { id, product_subtype_id } = await newProduct();
    assert.deepEqual(await wrongFields('PUT', `products/${id}`, { unit: unit.symbol }), ['unit']);
    assert.deepEqual(
      await wrongFields('POST', 'products', {
        name: name('P'),
        unit: unit.symbol,
        product_subtype_id,
      }),
      ['unit'],
    );
  });
});

describe('a measurement unit', () => {
  it('passes its new symbol on to the products measured in it', async () => {
    const unit = await newUnit();
    const product = await newProduct({ unit: unit.symbol });
    await ok('PUT', `admin/measurement-units/${unit.id}`, {
      body: { symbol: `${unit.symbol}/HA` },
    });
    assert.equal((await ok('GET', `products/${product.id}`)).unit, `${unit.symbol}/HA`);
  });

  it('cannot be deleted while a product is measured in it', async () => {
    const unit = await newUnit();
    await newProduct({ unit: unit.symbol });
    await refused('DELETE', `admin/measurement-units/${unit.id}`, 'unit_in_use');
  });

  it('cannot be deleted or get another symbol when it is L, KG or UN', async () => {
    for (const symbol of ['L', 'KG', 'UN']) {
      const { id } = await service.db.q
        .selectFrom('measurement_units')
        .select('id')
        .where('symbol', '=', symbol)
        .executeTakeFirstOrThrow();
      await refused('DELETE', `admin/measurement-units/${id}`, 'unit_fixed');
      await refused('PUT', `admin/measurement-units/${id}`, 'unit_fixed', {
        body: { symbol: 'ZZ' },
      });
      assert.equal(
        (await ok('PUT', `admin/measurement-units/${id}`, { body: { symbol, active: true } }))
          .symbol,
        symbol,
      );
    }
  });

  it('has a unique symbol whatever the case, in the customary spelling', async () => {
    const { id, symbol } = await newUnit();
    const other = await newUnit();
    assert.deepEqual(
      await wrongFields('POST', 'admin/measurement-units', { symbol, name: name('u') }),
      ['symbol'],
    );
    assert.deepEqual(
      await wrongFields('POST', 'admin/measurement-units', {
        symbol: `${symbol}  `,
        name: name('u'),
      }),
      ['symbol'],
    );
    assert.deepEqual(
      await wrongFields('PUT', `admin/measurement-units/${id}`, { symbol: other.symbol }),
      ['symbol'],
    );
    assert.deepEqual(
      await wrongFields('POST', 'admin/measurement-units', {
        symbol: symbol.toLowerCase(),
        name: name('u'),
      }),
      ['symbol'],
    );
    const bag = await ok('POST', 'admin/measurement-units', {
      body: { symbol: 'sc 25 kg', name: name('saco') },
    });
    assert.equal(bag.symbol, 'sc 25 kg');
    assert.equal(
      (await ok('PUT', `admin/measurement-units/${bag.id}`, { body: { symbol: 'sc 25 Kg' } }))
        .symbol,
      'sc 25 Kg',
    );
    assert.equal((await newProduct({ unit: 'SC 25 KG' })).unit, 'sc 25 Kg');
    for (const [written, kept] of [
      ['kg', 'KG'],
      ['Kg', 'KG'],
      ['l', 'L'],
      ['un', 'UN'],
    ] as const) {
      const product = await newProduct({ unit: written });
      assert.equal(product.unit, kept);
      assert.equal(
        (await ok('PUT', `products/${product.id}`, { body: { unit: 'ml' } })).unit,
        'ML',
      );
    }
    for (const wrong of ['', ' ', 'kg', 'Kg', 'l', 'ml', 'a'.repeat(21), 'Ç', 5, null])
      assert.deepEqual(
        await wrongFields('PUT', `admin/measurement-units/${id}`, { symbol: wrong }),
        ['symbol'],
      );
    assert.deepEqual(
      await wrongFields('POST', 'admin/measurement-units', {
        symbol: 'NOVA',
        name: name('u'),
        cor: 'azul',
      }),
      ['cor'],
    );
  });
});

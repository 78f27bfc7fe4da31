import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { equivalence } from '@lavra/domain/proposal/equivalence';
import { fold } from '@lavra/domain/text/fold';
import { readCultures } from '../features/reference-data/cultures.ts';
import { readProductTypes } from '../features/reference-data/product-types.ts';
import { readUnits } from '../features/reference-data/units.ts';
import { describeDemoProduct, readDemoCatalogue } from './demo-catalogue.ts';

const { extra_types, products } = readDemoCatalogue();
const types = [...readProductTypes(), ...extra_types];

describe('the demo catalogue', () => {
  test('has 286 registered pesticides and 26 generic products without a brand', () => {
    assert.equal(
      products.filter((product) => product.brand !== null && product.registration !== null).length,
      286,
    );
    assert.equal(
      products.filter((product) => product.brand === null && product.registration === null).length,
      26,
    );
  });

  test('names only subtypes, units and crops that exist', () => {
    const subtypes = new Set(types.flatMap((type) => type.subtypes.map((subtype) => subtype.name)));
    const units = new Set(readUnits().map((unit) => unit.symbol));
    const cultures = new Set(readCultures());
    assert.deepEqual(
      products.filter((product) => !subtypes.has(product.subtype) || !units.has(product.unit)),
      [],
    );
    assert.deepEqual(
      products.flatMap((product) => product.cultures).filter((name) => !cultures.has(name)),
      [],
    );
  });

  test('has no duplicate name and no duplicate registration', () => {
    const registrations = products.flatMap((product) => product.registration ?? []);
    assert.equal(new Set(products.map((product) => fold(product.name))).size, products.length);
    assert.equal(new Set(registrations).size, registrations.length);
  });

  test('gives every active ingredient of a registered product its concentration', () => {
    for (const product of products.filter((product) => product.registration !== null)) {
      const ingredients = product.active_ingredient?.split(' + ').length;
      assert.equal(product.concentration?.split(' + ').length, ingredients, product.name);
    }
  });

  test('contains many equivalent products: a dozen brands with glyphosate, and eighty with a counterpart', () => {
    const registered = products.filter((product) => product.registration !== null);
    const glyphosate = registered.filter((product) =>
      product.active_ingredient?.startsWith('Glifosato'),
    );
    const withTwin = registered.filter((one) =>
      registered.some((other) => other !== one && equivalence(one, other) === 'same'),
    );
    assert.ok(glyphosate.length >= 12);
    assert.ok(withTwin.length >= 80);
  });

  test('starts with a small demo of about 60 products of every product type', () => {
    const core = products.slice(0, 65);
    assert.ok(core.every((product) => product.core));
    assert.ok(products.slice(65).every((product) => !product.core));
    const subtypes = new Set(core.map((product) => product.subtype));
    assert.ok(types.every((type) => type.subtypes.some((subtype) => subtypes.has(subtype.name))));
  });

  test('describes a registered product in Portuguese, and no generic one', () => {
    const trop = products.find((product) => product.name === 'Trop');
    const urea = products.find((product) => product.name === 'Ureia 45% N');
    assert.ok(trop && urea);
    assert.match(
      String(describeDemoProduct(trop)),
      /^Registro MAPA 3495, titular Adama Brasil S\.A\. Formulação: SL\. Classe/,
    );
    assert.equal(describeDemoProduct(urea), null);
  });
});

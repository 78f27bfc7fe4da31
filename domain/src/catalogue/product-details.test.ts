import assert from 'node:assert/strict';
import { it } from 'node:test';
import { productDetails } from './product-details.ts';

it('the details of a product do not repeat its name', () => {
  const facts = { active_ingredient: 'Glifosato', concentration: '480 g/L' };
  assert.equal(
    productDetails({ name: 'Braddock SL', brand: 'BRADDOCK SL', ...facts }),
    'Glifosato · 480 g/L',
  );
  assert.equal(
    productDetails({ name: 'Glifosato 480', brand: 'Braddock SL', ...facts }),
    'Braddock SL · Glifosato · 480 g/L',
  );
  assert.equal(
    productDetails({ name: 'Ureia', brand: null, active_ingredient: null, concentration: '45% N' }),
    '45% N',
  );
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { maskDocument, maskPhone, maskPostalCode } from './masks.ts';

it('a mask is applied to readable values, and other values stay the same', () => {
  assert.equal(maskDocument('cnpj', '12abc34501de35'), '12.ABC.345/01DE-35');
  assert.equal(maskDocument('cpf', '529.982.247-25'), '529.982.247-25');
  assert.equal(maskDocument('cpf', '5299'), '5299');
  assert.equal(maskPhone('+55 66 99999 8888'), '(66) 99999-8888');
  assert.equal(maskPhone('ramal 12'), 'ramal 12');
  assert.equal(maskPostalCode('78.890-000'), '78890-000');
  assert.equal(maskPostalCode('788'), '788');
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isDocument, isPassword, isPhone, isPostalCode } from './account-rules.ts';
import { all, isEmail, isWebsite, optional, required, type Rule } from './field-rules.ts';

const takes = (rule: Rule, values: readonly string[]): void => {
  for (const value of values) assert.equal(rule(value), null, value);
};
const refuses = (rule: Rule, values: readonly string[]): void => {
  for (const value of values) assert.notEqual(rule(value), null, value);
};

it('the rules accept personal data as people write it, masked or not', () => {
  takes(isEmail, ['ana@fazenda.com.br', ' ana@x.co ']);
  refuses(isEmail, ['', 'ana', 'ana@', 'ana@fazenda']);
  takes(isWebsite, [
    'revenda.com.br',
    'https://revenda.example/loja?a=1',
    'http://www.revenda.example:8080/',
    'Agrícola.com.br',
  ]);
  refuses(isWebsite, [
    'revenda',
    'minha loja.com',
    'vendas@revenda.example',
    'ftp://revenda.example',
  ]);
  takes(isPhone, ['(66) 99999-8888', '66999998888', '+55 66 99999 8888']);
  refuses(isPhone, ['99999-8888', 'x']);
  takes(isPostalCode, ['78890-000', '78890000']);
  takes(isDocument('cpf'), ['529.982.247-25', '52998224725']);
  takes(isDocument('cnpj'), ['11.222.333/0001-81', '12.abc.345/01de-35']);
});

it('the document rule names the problem', () => {
  assert.equal(isDocument('cpf')(''), 'Informe o CPF.');
  assert.equal(isDocument('cpf')('529.982.247-26'), 'Este CPF não confere: revise os números.');
  assert.equal(isDocument('cnpj')('12.ABC.345'), 'Faltam caracteres neste CNPJ.');
});

it('the password rule names what is missing', () => {
  assert.equal(isPassword('colheita'), 'Falta: uma letra maiúscula, um número.');
  assert.equal(isPassword('Colheita2026'), null);
  assert.equal(isPassword(`A1${'a'.repeat(200)}`), 'Use no máximo 128 caracteres.');
});

it('joined rules accept an empty optional field', () => {
  assert.equal(all(required('Diga o e-mail.'), isEmail)('  '), 'Diga o e-mail.');
  takes(optional(isPhone), ['', '  ', '(66) 3333-4444']);
  refuses(optional(isPhone), ['12']);
});

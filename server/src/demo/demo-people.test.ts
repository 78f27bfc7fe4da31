import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isCnpj } from '@lavra/domain/document/cnpj';
import { isCpf } from '@lavra/domain/document/cpf';
import { parsePhone } from '@lavra/domain/phone';
import { readCultures } from '../features/reference-data/cultures.ts';
import { readPlaces } from '../features/reference-data/places.ts';
import { readProductTypes } from '../features/reference-data/product-types.ts';
import { readDemoCatalogue } from './demo-catalogue.ts';
import { createDemoPeople } from './demo-people.ts';

const places = readPlaces();
const people = createDemoPeople(places);
const producers = [...people.producers, people.tender_producer];
const suppliers = [...people.suppliers, ...people.tender_bidders];
const allPeople = [...producers, ...suppliers];

describe('the accounts of the demo', () => {
  test('are 20 producers, 20 suppliers, 13 bidders and a buyer for the tender', () => {
    assert.equal(people.producers.length, 20);
    assert.equal(people.suppliers.length, 20);
    assert.equal(people.tender_bidders.length, 13);
    assert.equal(people.tender_bidders[12]?.name, 'Licitante 13 (pregão 2024)');
  });

  test('are recognizable as fictional', () => {
    assert.ok(allPeople.every((person) => /Demonstração|pregão 2024/.test(person.name)));
    assert.ok(allPeople.every((person) => person.email.endsWith('@demo.lavra.example')));
  });

  test('have the demo login first in each list', () => {
    assert.equal(people.producers[0]?.email, 'produtor@demo.lavra.example');
    assert.equal(people.producers[1]?.email, 'produtor02@demo.lavra.example');
    assert.equal(people.suppliers[0]?.email, 'fornecedor@demo.lavra.example');
  });

  test('are distinct in name, e-mail, document and phone', () => {
    for (const key of ['name', 'email', 'document_number', 'phone'] as const) {
      assert.equal(new Set(allPeople.map((person) => person[key])).size, allPeople.length, key);
    }
  });

  test('are persons with a CPF and companies with a CNPJ, of which three contain letters', () => {
    for (const producer of producers) {
      assert.equal(producer.document_type, producer.type === 'PF' ? 'cpf' : 'cnpj');
      assert.ok(
        producer.type === 'PF' ? isCpf(producer.document_number) : isCnpj(producer.document_number),
      );
    }
    assert.ok(suppliers.every((supplier) => isCnpj(supplier.document_number)));
    assert.equal(
      people.suppliers.filter((supplier) => /[A-Z]/.test(supplier.document_number)).length,
      3,
    );
  });

  test('have postal codes of their state, locations near their city, and its area code', () => {
    for (const person of allPeople) {
      for (const address of person.addresses) {
        const city = places.cities.find((city) => city.code === address.city_id);
        const ranges = places.states.find((state) => state.uf === address.state)?.postal_ranges;
        assert.equal(`${city?.name}/${city?.uf}`, `${address.city}/${address.state}`);
        assert.ok(
          ranges?.some(
            ([first, last]) => address.postal_code >= first && address.postal_code <= last,
          ),
        );
        assert.ok(Math.abs(address.latitude - Number(city?.latitude)) < 0.05);
        assert.ok(Math.abs(address.longitude - Number(city?.longitude)) < 0.05);
        assert.equal(person.phone.slice(0, 2), city?.ddd);
      }
    }
  });

  test('have valid phone numbers: a landline, and for producers a mobile too', () => {
    assert.ok(allPeople.every(({ phone }) => phone.length === 10 && parsePhone(phone) === phone));
    assert.ok(
      producers.every(({ mobile }) => mobile.length === 11 && parsePhone(mobile) === mobile),
    );
  });

  test('name crops and product types that exist', () => {
    const cultures = new Set(readCultures());
    const types = new Set(
      [...readProductTypes(), ...readDemoCatalogue().extra_types].map((type) => type.name),
    );
    assert.ok(producers.every((producer) => producer.cultures.every((name) => cultures.has(name))));
    assert.ok(
      suppliers.every((supplier) => supplier.product_types.every((name) => types.has(name))),
    );
  });

  test('include suppliers of the country, states or cities, at least four of them for every producer', () => {
    const kinds = new Set(people.suppliers.map((supplier) => supplier.coverage.kind));
    assert.deepEqual(kinds, new Set(['national', 'states', 'cities']));
    for (const producer of people.producers) {
      const reaching = people.suppliers.filter(({ coverage }) =>
        producer.addresses.some(
          ({ state, city_id }) =>
            coverage.kind === 'national' ||
            coverage.states.includes(state) ||
            coverage.city_ids.includes(city_id),
        ),
      );
      assert.ok(reaching.length >= 4, producer.name);
    }
  });

  test('are the same in every run', () => {
    assert.deepEqual(createDemoPeople(places), people);
  });
});

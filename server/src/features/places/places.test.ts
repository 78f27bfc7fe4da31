import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Static } from 'typebox';
import type { listCities, listStates } from '@lavra/contract/places/endpoints';
import { startService } from '../../../test/service.ts';
import { joinedCityKey } from './city-key.ts';
import { findCity, findCityById } from './place-queries.ts';

type CityPage = Static<typeof listCities.reply>;

const service = await startService();
const call = <B>(url: string) => service.call<B>('GET', `/api/v1/geo/${url}`);
const cities = async (query: string): Promise<CityPage> => {
  const { status, body } = await call<CityPage>(`cities?${query}`);
  assert.equal(status, 200, query);
  return body;
};
const names = async (query: string): Promise<string[]> =>
  (await cities(query)).data.map((city) => `${city.name}/${city.state}`);

describe('the list of states', () => {
  it('contains all 27 by name, without a token, and may be cached', async () => {
    const { status, body, headers } = await call<Static<typeof listStates.reply>>('states');
    assert.equal(status, 200);
    assert.equal(body.data.length, 27);
    assert.deepEqual(
      body.data.slice(0, 4).map((state) => state.uf),
      ['AC', 'AL', 'AP', 'AM'],
    );
    assert.deepEqual(
      body.data.find((state) => state.uf === 'MT'),
      { code: 51, uf: 'MT', name: 'Mato Grosso', region: 'Centro-Oeste' },
    );
    assert.equal(headers['cache-control'], 'public, max-age=86400');
  });
});

describe('the list of cities', () => {
  it('shows 15 of the 5,571 by default', async () => {
    const { data, meta } = await cities('');
    assert.equal(data.length, 15);
    assert.deepEqual(
      { ...meta, next_cursor: null },
      { current_page: 1, last_page: 372, per_page: 15, total: 5571, next_cursor: null },
    );
  });

  it('shows a whole state on one page, with the state in upper or lower case', async () => {
    const { data, meta } = await cities('state=mt&per_page=1000');
    assert.equal(data.length, 142);
    assert.equal(meta.total, 142);
    assert.equal(meta.next_cursor, null);
    assert.ok(data.every((city) => city.state === 'MT'));
  });

  it('puts names that begin with the search before those that contain it', async () => {
    assert.deepEqual(await names('state=MS&q=RIO'), [
      'Rio Brilhante/MS',
      'Rio Negro/MS',
      'Rio Verde de Mato Grosso/MS',
      'Ladário/MS',
      'Ribas do Rio Pardo/MS',
    ]);
    assert.deepEqual(await names('state=GO&q=rio%20verde'), [
      'Rio Verde/GO',
      'Carmo do Rio Verde/GO',
    ]);
  });

  it('ignores accents, case, hyphens and apostrophes in a search', async () => {
    for (const q of ['sinop', 'SINOP'])
      assert.deepEqual(await names(`state=MT&q=${q}`), ['Sinop/MT']);
    for (const q of [
      "olho-d'água do borges",
      'OLHO D AGUA DO BORGES',
      'Olho d’Água do Borges',
      "olho d' agua do  borges",
    ]) {
      assert.deepEqual(await names(`q=${encodeURIComponent(q)}`), ["Olho d'Água do Borges/RN"], q);
    }
  });

  it('finds a city whose apostrophe is left out', async () => {
    // So written in tax documents, and reported as municipios-brasileiros #21.
    for (const [typed, name, id] of [
      ['Santana do Livramento/RS', "Sant'Ana do Livramento", 4317103],
      ['SANTANA DO LIVRAMENTO/RS', "Sant'Ana do Livramento", 4317103],
      ['MIRASSOL DOESTE/MT', "Mirassol d'Oeste", 5105622],
      ['Olho Dagua Grande/AL', "Olho d'Água Grande", undefined],
      ['SANTA BARBARA D OESTE/SP', "Santa Bárbara d'Oeste", undefined],
    ] as const) {
      const [city = '', state = ''] = typed.split('/');
      const found = await findCity(service.db, city, state);
      assert.equal(found?.name.toLowerCase(), name.toLowerCase(), typed);
      if (id !== undefined) assert.equal(found?.id, id);
      assert.deepEqual(
        await names(`state=${state}&q=${encodeURIComponent(city)}`),
        [`${found?.name}/${state}`],
        typed,
      );
    }
    assert.equal((await findCity(service.db, 'Mogimirim', 'SP'))?.name, 'Mogi Mirim');
  });

  it('finds a city that people call do Oeste, where its name is d’Oeste', async () => {
    const q = (city: string): string => `q=${encodeURIComponent(city)}`;
    assert.deepEqual(await names(q('Mirassol do Oeste')), ["Mirassol d'Oeste/MT"]);
    assert.deepEqual(await names(q("São Gabriel d'Oeste")), ['São Gabriel do Oeste/MS']);
    assert.deepEqual(await names(q('Sta. Helena de Goiás')), ['Santa Helena de Goiás/GO']);
  });

  it('keeps the cities of a state apart', async () => {
    const rows = await service.db.q.selectFrom('cities').select(['name', 'uf']).execute();
    const keys = rows.map(({ name, uf }) => `${uf} ${joinedCityKey(name)}`);
    assert.equal(new Set(keys).size, keys.length);
  });

  it('finds a city under another spelling in use', async () => {
    assert.deepEqual(await names('q=fortaleza%20do%20taboc'), ['Tabocão/TO']);
    assert.deepEqual(await names('state=RN&q=boa%20saude'), ['Januário Cicco/RN']);
  });

  it('takes the wildcards of a search literally', async () => {
    assert.deepEqual(await names('q=%25'), []);
    assert.deepEqual(await names('q=s_nop'), []);
  });

  it('shows each city once by cursor, cities of the same name included', async () => {
    const seen: number[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: CityPage = await cities(
        `q=santa&per_page=40${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      seen.push(...page.data.map((city) => city.id));
      cursor = page.meta.next_cursor;
      assert.equal(page.meta.total, (await cities('q=santa')).meta.total);
    }
    assert.ok(seen.length > 160);
    assert.equal(new Set(seen).size, seen.length);
    assert.equal(seen.length, (await cities('q=santa')).meta.total);
  });

  it('refuses invalid parameters', async () => {
    const forged = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const wrong = {
      state: ['state=XX', 'state=M', 'state=M%C3%9F'],
      per_page: ['per_page=1001', 'per_page=0', 'per_page=abc'],
      page: ['page=0'],
      q: ['q=%00'],
      cursor: [
        'cursor=x',
        `cursor=${forged(['name', 'a', 1])}`,
        `cursor=${forged(['relevance', 0, 'a\0', 1])}`,
        `cursor=${forged(['relevance', 0.5, 'a', 1])}`,
        `cursor=${forged(['relevance', 0, 'a', 1e300])}`,
      ],
      uf: ['uf=MT'],
    };
    for (const [field, queries] of Object.entries(wrong)) {
      for (const query of queries) {
        const { status, body, headers } = await call<{ errors: Record<string, unknown> }>(
          `cities?${query}`,
        );
        assert.equal(status, 422, query);
        assert.deepEqual(Object.keys(body.errors), [field], query);
        assert.equal(headers['cache-control'], 'no-store');
      }
    }
  });
});

describe('the search of a city by name and state', () => {
  it('finds it however people write it', async () => {
    for (const name of ['Sorriso', ' sorriso ', 'SORRISO'])
      assert.equal((await findCity(service.db, name, 'mt'))?.id, 5107925);
    for (const name of ['Biritiba Mirim', 'biritiba-mirim', 'Biritiba‑Mirim'])
      assert.equal((await findCity(service.db, name, 'SP'))?.id, 3506607, name);
    assert.equal(
      (await findCity(service.db, 'São Thomé das Letras', 'MG'))?.name,
      'São Tomé das Letras',
    );
    assert.deepEqual(await findCity(service.db, 'cuiaba', 'MT'), {
      id: 5103403,
      name: 'Cuiabá',
      uf: 'MT',
      time_zone: 'America/Cuiaba',
    });
  });

  it('finds it under its former name, another spelling, or with its state behind it', async () => {
    for (const [typed, uf, name] of [
      ['Mirassol do Oeste', 'MT', "Mirassol d'Oeste"],
      ['Alta Floresta do Oeste', 'RO', "Alta Floresta D'Oeste"],
      ["São Miguel d'Oeste", 'SC', 'São Miguel do Oeste'],
      ['Sto. Antônio do Descoberto', 'GO', 'Santo Antônio do Descoberto'],
      ['Sta Rita do Sapucaí', 'MG', 'Santa Rita do Sapucaí'],
      ['Embu', 'SP', 'Embu das Artes'],
      ['Moji-Mirim', 'SP', 'Mogi Mirim'],
      ['Poxoréo', 'MT', 'Poxoréu'],
      ['Itapagé', 'CE', 'Itapajé'],
      ['Augusto Severo', 'RN', 'Campo Grande'],
      ['Boa Saúde', 'RN', 'Januário Cicco'],
      ['Sorriso/MT', 'MT', 'Sorriso'],
      ['Sorriso - mt', 'MT', 'Sorriso'],
      ['Sorriso (MT)', 'MT', 'Sorriso'],
      ['Planaltina', 'DF', 'Brasília'],
      ['Taguatinga - DF', 'DF', 'Brasília'],
      ['Planaltina', 'GO', 'Planaltina'],
    ] as const)
      assert.equal((await findCity(service.db, typed, uf))?.name, name, typed);
    assert.equal(await findCity(service.db, 'Sorriso/MT', 'GO'), undefined);
    assert.equal(await findCity(service.db, 'Sorriso', 'DF'), undefined);
  });

  it('does not find it in another state, by a part of its name or by nothing', async () => {
    for (const [name, uf] of [
      ['Sorriso', 'GO'],
      ['Sorris', 'MT'],
      ['', 'MT'],
      ['Sorriso', ''],
      ['%', 'MT'],
    ] as const) {
      assert.equal(await findCity(service.db, name, uf), undefined);
    }
  });

  it('finds it by its code', async () => {
    assert.equal((await findCityById(service.db, 5107925))?.name, 'Sorriso');
    for (const id of [1, 2147483648, Number.MAX_SAFE_INTEGER])
      assert.equal(await findCityById(service.db, id), undefined);
  });
});

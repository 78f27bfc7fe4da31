import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AdminProducerSummary } from '@lavra/contract/admin/producers';
import type { AdminSupplierSummary } from '@lavra/contract/admin/suppliers';
import { buildAdmin, buildProducer, buildSupplier } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { bareNumber } from '../../platform/db/person-search.ts';

interface Page {
  readonly data: AdminProducerSummary[];
  readonly meta: {
    current_page: number;
    last_page: number;
    per_page: number;
    total: number;
    next_cursor: string | null;
  };
}

const service = await startService();
const { token } = await buildAdmin(service, 'financeiro');
const list = async (query = ''): Promise<Page> => {
  const answer = await service.call<Page>('GET', `/api/admin/producers?${query}`, { token });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
};
const names = async (query = ''): Promise<string[]> =>
  (await list(query)).data.map(({ name }) => name);
const find = (text: string): Promise<string[]> => names(`search=${encodeURIComponent(text)}`);

const people = {
  joao: await buildProducer(service, {
    name: 'João Conceição da Silva',
    email: 'zeta.joao@fazenda.example',
    document_number: '52998224725',
    phone: '6635441234',
  }),
  boaVista: await buildProducer(service, {
    name: 'Fazenda Boa Vista',
    email: 'alfa@fazenda.example',
    document_type: 'cnpj',
    document_number: '12ABC34501DE35',
    phone: '65999998888',
  }),
  agua: await buildProducer(service, {
    name: 'água limpa_100%',
    email: 'meio@fazenda.example',
    document_number: '11144477735',
    phone: '64988887777',
    status: 'inativo',
  }),
  blocked: await buildProducer(service, {
    name: 'Bloqueada',
    email: 'bloqueada@fazenda.example',
    document_number: '39053344705',
    phone: '64988887766',
    status: 'bloqueado',
  }),
  deleted: await buildProducer(service, {
    name: 'Fazenda Excluída',
    email: 'excluida@fazenda.example',
    document_number: '12345678909',
    phone: '64988886666',
  }),
};
const at = (
  person: { userId: number },
  changes: { created_at?: string; deleted_at?: string; mobile?: string },
) => service.db.q.updateTable('users').set(changes).where('id', '=', person.userId).execute();
await at(people.joao, { created_at: '2026-01-03 12:00-03', mobile: '66987654321' });
await at(people.boaVista, { created_at: '2026-01-01 12:00-03' });
await at(people.agua, { created_at: '2026-01-04 12:00-03' });
await at(people.blocked, { created_at: '2026-01-02 12:00-03' });
await at(people.deleted, { deleted_at: '2026-02-01 12:00-03' });
const supplier = await buildSupplier(service, {
  name: 'Fazenda que vende',
  email: 'vende@fazenda.example',
});

const ALL = ['água limpa_100%', 'Bloqueada', 'Fazenda Boa Vista', 'João Conceição da Silva'];

describe('the list of producers', () => {
  it('shows all producers by name, 25 a page, without deleted ones and other profiles', async () => {
    const { data, meta } = await list();
    assert.deepEqual(
      data.map(({ name }) => name),
      ALL,
    );
    assert.deepEqual(meta, {
      current_page: 1,
      last_page: 1,
      per_page: 25,
      total: 4,
      next_cursor: null,
    });
    const {
      id,
      uuid: _uuid,
      user_id,
      city,
      state,
      type,
      created_at,
      ...person
    } = data[3] ?? assert.fail();
    assert.deepEqual(
      [id, user_id, city, state, type, created_at],
      [people.joao.producerId, people.joao.userId, 'Sorriso', 'MT', 'PF', '2026-01-03 12:00:00'],
    );
    assert.deepEqual(person, {
      name: 'João Conceição da Silva',
      email: 'zeta.joao@fazenda.example',
      email_verified: false,
      document_type: 'cpf',
      document: '52998224725',
      phone: '6635441234',
      mobile: '66987654321',
      status: 'ativo',
      status_label: 'Ativo',
      deleted_at: null,
      planted_area: null,
    });
    assert.deepEqual((await service.call('GET', '/api/v1/admin/producers', { token })).body, {
      data,
      meta,
    });
  });

  it('can be sorted by name, e-mail, status and date of creation, in both directions', async () => {
    const [water, blocked, boaVista, joao] = ALL;
    assert.deepEqual(await names('sort=-name'), [joao, boaVista, blocked, water]);
    assert.deepEqual(await names('sort=email'), [boaVista, blocked, water, joao]);
    assert.deepEqual(await names('sort=status'), [joao, boaVista, blocked, water]);
    assert.deepEqual(await names('sort=-status'), [water, blocked, boaVista, joao]);
    assert.deepEqual(await names('sort=created_at'), [boaVista, blocked, joao, water]);
    assert.deepEqual(await names('sort=-created_at'), [water, joao, blocked, boaVista]);
  });

  it('can be filtered by status, in English and Portuguese', async () => {
    assert.deepEqual(await names('status=active'), [
      'Fazenda Boa Vista',
      'João Conceição da Silva',
    ]);
    assert.deepEqual(await names('status=inactive'), ['água limpa_100%', 'Bloqueada']);
    assert.deepEqual(
      [await names('status=ativo'), await names('status=inativo'), await names('status=bloqueado')],
      [await names('status=active'), ['água limpa_100%'], ['Bloqueada']],
    );
  });

  it('includes deleted ones on request', async () => {
    for (const flag of ['1', 'true'])
      assert.deepEqual(await names(`with_deleted=${flag}`), [
        'água limpa_100%',
        'Bloqueada',
        'Fazenda Boa Vista',
        'Fazenda Excluída',
        'João Conceição da Silva',
      ]);
    const { data } = await list('with_deleted=1&q=excluida');
    assert.equal(data[0]?.deleted_at, '2026-02-01 12:00:00');
    assert.deepEqual(await names('with_deleted=0'), ALL);
  });

  it('can be searched by any part of the name, whatever the accents, case and order of words', async () => {
    for (const text of ['joão', 'JOAO', 'conceicao', 'silva  joao', ' da SILVA', 'nceiç'])
      assert.deepEqual(await find(text), ['João Conceição da Silva'], text);
    for (const text of ['Fazenda', 'boa', '@fazenda.example boa'])
      assert.deepEqual((await find(text)).includes('Fazenda Boa Vista'), true, text);
    assert.deepEqual(await find('limpa_100%'), ['água limpa_100%']);
    assert.deepEqual(
      [await find('%'), await find('_')],
      [['água limpa_100%'], ['água limpa_100%']],
    );
    assert.deepEqual([await find('silva maria'), await find('vende')], [[], []]);
    assert.deepEqual(await find('   '), ALL);
    assert.deepEqual(await names('q=conceicao'), ['João Conceição da Silva']);
  });

  it('can be searched by e-mail', async () => {
    for (const text of ['zeta.joao@fazenda.example', 'ZETA.JOAO', 'zeta'])
      assert.deepEqual(await find(text), ['João Conceição da Silva'], text);
  });

  it('can be searched by CPF or CNPJ, with or without punctuation, also in part', async () => {
    for (const text of [
      '529.982.247-25',
      '52998224725',
      '529.982',
      '982.247-25',
      '224725',
      '529 982 247 25',
    ])
      assert.deepEqual(await find(text), ['João Conceição da Silva'], text);
    for (const text of ['12.ABC.345/01DE-35', '12abc34501de35', '12.abc.345', '/01DE-35'])
      assert.deepEqual(await find(text), ['Fazenda Boa Vista'], text);
  });

  it('can be searched by phone and mobile, however they are written', async () => {
    for (const text of [
      '(66) 98765-4321',
      '66987654321',
      '+55 66 98765-4321',
      '5566987654321',
      '066 98765-4321',
      '98765-4321',
      '(66) 3544-1234',
      '3544-1234',
    ])
      assert.deepEqual(await find(text), ['João Conceição da Silva'], text);
    assert.deepEqual(await find('joao 3544-1234'), ['João Conceição da Silva']);
    assert.deepEqual(await find('boa 3544-1234'), []);
  });

  it('shows each row once by page and by cursor, with the exact total', async () => {
    for (const sort of [
      'name',
      '-name',
      'email',
      'status',
      '-status',
      'created_at',
      '-created_at',
    ]) {
      const whole = await names(`sort=${sort}&with_deleted=1`);
      const pages = await Promise.all(
        [1, 2, 3].map((page) => list(`sort=${sort}&with_deleted=1&per_page=2&page=${page}`)),
      );
      assert.deepEqual(
        pages.flatMap(({ data }) => data.map(({ name }) => name)),
        whole,
        sort,
      );
      assert.deepEqual(
        pages.map(({ meta }) => [meta.total, meta.last_page]),
        [
          [5, 3],
          [5, 3],
          [5, 3],
        ],
      );
      const seen: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const page: Page = await list(
          `sort=${sort}&with_deleted=1&per_page=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
        );
        seen.push(...page.data.map(({ name }) => name));
        cursor = page.meta.next_cursor;
      }
      assert.deepEqual(seen, whole, sort);
    }
    assert.deepEqual((await list('page=9')).data, []);
  });

  it('refuses invalid values of its own parameters, and ignores unknown names', async () => {
    const { meta } = await list('per_page=1');
    for (const query of [
      'status=ok',
      'sort=document',
      'per_page=101',
      'page=0',
      'with_deleted=talvez',
      'cursor=abc',
      `sort=email&cursor=${meta.next_cursor}`,
    ]) {
      assert.equal(
        (await service.call('GET', `/api/admin/producers?${query}`, { token })).status,
        422,
        query,
      );
    }
    const suppliers = await service.call(
      'GET',
      `/api/admin/suppliers?per_page=1&cursor=${meta.next_cursor}`,
      { token },
    );
    assert.equal(suppliers.status, 422, 'a cursor is of its list');
    assert.deepEqual(await names('desconhecido=1'), ALL);
  });
});

describe('the list of suppliers', () => {
  it('works like the list of producers', async () => {
    const search = (text: string) =>
      service.call<{ data: AdminSupplierSummary[] }>(
        'GET',
        `/api/admin/suppliers?search=${encodeURIComponent(text)}`,
        { token },
      );
    const { body } = await search('VENDE');
    assert.deepEqual(
      body.data.map(({ id, name, city, state, coverage_kind, website }) => ({
        id,
        name,
        city,
        state,
        coverage_kind,
        website,
      })),
      [
        {
          id: supplier.supplierId,
          name: 'Fazenda que vende',
          city: 'Rio Verde',
          state: 'GO',
          coverage_kind: 'national',
          website: null,
        },
      ],
    );
    const punctuated = (supplier.document ?? '').replace(
      /^(..)(...)(...)(....)(..)$/,
      '$1.$2.$3/$4-$5',
    );
    assert.deepEqual(
      (await search(punctuated)).body.data.map(({ id }) => id),
      [supplier.supplierId],
    );
    assert.deepEqual((await search('joao')).body.data, []);
  });
});

describe('a search term that is a number', () => {
  it('is read without its punctuation, country code and trunk zero', () => {
    assert.deepEqual(bareNumber('529.982.247-25'), ['52998224725']);
    assert.deepEqual(bareNumber('+55 (65) 99999'), ['6599999']);
    assert.deepEqual(
      bareNumber('012.345.678-90').every((bare) => '01234567890'.includes(bare)),
      true,
    );
  });

  it('is not read as a number without digits, with other characters, or without punctuation to remove', () => {
    for (const text of ['fazenda', 'a-b', '529', 'joao@example', '(', '1-', ''])
      assert.deepEqual(bareNumber(text), [], text);
  });

  it('reaches its end by cursor whatever people call themselves', async () => {
    for (const letters of ['"'.repeat(195), 'Ж'.repeat(195), '水'.repeat(195), '🌱'.repeat(95)])
      for (const number of [1, 2]) await buildProducer(service, { name: `${letters} ${number}` });
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Page = await list(
        `sort=-name&per_page=1${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      seen.push(...page.data.map(({ name }) => name));
      cursor = page.meta.next_cursor;
    }
    assert.deepEqual(seen, await names('sort=-name'));
  });
});

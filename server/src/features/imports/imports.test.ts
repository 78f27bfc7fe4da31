import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ImportSummaryRecord } from '@lavra/contract/admin/import';
import { importTypes } from '@lavra/contract/admin/import';
import {
  buildAdmin,
  buildProducer,
  buildSupplier,
  someCnpj,
  someCpf,
} from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { cleanImports } from './import-cleaning.ts';
import { errorsOf, importDesk } from './imports.fixture.ts';

const service = await startService();
const { q } = service.db;
const desk = await importDesk(service);

const PRODUCERS =
  'Nome;E-mail;CPF ou CNPJ;Celular;Senha;Área plantada (ha);Culturas;CEP;Logradouro;Número;Município;UF';
let ordinal = 0;
const someEmail = (): string => `planilha-${(ordinal += 1)}@teste.example`;
const farmer = ({
  name = 'Sítio da Serra',
  email = someEmail(),
  document = someCpf(),
  password = '',
  area = '',
  cultures = '',
} = {}): string =>
  `${name};${email};${document};(66) 99999-8888;${password};${area};${cultures};78890-000;Rodovia BR-163;S/N;Sorriso;MT`;
const userOf = (email: string) =>
  q.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
const countOf = async (
  table: 'users' | 'mails' | 'subscriptions' | 'audit_log' | 'imports' | 'import_rows',
): Promise<number> =>
  (
    await q
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;

describe('the template of an import', () => {
  it('opens in a Brazilian Excel with Portuguese headings, and creates nothing when sent back as it is', async () => {
    for (const type of importTypes) {
      const { status, raw, headers } = await service.call(
        'GET',
        `/api/v1/admin/import/template/${type}`,
        { token: desk.token },
      );
      assert.deepEqual([status, String(headers['content-type'])], [200, 'text/csv; charset=utf-8']);
      const [heading = '', ...examples] = raw.toString('utf8').trimEnd().split('\r\n');
      assert.ok(heading.startsWith('\uFEFF') && heading.split(';').length > 5, type);
      assert.ok(examples.length === 2 && examples.every((line) => line.startsWith('# ')), type);
      const { body } = await desk.send(type, raw);
      assert.equal(body.error, undefined, JSON.stringify([type, body]));
      assert.deepEqual(
        [body.summary, body.rows, body.warnings.length],
        [{ total: 0, valid: 0, invalid: 0 }, [], 1],
        type,
      );
      assert.deepEqual(
        [
          (await desk.process(body.import_id)).status,
          (await desk.process(body.import_id)).body.code,
        ],
        [422, 'import_empty'],
      );
    }
  });

  it('is given and taken as .xlsx too, whatever the name of the file', async () => {
    for (const type of importTypes) {
      const { raw, headers } = await service.call(
        'GET',
        `/api/v1/admin/import/template/${type}?format=xlsx`,
        { token: desk.token },
      );
      assert.match(String(headers['content-disposition']), /\.xlsx"/);
      const { status, body } = await desk.send(type, raw, { filename: 'planilha.csv' });
      assert.deepEqual([status, body.summary.total, body.warnings.length], [200, 0, 1], type);
    }
  });

  it('has valid examples once the # is removed', async () => {
    await q
      .insertInto('cultures')
      .values({ name: 'Soja', created_at: new Date(), updated_at: new Date() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await q
      .insertInto('cultures')
      .values({ name: 'Milho', created_at: new Date(), updated_at: new Date() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    for (const type of ['producers', 'consultants'] as const) {
      const { raw } = await service.call('GET', `/api/v1/admin/import/template/${type}`, {
        token: desk.token,
      });
      const { body } = await desk.send(type, raw.toString('utf8').replaceAll('\r\n# ', '\r\n'));
      assert.deepEqual([errorsOf(body), body.summary.valid], [{}, 2], type);
    }
  });
});

describe('a file of producers', () => {
  it('is validated row by row without storing any person', async () => {
    const users = await countOf('users');
    const preview = await desk.preview(
      'producers',
      PRODUCERS,
      farmer({ name: 'Fazenda  Alta', area: '1.250,5' }),
      '',
      farmer({ email: 'nada', document: '111.444.777-36' }),
    );
    assert.deepEqual(preview.summary, { total: 2, valid: 1, invalid: 1 });
    assert.deepEqual(
      preview.rows.map(({ row, status, action }) => [row, status, action]),
      [
        [2, 'success', 'create'],
        [4, 'error', 'skip'],
      ],
    );
    assert.deepEqual(errorsOf(preview), {
      4: ['E-mail: Informe um e-mail válido.', 'CPF ou CNPJ: Informe um CPF válido.'],
    });
    assert.deepEqual(
      [
        preview.rows[0]?.data['planted_area'],
        preview.rows[0]?.data['type'],
        preview.rows[0]?.data['password'],
      ],
      [1250.5, 'PF', undefined],
    );
    assert.equal(await countOf('users'), users);
  });

  it('creates producers with address, trial and a link to choose a password, each audited', async () => {
    const email = someEmail();
    const before = { mails: await countOf('mails'), audit: await countOf('audit_log') };
    const done = await desk.store(
      'producers',
      PRODUCERS,
      farmer({
        name: 'Fazenda Alta',
        email: email.toUpperCase(),
        area: '1.250,5',
        cultures: 'soja | MILHO',
      }),
    );
    assert.deepEqual(
      [done.state, done.created, done.skipped, done.progress],
      ['completed', 1, 0, { processed: 1, total: 1, percent: 100 }],
    );
    const user = await userOf(email);
    assert.deepEqual(
      [user?.name, user?.status, user?.mobile, user?.password_hash, user?.email_verified_at],
      ['Fazenda Alta', 'ativo', '66999998888', null, null],
    );
    const producer = await q
      .selectFrom('producers')
      .selectAll()
      .where('user_id', '=', user?.id ?? 0)
      .executeTakeFirstOrThrow();
    assert.deepEqual([producer.type, producer.planted_area], ['PF', '1250.50']);
    assert.equal(
      (
        await q
          .selectFrom('producer_cultures')
          .selectAll()
          .where('producer_id', '=', producer.id)
          .execute()
      ).length,
      2,
    );
    assert.deepEqual(
      await q
        .selectFrom('addresses')
        .select(['kind', 'city_id', 'postal_code'])
        .where('user_id', '=', user?.id ?? 0)
        .execute(),
      [{ kind: 'farm', city_id: 5107925, postal_code: '78890000' }],
    );
    assert.equal(
      (
        await q
          .selectFrom('subscriptions')
          .select('status')
          .where('user_id', '=', user?.id ?? 0)
          .executeTakeFirst()
      )?.status,
      'trial',
    );
    assert.deepEqual(
      await q
        .selectFrom('mails')
        .select('template')
        .where('user_id', '=', user?.id ?? 0)
        .execute(),
      [{ template: 'consultant_activation' }],
    );
    assert.deepEqual(
      [(await countOf('mails')) - before.mails, (await countOf('audit_log')) - before.audit],
      [1, 2],
      'one entry for the person, one for the import',
    );
    const log = await q
      .selectFrom('audit_log')
      .select(['resource_type', 'actor_id', 'actor_type'])
      .orderBy('id', 'desc')
      .limit(2)
      .execute();
    assert.deepEqual(
      log.map(({ resource_type, actor_id, actor_type }) => [resource_type, actor_id, actor_type]),
      [
        ['import', desk.admin.userId, 'admin'],
        ['user', desk.admin.userId, 'admin'],
      ],
    );
    const notification = await q
      .selectFrom('events')
      .select('type')
      .where('type', 'in', ['import.finished', 'user.registered'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    assert.equal(notification?.type, 'import.finished');
  });

  it('with passwords lets its people log in at once, and stores no password in clear text', async () => {
    const email = someEmail();
    const { import_id, rows } = await desk.preview(
      'producers',
      PRODUCERS,
      farmer({ email, password: 'Colheita2026' }),
      farmer({ password: 'curta' }),
    );
    assert.deepEqual(errorsOf({ rows }), {
      3: [
        'Senha: Use de 8 a 128 caracteres. Inclua ao menos um número. Inclua ao menos uma letra maiúscula.',
      ],
    });
    const kept = await q
      .selectFrom('import_rows as r')
      .innerJoin('imports as i', 'i.id', 'r.import_id')
      .select(['r.cells', 'r.data', 'r.sealed'])
      .where('i.uuid', '=', import_id)
      .execute();
    assert.ok(
      !JSON.stringify(kept.map(({ cells, data }) => [cells, data])).includes('Colheita2026') &&
        kept[0]?.sealed !== null,
    );
    assert.equal((await desk.process(import_id, { allow_partial: true })).status, 200);
    await service.work();
    const left = await q
      .selectFrom('import_rows as r')
      .innerJoin('imports as i', 'i.id', 'r.import_id')
      .select('r.row')
      .where('i.uuid', '=', import_id)
      .where('r.sealed', 'is not', null)
      .execute();
    assert.deepEqual(left, [], 'not even sealed, once it has served');
    assert.equal(
      (
        await service.call('POST', '/api/v1/login', {
          body: { email, password: 'Colheita2026', user_type: 'produtor' },
        })
      ).status,
      200,
    );
  });

  it('skips people whose document or e-mail exists, and changes nothing of them', async () => {
    const there = await buildProducer(service, { name: 'Já cadastrada' });
    const other = await buildProducer(service);
    const shop = await buildSupplier(service);
    const preview = await desk.preview(
      'producers',
      PRODUCERS,
      farmer({ name: 'Outro nome', document: there.document ?? '' }),
      farmer({ email: there.email }),
      farmer({ email: there.email, document: other.document ?? '' }),
      farmer({ email: shop.email }),
    );
    assert.deepEqual(
      preview.rows.map(({ status, action }) => `${status} ${action}`),
      ['success skip', 'success skip', 'error skip', 'error skip'],
    );
    assert.deepEqual(
      preview.rows.map(({ warnings }) => warnings),
      [
        ['E-mail: O cadastro com este CPF ou CNPJ tem outro e-mail, que não muda.'],
        ['CPF ou CNPJ: O cadastro com este e-mail tem outro CPF ou CNPJ, que não muda.'],
        [],
        [],
      ],
      'who is passed over as known may be another person',
    );
    assert.deepEqual(errorsOf(preview), {
      4: [
        'E-mail: Já está na linha 3.',
        'CPF ou CNPJ: O e-mail e o documento são de cadastros diferentes.',
      ],
      5: ['E-mail: Já está cadastrado com outro perfil.'],
    });
    assert.equal((await userOf(there.email))?.name, 'Já cadastrada');
    await q
      .updateTable('users')
      .set({ deleted_at: new Date() })
      .where('id', '=', other.userId)
      .execute();
    const { rows } = await desk.preview('producers', PRODUCERS, farmer({ email: other.email }));
    assert.deepEqual(
      [rows[0]?.action, rows[0]?.warnings],
      ['skip', ['E-mail: O cadastro existe, mas está excluído: restaure-o em vez de importar.']],
    );
  });

  it('reports people who appear twice, with the number of their first row', async () => {
    const [email, document] = [someEmail(), someCpf()];
    const preview = await desk.preview(
      'producers',
      PRODUCERS,
      farmer({ email, document }),
      farmer({ email: email.toUpperCase() }),
      farmer({ document }),
    );
    assert.deepEqual(errorsOf(preview), {
      3: ['E-mail: Já está na linha 2.'],
      4: ['CPF ou CNPJ: Já está na linha 2.'],
    });
  });

  it('creates nothing when it is sent again', async () => {
    const rows = [farmer(), farmer(), farmer()];
    await desk.store('producers', PRODUCERS, ...rows);
    const users = await countOf('users');
    const checked = await desk.preview('producers', PRODUCERS, ...rows, farmer());
    const { created, skipped, summary } = await desk.read(checked.import_id);
    assert.deepEqual([created, skipped, summary], [0, 3, { total: 4, valid: 4, invalid: 0 }]);
    const again = await desk.store('producers', PRODUCERS, ...rows);
    assert.deepEqual(
      [again.created, again.skipped, again.rows.map(({ action }) => action)],
      [0, 3, ['skip', 'skip', 'skip']],
    );
    assert.equal(await countOf('users'), users);
  });
});

describe('a file of suppliers', () => {
  const HEADING =
    'Razão social;Email;CNPJ;Site;Tipos de produto;Abrangência;Estados atendidos;Municípios atendidos;Tipo de endereço;CEP;Rua;Nº;Cidade;Estado';
  const shop = (
    coverage: string,
    { document = someCnpj(), types = '', kind = 'Depósito' } = {},
  ): string =>
    `Revenda da Serra;${someEmail()};${document};revenda.example;${types};${coverage};${kind};75901-000;Avenida Central;10;Rio Verde;Goiás`;

  it('creates suppliers with their types and coverage, under any names of the columns', async () => {
    await q
      .insertInto('product_types')
      .values({
        name: 'Defensivos',
        is_pesticide: true,
        created_at: new Date(),
        updated_at: new Date(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const done = await desk.store(
      'suppliers',
      HEADING,
      shop('nacional;;'),
      shop(';MT, Goiás;', { types: 'defensivos' }),
      shop('municípios;;Sorriso/MT, Rio Verde - GO'),
    );
    assert.equal(done.created, 3);
    const stored = await q
      .selectFrom('suppliers as s')
      .innerJoin('users as u', 'u.id', 's.user_id')
      .innerJoin('addresses as a', 'a.user_id', 'u.id')
      .select(['s.id', 's.coverage_kind', 's.website', 'a.kind'])
      .where('u.name', '=', 'Revenda da Serra')
      .orderBy('s.id')
      .execute();
    assert.deepEqual(stored.map(({ coverage_kind }) => coverage_kind).toSorted(), [
      'cities',
      'national',
      'states',
    ]);
    assert.deepEqual(
      new Set(stored.map(({ website, kind }) => `${website} ${kind}`)),
      new Set(['https://revenda.example warehouse']),
    );
    const ids = stored.map(({ id }) => id);
    assert.deepEqual(
      (
        await q
          .selectFrom('supplier_states')
          .select('uf')
          .where('supplier_id', 'in', ids)
          .orderBy('uf')
          .execute()
      ).map(({ uf }) => uf),
      ['GO', 'MT'],
    );
    assert.deepEqual(
      (
        await q
          .selectFrom('supplier_cities')
          .select('city_id')
          .where('supplier_id', 'in', ids)
          .orderBy('city_id')
          .execute()
      ).map(({ city_id }) => city_id),
      [5107925, 5218805],
    );
    assert.equal(
      (
        await q
          .selectFrom('supplier_product_types')
          .select('supplier_id')
          .where('supplier_id', 'in', ids)
          .execute()
      ).length,
      1,
    );
  });

  it('names unknown values', async () => {
    const preview = await desk.preview(
      'suppliers',
      HEADING,
      shop('estados;MT, XX;', { types: 'Foguetes' }),
      shop('municípios;;Sorriso/GO'),
      shop('lua;;', { kind: 'Fazenda' }),
      shop('estados;;', { document: someCpf() }),
    );
    assert.deepEqual(errorsOf(preview), {
      2: [
        'Estados atendidos: O estado XX não existe.',
        'Tipos de produto: O tipo de produto Foguetes não existe.',
      ],
      3: ['Municípios atendidos: O município Sorriso/GO não existe. Escreva como em Sorriso/MT.'],
      4: [
        'Tipo de endereço: Use um destes valores: Matriz, Filial, Depósito/Armazém.',
        'Abrangência: Use um destes valores: nacional, estados, municípios.',
      ],
      5: ['CNPJ: Informe um CNPJ válido.', 'Estados atendidos: Preencha este campo.'],
    });
  });
});

describe('a file of consultants', () => {
  it('creates consultants who advise the named producers', async () => {
    const { producerId, document } = await buildProducer(service);
    const email = someEmail();
    const HEADING = 'Nome;E-mail;Celular;Produtores atendidos (CPF ou CNPJ)';
    assert.equal(
      (await desk.store('consultants', HEADING, `Agrônoma da Serra;${email};;${document}`)).created,
      1,
    );
    const link = await q
      .selectFrom('consultant_producers as l')
      .innerJoin('consultants as c', 'c.id', 'l.consultant_id')
      .innerJoin('users as u', 'u.id', 'c.user_id')
      .select('l.producer_id')
      .where('u.email', '=', email)
      .executeTakeFirst();
    assert.equal(link?.producer_id, producerId);
    assert.deepEqual(
      errorsOf(
        await desk.preview('consultants', HEADING, `Outra;${someEmail()};;529.982.247-25, 123`),
      ),
      {
        2: [
          'Produtores atendidos (CPF ou CNPJ): O produtor 529.982.247-25 não existe. 123 não é um CPF ou CNPJ válido.',
        ],
      },
    );
  });
});

describe('the storing of an import', () => {
  it('with wrong rows is refused, or skips them on request', async () => {
    const email = someEmail();
    const { import_id } = await desk.preview(
      'producers',
      PRODUCERS,
      farmer({ email }),
      farmer({ email: 'nada' }),
    );
    const { status, body } = await desk.process(import_id);
    assert.deepEqual(
      [status, body.code, body.error],
      [
        422,
        'import_has_errors',
        'Há linhas com erro (1). Corrija a planilha e envie de novo, ou importe só as linhas certas.',
      ],
    );
    assert.equal((await desk.process(import_id, { allow_partial: true })).status, 200);
    await service.work();
    const done = await desk.read(import_id, '?status=error');
    assert.deepEqual(
      [done.state, done.created, done.summary, done.rows.map(({ row }) => row)],
      ['completed', 1, { total: 2, valid: 1, invalid: 1 }, [3]],
    );
    assert.ok(await userOf(email));
  });

  it('names the first five rows of a failure, and counts the others', async () => {
    for (const [count, others] of [
      [5, ''],
      [6, ' E mais 1.'],
    ] as const) {
      const emails = Array.from({ length: count }, () => someEmail());
      const { import_id } = await desk.preview(
        'producers',
        PRODUCERS,
        ...emails.map((email) => farmer({ email })),
      );
      for (const email of emails) await buildProducer(service, { email });
      await desk.process(import_id);
      await service.work();
      const sentences = [2, 3, 4, 5, 6].map(
        (row) => `Linha ${row}: Mudou desde a conferência: envie a planilha de novo.`,
      );
      assert.equal((await desk.read(import_id)).failure, sentences.join(' ') + others);
    }
  });

  it('fails as a whole, and names the row, when another account has taken an e-mail meanwhile', async () => {
    const [first, second] = [someEmail(), someEmail()];
    const { import_id } = await desk.preview(
      'producers',
      PRODUCERS,
      farmer({ email: first }),
      farmer({ email: second }),
    );
    await buildProducer(service, { email: second });
    await desk.process(import_id);
    await service.work();
    const failed = await desk.read(import_id);
    assert.deepEqual(
      [failed.state, failed.created, failed.failure],
      ['failed', 0, 'Linha 3: Mudou desde a conferência: envie a planilha de novo.'],
    );
    assert.deepEqual(
      failed.rows.map(({ status }) => status),
      ['success', 'error'],
    );
    assert.equal(await userOf(first), undefined);
    assert.deepEqual(
      [(await desk.process(import_id)).status, (await desk.process(import_id)).body.code],
      [422, 'import_failed'],
    );
  });

  it('skips that row when a partial import is allowed', async () => {
    const [first, second] = [someEmail(), someEmail()];
    const { import_id } = await desk.preview(
      'producers',
      PRODUCERS,
      farmer({ email: first }),
      farmer({ email: second }),
    );
    await buildProducer(service, { email: second });
    await desk.process(import_id, { allow_partial: true });
    await service.work();
    const done = await desk.read(import_id);
    assert.deepEqual(
      [done.state, done.created, done.skipped, done.rows.map(({ action }) => action)],
      ['completed', 1, 1, ['create', 'skip']],
    );
  });

  it('happens once when it is requested ten times and run five times at the same time', async () => {
    const rows = Array.from({ length: 40 }, () => farmer());
    const { import_id } = await desk.preview('producers', PRODUCERS, ...rows);
    const users = await countOf('users');
    const answers = await Promise.all(Array.from({ length: 10 }, () => desk.process(import_id)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      Array.from({ length: 10 }, () => 200),
    );
    const { id } = await q
      .selectFrom('imports')
      .select('id')
      .where('uuid', '=', import_id)
      .executeTakeFirstOrThrow();
    const asked = await q
      .selectFrom('events')
      .select('id')
      .where('type', '=', 'import.requested')
      .where('data', '=', JSON.stringify({ import_id: id }))
      .execute();
    assert.equal(asked.length, 1);
    const job = service.app.work.jobs.find(({ name }) => name === 'import.process');
    assert.ok(job);
    await Promise.all(
      Array.from({ length: 5 }, () =>
        job.run(
          { import_id: id },
          { signal: new AbortController().signal, attempt: 1, isLast: false },
        ),
      ),
    );
    await service.work();
    const done = await desk.read(import_id);
    assert.deepEqual(
      [done.state, done.created, (await countOf('users')) - users],
      ['completed', 40, 40],
    );
    assert.equal(
      (await desk.process(import_id)).body.state,
      'completed',
      'a repeated request returns the state',
    );
  });

  it('of two files with the same people creates each person once', async () => {
    const rows = Array.from({ length: 60 }, () => farmer());
    const users = await countOf('users');
    const previews = await Promise.all([
      desk.preview('producers', PRODUCERS, ...rows),
      desk.preview('producers', PRODUCERS, ...rows.toReversed()),
    ]);
    await Promise.all(previews.map(({ import_id }) => desk.process(import_id)));
    await service.work({ evenIfEarly: true });
    const states = await Promise.all(
      previews.map(async ({ import_id }) => (await desk.read(import_id)).state),
    );
    assert.deepEqual(
      [states.toSorted(), (await countOf('users')) - users],
      [['completed', 'failed'], 60],
    );
  });
});

describe('the pages of imports', () => {
  it('are visible to administrators, with the rows page by page, each once', async () => {
    const { import_id } = await desk.preview(
      'producers',
      PRODUCERS,
      ...Array.from({ length: 7 }, () => farmer()),
    );
    const { body } = await service.call<{ data: ImportSummaryRecord[]; meta: { total: number } }>(
      'GET',
      '/api/v1/admin/import?type=producers&state=previewed&per_page=1',
      { token: desk.token },
    );
    assert.deepEqual(
      [
        body.data.length,
        body.data[0]?.import_id,
        body.data[0]?.type_label,
        body.data[0]?.state_label,
      ],
      [1, import_id, 'Produtores', 'Conferida'],
    );
    const seen: number[] = [];
    for (let cursor = ''; ;) {
      const page = await desk.read(import_id, `?per_page=3${cursor}`);
      seen.push(...page.rows.map(({ row }) => row));
      if (page.meta.next_cursor === null) break;
      cursor = `&cursor=${page.meta.next_cursor}`;
    }
    assert.deepEqual(seen, [2, 3, 4, 5, 6, 7, 8]);
    assert.equal(
      (
        await service.call('GET', `/api/v1/admin/import/${import_id}?status=x`, {
          token: desk.token,
        })
      ).status,
      422,
    );
    assert.equal(
      (await service.call('GET', '/api/v1/admin/import/1', { token: desk.token })).status,
      404,
    );
  });

  it('return the wrong rows as a file that can be corrected and sent again', async () => {
    const { import_id } = await desk.preview(
      'producers',
      PRODUCERS,
      farmer(),
      farmer({ name: '=CMD|calc', document: '111.444.777-36', password: 'Colheita2026' }),
    );
    const { raw, headers } = await service.call('GET', `/api/v1/admin/import/${import_id}/errors`, {
      token: desk.token,
    });
    const text = raw.toString('utf8');
    assert.match(String(headers['content-disposition']), /erros_produtores\.csv/);
    assert.equal(text.split('\r\n').length, 3);
    assert.ok(
      text.includes("'=CMD|calc") &&
        text.includes(';3;CPF ou CNPJ: Informe um CPF válido.') &&
        !text.includes('Colheita2026'),
    );
    const { body } = await desk.send('producers', text.replace('111.444.777-36', someCpf()));
    assert.deepEqual(
      [body.summary, body.warnings, body.rows[0]?.data['name']],
      [{ total: 1, valid: 1, invalid: 0 }, [], '=CMD|calc'],
    );
  });
});

describe('the right to import', () => {
  it('depends on the permission imports.create', async () => {
    const { import_id } = await desk.preview('producers', PRODUCERS, farmer());
    const [finance, producer] = [
      await buildAdmin(service, 'financeiro'),
      await buildProducer(service),
    ];
    for (const { token } of [finance, producer]) {
      assert.equal((await desk.send('producers', 'x', { token })).status, 403);
      assert.equal(
        (await service.call('POST', '/api/v1/admin/import/process', { token, body: { import_id } }))
          .status,
        403,
      );
    }
    assert.equal(
      (await service.call('GET', `/api/v1/admin/import/${import_id}`, { token: finance.token }))
        .status,
      200,
    );
    for (const body of [
      { import_id: '01a1fa8f-598c-7f88-bbf1-b3748ffd594f' },
      { import_id: 7 },
      {},
      { import_id, allow_partial: 'sim' },
    ]) {
      assert.equal(
        (await service.call('POST', '/api/v1/admin/import/process', { token: desk.token, body }))
          .status,
        422,
        JSON.stringify(body),
      );
    }
    assert.equal((await desk.send('tratores', PRODUCERS)).status, 422);
    assert.equal(
      (await service.call('GET', '/api/v1/admin/import/template/tratores', { token: desk.token }))
        .status,
      404,
    );
  });
});

describe('the stored data of an import', () => {
  it('is deleted a week after a preview and a month after an import', async () => {
    const waiting = await desk.preview('producers', PRODUCERS, farmer());
    const { import_id } = await desk.store('producers', PRODUCERS, farmer());
    const going = new AbortController().signal;
    const today = service.app.platform.clock.now().getTime();
    const at = async (days: number): Promise<void> => {
      service.moveClock(new Date(today + days * 86_400_000));
      await cleanImports(service.app.platform, going);
    };
    await at(6);
    assert.equal(
      (
        await q
          .selectFrom('import_rows as r')
          .innerJoin('imports as i', 'i.id', 'r.import_id')
          .select('r.row')
          .where('i.uuid', 'in', [waiting.import_id, import_id])
          .execute()
      ).length,
      2,
    );
    await at(8);
    assert.equal(
      await q
        .selectFrom('imports')
        .select('id')
        .where('uuid', '=', waiting.import_id)
        .executeTakeFirst(),
      undefined,
    );
    await at(31);
    assert.equal(await countOf('import_rows'), 0);
    assert.ok(
      await q.selectFrom('imports').select('id').where('uuid', '=', import_id).executeTakeFirst(),
      'that it was imported stays known',
    );
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { archivedViews, reportViews } from '@lavra/contract/admin/reports';
import { formatCnpj } from '@lavra/domain/document/cnpj';
import { formatCpf } from '@lavra/domain/document/cpf';
import {
  buildAdmin,
  buildConsultant,
  buildProducer,
  buildSupplier,
  linkConsultant,
  SORRISO,
} from '../../../test/people.ts';
import { buildOrder } from '../../../test/orders.ts';
import { buildProduct } from '../../../test/catalogue.ts';
import { buildProposal } from '../../../test/proposals.ts';
import { startService, type Answer } from '../../../test/service.ts';
import { assertInvalid, assertRefused } from '../proposals/proposals.fixture.ts';
import {
  decimalCell,
  documentCell,
  integerCell,
  phoneCell,
  postalCodeCell,
  textCell,
} from './report-cells.ts';
import { unpackParts } from '../../platform/spreadsheet/zip-parts.ts';
import { csvCell } from '../../platform/spreadsheet/sheet-cell.ts';
import { readTable } from '../../platform/csv/csv-read.ts';
import { readSheet, readZip, type Sheet } from './reports.fixture.ts';

const service = await startService({ now: new Date('2026-11-20T15:00:00Z') });
const { q } = service.db;
const admin = await buildAdmin(service, 'operacional');

const csv = (query: string, token = admin.token): Promise<Answer> =>
  service.call('GET', `/api/v1/admin/reports/export/csv?${query}`, { token });
const sheet = async (query: string): Promise<Sheet> => {
  const answer = await csv(query);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return readSheet(answer.raw);
};
const column = async (query: string, heading: string): Promise<(string | undefined)[]> =>
  (await sheet(query)).rows.map((row) => row[heading]);
const filled = (row: Sheet['rows'][number] | undefined) =>
  Object.fromEntries(Object.entries(row ?? {}).filter(([, cell]) => cell !== ''));

/** Creates a complete negotiation whose participants write text that breaks spreadsheets. */
async function story() {
  const producer = await buildProducer(service, {
    name: 'José "Zé" Conceição; & Filhos',
    email: '=jose@teste.example',
  });
  const supplier = await buildSupplier(service, {
    name: '=HYPERLINK("http://exemplo")',
    states: ['MT', 'GO'],
    cityId: SORRISO,
  });
  const consultant = await buildConsultant(service, { name: '@Ana\r\nPrado' });
  await linkConsultant(service, consultant.consultantId, producer.producerId);
  await q
    .updateTable('producers')
    .set({ planted_area: '1250.50' })
    .where('id', '=', producer.producerId)
    .execute();
  const [priced, open] = [await buildProduct(service), await buildProduct(service)];
  const order = await buildOrder(service, {
    producerId: producer.producerId,
    status: 'finalizada',
    description: 'Adubo\ne sementes; "tudo"',
    deadline: '2026-12-01',
    items: [{ product: priced, quantity: '1' }, { product: open }],
  });
  await q
    .updateTable('orders')
    .set({
      published_at: '2026-11-01 09:05-03',
      awarded_at: '2026-11-10 10:00-03',
      finished_at: '2026-11-12 23:59:59-03',
      created_at: '2026-10-31 08:00-03',
      notes: '-1+1',
      payment_terms: '\tà vista',
    })
    .where('id', '=', order.id)
    .execute();
  const [first, second] = order.items;
  assert.ok(first && second);
  const proposal = await buildProposal(service, {
    orderId: order.id,
    supplierId: supplier.supplierId,
    status: 'accepted',
    freight: '0.10',
    partialFrom: '5000',
    freightRule: 'proportional',
    notes: '+55 66',
    validity: '2026-12-15',
    items: [{ item: first, price: '9999999999999.99' }, { item: second }],
  });
  await q
    .updateTable('proposals')
    .set({ submitted_at: '2026-11-02 00:00-03', accepted_at: '2026-11-10 10:00-03' })
    .where('id', '=', proposal.id)
    .execute();
  await q
    .updateTable('purchases')
    .set({ awarded_at: '2026-11-10 10:00-03', settled_at: '2026-11-12 23:59:59-03' })
    .where('proposal_id', '=', proposal.id)
    .execute();
  await buildProposal(service, {
    orderId: order.id,
    supplierId: supplier.supplierId,
    status: 'draft',
    items: [],
  });
  return { producer, supplier, consultant, order, proposal };
}
const { producer, supplier, consultant, order, proposal } = await story();
const cpf = formatCpf(producer.document ?? '');
const cnpj = formatCnpj(supplier.document ?? '');
const typeOf = async (productId: number | undefined): Promise<string> =>
  (
    await q
      .selectFrom('products as p')
      .innerJoin('product_subtypes as s', 's.id', 'p.product_subtype_id')
      .innerJoin('product_types as t', 't.id', 's.product_type_id')
      .select('t.name')
      .where('p.id', '=', productId ?? 0)
      .executeTakeFirstOrThrow()
  ).name;

describe('a report', () => {
  it('shows an order with its producer, its winner and every important date', async () => {
    const {
      rows: [row],
    } = await sheet('view=orders');
    assert.deepEqual(filled(row), {
      Código: String(order.id),
      Número: order.number,
      Descrição: 'Adubo\ne sementes; "tudo"',
      Status: 'Finalizada',
      Suspensa: 'Não',
      'Tipo de fechamento': 'Aberta',
      'Aceita comprar de vários fornecedores': 'Sim',
      'Código do produtor': String(producer.producerId),
      Produtor: 'José "Zé" Conceição; & Filhos',
      'CPF/CNPJ do produtor': cpf,
      'E-mail do produtor': `'=jose@teste.example`,
      'Telefone do produtor': '(66) 99999-0000',
      'Município de entrega': 'Sorriso',
      UF: 'MT',
      'Tipos de produto': [
        ...new Set([
          await typeOf(order.items[0]?.productId),
          await typeOf(order.items[1]?.productId),
        ]),
      ]
        .toSorted()
        .join(', '),
      Defensivos: 'Não',
      Itens: '2',
      'Propostas recebidas': '1',
      'Recusas de participar': '0',
      'Código da proposta aceita': String(proposal.id),
      'Código do fornecedor vencedor': String(supplier.supplierId),
      'Fornecedor vencedor': `'=HYPERLINK("http://exemplo")`,
      'CPF/CNPJ do vencedor': cnpj,
      'Total aceito (R$)': '9999999999999,99',
      'Frete aceito': 'Valor à parte',
      'Frete aceito (R$)': '0,10',
      'Itens comprados': '1',
      'Total comprado (R$)': '9999999999999,99',
      'Prazo para propostas': '01/12/2026',
      'Criada em': '31/10/2026 08:00',
      'Publicada em': '01/11/2026 09:05',
      'Adjudicada em': '10/11/2026 10:00',
      'Finalizada em': '12/11/2026 23:59',
      'Condições de pagamento': `'\tà vista`,
      Observações: `'-1+1`,
    });
  });

  it('shows a proposal with both sides and exact totals, drafts excluded', async () => {
    const { rows } = await sheet('view=proposals');
    assert.equal(rows.length, 1);
    assert.deepEqual(filled(rows[0]), {
      Código: String(proposal.id),
      Status: 'Aceita',
      Situação: 'Aceita',
      'Código da cotação': String(order.id),
      Cotação: order.number,
      'Descrição da cotação': 'Adubo\ne sementes; "tudo"',
      'Status da cotação': 'Finalizada',
      'Código do fornecedor': String(supplier.supplierId),
      Fornecedor: `'=HYPERLINK("http://exemplo")`,
      'CPF/CNPJ do fornecedor': cnpj,
      'E-mail do fornecedor': supplier.email,
      'Município do fornecedor': 'Sorriso',
      'UF do fornecedor': 'MT',
      'Código do produtor': String(producer.producerId),
      Produtor: 'José "Zé" Conceição; & Filhos',
      'CPF/CNPJ do produtor': cpf,
      'Município de entrega': 'Sorriso',
      'UF de entrega': 'MT',
      'Itens da cotação': '2',
      'Itens respondidos': '2',
      'Itens com preço': '1',
      'Total (R$)': '9999999999999,99',
      Frete: 'Valor à parte',
      'Frete (R$)': '0,10',
      'Total com frete (R$)': '10000000000000,09',
      'Vende em parte': 'Sim',
      'Mínimo da venda em parte (R$)': '5000,00',
      'Frete em compra parcial': 'Proporcional ao valor',
      Validade: '15/12/2026',
      'Enviada em': '02/11/2026 00:00',
      'Aceita em': '10/11/2026 10:00',
      Observações: `'+55 66`,
    });
  });

  it('shows a purchase with both sides, what was bought and what it costs', async () => {
    const { rows } = await sheet('view=purchases');
    assert.equal(rows.length, 1);
    const { Número: number, ...cells } = filled(rows[0]);
    assert.match(number ?? '', new RegExp(`^PC-${order.number.replace('COT-', '')}-[2-9A-Z]{4}$`));
    assert.deepEqual(cells, {
      Situação: 'Recebida',
      Tipo: 'Proposta inteira',
      Rodada: '1',
      'Código da cotação': String(order.id),
      Cotação: order.number,
      'Descrição da cotação': 'Adubo\ne sementes; "tudo"',
      'Status da cotação': 'Finalizada',
      'Código da proposta': String(proposal.id),
      'Código do produtor': String(producer.producerId),
      Produtor: 'José "Zé" Conceição; & Filhos',
      'CPF/CNPJ do produtor': cpf,
      'Município de entrega': 'Sorriso',
      'UF de entrega': 'MT',
      'Código do fornecedor': String(supplier.supplierId),
      Fornecedor: `'=HYPERLINK("http://exemplo")`,
      'CPF/CNPJ do fornecedor': cnpj,
      'E-mail do fornecedor': supplier.email,
      'Itens da cotação': '2',
      'Itens comprados': '1',
      'Total dos itens (R$)': '9999999999999,99',
      Frete: 'Valor à parte',
      'Frete (R$)': '0,10',
      'Total com frete (R$)': '10000000000000,09',
      'Comprada em': '10/11/2026 10:00',
      'Concluída em': '12/11/2026 23:59',
    });
    assert.deepEqual(await column('view=purchases&end_date=2026-11-09', 'Número'), []);
    assert.equal((await column('view=purchases&end_date=2026-11-10', 'Número')).length, 1);
  });

  it('shows people with their documents, addresses and figures', async () => {
    const person = {
      Documento: 'CPF',
      'CPF/CNPJ': cpf,
      Telefone: '(66) 99999-0000',
      Status: 'Ativo',
      'Cadastrado em': '20/11/2026 12:00',
    };
    const address = {
      CEP: '78890-000',
      Logradouro: 'Rodovia BR-163',
      Número: 'S/N',
      'Nome do endereço': 'Sede',
      Município: 'Sorriso',
      UF: 'MT',
      'Código IBGE': String(SORRISO),
      Endereços: '1',
    };
    const [farmer] = (await sheet('view=producers')).rows;
    assert.deepEqual(filled(farmer), {
      ...person,
      ...address,
      Código: String(producer.producerId),
      'Código do usuário': String(producer.userId),
      Nome: 'José "Zé" Conceição; & Filhos',
      'E-mail': `'=jose@teste.example`,
      'Tipo (PF/PJ)': 'PF',
      'Área plantada (ha)': '1250,5',
      Consultores: `'@Ana\r\nPrado`,
      'Tipo de endereço': 'Fazenda',
      Cotações: '1',
      'Cotações publicadas': '1',
      'Cotações finalizadas': '1',
      'Propostas recebidas': '1',
      'Fornecedores que propuseram': '1',
      'Total aceito em cotações finalizadas (R$)': '9999999999999,99',
    });
    const [dealer] = (await sheet('view=suppliers')).rows;
    assert.deepEqual(filled(dealer), {
      ...person,
      ...address,
      Documento: 'CNPJ',
      'CPF/CNPJ': cnpj,
      Código: String(supplier.supplierId),
      'Código do usuário': String(supplier.userId),
      Nome: `'=HYPERLINK("http://exemplo")`,
      'E-mail': supplier.email,
      'Área de atendimento': 'Por estados',
      'Estados atendidos': 'GO, MT',
      'Municípios atendidos': '0',
      'Tipo de endereço': 'Matriz',
      'Propostas enviadas': '1',
      'Propostas em aberto': '0',
      'Propostas aceitas': '1',
      'Propostas recusadas': '0',
      'Propostas canceladas': '0',
      'Cotações em que participou': '1',
      'Produtores atendidos': '1',
      'Total negociado (R$)': '9999999999999,99',
      'Última proposta em': '02/11/2026 00:00',
    });
    const [adviser] = (await sheet('view=consultants')).rows;
    assert.deepEqual(filled(adviser), {
      Código: String(consultant.consultantId),
      'Código do usuário': String(consultant.userId),
      Nome: `'@Ana\r\nPrado`,
      'E-mail': consultant.email,
      Telefone: '(66) 99999-0000',
      Status: 'Ativo',
      'Cadastrado em': '20/11/2026 12:00',
      'Acesso ativado': 'Não',
      'Produtores vinculados': '1',
      [`Quais produtores (até 200)`]: `José "Zé" Conceição; & Filhos (código ${producer.producerId})`,
    });
  });

  it('contains nothing that a spreadsheet would run, and no digits that would lose leading zeros', async () => {
    for (const view of reportViews) {
      const { rows } = await sheet(`view=${view}`);
      for (const cell of rows.flatMap((row) => Object.values(row)))
        assert.doesNotMatch(cell, /^[=+\-@\t\r]|^0\d+$/, view);
    }
  });

  it('has the same cells as .xlsx, alone and in the archive', async () => {
    const plain = await sheet('view=producers');
    const { raw, headers } = await service.call(
      'GET',
      '/api/v1/admin/reports/export/csv?view=producers&format=xlsx',
      { token: admin.token },
    );
    assert.match(String(headers['content-disposition']), /lavra-produtores-2026-11-20\.xlsx"/);
    const { rows } = await readTable(raw, { rows: 1000, columns: 64, cellBytes: 32_767 });
    assert.deepEqual(rows.length, plain.rows.length);
    const archive = await service.call('GET', '/api/v1/admin/reports/export/zip?format=xlsx', {
      token: admin.token,
    });
    const parts = unpackParts(
      archive.raw,
      { parts: 10, partBytes: 10_000_000, bytes: 50_000_000 },
      () => true,
    );
    assert.deepEqual(
      [...parts].map(([name, part]) => [name.endsWith('.xlsx'), part.toString('latin1', 0, 2)]),
      archivedViews.map(() => [true, 'PK']),
    );
  });

  it('is a file with its own name that no cache stores', async () => {
    const { headers } = await csv('view=orders');
    assert.deepEqual(
      [headers['content-type'], headers['cache-control']],
      ['text/csv; charset=utf-8', 'no-store'],
    );
    assert.match(
      String(headers['content-disposition']),
      /^attachment; filename="lavra-cotacoes-2026-11-20\.csv"/,
    );
  });
});

describe('the cells of a report', () => {
  it('contain numbers as numbers, negative ones too', () => {
    assert.deepEqual(
      [
        decimalCell('-12.50'),
        decimalCell('0.125'),
        integerCell(-3),
        decimalCell('9999999999999.9900'),
      ].map(csvCell),
      ['-12,5', '0,125', '-3', '9999999999999,99'],
    );
  });

  it('contain texts that no spreadsheet runs', () => {
    assert.deepEqual(
      ['=1', '+1', '-1', '@x', '\tx', '\rx', "'=1", 'a=1', ''].map((text) =>
        csvCell(textCell(text)),
      ),
      [`'=1`, `'+1`, `'-1`, `'@x`, `'\tx`, `'\rx`, `''=1`, 'a=1', ''],
    );
    assert.equal(textCell(null), '');
  });

  it('contain documents, phones and postal codes with punctuation, and the letters of a CNPJ', () => {
    assert.deepEqual(
      [
        documentCell('cpf', '00012345678'),
        documentCell('cnpj', '12ABC34501DE35'),
        documentCell(null, null),
      ],
      ['000.123.456-78', '12.ABC.345/01DE-35', ''],
    );
    assert.deepEqual(
      [phoneCell('6533334444'), phoneCell('65999998888'), postalCodeCell('01310100')],
      ['(65) 3333-4444', '(65) 99999-8888', '01310-100'],
    );
  });
});

describe('the period of a report', () => {
  it('covers whole days of the platform’s zone, the last one included', async () => {
    const inside = async (query: string) =>
      (await column(`view=proposals&${query}`, 'Código')).length;
    assert.deepEqual(
      [
        await inside('start_date=2026-11-02&end_date=2026-11-02'),
        await inside('end_date=2026-11-01'),
        await inside('start_date=2026-11-03'),
        await inside('start_date=2026-11-02'),
      ],
      [1, 0, 0, 1],
    );
    await q
      .updateTable('proposals')
      .set({ submitted_at: '2026-11-02 23:59:59.999-03' })
      .where('id', '=', proposal.id)
      .execute();
    assert.deepEqual(
      [await inside('end_date=2026-11-02'), await inside('start_date=2026-11-03')],
      [1, 0],
    );
    assert.equal(await inside('start_date=1900-01-01&end_date=9999-12-31'), 1);
  });

  it('selects orders by publication; without a period, unpublished ones are included', async () => {
    const draft = await buildOrder(service, {
      producerId: producer.producerId,
      status: 'rascunho',
      items: [],
    });
    const numbers = (query: string) => column(`view=orders${query}`, 'Número');
    assert.deepEqual(await numbers(''), [order.number, draft.number]);
    assert.deepEqual(await numbers('&start_date=2026-11-01&end_date=2026-11-01'), [order.number]);
    assert.deepEqual(await numbers('&end_date=2026-10-31'), [], 'created then, published later');
    assert.deepEqual(await numbers('&end_date=9999-12-31'), [order.number]);
    await q.deleteFrom('orders').where('id', '=', draft.id).execute();
  });

  it('selects people by registration', async () => {
    for (const view of ['producers', 'suppliers', 'consultants']) {
      assert.equal(
        (await column(`view=${view}&start_date=2026-11-20&end_date=2026-11-20`, 'Código')).length,
        1,
        view,
      );
      assert.equal((await column(`view=${view}&end_date=2026-11-19`, 'Código')).length, 0, view);
    }
  });

  it('is refused when it is impossible', async () => {
    for (const call of [
      () => csv('view=orders&start_date=2026-11-02&end_date=2026-11-01'),
      () =>
        service.call(
          'GET',
          '/api/v1/admin/reports/export/zip?start_date=2026-11-02&end_date=2026-11-01',
          { token: admin.token },
        ),
    ]) {
      assertInvalid(await call(), { end_date: 'O período termina antes de começar.' });
    }
    for (const query of ['start_date=2026-02-30', 'end_date=ontem', 'with_deleted=talvez'])
      assertRefused(await csv(`view=orders&${query}`), 422, 'validation_failed');
  });
});

describe('deleted people in a report', () => {
  it('are counted in the announced number of rows exactly when they are included', async () => {
    for (const query of [
      '',
      'with_deleted=1',
      'start_date=2026-11-01&end_date=2026-11-01',
      'start_date=2026-11-02',
      'end_date=2026-10-31',
      'start_date=2026-11-20&with_deleted=1',
    ]) {
      const { status, body } = await service.call('GET', `/api/v1/admin/reports/sizes?${query}`, {
        token: admin.token,
      });
      assert.equal(status, 200, JSON.stringify(body));
      const read: { view: string; rows: number }[] = [];
      for (const view of reportViews)
        read.push({ view, rows: (await sheet(`view=${view}&${query}`)).rows.length });
      assert.deepEqual(body, { data: read }, query);
    }
    assertInvalid(
      await service.call(
        'GET',
        '/api/v1/admin/reports/sizes?start_date=2026-12-31&end_date=2026-01-01',
        { token: admin.token },
      ),
      { end_date: 'O período termina antes de começar.' },
    );
  });

  it('are omitted, or marked on request, while their orders stay', async () => {
    const gone = await buildProducer(service, { name: 'Quem saiu' });
    const left = await buildOrder(service, { producerId: gone.producerId });
    await q
      .updateTable('users')
      .set({ deleted_at: '2026-11-19 10:30-03' })
      .where('id', '=', gone.userId)
      .execute();
    assert.ok(!(await column('view=producers', 'Nome')).includes('Quem saiu'));
    const { rows } = await sheet('view=producers&with_deleted=1');
    assert.deepEqual(
      rows
        .filter((row) => row['Excluído em'] !== '')
        .map((row) => [row['Nome'], row['Excluído em']]),
      [['Quem saiu', '19/11/2026 10:30']],
    );
    assert.ok((await column('view=orders', 'Número')).includes(left.number));
  });
});

describe('the archive of reports', () => {
  it('contains the five reports, each as it is on its own', async () => {
    const { status, headers, raw } = await service.call(
      'GET',
      '/api/v1/admin/reports/export/zip?with_deleted=true',
      { token: admin.token },
    );
    assert.deepEqual([status, headers['content-type']], [200, 'application/zip']);
    assert.match(
      String(headers['content-disposition']),
      /filename="lavra-relatorios-2026-11-20\.zip"/,
    );
    const files = readZip(raw);
    assert.deepEqual(
      [...files.keys()],
      ['cotacoes.csv', 'propostas.csv', 'produtores.csv', 'fornecedores.csv', 'consultores.csv'],
    );
    for (const [index, view] of archivedViews.entries())
      assert.equal(
        [...files.values()][index]?.toString(),
        (await csv(`view=${view}&with_deleted=true`)).raw.toString(),
        view,
      );
  });
});

describe('the archive with all reports', () => {
  it('has the purchases too, and its own view in the audit log', async () => {
    const auditor = await buildAdmin(service);
    const { raw } = await service.call('GET', '/api/v1/admin/reports/export/zip?include=all', {
      token: auditor.token,
    });
    const files = readZip(raw);
    assert.deepEqual([...files.keys()].slice(4), ['consultores.csv', 'compras.csv']);
    assert.deepEqual(files.get('compras.csv'), (await csv('view=purchases')).raw);
    await csv('view=purchases', auditor.token);
    const { body } = await service.call<{ data: { resource_id: number; new_values: unknown }[] }>(
      'GET',
      `/api/v1/admin/logs?user_id=${auditor.userId}&sort=created_at`,
      { token: auditor.token },
    );
    assert.deepEqual(
      body.data.map(({ resource_id, new_values }) => [resource_id, new_values]),
      [
        [6, { view: 'all', format: 'zip', include: 'all' }],
        [7, { view: 'purchases', format: 'csv' }],
      ],
    );
    assertRefused(
      await service.call('GET', '/api/v1/admin/reports/export/zip?include=purchases', {
        token: admin.token,
      }),
      422,
      'validation_failed',
    );
  });
});

describe('access to reports', () => {
  it('is given only to administrators with the permission', async () => {
    for (const path of ['csv?view=orders', 'zip']) {
      const call = (token?: string) =>
        service.call('GET', `/api/v1/admin/reports/export/${path}`, { token });
      assertRefused(await call(), 401, 'unauthenticated');
      for (const person of [producer, supplier, consultant])
        assertRefused(await call(person.token), 403, 'forbidden');
      for (const role of ['master', 'operacional', 'financeiro'])
        assert.equal((await call((await buildAdmin(service, role)).token)).status, 200, role);
    }
    for (const query of ['', 'view=', 'view=users', 'view=orders&view=proposals'])
      assertRefused(await csv(query), 422, 'validation_failed');
  });

  it('is audited for each export, and not for a refused one', async () => {
    const auditor = await buildAdmin(service);
    await csv('view=suppliers&start_date=2026-11-01&end_date=2026-11-30', auditor.token);
    await csv('view=suppliers&start_date=2026-11-30&end_date=2026-11-01', auditor.token);
    await service.call('GET', '/api/v1/admin/reports/export/zip', { token: auditor.token });
    const { body } = await service.call<{
      data: { action: string; resource_type: string; resource_id: number; new_values: unknown }[];
    }>('GET', `/api/v1/admin/logs?user_id=${auditor.userId}&sort=created_at`, {
      token: auditor.token,
    });
    assert.deepEqual(
      body.data.map(({ action, resource_type, resource_id, new_values }) => ({
        action,
        resource_type,
        resource_id,
        new_values,
      })),
      [
        {
          action: 'created',
          resource_type: 'report',
          resource_id: 4,
          new_values: {
            view: 'suppliers',
            format: 'csv',
            start_date: '2026-11-01',
            end_date: '2026-11-30',
          },
        },
        {
          action: 'created',
          resource_type: 'report',
          resource_id: 6,
          new_values: { view: 'all', format: 'zip' },
        },
      ],
    );
  });
});

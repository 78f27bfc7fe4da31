import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { readZip } from '../../server/src/features/reports/reports.fixture.ts';
import { parseXlsx } from '../../server/src/platform/spreadsheet/xlsx-parse.ts';
import { desk, dialog, goByMenu, openAdministration, row, untilStill } from './admin.fixture.ts';
import { countClicks } from './click-counter.ts';
import { accounts, enter, startPortals } from './portals.ts';
import { productSheet } from './product-sheet.ts';
import { openMarket } from './supplier.fixture.ts';
import { readTasks } from './tasks-document.ts';

// A month of the back office, as docs/back-office-tasks.md describes it: each task must take no
// more clicks and key presses than documented.

const portals = await startPortals();
const administration = await openAdministration(portals);
const tasks = readTasks();
await prepare();
const { page, problems } = await portals.visitor(desk);
const counter = await countClicks(page);
await enter(page, '/admin', accounts.admin);

const button = (name: string | RegExp) => page.getByRole('button', { name });
const link = (name: string | RegExp) => page.getByRole('link', { name });
const place = (name: string) => goByMenu(page, name, counter.click);

/**
 * Performs a task starting at the first screen, and compares the clicks and key presses with the
 * document.
 */
function task(number: number, work: () => Promise<void>): void {
  const said = tasks.get(number);
  if (said === undefined) throw new Error(`the document has no task ${number}`);
  it(`${number}. ${said.title}`, async (t) => {
    await page.evaluate(() => localStorage.removeItem('lavra.menu.groups'));
    await page.goto('/admin');
    await page.getByRole('heading', { level: 1, name: 'Painel' }).waitFor();
    await untilStill(page);
    counter.begin();
    await work();
    await untilStill(page);
    t.diagnostic(`${counter.clicks()} clicks, ${counter.keys()} keys`);
    assert.equal(counter.clicks(), said.clicks, `clicks; and keys: ${counter.keys()}`);
    assert.ok(counter.keys() <= said.keys, `${counter.keys()} keys, ${said.keys} by the document`);
    assert.deepEqual(problems, []);
  });
}

const textOf = async (download: { path(): Promise<string> }): Promise<string> =>
  fs.readFileSync(await download.path(), 'utf8');

describe('a month of the back office', () => {
  task(1, async () => {
    await place('Fornecedores');
    await counter.click(link('Novo fornecedor'));
    const field = (name: string | RegExp) => page.getByLabel(name);
    await counter.write(field('Razão social'), 'Insumos do Cerrado Ltda');
    await counter.write(field('E-mail'), 'vendas@cerrado.example');
    await counter.write(field('CNPJ'), '12abc34501de35');
    await counter.click(field('Fertilizantes'));
    await counter.click(field('Estados').and(page.getByRole('radio')));
    await counter.click(page.getByRole('checkbox', { name: 'Centro-Oeste' }));
    await counter.click(field('Tocantins'));
    await counter.write(field('CEP'), '75901000');
    await counter.write(field('Rua, estrada ou rodovia'), 'Avenida Presidente Vargas');
    await counter.write(field('Número'), '100');
    await counter.choose(field(/^Estado(?!s)/), 'Goiás');
    await counter.write(page.getByRole('combobox', { name: 'Município' }), 'rio verde');
    await counter.press('ArrowDown', 'Enter');
    await counter.click(button('Criar fornecedor'));
    await page.getByRole('heading', { level: 1, name: 'Insumos do Cerrado Ltda' }).waitFor();
    await page.getByRole('heading', { name: 'Ativação: link enviado' }).waitFor();
    const [made] = await administration.list<{ id: number }>(
      '/api/v1/admin/suppliers?q=12ABC34501DE35',
    );
    const { coverage } = (await administration.ask(
      'GET',
      `/api/v1/admin/suppliers/${made?.id ?? 0}`,
    )) as { coverage: { states: string[] } };
    assert.deepEqual(coverage.states.toSorted(), ['DF', 'GO', 'MS', 'MT', 'TO']);
  });

  task(2, async () => {
    const sheet = productSheet({ rows: 300, wrong: 14 });
    await place('Importação');
    await counter.click(link('Nova importação').first());
    await counter.click(page.getByRole('radio', { name: /^Produtos/ }));
    await counter.pick(page.getByText('Escolher planilha'), {
      name: 'tabela-da-safra.csv',
      text: sheet,
    });
    await page.getByRole('heading', { name: '300 linhas: 286 prontas, 14 com erro' }).waitFor();
    const coming = page.waitForEvent('download');
    await counter.click(button('Baixar as 14 linhas com erro (.csv)'));
    const wrong = await textOf(await coming);
    assert.equal(wrong.trim().split('\r\n').length, 15);
    await counter.click(page.getByRole('radio', { name: /^Importar só as prontas/ }));
    await counter.click(button('Importar 286 linhas'));
    await counter.click(dialog(page).getByRole('button', { name: 'Importar 286 linhas' }));
    await page.getByText('Importação concluída: 286 cadastros criados').waitFor();
    await counter.click(link('Enviar as linhas corrigidas'));
    await counter.pick(page.getByText('Escolher planilha'), {
      name: 'linhas-corrigidas.csv',
      text: wrong.replaceAll('Ureas', 'Nitrogenados'),
    });
    await page.getByRole('heading', { name: '14 linhas: 14 prontas, nenhuma com erro' }).waitFor();
    await counter.click(button('Importar 14 linhas'));
    await counter.click(dialog(page).getByRole('button', { name: 'Importar 14 linhas' }));
    await page.getByText('Importação concluída: 14 cadastros criados').waitFor();
    const { meta } = (await administration.ask('GET', '/api/v1/products?q=Adubo+da+safra')) as {
      meta: { total: number };
    };
    assert.equal(meta.total, 300);
  });

  task(3, async () => {
    await place('Pagamentos');
    await counter.write(page.getByLabel('Buscar assinante'), 'passo fundo');
    await counter.click(
      button('Estornar pagamento de Cooperativa Demonstração Passo Fundo').first(),
    );
    await counter.click(dialog(page).getByRole('radio', { name: /^Uma parte/ }));
    await counter.write(dialog(page).getByLabel('Valor a estornar'), '74,95');
    await counter.write(dialog(page).getByLabel('Motivo'), 'Cobrança em duplicidade');
    await counter.click(dialog(page).getByRole('button', { name: 'Estornar' }));
    await page
      .getByText(/Estorno de R\$\s74,95 registrado\. Falta devolver a Cooperativa/)
      .waitFor();
    const [payment] = await administration.list<{
      refunded_amount: number;
      refundable_amount: number;
      refunds: unknown[];
    }>('/api/v1/admin/subscription-payments?status=partially_refunded');
    assert.deepEqual(
      [payment?.refunded_amount, payment?.refundable_amount, payment?.refunds.length],
      [74.95, 74.95, 1],
    );
  });

  task(4, async () => {
    await place('Planos');
    await counter.click(page.getByRole('button', { name: 'Produtor Essencial', exact: true }));
    await counter.write(dialog(page).getByLabel('Preço mensal'), '109,90');
    await counter.click(dialog(page).getByRole('button', { name: 'Salvar plano' }));
    await page.getByText('Plano Produtor Essencial salvo.').waitFor();
    await counter.click(link('O que cada plano dá'));
    await counter.write(
      page.getByLabel('Cotações ativas ao mesmo tempo, Produtor Essencial: limite'),
      '15',
    );
    await counter.click(button('Salvar'));
    await page.getByText('Produtor Essencial salvo.', { exact: true }).waitFor();
    await counter.click(
      page
        .getByRole('navigation', { name: 'Planos' })
        .getByRole('link', { name: 'Planos', exact: true }),
    );
    await counter.click(link('Assinantes do plano Produtor Essencial'));
    await page
      .getByRole('list', { name: 'Filtros em uso' })
      .getByText('Plano: Produtor Essencial')
      .waitFor();
    await row(page, /Fazenda Demonstração Sorriso/).waitFor();
    assert.equal(await row(page, /Profissional/).count(), 0);
    const plans = await administration.list<{
      name: string;
      price_monthly: number;
      features: { key: string; value: unknown }[];
    }>('/api/v1/admin/plans?per_page=100');
    const plan = plans.find(({ name }) => name === 'Produtor Essencial');
    assert.deepEqual(
      [plan?.price_monthly, plan?.features.find(({ key }) => key === 'orders.max_active')?.value],
      [109.9, 15],
    );
  });

  task(5, async () => {
    await place('Relatórios');
    const coming = page.waitForEvent('download');
    await counter.click(button('Baixar todos (ZIP)'));
    const download = await coming;
    assert.match(download.suggestedFilename(), /\.zip$/);
    const files = readZip(fs.readFileSync(await download.path()));
    assert.equal(files.size, 6);
    const sheets = await Promise.all(
      [...files].map(async ([name, bytes]) => {
        const reply = await parseXlsx(bytes, { records: 10_000, columns: 200, cellBytes: 32_767 });
        assert.ok('records' in reply, name);
        return [name, reply.records.length - 1] as const; // without the headings
      }),
    );
    const { meta } = (await administration.ask('GET', '/api/v1/admin/suppliers?per_page=1')) as {
      meta: { total: number };
    };
    assert.equal(
      sheets.find(([name]) => name.includes('fornecedor'))?.[1],
      meta.total,
      JSON.stringify(sheets),
    );
    assert.ok(sheets.every(([, rows]) => rows > 0));
    await page.getByText(/^Pronto:/).waitFor();
  });

  task(6, async () => {
    await place('Auditoria');
    await counter.choose(page.getByLabel('O que mudou'), 'Plano');
    await counter.write(page.getByLabel('Buscar em auditoria'), 'administração');
    await page.waitForURL(/busca=/);
    await untilStill(page);
    await counter.click(page.locator('a[data-row-link]').nth(1));
    const diff = page.getByRole('table', { name: 'Campos mudados, antes e depois' });
    await diff.locator('del', { hasText: /^R\$\s99,90$/ }).waitFor();
    await diff.locator('ins', { hasText: /^R\$\s109,90$/ }).waitFor();
    await page.getByText('Administração Demonstração').first().waitFor();
  });

  task(7, async () => {
    await counter.click(link(/^Ver e aprovar/));
    await counter.click(
      row(page, /Sementes para a safrinha/)
        .locator('a')
        .first(),
    );
    await counter.click(button('Aprovar'));
    await counter.click(dialog(page).getByRole('button', { name: /^Aprovar/ }));
    await button('Suspender').waitFor();
    await counter.click(button('Suspender'));
    await counter.write(page.getByLabel('Motivo da suspensão'), 'Quantidades fora do comum.');
    await counter.click(button('Suspender cotação'));
    await page.getByText('Suspensa: ninguém envia propostas, e nenhuma é aceita.').waitFor();
    await counter.click(button('Revogar'));
    await counter.write(
      page.getByLabel('Motivo da revogação'),
      'Em desacordo com os termos de uso.',
    );
    await counter.click(button(/^Revogar COT/));
    await page.getByText('Revogada').first().waitFor();
    await place('Cotações');
    await counter.choose(page.getByLabel('Situação'), 'Pendente');
    await counter.click(
      row(page, /Sal mineral para o rebanho/)
        .locator('a')
        .first(),
    );
    await counter.click(button('Devolver com comentário'));
    await counter.write(page.getByLabel('O que precisa mudar'), 'Diga a composição.');
    await counter.click(button('Devolver cotação'));
    await page.getByText('Rascunho').first().waitFor();
  });

  task(8, async () => {
    await place('Assinaturas');
    await counter.click(page.getByRole('radio', { name: 'Em teste' }));
    const name = 'Produtor Demonstração Cascavel';
    await counter.click(button(`Estender teste de ${name}`));
    await counter.click(dialog(page).getByRole('button', { name: 'Estender teste' }));
    await page.getByText(`Teste de ${name} estendido até`).waitFor();
    await place('Consultores');
    await counter.click(link('Rui Prado'));
    await counter.click(button('Reenviar o link'));
    await counter.click(dialog(page).getByRole('button', { name: 'Reenviar o link' }));
    await page.getByText('Link enviado para rui@campo.example.').waitFor();
    assert.match(await portals.linkInMail('rui@campo.example', ''), /ativar-conta.*token=/);
  });
});

/**
 * Creates the initial state: an order that waits for approval, and a consultant who never chose a
 * password.
 */
async function prepare(): Promise<void> {
  await administration.ask('PUT', '/api/v1/admin/settings', {
    settings: [{ key: 'orders.require_approval', value: true }],
  });
  await (await openMarket(portals)).publish('Sementes para a safrinha', 2);
  const { id } = await administration.ask('POST', '/api/v1/admin/consultants', {
    name: 'Rui Prado',
    email: 'rui@campo.example',
    phone: '(65) 3027-0000',
  });
  await administration.ask('POST', `/api/v1/admin/consultants/${String(id)}/activation`);
}

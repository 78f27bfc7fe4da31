import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { readSheet, readZip } from '../../server/src/features/reports/reports.fixture.ts';
import { readTable } from '../../server/src/platform/csv/csv-read.ts';
import { dialog, go, openAdministration, row, sentFrom, untilStill } from './admin.fixture.ts';
import { until } from '../../server/test/until.ts';
import { startPortals } from './portals.ts';

const portals = await startPortals();
const administration = await openAdministration(portals);

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const inDialog = (page: Page, name: string | RegExp) => dialog(page).getByRole('button', { name });
const totalOf = async (url: string): Promise<number> =>
  ((await administration.ask('GET', url)) as { meta: { total: number } }).meta.total;

describe('the report pages', () => {
  it('show the number of rows before the download, which has as many', async () => {
    const { page, problems } = await administration.enter();
    await go(page, '/relatorios?visao=suppliers');
    const coming = page.waitForEvent('download');
    await button(page, 'Baixar fornecedores (CSV)').click();
    const { rows } = readSheet(fs.readFileSync(await (await coming).path()));
    assert.equal(rows.length, await totalOf('/api/v1/admin/suppliers?per_page=1'));
    await page.getByText(`${rows.length} linhas neste momento.`).waitFor();
    await page.getByText(/^Pronto: /).waitFor();
    assert.deepEqual(problems, []);
  });

  it('download only headings for an empty period, and refuse a reversed one with the reason', async () => {
    const { page, problems } = await administration.enter();
    await go(page, '/relatorios?visao=orders&de=2001-01-01&ate=2001-01-31');
    const coming = page.waitForEvent('download');
    await button(page, 'Baixar cotações (CSV)').click();
    const { headings, rows } = readSheet(fs.readFileSync(await (await coming).path()));
    assert.deepEqual([rows.length, headings.includes('Número')], [0, true]);
    await go(page, '/relatorios?visao=orders&de=2026-12-31&ate=2026-01-01');
    await button(page, 'Baixar cotações (CSV)').click();
    await page.getByText('O período termina antes de começar.').waitFor();
    assert.deepEqual(problems, []);
  });

  it('omit deleted people unless they are requested, in the archive too', async () => {
    const [someone] = await administration.list<{ uuid: string; name: string }>(
      '/api/v1/admin/suppliers?q=Paragominas',
    );
    await administration.ask('DELETE', `/api/v1/admin/suppliers/${someone?.uuid ?? ''}`);
    const { page, problems } = await administration.enter();
    await go(page, '/relatorios');
    for (const wanted of [false, true]) {
      if (wanted) await page.getByLabel('Incluir pessoas excluídas').check();
      const coming = page.waitForEvent('download');
      await button(page, 'Baixar todos (ZIP)').click();
      const files = [...readZip(fs.readFileSync(await (await coming).path()))];
      const suppliers = await readTable(
        files.find(([name]) => name.includes('fornecedores'))?.[1] ?? Buffer.alloc(0),
        { rows: 10_000, columns: 64, cellBytes: 32_767 },
      );
      assert.equal(
        suppliers.rows.some(({ cells }) => [...cells.values()].includes(someone?.name ?? '')),
        wanted,
      );
      await page.getByText(/^Pronto: /).waitFor();
    }
    assert.deepEqual(problems, []);
  });

  it('do not offer an interrupted download as a whole file', async () => {
    const { page } = await administration.enter();
    await go(page, '/relatorios');
    let saved = 0;
    page.on('download', () => {
      saved += 1;
    });
    await page.context().setOffline(true);
    await button(page, 'Baixar todos (ZIP)').click();
    await page.getByText('O arquivo não chegou inteiro').waitFor();
    await page.context().setOffline(false);
    assert.equal(saved, 0);
    await button(page, 'Baixar todos (ZIP)').click();
    await page.getByText(/^Pronto: /).waitFor();
    await until('the file is saved', () => saved === 1);
  });
});

describe('the catalogue pages', () => {
  it('create type, subtype and product, each once on a double click, and explain a refused deletion', async () => {
    const { page, problems } = await administration.enter();
    await go(page, '/produtos');
    const sent = sentFrom(page);
    await button(page, 'Novo tipo').click();
    await dialog(page).getByLabel('Nome').fill('Irrigação');
    await inDialog(page, 'Salvar tipo').dblclick();
    await page.getByText('Tipo Irrigação salvo.').waitFor();
    await button(page, /^Irrigação/).click();
    await button(page, 'Novo subtipo de Irrigação').click();
    await dialog(page).getByLabel('Nome').fill('Gotejamento');
    await inDialog(page, 'Salvar subtipo').dblclick();
    await page.getByText('Subtipo Gotejamento salvo.').waitFor();
    await button(page, /^Gotejamento/).click();
    await button(page, 'Novo produto').click();
    await dialog(page).getByLabel('Nome').fill('Tubo gotejador 16 mm');
    await dialog(page).getByRole('combobox', { name: 'Unidade' }).fill('UN');
    await dialog(page).getByRole('option', { name: /^UN\b/ }).first().click();
    await dialog(page).getByLabel('Marca').fill('Gotas do Norte');
    await inDialog(page, 'Salvar produto').dblclick();
    await page.getByText('Produto Tubo gotejador 16 mm salvo.').waitFor();
    assert.equal(sent.length, 3);
    await row(page, /Tubo gotejador 16 mm/)
      .getByText('Irrigação')
      .waitFor();

    for (const used of ['Irrigação', 'Gotejamento']) {
      await button(page, new RegExp(`^${used}`)).click();
      const remove = button(page, `Excluir ${used}`);
      if ((await remove.count()) === 0) {
        await page.getByText(/Não pode ser excluíd[oa]: tem 1 (subtipo|produto)/).waitFor();
        continue;
      }
      await remove.click();
      await inDialog(page, 'Excluir').click();
      await dialog(page).getByRole('alert').waitFor();
      await inDialog(page, 'Cancelar').click();
    }
    await button(page, 'Excluir Tubo gotejador 16 mm').click();
    await inDialog(page, 'Excluir').dblclick();
    await row(page, /Tubo gotejador 16 mm/).waitFor({ state: 'detached' });
    await button(page, 'Excluir Gotejamento').click();
    await inDialog(page, 'Excluir').click();
    await button(page, /^Gotejamento/).waitFor({ state: 'detached' });
    assert.deepEqual(problems, []);
  });

  it('explain why a product in use cannot be deleted, and deactivate it instead', async () => {
    const { page, problems } = await administration.enter();
    await go(page, '/produtos?busca=ureia');
    const name = (await page.locator('[data-row-link]').first().textContent()) ?? '';
    await button(page, `Excluir ${name}`).first().click();
    await inDialog(page, 'Excluir').click();
    await dialog(page).getByRole('alert').waitFor();
    await inDialog(page, 'Cancelar').click();
    await page.locator('[data-row-link]').first().click();
    await dialog(page).getByLabel('Ativo: pode entrar em cotações').uncheck();
    await inDialog(page, 'Salvar produto').click();
    await page.getByText(`Produto ${name} salvo.`).waitFor();
    await page.getByLabel('Situação').selectOption({ label: 'Inativos' });
    await row(page, new RegExp(name.slice(0, 10)))
      .first()
      .getByText('Inativo')
      .waitFor();
    assert.deepEqual(problems, []);
  });

  it('add a name once on a double click, rename it, refuse a duplicate, and delete it', async () => {
    const { page, problems } = await administration.enter();
    await go(page, '/cadastros?lista=culturas');
    const include = async (name: string): Promise<void> => {
      await button(page, 'Incluir cultura').click();
      await dialog(page).getByLabel('Nome').fill(name);
      await inDialog(page, 'Incluir').dblclick();
    };
    await include('Pitaia');
    await page.getByText('Pitaia: salvo.').waitFor();
    await include('pitaia');
    await dialog(page)
      .getByText(/já existe|já está/i)
      .first()
      .waitFor();
    await inDialog(page, 'Cancelar').click();
    assert.equal(await totalOf('/api/v1/admin/cultures?q=pitaia'), 1);
    await page.getByLabel('Buscar em culturas').fill('pitaia');
    await page.getByText('1–1 de 1').waitFor();
    await button(page, 'Pitaia').first().click();
    await dialog(page).getByLabel('Nome').fill('Pitaia vermelha');
    await inDialog(page, 'Salvar').click();
    await button(page, 'Excluir Pitaia vermelha').click();
    await inDialog(page, 'Excluir').click();
    await page.getByText('Nenhum resultado para “pitaia”').waitFor();
    await go(page, '/cadastros?lista=unidades&busca=litro');
    await button(page, /^Excluir Litro/)
      .first()
      .click();
    await inDialog(page, 'Excluir').click();
    await dialog(page).getByRole('alert').waitFor();
    await untilStill(page);
    assert.deepEqual(problems, []);
  });

  it('write a list of products by crop, change it, and delete it', async () => {
    const { page, problems } = await administration.enter();
    await go(page, '/cadastros');
    await page.getByRole('link', { name: 'Listas de produtos' }).click();
    const include = async (search: string, name: string): Promise<void> => {
      await dialog(page).getByRole('combobox', { name: 'Incluir produto' }).fill(search);
      await page.getByRole('option', { name, exact: true }).click();
      await button(page, `Remover ${name}`).waitFor();
    };
    await button(page, 'Nova lista').click();
    await inDialog(page, 'Salvar lista').click();
    await dialog(page).getByText('Inclua pelo menos um produto.').first().waitFor();
    await dialog(page).getByLabel('Nome').fill('Kit pastagem');
    await include('calcário', 'Calcário dolomítico');
    await include('gesso', 'Gesso agrícola');
    await inDialog(page, 'Salvar lista').click();
    await page.getByText('Kit pastagem: salva.').waitFor();
    await row(page, /Kit pastagem.*Calcário dolomítico, Gesso agrícola/).waitFor();
    await page.getByRole('button', { name: 'Kit pastagem', exact: true }).click();
    await button(page, 'Remover Calcário dolomítico').click();
    await inDialog(page, 'Salvar lista').click();
    await row(page, /Kit pastagem.*Calcário/).waitFor({ state: 'detached' });
    await row(page, /Kit pastagem.*Gesso agrícola/).waitFor();
    await button(page, 'Excluir Kit pastagem').click();
    await inDialog(page, 'Excluir').click();
    await page.getByText('Lista excluída.').waitFor();
    assert.equal(await totalOf('/api/v1/admin/order-kits?q=pastagem'), 0);
    assert.deepEqual(problems, []);
  });
});

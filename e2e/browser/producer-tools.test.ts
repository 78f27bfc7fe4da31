import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { violationsOn } from './axe.ts';
import { accounts, enter, startPortals } from './portals.ts';
import {
  inTwoWeeks,
  propose,
  registerMarkedSupplier,
  registerProducer,
  type MarkedSupplier,
} from './producer-people.ts';
import { hasMark, watch } from './producer-watch.ts';

const portals = await startPortals();
const api: typeof portals.api = (method, url, options) => portals.api(method, url, options);
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) });
const loaded = (page: Page): Promise<unknown> =>
  page.waitForFunction(
    () =>
      document.querySelector('h1') !== null &&
      document.querySelector('[aria-busy="true"]') === null,
  );

async function productsNamed(token: string, ...names: readonly string[]): Promise<number[]> {
  const ids = [];
  for (const name of names) {
    const { body } = await api('GET', `/api/v1/products?q=${encodeURIComponent(name)}&per_page=1`, {
      token,
    });
    ids.push((body['data'] as readonly { id: number }[])[0]?.id ?? 0);
  }
  return ids;
}

/** Creates a draft with one unit of each product; publishes it where it is to be answered. */
async function order(
  token: string,
  products: readonly number[],
  published = true,
): Promise<string> {
  const items = products.map((product_id) => ({ product_id, quantity: 10, unit: 'L' }));
  const { status, body } = await api('POST', '/api/v1/producer/orders', {
    token,
    body: {
      description: 'Insumos da safra',
      deadline_date: inTwoWeeks(),
      delivery_address: { city: 'Sorriso', state: 'MT' },
      items,
    },
  });
  assert.equal(status, 200, JSON.stringify(body));
  const uuid = String(body['uuid']);
  if (published)
    assert.equal(
      (await api('POST', `/api/v1/producer/orders/${uuid}/publish`, { token })).status,
      200,
    );
  return uuid;
}

describe('the first screen of who is new', () => {
  it('shows the way in three steps, by keyboard, until it is put away', async () => {
    await registerProducer(api, 'nova@teste.example');
    const { page, problems } = await portals.visitor();
    await enter(page, '/produtor', 'nova@teste.example');
    const tour = page.getByRole('region', { name: /^Como funciona, passo/ });
    await tour.getByRole('heading', { name: '1. Escreva o que precisa' }).waitFor();
    assert.deepEqual(await violationsOn(page), []);
    await button(page, 'Próximo passo').focus();
    await page.keyboard.press('Enter');
    await tour.getByRole('heading', { name: '2. Compare sem saber de quem é' }).waitFor();
    assert.equal(
      await tour.evaluate((section) => section === document.activeElement),
      true,
      'the new step has the focus',
    );
    await button(page, 'Próximo passo').click();
    await button(page, 'Entendi').click();
    await page.reload();
    await page.getByRole('heading', { name: 'Sua primeira cotação começa aqui' }).waitFor();
    await loaded(page);
    assert.equal(await tour.count(), 0);
    assert.deepEqual(problems, []);
  });
});

describe('items of an order', () => {
  it('come from a pasted or Windows sheet, each line matched or asked about, and what is not found is given back', async () => {
    const token = await registerProducer(api, 'planilha@teste.example');
    const uuid = await order(token, [], false);
    const { page, problems } = await portals.visitor();
    await enter(page, '/produtor', 'planilha@teste.example');
    await page.goto(`/produtor/cotacoes/${uuid}/editar?passo=itens`);
    await button(page, 'Trazer de uma planilha').click();
    const dialog = page.getByRole('dialog');
    const [model] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Baixar modelo (.csv)' }).click(),
    ]);
    assert.match(
      fs.readFileSync(await model.path(), 'utf8'),
      /^\uFEFFproduto;quantidade;unidade;observações/,
    );
    // As saved by Excel in Brazil: Windows-1252, semicolons, decimal commas.
    const sheet =
      'Produto;Quantidade;Unidade;Observações\r\nUREIA 45% N;1.200,5;sc 50 kg;entrega até ' +
      'março\r\nGlifozato;dez;balde;\r\nProduto que não há;3;L;guardar\r\n';
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'itens.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(sheet, 'latin1'),
    });
    await dialog.getByText('1 linha pronta').waitFor();
    await dialog
      .getByText(
        'Linha 3: a quantidade “dez” não é um número maior que zero; a unidade “balde” não existe aqui.',
      )
      .waitFor();
    assert.deepEqual(await violationsOn(page), []);
    const asked = dialog.getByLabel('Você quis dizer').first();
    await asked.selectOption({ index: 1 });
    await button(page, 'Incluir 2 itens').click();
    await dialog.getByText('2 itens incluídos. 1 linha ainda está sem produto.').waitFor();
    const [left] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Baixar as sem produto' }).click(),
    ]);
    assert.match(fs.readFileSync(await left.path(), 'utf8'), /Produto que não há;3;L;guardar/);
    await dialog.getByRole('button', { name: 'Fechar' }).click();
    // Closed and reopened, the dialog still has the lines that need correction.
    await button(page, 'Trazer de uma planilha').click();
    assert.match(await dialog.getByRole('textbox').inputValue(), /Produto que não há/);
    await page.keyboard.press('Escape');
    assert.equal(
      await page
        .getByLabel(/^Quantidade/)
        .nth(1)
        .inputValue(),
      'dez',
      'what cannot be read stays as it was written',
    );
    await page
      .getByLabel(/^Quantidade/)
      .nth(1)
      .fill('10');
    await page.getByText(/Rascunho salvo às \d\d:\d\d$/).waitFor();
    const { body } = await api('GET', `/api/v1/producer/orders/${uuid}`, { token });
    const [urea, other] = body['items'] as readonly {
      product: { name: string };
      quantity: number;
      unit: string;
      notes: string | null;
    }[];
    assert.deepEqual(
      [urea?.product.name, urea?.quantity, urea?.unit, urea?.notes, other?.quantity],
      ['Ureia 45% N', 1200.5, 'SC50', 'entrega até março', 10],
    );
    assert.deepEqual(problems, []);
  });

  it('are taken again from the last orders with one press, and what the catalogue does not know is described', async () => {
    const token = await registerProducer(api, 'recentes@teste.example');
    await order(token, await productsNamed(token, 'Ureia 45'));
    const uuid = await order(token, [], false);
    const { page } = await portals.visitor();
    await enter(page, '/produtor', 'recentes@teste.example');
    await page.goto(`/produtor/cotacoes/${uuid}/editar?passo=itens`);
    const recent = page.getByRole('group', { name: 'Das suas últimas cotações' });
    await recent.getByRole('button', { name: 'Incluir Ureia 45% N' }).click();
    await page.waitForFunction(
      () =>
        document.activeElement instanceof HTMLInputElement &&
        document.activeElement.inputMode === 'decimal',
    );
    assert.equal(await recent.count(), 0, 'what is on the order is not offered again');
    await page.getByLabel('Procurar no catálogo').fill('Glifozato especial');
    await page.getByRole('button', { name: /e descrever “Glifozato especial”$/ }).click();
    assert.equal(
      await page.getByLabel('Observação').nth(1).inputValue(),
      'Procuro: Glifozato especial',
    );
    assert.equal(await page.getByLabel('Aceito similar').nth(1).isChecked(), true);
  });
});

/** Creates three proposals of marked suppliers on an order with two kinds of product. */
async function answered(email: string): Promise<{
  readonly token: string;
  readonly uuid: string;
  readonly sent: readonly string[];
  readonly suppliers: readonly MarkedSupplier[];
}> {
  const token = await registerProducer(api, email);
  const uuid = await order(token, await productsNamed(token, 'Ureia 45', 'Glifosato Nortox'));
  const suppliers: MarkedSupplier[] = [];
  const sent: string[] = [];
  for (const [ordinal, prices] of [
    [160, 21.4892],
    [157.1, 22],
    [170, 20],
  ].entries()) {
    const supplier = await registerMarkedSupplier(api, ordinal);
    suppliers.push(supplier);
    sent.push(await propose(api, uuid, { prices, supplier }));
  }
  return { token, uuid, sent, suppliers };
}

describe('the comparison', () => {
  it('groups by type, swaps a proposal where it stands, and goes to a spreadsheet and to paper without a name', async () => {
    const { uuid, sent, suppliers } = await answered('mapa@teste.example');
    const marks = suppliers.flatMap((supplier) => supplier.marks);
    const { page, context, problems } = await portals.visitor();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const seen = await watch(context);
    await enter(page, '/produtor', 'mapa@teste.example');
    await page.goto(`/produtor/cotacoes/${uuid}/comparar?p=${sent.slice(0, 2).join(',')}`);
    await page.getByRole('heading', { name: /^Melhor combinação: R\$/ }).waitFor();
    await page.getByLabel('Agrupar por tipo de produto').check();
    assert.deepEqual(await page.locator('th[scope=colgroup]').allTextContents(), [
      'Defensivos',
      'Fertilizantes',
    ]);
    // The difference to the lowest price is shown exactly.
    assert.match(
      ((await page.getByRole('row', { name: /Ureia/ }).textContent()) ?? '').replaceAll(
        '\u00A0',
        ' ',
      ),
      /\+1,8% \(R\$ 2,90\)/,
    );
    await page.getByLabel('3ª proposta (opcional)').selectOption({ index: 1 });
    await page.getByRole('columnheader', { name: /^Proposta C/ }).waitFor();
    await page.getByLabel('1ª proposta').waitFor();
    assert.deepEqual(await violationsOn(page), []);
    await button(page, 'Copiar tabela').click();
    await page.getByText('Tabela copiada.').waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(copied, /\tUreia 45% N\t10,00\tL\t/);
    assert.match(copied, /\t21,4892\t214,89/);
    assert.match(copied, /As letras das propostas valem só/);
    await page.emulateMedia({ media: 'print' });
    await page
      .getByText('As letras das propostas valem só para a sessão em que esta página foi impressa.')
      .waitFor();
    assert.equal(await button(page, 'Imprimir').isVisible(), false, 'no buttons on paper');
    const paper = (await page.pdf()).toString('latin1');
    assert.ok(!hasMark(copied, marks) && !hasMark(paper, marks));
    await seen.look(page);
    assert.deepEqual(await seen.find(marks), []);
    assert.deepEqual(problems, []);
  });

  it('stays with the question when the choice is refused, says why, and shows what became of the proposal', async () => {
    const { token, uuid, sent } = await answered('recusada@teste.example');
    const { page } = await portals.visitor();
    await enter(page, '/produtor', 'recusada@teste.example');
    const [first = '', second = ''] = sent;
    await page.goto(`/produtor/cotacoes/${uuid}/propostas/${first}`);
    await button(page, /^Aceitar Proposta/).click();
    // Meanwhile, on another device.
    assert.equal((await api('POST', `/api/v1/proposals/${second}/accept`, { token })).status, 200);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^Aceitar Proposta/ }).click();
    await dialog.getByRole('alert').getByText('Nada foi alterado.', { exact: false }).waitFor();
    await dialog.getByRole('button', { name: 'Tentar de novo' }).waitFor();
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await page.getByText('Não selecionada').first().waitFor();
    // The result shows what the other proposal would save, and asks what to do with the remaining
    // ones.
    await page.goto(`/produtor/cotacoes/${uuid}/resultado`);
    await page.getByRole('heading', { level: 2, name: 'Próximos passos' }).waitFor();
    assert.deepEqual(await violationsOn(page), []);
    await button(page, 'Manter abertas').click();
    await page.reload();
    await page.getByRole('heading', { level: 2, name: 'Próximos passos' }).waitFor();
    assert.equal(await page.getByText('E as outras 2 propostas?').count(), 0);
  });
});

describe('the list and the order', () => {
  it('are filtered by season, counted by what is new, and shared without a word of the proposals', async () => {
    const { uuid } = await answered('safra@teste.example');
    const { page } = await portals.visitor();
    await enter(page, '/produtor', 'safra@teste.example');
    await page
      .getByRole('list', { name: 'Precisam de você' })
      .getByText('3 propostas novas', { exact: true })
      .waitFor();
    await page.goto('/produtor/cotacoes');
    await page.getByText('2 itens · 3 propostas, 3 novas').waitFor();
    await page.getByLabel('Safra').selectOption({ index: 2 });
    await page.getByText('Nenhum resultado').waitFor();
    await page.getByLabel('Safra').selectOption({ index: 1 });
    await page.getByRole('link', { name: 'Insumos da safra' }).click();
    const shared = await page
      .getByRole('link', { name: 'Enviar por WhatsApp' })
      .getAttribute('href');
    assert.match(
      decodeURIComponent(shared ?? ''),
      new RegExp(`^https://wa\\.me/\\?text=Cotação COT-.*/produtor/cotacoes/${uuid}$`),
    );
  });

  it('count the hours until suppliers want an answer', async () => {
    const { token, uuid, sent } = await answered('prazo@teste.example');
    assert.equal(
      (await api('POST', `/api/v1/producer/orders/${uuid}/close`, { token })).status,
      200,
    );
    const { page } = await portals.visitor();
    await enter(page, '/produtor', 'prazo@teste.example');
    await page.goto(`/produtor/cotacoes/${uuid}/propostas`);
    await page.getByText('Responda em até 48 h. Faltam 48 horas.').waitFor();
    await page.getByLabel('Ordenar por').selectOption('comuns');
    await loaded(page);
    const shown = await page
      .locator('h2 a[href*="/propostas/"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.split('/').at(-1)));
    // 10 × 157.10 + 220, 10 × 160 + 214.89, 1700 + 200.
    assert.deepEqual(shown, [sent[1], sent[0], sent[2]]);
  });
});

describe('a profile', () => {
  it('keeps what one plants, found by part of its name and taken away again', async () => {
    const token = await registerProducer(api, 'culturas@teste.example');
    const { page } = await portals.visitor();
    await enter(page, '/produtor', 'culturas@teste.example');
    await page.goto('/produtor/conta');
    const field = page.getByLabel('Culturas', { exact: true }).first();
    for (const name of ['Soja', 'Milho']) {
      await field.click();
      await field.fill(name);
      // the options move while the list shrinks
      await page.getByRole('option').nth(30).waitFor({ state: 'detached' });
      await page.getByRole('option', { name, exact: true }).click();
    }
    await button(page, 'Remover Milho').click();
    await button(page, 'Salvar alterações').click();
    await page.getByText('Alterações salvas.').first().waitFor();
    const { body } = await api('GET', '/api/v1/user/profile', { token });
    assert.equal((body['producer'] as { culture_ids: readonly number[] }).culture_ids.length, 1);
    await page.reload();
    await page.getByRole('list', { name: 'Culturas escolhidas' }).getByText('Soja').waitFor();
    assert.deepEqual(await violationsOn(page), []);
  });
});

describe('a consultant', () => {
  it('sees that it may only read', async () => {
    const { page } = await portals.visitor();
    await enter(page, '/produtor', accounts.consultant);
    await page.goto('/produtor/cotacoes?situacao=em-analise');
    await page.locator('a[data-row-link]').first().click();
    await page.getByText('Você acompanha esta cotação, sem alterar nada.').waitFor();
    assert.equal(await page.getByRole('link', { name: 'Enviar por WhatsApp' }).count(), 0);
  });
});

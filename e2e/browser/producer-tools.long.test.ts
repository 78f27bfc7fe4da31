import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { violationsOn } from './axe.ts';
import { countClicks } from './click-counter.ts';
import { readPdf } from '../../server/src/platform/pdf/read-pdf.fixture.ts';
import { accounts, enter, startPortals } from './portals.ts';
import { focusIsOn } from './focus.ts';
import {
  inTwoWeeks,
  propose,
  registerMarkedSupplier,
  registerProducer,
  type MarkedSupplier,
} from './producer-people.ts';
import { draftSaved, enterAnew, namesOn, tokenIn } from './producer-steps.ts';
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

describe('the first screen of a new producer', () => {
  it('shows the first three steps, by keyboard, until it is dismissed', async () => {
    await registerProducer(api, 'nova@teste.example');
    const { page, problems } = await portals.visitor();
    await enter(page, '/produtor', 'nova@teste.example');
    const tour = page.getByRole('region', { name: /^Como funciona, passo/ });
    await tour.getByRole('heading', { name: '1. Escreva o que precisa' }).waitFor();
    assert.deepEqual(await violationsOn(page), []);
    await button(page, 'Próximo passo').focus();
    await page.keyboard.press('Enter');
    await tour.getByRole('heading', { name: '2. Compare sem saber de quem é' }).waitFor();
    await focusIsOn(tour);
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
  it('are pasted or read from a Windows file, matched or asked about, and unknown ones are returned', async () => {
    const token = await registerProducer(api, 'planilha@teste.example');
    const uuid = await order(token, [], false);
    const { page, problems } = await portals.visitor();
    await enter(page, '/produtor', 'planilha@teste.example');
    await page.goto(`/produtor/cotacoes/${uuid}/editar?passo=itens`);
    await button(page, 'Trazer uma lista').click();
    const dialog = page.getByRole('dialog');
    const [model] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Baixar modelo (.csv)' }).click(),
    ]);
    assert.match(
      fs.readFileSync(await model.path(), 'utf8'),
      /^\uFEFFproduto;quantidade;unidade;observações/,
    );
    const [workbook] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Baixar modelo (.xlsx)' }).click(),
    ]);
    assert.equal(workbook.suggestedFilename(), 'itens-da-cotacao.xlsx');
    assert.equal(
      fs
        .readFileSync(await workbook.path())
        .subarray(0, 2)
        .toString(),
      'PK',
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
    await dialog.getByText('2 linhas com produto, 1 delas para conferir, 1 sem produto.').waitFor();
    assert.deepEqual(
      await dialog.locator('li small').allTextContents(),
      ['Linha 2', 'Linha 3', 'Linha 4'],
      'the rows stay in their order',
    );
    await dialog
      .getByText(
        'Linha 3: confira o produto; a quantidade “dez” não é um número maior que zero; escolha a unidade de “balde”, ou complete depois.',
      )
      .waitFor();
    assert.deepEqual(await violationsOn(page), []);
    await dialog.getByLabel('Unidade').selectOption('L');
    await button(page, 'Incluir 2 itens').click();
    await dialog.getByText('2 itens incluídos. 1 linha ainda está sem produto.').waitFor();
    const [left] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Baixar as sem produto' }).click(),
    ]);
    assert.match(fs.readFileSync(await left.path(), 'utf8'), /Produto que não há;3;L;guardar/);
    await dialog.getByRole('button', { name: 'Fechar' }).click();
    // Closed and reopened, the dialog still has the lines that need correction.
    await button(page, 'Trazer uma lista').click();
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
    assert.equal(
      await page.getByLabel('Observação').nth(1).inputValue(),
      'Glifozato dez balde',
      'the written text is the note',
    );
    await draftSaved(page);
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

  it('are copied with their quantities from the season before', async () => {
    const token = await registerProducer(api, 'safra@teste.example');
    const [urea = 0, potash = 0] = await productsNamed(token, 'Ureia 45', 'Cloreto de potássio');
    const past = await order(token, [urea, potash]);
    await portals.sql(
      `UPDATE orders SET created_at = created_at - interval '1 year' WHERE uuid = $1`,
      [past],
    );
    const uuid = await order(token, [], false);
    const { page, problems } = await portals.visitor();
    await enter(page, '/produtor', 'safra@teste.example');
    await page.goto(`/produtor/cotacoes/${uuid}/editar?passo=itens`);
    await page.getByRole('radio', { name: /^Safra \d{4}\/\d{2}$/ }).check();
    const season = page.getByRole('group', { name: /^Do que você pediu na safra \d{4}\/\d{2}$/ });
    await season.getByRole('button', { name: 'Incluir Ureia 45% N 10 litros' }).click();
    await page.getByText(/^Rascunho salvo às/).waitFor();
    assert.equal(
      await season.getByRole('button').count(),
      1,
      'what is on the order is not offered again',
    );
    assert.deepEqual(await violationsOn(page), []);
    const { body } = await api('GET', `/api/v1/producer/orders/${uuid}`, { token });
    const items = body['items'] as readonly { product_id: number; quantity: number }[];
    assert.deepEqual(
      items.map(({ product_id, quantity }) => [product_id, quantity]),
      [[urea, 10]],
    );
    assert.deepEqual(problems, []);
  });

  it('are copied from the latest orders by one press, and unknown products are free items', async () => {
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
    // A whole list by crop comes in its order, and Enter leads through its quantities.
    const lists = page.getByRole('group', { name: 'Listas por cultura' });
    await lists.getByRole('button', { name: 'Incluir Kit correção do solo 3 itens' }).click();
    for (const quantity of ['90', '40', '12']) {
      await page.waitForFunction(
        () =>
          document.activeElement instanceof HTMLInputElement &&
          document.activeElement.inputMode === 'decimal' &&
          document.activeElement.value === '',
      );
      await page.keyboard.type(quantity);
      await page.keyboard.press('Enter');
    }
    await page.getByText(/Rascunho salvo às .*Falta preencher: 1 item sem quantidade/).waitFor();
    const { body } = await api('GET', `/api/v1/producer/orders/${uuid}`, { token });
    const items = body['items'] as readonly { product: { name: string }; quantity: number }[];
    assert.deepEqual(
      items.map(({ product, quantity }) => [product.name, quantity]),
      [
        ['Calcário dolomítico', 90],
        ['Gesso agrícola', 40],
        ['Superfosfato triplo', 12],
      ],
    );
    assert.equal(await lists.getByRole('button', { name: /Kit correção/ }).count(), 0);
    await page.getByLabel('Procurar no catálogo').fill('Glifozato especial');
    await page.getByLabel('Tipo do produto').selectOption({ label: 'Defensivos' });
    await page.getByRole('button', { name: 'Incluir como item livre' }).click();
    assert.equal(await page.getByLabel('O que você procura').inputValue(), 'Glifozato especial');
    assert.equal(await page.getByLabel('Aceito similar').first().isChecked(), true);
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

/**
 * Creates three proposals on an order of fourteen items: some offered alike, some by one or two
 * proposals, one by none, some with a note.
 */
async function answeredAtLength(email: string): Promise<{ readonly uuid: string }> {
  const token = await registerProducer(api, email);
  const { body } = await api('GET', '/api/v1/products?per_page=14', { token });
  const products = (body['data'] as readonly { id: number }[]).map(({ id }) => id);
  assert.equal(products.length, 14);
  const uuid = await order(token, products);
  for (const ordinal of [0, 1, 2]) {
    const prices = products.map((_, at) => {
      if (at === 13 || (at === 12 && ordinal > 0)) return null;
      return at % 4 === 3 ? 1250.5 : 1180 + 37.25 * ((at + ordinal) % 3);
    });
    const supplier = await registerMarkedSupplier(api, ordinal);
    await propose(api, uuid, { prices, supplier });
  }
  return { uuid };
}

describe('the comparison', () => {
  it('groups by type, replaces a proposal in place, and is exported and printed without a name', async () => {
    const { uuid, sent, suppliers } = await answered('mapa@teste.example');
    const marks = suppliers.flatMap((supplier) => supplier.marks);
    const { page, context, problems } = await portals.visitor();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const seen = await watch(context);
    await enter(page, '/produtor', 'mapa@teste.example');
    await page.goto(`/produtor/cotacoes/${uuid}/comparar?p=${sent.slice(0, 2).join(',')}`);
    await page.getByRole('heading', { name: /^(?:Mais barata|Empatadas)/ }).waitFor();
    await page
      .getByText(
        /^Melhor preço de cada item destas propostas: R\$.* para todos os 2 itens, sem frete\./,
      )
      .waitFor();
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
      .getByText(
        'As letras das propostas valem só para a sessão em que esta página foi impressa; os nomes de árvore são sempre os mesmos.',
      )
      .waitFor();
    assert.equal(await button(page, 'Imprimir').isVisible(), false, 'no buttons on paper');
    const paper = (await page.pdf()).toString('latin1');
    assert.ok(!hasMark(copied, marks) && !hasMark(paper, marks));
    await seen.look(page);
    assert.deepEqual(await seen.find(marks), []);
    assert.deepEqual(problems, []);
  });

  it('has its picture of prices on paper too, with every figure, opened on the screen or not', async () => {
    const { uuid } = await answered('papel@teste.example');
    const { page, problems } = await portals.visitor({ viewport: { width: 390, height: 844 } });
    await enter(page, '/produtor', 'papel@teste.example');
    await page.goto(`/produtor/cotacoes/${uuid}/propostas`);
    await page.locator('li h2').first().waitFor();
    await loaded(page);
    const table = page
      .locator('table')
      .filter({ has: page.locator('caption', { hasText: /^Totais das propostas/ }) });
    assert.equal(await table.isVisible(), false, 'a phone opens it on demand');
    const figures = await table.locator('td').allTextContents();
    assert.equal(figures.length, 3);
    await page.setViewportSize({ width: 718, height: 1_050 }); // A4 within its margins
    await page.emulateMedia({ media: 'print' });
    for (const cell of await table.locator('td').all()) assert.ok(await cell.isVisible());
    assert.equal(await button(page, 'Ver o mapa de preços por item').isVisible(), false);
    const margin = { top: '10mm', right: '10mm', bottom: '10mm', left: '10mm' };
    const { text } = await readPdf(await page.pdf({ format: 'A4', margin }));
    for (const [amount] of figures.join(' ').matchAll(/(?<=R\$\s)[\d.]+,\d\d/g))
      assert.ok(text.includes(amount), `${amount} is not on paper`);
    assert.deepEqual(problems, []);
  });

  it('begins on a phone with its answer, and a proposal is in the first screen', async () => {
    const { uuid, sent } = await answered('celular@teste.example');
    const { page } = await portals.visitor();
    await page.setViewportSize({ width: 390, height: 844 });
    await enter(page, '/produtor', 'celular@teste.example');
    await page.goto(`/produtor/cotacoes/${uuid}/propostas`);
    const first = page.locator('li h2').first();
    await first.waitFor();
    await loaded(page);
    const place = await first.boundingBox();
    // Above the tabs, 64 px high, with its total; even with a banner about the mail address.
    assert.ok(place !== null && place.y + place.height + 40 < 780, `it begins at ${place?.y}`);
    await button(page, 'Quadro de preços').click();
    await button(page, 'Ver o mapa de preços por item').click();
    await page.getByRole('region', { name: 'Mapa de preços' }).waitFor();
    assert.deepEqual(await violationsOn(page), []);
    assert.equal(
      await page.evaluate(() => document.documentElement.scrollWidth),
      390,
      'the map scrolls in its own region',
    );
    await page
      .getByRole('checkbox', { name: /: comparar$/ })
      .first()
      .check();
    await page.getByText('1 de 3 selecionadas').waitFor();
    assert.equal(await page.getByLabel('Ordenar por').isVisible(), false);
    await button(page, 'Ordenar e filtrar').click();
    await page.getByLabel('Ordenar por').waitFor();

    await page.goto(`/produtor/cotacoes/${uuid}/comparar?p=${sent.join(',')}`);
    await page.getByRole('heading', { name: /^Mais barata posta na fazenda: Proposta/ }).waitFor();
    assert.equal(await page.getByLabel('Buscar item').isVisible(), false);
    assert.deepEqual(await violationsOn(page), []);
    await page.getByRole('row', { name: /Ureia/ }).scrollIntoViewIfNeeded();
    await page
      .getByRole('columnheader')
      .getByRole('button', { name: /^Aceitar Proposta B/ })
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Aceitar Proposta B/ })
      .waitFor();
  });

  it('of fourteen items stays short on a phone, and takes five clicks from the list to the choice', async (t) => {
    const { uuid } = await answeredAtLength('catorze@teste.example');
    const { page } = await portals.visitor({
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
    });
    const counter = await countClicks(page);
    await enter(page, '/produtor', 'catorze@teste.example');
    await page.goto(`/produtor/cotacoes/${uuid}`);
    await page.getByText(/ · 3 viram · menos de 3 estão preenchendo$/).waitFor();
    await page.goto(`/produtor/cotacoes/${uuid}/propostas`);
    await page
      .getByRole('checkbox', { name: /^Comparar/ })
      .first()
      .waitFor();
    await loaded(page);
    const heightOf = (): Promise<number> =>
      page.evaluate(() => document.documentElement.scrollHeight);
    const first = await page.locator('ul > li h2').first().boundingBox();
    const list = await heightOf();
    counter.begin();
    await counter.click(page.getByRole('link', { name: 'Comparar as 3 propostas' }));
    const accept = page
      .getByRole('columnheader')
      .getByRole('button', { name: /^Aceitar Proposta A/ });
    await accept.waitFor();
    await loaded(page);
    const whole = await heightOf();
    assert.deepEqual(await violationsOn(page), []);
    assert.equal(await page.getByText(/^Preço para retirada/).isVisible(), false);
    await button(page, 'Observações do item 1').click();
    await page
      .getByText(/Preço para retirada/)
      .first()
      .waitFor();
    await button(page, 'Ninguém cotou do item 14').waitFor();
    await counter.click(accept);
    await counter.click(
      page.getByRole('dialog').getByRole('button', { name: /^Aceitar Proposta A/ }),
    );
    await page.waitForURL(/\/resultado$/);
    await page.getByText(/Se isso não acontecer em um dia, avise nesta página/).waitFor();
    const taken = counter.clicks() - 1; // the remarks were read for this test
    t.diagnostic(
      `three proposals: the first begins at ${first?.y} px; their comparison of 14 items is ` +
        `${whole} px high (list ${list} px); ${taken} clicks from the list to the choice`,
    );
    assert.ok(first !== null && first.y + first.height + 40 < 780, `it begins at ${first?.y}`);
    assert.ok(whole <= 5_500, `${whole} px`);
    assert.ok(taken <= 5, `${taken} clicks`);
  });

  it("keeps the question when the choice is refused, with the reason and the proposal's new status", async () => {
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
    await button(page, 'Deixar como estão').click();
    await page.reload();
    await page.getByRole('heading', { level: 2, name: 'Próximos passos' }).waitFor();
    assert.equal(await page.getByText('E as outras 2 propostas?').count(), 0);
  });
});

describe('the list of orders and the order page', () => {
  it('are filtered by season, show what is new, and are shared without any text of the proposals', async () => {
    const { uuid } = await answered('lista-por-safra@teste.example');
    const { page } = await portals.visitor();
    await enter(page, '/produtor', 'lista-por-safra@teste.example');
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
    await button(page, 'Mais ações').click();
    const shared = await page
      .getByRole('link', { name: 'Enviar a um sócio por WhatsApp' })
      .getAttribute('href');
    assert.match(
      decodeURIComponent(shared ?? ''),
      new RegExp(`^https://wa\\.me/\\?text=Cotação COT-.*/produtor/cotacoes/${uuid}$`),
    );
  });

  it('show the hours until suppliers expect an answer', async () => {
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
    // The sort is in the address; the tab stays the active one.
    assert.match(
      (await page.locator('nav a[aria-current="page"]').allTextContents()).join(),
      /Propostas/,
    );
    // 10 × 157.10 + 220, 10 × 160 + 214.89, 1700 + 200.
    assert.deepEqual(shown, [sent[1], sent[0], sent[2]]);
  });

  it('are sorted and found by the marks that mails and other devices show', async () => {
    const { uuid } = await answered('nomes@teste.example');
    const { page } = await portals.visitor();
    await enter(page, '/produtor', 'nomes@teste.example');
    const marksOf = async (): Promise<readonly string[]> =>
      [...(await namesOn(page, uuid, '?ordem=nome')).values()].map(
        (name) => name.split(' · ')[1] ?? '',
      );
    const marks = await marksOf();
    assert.deepEqual(
      marks,
      marks.toSorted((a, b) => a.localeCompare(b, 'pt-BR')),
    );
    const [wanted = ''] = marks;
    await page.goto(`/produtor/cotacoes/${uuid}/propostas?busca=nenhuma`);
    await page.getByText('Nenhum resultado').waitFor();
    await page.getByLabel('Buscar pelo nome').fill(`Proposta ${wanted.toUpperCase()}`);
    await page.getByRole('link', { name: `· ${wanted}` }).waitFor();
    assert.equal(await page.locator('h2 a[href*="/propostas/"]').count(), 1);
    await enterAnew(page, 'nomes@teste.example');
    assert.deepEqual(await marksOf(), marks, 'in another session too');
  });
});

describe('after the choice', () => {
  it('a producer who was not contacted says so, and takes it back', async () => {
    const { page, problems } = await portals.visitor();
    await enter(page, '/produtor', accounts.producer);
    const token = await tokenIn(page);
    const { body } = await api('GET', '/api/v1/producer/orders?status=adjudicada', { token });
    const orders = body['data'] as readonly {
      uuid: string;
      number: string;
      description: string;
    }[];
    // Bought from one supplier; the tender is bought from three.
    const chosen = orders.find(({ description }) => description.startsWith('Calcário'));
    await portals.sql(
      `UPDATE orders SET awarded_at = awarded_at - interval '2 days' WHERE uuid = $1`,
      [chosen?.uuid],
    );
    await portals.sql(
      `UPDATE purchases SET awarded_at = awarded_at - interval '2 days'
       WHERE order_id = (SELECT id FROM orders WHERE uuid = $1)`,
      [chosen?.uuid],
    );
    await page.goto(`/produtor/cotacoes/${chosen?.uuid ?? ''}/resultado`);
    await button(page, 'Não me procuraram').click();
    await page.getByText('Aviso enviado ao fornecedor e à administração.').waitFor();
    await page.getByText(/^Você avisou em .* que não o procuraram/).waitFor();
    assert.deepEqual(await violationsOn(page), []);

    const admin = await portals.visitor();
    await enter(admin.page, '/admin', accounts.admin);
    await admin.page
      .getByText('1 produtor não foi procurado depois da escolha', { exact: true })
      .waitFor();
    await admin.page.getByRole('link', { name: 'Ver as cotações' }).click();
    await admin.page.getByText('1 cotação', { exact: true }).waitFor();
    await admin.page.getByRole('link', { name: chosen?.number ?? '' }).waitFor();

    await button(page, 'Já me procuraram').click();
    await page.getByText('Aviso retirado.').waitFor();
    await page.getByRole('heading', { level: 2, name: 'Próximos passos' }).waitFor();
    assert.deepEqual(problems, []);
  });
});

describe('a profile', () => {
  it('stores the crops, found by a part of their name and removable', async () => {
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

describe('a consultant in the producer portal', () => {
  it('sees that a published order is the producer’s', async () => {
    const { page } = await portals.visitor();
    await enter(page, '/produtor', accounts.consultant);
    await page.goto('/produtor/cotacoes?situacao=em-analise');
    await page.locator('a[data-row-link]').first().click();
    await page.getByText('Você acompanha esta cotação, sem alterar nada.').waitFor();
    assert.equal(await button(page, 'Mais ações').count(), 0);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { violationsOn } from './axe.ts';
import { accounts, enter, PASSWORD, startPortals } from './portals.ts';
import { inTwoWeeks, propose, registerMarkedSupplier, registerProducer } from './producer-people.ts';
import { hasMark, textOf, watch } from './producer-watch.ts';

const portals = await startPortals();
const api: typeof portals.api = (method, url, options) => portals.api(method, url, options);
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) });
const heading = (page: Page, name: string | RegExp): Promise<void> => page.getByRole('heading', { level: 1, name }).waitFor();
const tokenIn = (page: Page): Promise<string> => page.evaluate(() => (JSON.parse(localStorage.getItem('lavra.producer.session') ?? '{}') as { token: string }).token);
const orderIn = (page: Page): string => /cotacoes\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';

async function beginOrder(page: Page, description: string): Promise<string> {
  await page.goto('/produtor/cotacoes/nova');
  await page.getByLabel('Descrição').fill(description);
  await page.getByLabel('Receber propostas até').fill(inTwoWeeks());
  await button(page, 'Continuar').click();
  await page.getByRole('heading', { level: 2, name: 'Itens' }).waitFor();
  return orderIn(page);
}

async function addItem(page: Page, search: string, quantity: string): Promise<void> {
  await page.getByLabel('Procurar no catálogo').fill(search);
  await page.getByRole('button', { name: new RegExp(`${search}.*Incluir`, 'i') }).first().click();
  // The new row's quantity has the focus.
  await page.waitForFunction(() => document.activeElement instanceof HTMLInputElement && document.activeElement.inputMode === 'decimal' && document.activeElement.value === '');
  await page.keyboard.type(quantity);
}

const saved = (page: Page): Promise<void> => page.getByText(/Rascunho salvo às \d\d:\d\d$/).waitFor();

/** Leaves and comes back as the same person: another session. */
async function enterAnew(page: Page, email: string): Promise<void> {
  await button(page, /^Conta de/).click();
  await button(page, 'Sair').click();
  await page.getByRole('heading', { name: 'Entrar' }).waitFor();
  await enter(page, '/produtor', email);
}

/** Which letter each proposal has, by its address. */
async function lettersOn(page: Page, order: string): Promise<ReadonlyMap<string, string>> {
  await page.goto(`/produtor/cotacoes/${order}/propostas`);
  await page.getByRole('link', { name: /^Proposta [A-Z]$/ }).first().waitFor();
  const found = await page.getByRole('link', { name: /^Proposta [A-Z]$/ }).evaluateAll((links) => links.map((link) => [link.getAttribute('href')?.split('/').at(-1) ?? '', link.textContent ?? ''] as const));
  return new Map(found);
}

describe('a producer buys', () => {
  it('writes an order, publishes it, compares four proposals, turns one down and takes another, and never learns who sent them', async () => {
    const email = 'compradora@teste.example';
    await registerProducer(api, email);
    const { page, context, problems } = await portals.visitor();
    const seen = watch(context);
    await enter(page, '/produtor', email);
    await page.getByRole('link', { name: 'Nova cotação' }).first().click();
    await heading(page, 'Nova cotação');
    // Nothing is sent while something is missing, and the focus goes there.
    await button(page, 'Continuar').click();
    await page.getByText('Descreva a cotação.').waitFor();
    const order = await beginOrder(page, 'Insumos para a soja');
    await addItem(page, 'glifosato', '350,5');
    await addItem(page, 'ureia', '1.200');
    await addItem(page, 'cloreto', '80');
    await saved(page);
    await page.getByRole('link', { name: 'Continuar' }).click();
    await page.getByRole('group', { name: 'Usar um endereço seu' }).getByRole('button').first().click();
    await page.waitForFunction(() => [...document.querySelectorAll('input')].some(({ value }) => value === 'Sorriso'));
    await saved(page);
    await page.getByRole('link', { name: 'Continuar' }).click();
    await page.getByText(/\d+ fornecedor(?:es)? atende/).first().waitFor();
    await page.getByText('receituário agronômico').first().waitFor();
    await button(page, 'Publicar cotação').click();
    await button(page, 'Publicar').click();
    await heading(page, 'Insumos para a soja');
    await page.getByText('Publicada', { exact: true }).first().waitFor();

    const suppliers = [];
    for (let ordinal = 0; ordinal < 4; ordinal += 1) suppliers.push(await registerMarkedSupplier(api, ordinal));
    const marks = suppliers.flatMap((supplier) => supplier.marks);
    const prices = [[21.4892, 160, 170], [20, null, null], [22, 157, 165], [23, 157, 180]];
    const sent: string[] = [];
    for (const [index, supplier] of suppliers.entries()) sent.push(await propose(api, order, { prices: prices[index] ?? [], supplier }));
    const [first] = suppliers;
    assert.ok(first !== undefined);
    assert.equal((await api('POST', `/api/v1/orders/${order}/questions`, { token: first.token, body: { question: `A entrega pode ser em duas viagens? ${first.notes}` } })).status, 200);

    await page.goto(`/produtor/cotacoes/${order}/perguntas`);
    await page.getByLabel('Sua resposta').fill('Pode, até o dia 10.');
    await button(page, 'Publicar resposta').click();
    await page.getByText('Sua resposta,', { exact: false }).waitFor();

    const letters = await lettersOn(page, order);
    assert.deepEqual([...letters.values()], ['Proposta A', 'Proposta B', 'Proposta C', 'Proposta D']);
    assert.deepEqual(new Set(letters.keys()), new Set(sent));
    await page.reload();
    assert.deepEqual(await lettersOn(page, order), letters, 'letters stay in a session');

    // Three at most: by mouse, by keyboard, by what was kept, by address.
    const box = (letter: string) => page.getByRole('checkbox', { name: `Comparar Proposta ${letter}` });
    await box('A').check();
    await box('B').focus();
    await page.keyboard.press('Space');
    await box('C').check();
    await box('D').click();
    assert.equal(await box('D').isChecked(), false);
    await page.getByText('Você já escolheu 3 propostas. Desmarque uma para trocar.').waitFor();
    await page.goto(`/produtor/cotacoes/${order}/propostas`);
    await page.getByText('3 de 3 selecionadas').waitFor();
    await page.goto(`/produtor/cotacoes/${order}/propostas?comparar=${sent.join(',')}`);
    await page.getByText('Você pode comparar até 3 propostas por vez.').waitFor();
    assert.equal(await page.getByRole('checkbox', { checked: true }).count(), 3);
    await page.goto(`/produtor/cotacoes/${order}/comparar?p=${[...sent, sent[0]].join(',')}`);
    await page.getByText('Você pode comparar até 3 propostas por vez.').waitFor();
    await page.goto(`/produtor/cotacoes/${order}/comparar?p=${sent[0]},0198f3c2-7b1e-7c44-9a53-2f1f6f0c8a11`);
    await page.getByText('Só é possível comparar propostas da mesma cotação.').waitFor();

    // The partial one is the cheapest of all, and is not called so: totals are compared over what all of them price.
    const [dear = '', partial = '', good = '', tied = ''] = sent;
    await page.goto(`/produtor/cotacoes/${order}/comparar?p=${[dear, partial, good].join(',')}`);
    await page.getByRole('row', { name: /Total do?s? .*comu/ }).waitFor();
    assert.equal(await page.getByRole('row', { name: /^Cobertura/ }).getByText('1 de 3 itens').count(), 1);
    assert.deepEqual(await violationsOn(page), []);
    await page.goto(`/produtor/cotacoes/${order}/comparar?p=${[good, tied].join(',')}`);
    await page.getByRole('row', { name: /ureia/i }).waitFor();
    assert.equal(await page.getByRole('row', { name: /ureia/i }).getByText('Menor preço').count(), 2, 'a tie is marked on both');
    await page.getByLabel('Só diferenças').check();
    await page.getByText('2 de 3 itens').first().waitFor();
    assert.equal(await page.getByRole('row', { name: /ureia/i }).count(), 0);
    assert.deepEqual(await seen.search(page, marks), []);

    // Pre-selected, by its star; the state follows on the card.
    await page.goto(`/produtor/cotacoes/${order}/propostas`);
    await button(page, `Pré-selecionar ${letters.get(good) ?? ''}`).click();
    await page.locator('li[data-state="shortlisted"]').getByRole('link', { name: letters.get(good) ?? '' }).waitFor();

    await page.goto(`/produtor/cotacoes/${order}/propostas/${partial}`);
    await heading(page, letters.get(partial) ?? '');
    let refusals = 0;
    page.on('request', (request) => { if (request.url().includes('/reject')) refusals += 1; });
    await button(page, /^Recusar/).click();
    await page.getByRole('dialog').getByLabel('Motivo da recusa').fill('   ');
    await page.getByRole('dialog').getByRole('button', { name: /^Recusar/ }).click();
    await page.getByText('Conte o motivo da recusa.').first().waitFor();
    assert.equal(refusals, 0, 'nothing is sent without a reason');
    await button(page, 'Preço acima do esperado').click();
    await page.getByRole('dialog').getByRole('button', { name: /^Recusar/ }).click();
    await page.getByText('Você recusou esta proposta.').waitFor();
    await page.getByText('Preço acima do esperado.').waitFor();

    const letter = letters.get(good) ?? '';
    await page.goto(`/produtor/cotacoes/${order}/propostas/${good}`);
    await button(page, `Aceitar ${letter}`).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('3 de 3 itens').waitFor();
    assert.equal(await dialog.getByRole('button', { name: 'Cancelar' }).evaluate((element) => element === document.activeElement), true, 'the focus starts on the way back');
    await dialog.getByRole('button', { name: `Aceitar ${letter}` }).click();
    await page.getByText(/^Proposta escolhida em/).waitFor();
    await page.locator('li[data-state="winner"]').getByRole('link', { name: letter }).waitFor();
    await button(page, 'Recusar com motivo').waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Registro da decisão (PDF)').click()]);
    assert.ok(!hasMark(await textOf(download), marks), 'the record names nobody');

    for (const part of ['', '/historico', '/anexos', '/propostas', `/propostas/${tied}`]) {
      await page.goto(`/produtor/cotacoes/${order}${part}`);
      await heading(page, /.+/);
      await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
      assert.deepEqual(await seen.search(page, marks), [], part);
    }
    // The marks are there to be found: who asks for the other view reads them.
    const named = await api('GET', `/api/v1/orders/${order}/proposals/received`, { token: await tokenIn(page) });
    assert.ok(marks.every((mark) => hasMark(JSON.stringify(named.body), [mark]) || mark.startsWith('(')));
    assert.ok(seen.replies() > 40, `${seen.replies()} replies read`);

    let redrawn = letters;
    for (let session = 0; session < 8 && String([...redrawn]) === String([...letters]); session += 1) {
      await enterAnew(page, email);
      redrawn = await lettersOn(page, order);
    }
    assert.notDeepEqual([...redrawn], [...letters], 'another session draws other letters');
    assert.deepEqual(await seen.search(page, marks), []);
    assert.deepEqual(problems, []);
  });
});

describe('the keyboard', () => {
  it('leads from the proposals through the comparison to the question before the choice, and back', async () => {
    const { page } = await portals.visitor();
    await enter(page, '/produtor', accounts.producer);
    await page.goto('/produtor/cotacoes?situacao=em-analise');
    const href = await page.locator('a[data-row-link]').first().getAttribute('href');
    await page.goto(`${href ?? ''}/propostas`);
    await page.getByRole('checkbox', { name: 'Comparar Proposta A' }).waitFor();
    const focused = (): Promise<string> => page.evaluate(() => { const on = document.activeElement; return on instanceof HTMLInputElement ? on.labels?.[0]?.textContent ?? '' : on?.textContent ?? ''; });
    const tabTo = async (name: string): Promise<void> => {
      for (let presses = 0; presses < 60 && await focused() !== name; presses += 1) await page.keyboard.press('Tab');
      assert.equal(await focused(), name);
    };
    for (const letter of ['A', 'B']) {
      await tabTo(`Comparar Proposta ${letter}`);
      await page.keyboard.press('Space');
    }
    await page.getByText('2 de 3 selecionadas').waitFor();
    await tabTo('Comparar');
    await page.keyboard.press('Enter');
    await heading(page, 'Comparar propostas');
    await page.getByRole('row', { name: /^Cobertura/ }).waitFor();
    await tabTo('Aceitar Proposta B');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    assert.equal(await focused(), 'Cancelar');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal(await focused(), 'Aceitar Proposta B');
  });
});

describe('a draft', () => {
  it('survives a session that ends while it is written', async () => {
    const { page, problems } = await portals.visitor();
    await enter(page, '/produtor', accounts.producer);
    const order = await beginOrder(page, 'Rascunho antes');
    await page.getByRole('link', { name: /Dados/ }).click();
    assert.equal((await api('POST', '/api/v1/logout', { token: await tokenIn(page) })).status, 200);
    await page.getByLabel('Descrição').fill('Escrito quando a sessão já tinha acabado');
    await page.getByText('Sua sessão expirou.').first().waitFor();
    await page.getByLabel('E-mail').fill(accounts.producer);
    await page.getByLabel(/^Senha/).fill(PASSWORD);
    await button(page, 'Entrar').click();
    await page.getByText('Recuperamos o que você estava preenchendo').waitFor();
    assert.equal(await page.getByLabel('Descrição').inputValue(), 'Escrito quando a sessão já tinha acabado');
    await saved(page);
    const { body } = await api('GET', `/api/v1/producer/orders/${order}`, { token: await tokenIn(page) });
    assert.equal(body['description'], 'Escrito quando a sessão já tinha acabado');
    assert.deepEqual(problems, []);
  });

  it('goes on without a connection, and is sent when it is back', async () => {
    const { page, context } = await portals.visitor();
    await enter(page, '/produtor', accounts.producer);
    const order = await beginOrder(page, 'Na estrada');
    await addItem(page, 'ureia', '5');
    await saved(page);
    await context.setOffline(true);
    await page.getByLabel(/^Quantidade/).first().fill('750,25');
    await page.getByText('Salvo neste aparelho. Vamos enviar quando houver conexão.').waitFor();
    await context.setOffline(false);
    await saved(page);
    const { body } = await api('GET', `/api/v1/producer/orders/${order}`, { token: await tokenIn(page) });
    assert.equal((body['items'] as readonly { quantity: number }[])[0]?.quantity, 750.25);
  });

  it('shows both versions when it was changed in another place, and goes on with the chosen one', async () => {
    const { page } = await portals.visitor();
    await enter(page, '/produtor', accounts.producer);
    const order = await beginOrder(page, 'Versão um');
    const token = await tokenIn(page);
    const path = `/api/v1/producer/orders/${order}`;
    await page.getByRole('link', { name: /Dados/ }).click();
    assert.equal((await api('PUT', path, { token, body: { description: 'De outro aparelho' } })).status, 200);
    await page.getByLabel('Descrição').fill('Deste aparelho');
    await page.getByText('Este rascunho foi alterado em outro aparelho ou janela').waitFor();
    await page.getByRole('alert').getByText('De outro aparelho').waitFor();
    assert.deepEqual(await violationsOn(page), []);
    await button(page, 'Continuar com esta').click();
    await saved(page);
    assert.equal((await api('GET', path, { token })).body['description'], 'Deste aparelho');
    assert.equal((await api('PUT', path, { token, body: { description: 'De outro, de novo' } })).status, 200);
    await page.getByLabel('Descrição').fill('Perde');
    await button(page, 'Usar a versão salva').click();
    assert.equal(await page.getByLabel('Descrição').inputValue(), 'De outro, de novo');
    assert.equal((await api('GET', path, { token })).body['description'], 'De outro, de novo');
  });
});

describe('a consultant', () => {
  it('reads the orders and proposals of the producers it advises, and decides nothing', async () => {
    const { page, problems } = await portals.visitor();
    await enter(page, '/produtor', accounts.consultant);
    await page.getByRole('heading', { level: 2, name: 'Seus produtores' }).waitFor();
    await page.goto('/produtor/cotacoes?situacao=em-analise');
    await page.locator('a[data-row-link]').first().click();
    await page.getByRole('link', { name: /^Propostas \d/ }).click();
    await page.getByRole('link', { name: 'Proposta A' }).click();
    await heading(page, 'Proposta A');
    assert.equal(await page.getByRole('button', { name: /Aceitar|Recusar|Pré-selecionar|Cancelar/ }).count(), 0);
    assert.equal(await page.getByRole('checkbox').count(), 0);
    await page.goto('/produtor/cotacoes/nova');
    await page.getByText('Você não tem permissão').waitFor();
    assert.deepEqual(problems, []);
  });
});

describe('a subscription', () => {
  it('is seen, changed for the next period and cancelled, by producers and suppliers alike', async () => {
    for (const [portal, email] of [['/produtor', accounts.producer], ['/fornecedor', accounts.supplier]] as const) {
      const { page, problems } = await portals.visitor();
      await enter(page, portal, email);
      await page.goto(`${portal}/assinatura`);
      await page.waitForURL(`**${portal}/conta/assinatura`);
      await page.getByRole('heading', { level: 2, name: /^Plano / }).waitFor();
      await page.getByRole('heading', { level: 2, name: 'Pagamentos' }).waitFor();
      assert.deepEqual(await violationsOn(page), []);
      // Nobody collects on an installation without a gateway: the dialog says so, and stays.
      await button(page, /^Pagar/).first().click();
      await page.getByRole('dialog').getByText('Boleto').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Continuar' }).click();
      await page.getByRole('dialog').getByRole('alert').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Voltar' }).click();
      await button(page, 'Cancelar assinatura…').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancelar assinatura' }).click();
      await page.getByText(/^Cancelamento pedido: a assinatura segue até/).waitFor();
      assert.deepEqual(problems, []);
    }
  });
});

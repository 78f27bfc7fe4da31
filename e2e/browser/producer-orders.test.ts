import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { violationsOn } from './axe.ts';
import { countClicks } from './click-counter.ts';
import { accounts, enter, PASSWORD, startPortals } from './portals.ts';
import { addItem, beginOrder, button, draftSaved, heading, tokenIn } from './producer-steps.ts';
import { until } from '../../server/test/until.ts';

const portals = await startPortals();
const api: typeof portals.api = (method, url, options) => portals.api(method, url, options);

describe('the keyboard', () => {
  it('moves from the proposals through the comparison to the question before the choice, and back', async () => {
    const { page } = await portals.visitor();
    await enter(page, '/produtor', accounts.producer);
    await page.goto('/produtor/cotacoes?situacao=em-analise');
    const href = await page.locator('a[data-row-link]').first().getAttribute('href');
    await page.goto(`${href ?? ''}/propostas?ordem=letra`);
    await page.getByRole('checkbox', { name: 'Comparar Proposta A' }).waitFor();
    const focused = (): Promise<string> =>
      page.evaluate(() => {
        const on = document.activeElement;
        return on instanceof HTMLInputElement
          ? (on.labels?.[0]?.textContent ?? '')
          : (on?.textContent ?? '');
      });
    const tabTo = async (name: RegExp): Promise<void> => {
      for (let presses = 0; presses < 60 && !name.test(await focused()); presses += 1)
        await page.keyboard.press('Tab');
      assert.match(await focused(), name);
    };
    for (const box of [/^Comparar Proposta A/, /^Comparar Proposta B/]) {
      await tabTo(box);
      await page.keyboard.press('Space');
    }
    await page.getByText('2 de 3 selecionadas').waitFor();
    await tabTo(/^Comparar$/);
    await page.keyboard.press('Enter');
    await heading(page, 'Comparar propostas');
    await page.getByRole('row', { name: /^Cobertura/ }).waitFor();
    await tabTo(/^Aceitar Proposta B · \p{Lu}/u);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    assert.equal(await focused(), 'Cancelar');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.match(await focused(), /^Aceitar Proposta B · /);
  });
});

describe('an order on a phone', () => {
  it('of five items takes at most 14 taps and 45 keys from the first screen to its publication', async (t) => {
    const { page, problems } = await portals.visitor({
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
    });
    const counter = await countClicks(page);
    await enter(page, '/produtor', accounts.producer);
    counter.begin();
    await page.getByRole('link', { name: 'Nova cotação' }).first().tap();
    await button(page, '7 dias').tap();
    await button(page, 'Continuar').tap();
    const search = page.getByLabel('Procurar no catálogo');
    await page.getByRole('group', { name: 'Das suas últimas cotações' }).waitFor();
    await search.tap();
    const positions = new Set<number>();
    let seen = '';
    const topOf = async (what: Locator): Promise<number> => {
      const { y = 844 } = (await what.boundingBox()) ?? {};
      seen = `${what.toString()} at ${y}, the search at ${(await search.boundingBox())?.y}`;
      return y;
    };
    for (const [text, quantity] of [
      ['urei', '30'],
      ['clor', '40'],
      ['roun', '600'],
      ['calc', '90'],
      ['map', '25'],
    ] as const) {
      await page.keyboard.type(text);
      const result = page
        .getByRole('button', { name: new RegExp(`${text}.*Incluir`, 'i') })
        .first();
      await result.waitFor();
      // What a keyboard leaves of the screen: the search and at least the first results.
      await until(
        'the first result is in sight',
        async () => (await topOf(result)) < 360,
        () => `${text}: ${seen}`,
      );
      positions.add(Math.round((await search.boundingBox())?.y ?? -1));
      await result.tap();
      assert.equal(await search.inputValue(), '', 'each choice clears the search');
      await page.waitForFunction(
        () =>
          document.activeElement instanceof HTMLInputElement &&
          document.activeElement.inputMode === 'decimal' &&
          document.activeElement.value === '',
      );
      const row = page.getByRole('listitem').filter({ has: page.locator('input:focus') });
      assert.equal(await row.locator('span').first().textContent(), '1', 'the newest comes first');
      // The notice that a save answers with takes nothing out of sight.
      if (text === 'roun') await page.getByText(/receituário/).waitFor();
      // Beside the search, once the page has scrolled there.
      await until(
        'the item is beside the search',
        async () => (await topOf(row)) < 360,
        () => `${text}: ${seen}`,
      );
      await page.keyboard.type(quantity);
      await page.keyboard.press('Enter');
    }
    assert.deepEqual(await violationsOn(page), []);
    assert.equal(positions.size, 1, 'the search stays where it is');
    await page.getByRole('link', { name: 'Continuar' }).tap();
    await page.getByRole('heading', { level: 2, name: 'Entrega' }).waitFor();
    await page.getByRole('link', { name: 'Continuar' }).tap();
    await button(page, 'Publicar cotação').tap();
    await page.getByRole('dialog').getByRole('button', { name: 'Publicar' }).tap();
    await page.getByText(/^COT-.* publicada\./).waitFor();
    const [taps, keys] = [counter.clicks(), counter.letters() + counter.keys()];
    t.diagnostic(`five items on a phone: ${taps} taps, ${keys} keys`);
    assert.ok(taps <= 14, `${taps} taps`);
    assert.ok(keys <= 45, `${keys} keys`);
    await heading(page, /^Fosfato monoamônico \(MAP\), .* e mais 3 itens$/);
    await page.getByText('Sorriso/MT').first().waitFor();
    // An order without proposals cannot be closed yet.
    await button(page, 'Convidar fornecedores').waitFor();
    assert.equal(await button(page, 'Encerrar recebimento').count(), 0);
    assert.deepEqual(problems, []);
  });
});

describe('the review of an order', () => {
  it('leads to the very field that is missing', async () => {
    const { page, problems } = await portals.visitor();
    await enter(page, '/produtor', accounts.producer);
    await page.goto('/produtor/cotacoes/nova');
    await page.getByLabel('Descrição').fill('Falta a quantidade');
    await page.getByLabel('Receber propostas até').fill('2099-12-31');
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByLabel('Procurar no catálogo').fill('ureia');
    await page
      .getByRole('button', { name: /ureia.*Incluir/i })
      .first()
      .click();
    const quantity = page.getByLabel(/^Quantidade/);
    await quantity.waitFor();
    await page.setViewportSize({ width: 390, height: 600 });
    await page.getByRole('link', { name: /Revisar e publicar/ }).click();
    await page.getByRole('link', { name: /^Informe a quantidade de/ }).click();
    await quantity.waitFor();
    await page.waitForFunction(
      () => document.activeElement?.getAttribute('data-quantity') !== null,
    );
    assert.ok(await quantity.evaluate((field) => field === document.activeElement));
    const { top, bottom } = await quantity.evaluate(async (field) => {
      for (let frame = 0; frame < 5; frame += 1)
        await new Promise((resolve) => requestAnimationFrame(resolve));
      return field.getBoundingClientRect().toJSON() as DOMRect;
    });
    assert.ok(top > 0 && bottom < 600, `in sight: from ${top} to ${bottom}`);
    assert.deepEqual(problems, []);
  });
});

describe('a draft', () => {
  it('is kept when the session ends during writing', async () => {
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
    assert.equal(
      await page.getByLabel('Descrição').inputValue(),
      'Escrito quando a sessão já tinha acabado',
    );
    await draftSaved(page);
    const { body } = await api('GET', `/api/v1/producer/orders/${order}`, {
      token: await tokenIn(page),
    });
    assert.equal(body['description'], 'Escrito quando a sessão já tinha acabado');
    assert.deepEqual(problems, []);
  });

  it('is kept without a connection, and sent afterwards', async () => {
    const { page, context } = await portals.visitor();
    await enter(page, '/produtor', accounts.producer);
    const order = await beginOrder(page, 'Na estrada');
    await addItem(page, 'ureia', '5');
    await draftSaved(page);
    await context.setOffline(true);
    await page
      .getByLabel(/^Quantidade/)
      .first()
      .fill('750,25');
    await page.getByText('Salvo neste aparelho. Vamos enviar quando houver conexão.').waitFor();
    await context.setOffline(false);
    await draftSaved(page);
    const { body } = await api('GET', `/api/v1/producer/orders/${order}`, {
      token: await tokenIn(page),
    });
    assert.equal((body['items'] as readonly { quantity: number }[])[0]?.quantity, 750.25);
  });

  it('shows both versions when it was changed elsewhere, and continues with the chosen one', async () => {
    const { page } = await portals.visitor();
    await enter(page, '/produtor', accounts.producer);
    const order = await beginOrder(page, 'Versão um');
    const token = await tokenIn(page);
    const path = `/api/v1/producer/orders/${order}`;
    await page.getByRole('link', { name: /Dados/ }).click();
    assert.equal(
      (await api('PUT', path, { token, body: { description: 'De outro aparelho' } })).status,
      200,
    );
    await page.getByLabel('Descrição').fill('Deste aparelho');
    await page.getByText('Este rascunho foi alterado em outro aparelho ou janela').waitFor();
    await page.getByRole('alert').getByText('De outro aparelho').waitFor();
    assert.deepEqual(await violationsOn(page), []);
    await button(page, 'Continuar com esta').click();
    await draftSaved(page);
    assert.equal((await api('GET', path, { token })).body['description'], 'Deste aparelho');
    assert.equal(
      (await api('PUT', path, { token, body: { description: 'De outro, de novo' } })).status,
      200,
    );
    await page.getByLabel('Descrição').fill('Perde');
    await button(page, 'Usar a versão salva').click();
    assert.equal(await page.getByLabel('Descrição').inputValue(), 'De outro, de novo');
    assert.equal((await api('GET', path, { token })).body['description'], 'De outro, de novo');
  });
});

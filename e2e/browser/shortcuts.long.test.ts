import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { accounts, enter, keysTaken, startPortals } from './portals.ts';

const portals = await startPortals();
const doors = { producer: '/produtor', supplier: '/fornecedor', admin: '/admin' } as const;
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    return element === null || element === document.body
      ? ''
      : `${element.id} ${element.textContent}`.trim().slice(0, 80);
  });
const isInMenu = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.activeElement?.closest('nav#menu') !== null);
const isSearch = (page: Page): Promise<boolean> =>
  page.evaluate(
    () =>
      document.activeElement instanceof HTMLInputElement &&
      document.activeElement.type === 'search',
  );

describe('the keyboard', () => {
  for (const as of ['producer', 'supplier', 'admin'] as const) {
    it(`moves the ${as} with Alt and a number to content, menu, search and footer`, async () => {
      const { page, problems } = await portals.visitor();
      await enter(page, doors[as], accounts[as]);
      await page.goto(`${doors[as]}/cotacoes`);
      await keysTaken(page);
      await page.locator('#conteudo input[type=search]').waitFor();
      await page.keyboard.press('Alt+Digit4');
      assert.match(await focused(page), /^rodape Ajuda/);
      await page.keyboard.press('Alt+Digit2');
      assert.ok(await isInMenu(page), await focused(page));
      await page.keyboard.press('Alt+Digit3');
      assert.ok(await isSearch(page), await focused(page));
      await page.keyboard.press('Alt+Digit1');
      assert.match(await focused(page), /^conteudo/);
      assert.deepEqual(problems, []);
    });
  }

  for (const [as, wanted, heading] of [
    ['producer', 'nova cot', 'Nova cotação'],
    ['supplier', 'responder', 'Cotações'],
    ['consultant', 'senha', 'Minha conta'],
  ] as const) {
    it(`opens the palette of the ${as} with Ctrl+K, and with it a page or what there is to do`, async () => {
      const { page, problems } = await portals.visitor();
      await enter(page, as === 'supplier' ? '/fornecedor' : '/produtor', accounts[as]);
      await page.keyboard.press('Control+k');
      const box = page.getByRole('combobox', { name: 'Página ou ação' });
      await box.waitFor();
      const does = await page.getByRole('option', { name: 'Nova cotação' }).count();
      assert.equal(does, as === 'producer' ? 1 : 0, 'a consultant only looks');
      await page.keyboard.type(wanted);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await page.getByRole('button', { name: 'Ir para…' }).click();
      await box.waitFor();
      await page.keyboard.press('Escape');
      await box.waitFor({ state: 'detached' });
      assert.deepEqual(problems, []);
    });
  }

  it('invites suppliers from the palette: to the order on the screen, or to one that it asks for', async () => {
    const { page, problems } = await portals.visitor();
    await enter(page, '/produtor', accounts.producer);
    const invite = async (): Promise<void> => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Página ou ação' }).fill('convidar');
      await page.getByRole('option', { name: 'Convidar fornecedores' }).waitFor();
      await page.keyboard.press('Enter');
    };
    const dialog = page.getByRole('dialog', { name: 'Convidar fornecedores' });
    await invite();
    await page.getByText('Para qual cotação?').waitFor();
    const order = page.locator('#conteudo a[data-row-link]').first();
    const wanted = await order.textContent();
    await order.click();
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 1, name: wanted ?? '', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Perguntas' }).click();
    await page.waitForURL('**/perguntas');
    await invite();
    await dialog.waitFor();
    await page
      .getByRole('heading', { level: 1, name: wanted ?? '', includeHidden: true })
      .waitFor();
    await page.goto('/produtor/cotacoes?situacao=rascunhos');
    const draft = await page.locator('#conteudo a[data-row-link]').first().getAttribute('href');
    await page.goto(draft ?? '');
    await keysTaken(page);
    await invite();
    await page.getByText('Para qual cotação?').waitFor();
    assert.deepEqual(problems, []);
  });

  it('lists the keys where there is a keyboard, and offers none on a phone', async () => {
    const { page, problems } = await portals.visitor();
    await enter(page, '/produtor', accounts.producer);
    const keys = page.getByRole('button', { name: 'Atalhos do teclado' });
    await keys.waitFor();
    assert.deepEqual(problems, []);
    const phone = await portals.visitor({
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
    });
    await enter(phone.page, '/produtor', accounts.producer);
    await phone.page.locator('#rodape').waitFor();
    assert.equal(await phone.page.getByRole('button', { name: 'Atalhos do teclado' }).count(), 0);
    await phone.page.getByRole('button', { name: 'Ir para…' }).click();
    await phone.page.getByRole('combobox', { name: 'Página ou ação' }).fill('atalhos');
    await phone.page.getByText('Nada encontrado').waitFor();
  });

  for (const as of ['producer', 'supplier'] as const) {
    it(`shows the ${as} its shortcuts with ?, moves in a list with j and k, and can be switched off`, async () => {
      const { page, problems } = await portals.visitor();
      await enter(page, doors[as], accounts[as]);
      await page.goto(`${doors[as]}/cotacoes`);
      await keysTaken(page);
      await page.locator('#conteudo a[data-row-link]').nth(1).waitFor();
      const rows = await page.locator('#conteudo a[data-row-link]').allTextContents();
      await page.keyboard.press('j');
      assert.equal(await focused(page), rows[0]);
      await page.keyboard.press('j');
      assert.equal(await focused(page), rows[1]);
      await page.keyboard.press('k');
      assert.equal(await focused(page), rows[0]);
      await page.keyboard.press('/');
      assert.ok(await isSearch(page));
      // Typed characters are text, not shortcuts.
      await page.keyboard.type('?');
      assert.equal(await page.getByRole('dialog').count(), 0);
      await page.keyboard.press('Alt+Digit1');
      await page.keyboard.press('?');
      const dialog = page.getByRole('dialog', { name: 'Atalhos do teclado' });
      await dialog.getByText('próxima linha').waitFor();
      await dialog.getByLabel(/Usar atalhos de uma tecla/).uncheck();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await page.goto(`${doors[as]}/cotacoes`);
      await keysTaken(page);
      await page.locator('#conteudo a[data-row-link]').first().waitFor();
      await page.keyboard.press('?');
      await page.keyboard.press('j');
      assert.equal(await dialog.count(), 0);
      assert.notEqual(await focused(page), rows[0]);
      // The list of shortcuts can still be opened by its button, and switches them on again.
      await page.getByRole('button', { name: 'Atalhos do teclado' }).last().click();
      await dialog.getByLabel(/Usar atalhos de uma tecla/).check();
      await dialog.getByRole('button', { name: 'Fechar' }).click();
      await page.keyboard.press('?');
      await dialog.waitFor();
      assert.deepEqual(problems, []);
    });
  }

  it('reaches the help at the same place of every page, on the login page too', async () => {
    const { page } = await portals.visitor();
    const firstOfFooter = (): Promise<string | null> =>
      page.locator('#rodape a').first().textContent();
    for (const path of [
      '/produtor/entrar',
      '/produtor/cadastro',
      '/produtor/paginas/termos-de-uso',
      '/fornecedor/esqueci-a-senha',
      '/admin/ajuda',
    ]) {
      await page.goto(path);
      await page.locator('#rodape').waitFor();
      assert.equal(await firstOfFooter(), 'Ajuda', path);
    }
    await enter(page, '/produtor', accounts.producer);
    for (const path of [
      '/produtor',
      '/produtor/cotacoes',
      '/produtor/conta',
      '/produtor/nada-aqui',
    ]) {
      await page.goto(path);
      await page.locator('#rodape').waitFor();
      assert.equal(await firstOfFooter(), 'Ajuda', path);
    }
    await page.locator('#rodape').getByRole('link', { name: 'Ajuda' }).click();
    await page.getByText('Posso escolher uma proposta mais cara?').click();
    await page.getByText('Prazo, frete e condições também contam.').waitFor();
  });
});

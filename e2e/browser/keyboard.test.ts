import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { accounts, enter, startPortals } from './portals.ts';

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
    it(`leads the ${as} with Alt and a number to content, menu, search and footer`, async () => {
      const { page, problems } = await portals.visitor();
      await enter(page, doors[as], accounts[as]);
      await page.goto(`${doors[as]}/cotacoes`);
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

  for (const as of ['producer', 'supplier'] as const) {
    it(`shows the ${as} its shortcuts with ?, walks a list with j and k, and keeps quiet once switched off`, async () => {
      const { page, problems } = await portals.visitor();
      await enter(page, doors[as], accounts[as]);
      await page.goto(`${doors[as]}/cotacoes`);
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

  it('finds the help in the same place of every page, at the door too', async () => {
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

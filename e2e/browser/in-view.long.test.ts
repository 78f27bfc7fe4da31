import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { accounts, enter, startPortals } from './portals.ts';

const portals = await startPortals();
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;

async function edgesOf(found: Locator) {
  const box = await found.boundingBox();
  assert.ok(box);
  return { left: box.x, right: box.x + box.width, top: box.y, bottom: box.y + box.height };
}

/** Whether the current entry of a menu is within it, from its left to its right edge. */
async function isCurrentWithin(page: Page, menu: string): Promise<boolean> {
  const strip = page.getByRole('navigation', { name: menu });
  const [outer, inner] = [
    await edgesOf(strip),
    await edgesOf(strip.locator('[aria-current="page"]')),
  ];
  // Scrolling ends at whole pixels, letters do not.
  return inner.left > outer.left - 1 && inner.right < outer.right + 1;
}

describe('in view', () => {
  it('on a phone is the button that saves, above the tabs, as soon as there is something to save', async () => {
    const { page } = await portals.visitor(PHONE);
    await enter(page, '/admin', accounts.admin);
    await page.goto('/admin/canais');
    await page.getByRole('switch').first().click();
    const save = page.getByRole('button', { name: 'Salvar', exact: true });
    const tabs = page.getByRole('navigation', { name: 'Menu' }).last();
    assert.ok((await edgesOf(save)).bottom <= (await edgesOf(tabs)).top);
  });

  it('on a phone is the open part of an order, also where its address was opened', async () => {
    const { page } = await portals.visitor(PHONE);
    await enter(page, '/produtor', accounts.producer);
    await page.goto('/produtor/cotacoes?situacao=abertas');
    const order = await page.locator('a[data-row-link]').first().getAttribute('href');
    await page.goto(`${order ?? ''}/historico`);
    await page.getByRole('heading', { level: 2, name: 'Histórico' }).waitFor();
    assert.ok(await isCurrentWithin(page, 'Partes da cotação'));
  });

  it('on a phone is the product whose quantity is filled in, below no search', async () => {
    const { page } = await portals.visitor(PHONE);
    await enter(page, '/produtor', accounts.producer);
    await page.goto('/produtor/cotacoes?situacao=rascunho');
    const draft = await page.locator('a[data-row-link]').first().getAttribute('href');
    await page.goto(`${(draft ?? '').replace(/\/editar.*/, '')}/editar?passo=itens`);
    // As much as a keyboard leaves.
    await page.setViewportSize({ width: 390, height: 500 });
    const quantity = page.getByLabel(/^Quantidade/).nth(1);
    await quantity.evaluate((field) => field.scrollIntoView({ block: 'center' }));
    await quantity.tap();
    const item = await edgesOf(
      page.getByRole('listitem').filter({ has: page.locator('input:focus') }),
    );
    const header = await edgesOf(page.getByRole('banner'));
    const search = await edgesOf(page.getByRole('group', { name: 'Das suas últimas cotações' }));
    assert.ok(
      item.top >= header.bottom && item.top >= search.bottom,
      JSON.stringify({ item, header, search }),
    );
  });

  it('on a desk is the whole name of a company of 80 letters, in the header', async () => {
    const name = 'Cooperativa Agroindustrial dos Produtores de Grãos do Vale do Rio Verde e Região';
    assert.equal(name.length, 80);
    await portals.sql('UPDATE users SET name = $1 WHERE email = $2', [name, accounts.supplier]);
    const { page } = await portals.visitor({ viewport: { width: 1440, height: 900 } });
    await enter(page, '/fornecedor', accounts.supplier);
    const shown = page
      .getByRole('button', { name: `Conta de ${name}` })
      .getByText(name)
      .last();
    assert.equal(await shown.evaluate((node) => node.scrollWidth <= node.clientWidth), true);
    await page.setViewportSize({ width: 800, height: 900 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 800, `${wide} px wide on a tablet`);
  });
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Locator } from 'playwright-core';
import { countClicks } from './click-counter.ts';
import { accounts, enter, startPortals } from './portals.ts';
import { button, heading } from './producer-steps.ts';

const portals = await startPortals();
const { page, problems } = await portals.visitor();
const clicker = await countClicks(page);
const PHONE = { width: 390, height: 844 };
const toasts = page.locator('[role=status][aria-live=polite]').last();
/** Returns where an edge of an element is on the screen, in px. */
const edge = (target: Locator, side: 'top' | 'bottom' | 'left'): Promise<number> =>
  target.evaluate((element, wanted) => element.getBoundingClientRect()[wanted], side);
const money = (text: string): RegExp => new RegExp(text.replace('R$ ', String.raw`R\$\s`));

it('the tender is bought from three suppliers in at most eight clicks', async (t) => {
  await enter(page, '/produtor', accounts.producer);
  await page.goto('/produtor/cotacoes?situacao=abertas');
  await page
    .getByRole('link', { name: /^Insumos para a safra/ })
    .first()
    .click();
  await page.getByRole('link', { name: /^Propostas/ }).click();
  await page.getByRole('link', { name: 'Ver combinações' }).waitFor();
  clicker.begin();
  await clicker.click(page.getByRole('link', { name: 'Ver combinações' }));
  await heading(page, 'Combinações');
  for (const [proposals, items, total] of [
    ['1 proposta', '12 de 14 itens', 'R$ 271.095,00'],
    ['2 propostas', '14 de 14 itens', 'R$ 281.959,50'],
    ['3 propostas', '14 de 14 itens', 'R$ 269.705,00'],
    ['4 propostas', '14 de 14 itens', 'R$ 269.555,00'],
  ] as const)
    await page
      .locator('label', { hasText: proposals })
      .filter({ hasText: items })
      .filter({ hasText: money(total) })
      .waitFor();
  const bought = page.url();
  await clicker.click(page.getByRole('radio', { name: /^3 propostas/ }));
  assert.equal(await page.getByRole('heading', { level: 2, name: /^Proposta / }).count(), 3);
  await page.getByText('Item 10 · 150 sacos de 50 kg').waitFor();
  const bar = page.getByRole('region', { name: 'Compra', exact: true });
  assert.ok((await edge(toasts, 'bottom')) <= (await edge(bar, 'top')), 'toasts end above the bar');
  // On a phone the dialog is longer than the screen; its buttons are not.
  await page.setViewportSize(PHONE);
  await clicker.click(button(page, 'Comprar'));
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Comprar 14 itens de 3 propostas?').waitFor();
  const decide = dialog.getByRole('button', { name: money('Comprar por R$ 269.705,00') });
  assert.ok((await edge(decide, 'bottom')) <= PHONE.height - 16, 'the button is in view');
  assert.ok(
    await dialog.evaluate((box) => box.scrollHeight > box.clientHeight),
    'and more is below',
  );
  await clicker.click(decide);
  await page.getByRole('heading', { name: /^3 propostas escolhidas em/ }).waitFor();
  assert.equal(await page.getByText('Entrega a combinar').count(), 3);
  const clicks = clicker.clicks();
  t.diagnostic(`${clicks} clicks`);
  assert.ok(clicks > 0 && clicks <= 8, `${clicks} clicks`);
  assert.equal(await page.getByText('Cotar o que faltou').count(), 0, 'nothing is missing');
  await page.getByRole('link', { name: 'Compras', exact: true }).click();
  await heading(page, 'Compras');
  await page
    .getByRole('link', { name: /^Insumos para a safra/ })
    .nth(2)
    .click();
  await page.getByText('De onde veio').waitFor();
  await page.getByText('O fornecedor recebeu o seu contato e vai procurar você.').waitFor();
  await page.goto(bought);
  await page.getByText('Tudo já foi comprado').waitFor();
  await page.getByRole('link', { name: 'Ver o resultado' }).waitFor();
  await page.setViewportSize({ width: 1280, height: 800 });
  assert.deepEqual(problems, []);
});

it('items are chosen in the comparison, up to a minimum; what is missing is quoted again', async () => {
  await page.goto('/produtor/cotacoes?situacao=em-analise');
  await page.locator('a[data-row-link]').first().click();
  await heading(page, /.+/);
  const order = /cotacoes\/([^/?]+)/.exec(page.url())?.[1] ?? '';
  // Terms of sent proposals only loosen, but for this story.
  await portals.sql('ALTER TABLE proposals DISABLE TRIGGER proposals_loosen_only', []);
  await portals.sql(
    `UPDATE proposals SET allows_partial = true, partial_minimum = 9000000
     FROM orders o WHERE o.id = order_id AND o.uuid = $1 AND proposals.status = 'submitted'`,
    [order],
  );
  await page.goto(`/produtor/cotacoes/${order}/propostas`);
  await page.getByRole('link', { name: /^Comparar as/ }).click();
  // On a phone each price stands below the head of its proposal.
  await page.setViewportSize(PHONE);
  const second = page.locator('tbody tr', { hasText: 'Entrega' }).locator('td').nth(1);
  const head = page.locator('thead th:has(a)').nth(1);
  assert.ok(Math.abs((await edge(second, 'left')) - (await edge(head, 'left'))) < 8, 'aligned');
  await page.setViewportSize({ width: 1280, height: 800 });
  await button(page, /^Comprar o item 1 da Proposta/)
    .first()
    .click();
  const bar = page.getByRole('region', { name: 'Compra', exact: true });
  await bar.getByText(/^Faltam R\$.* para o mínimo da Proposta/).waitFor();
  assert.equal(
    await bar.getByRole('button', { name: 'Comprar' }).getAttribute('aria-disabled'),
    'true',
  );
  await portals.sql(
    `UPDATE proposals SET partial_minimum = NULL
     FROM orders o WHERE o.id = order_id AND o.uuid = $1 AND proposals.status = 'submitted'`,
    [order],
  );
  await page.reload();
  // The choice is kept on the device.
  await bar.getByText('1 item de 1 proposta').waitFor();
  await bar.getByRole('button', { name: 'Comprar' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/(?:fica|ficam) sem compra/).waitFor();
  // Another tab changes the order meanwhile.
  await portals.sql('UPDATE orders SET version = version + 1 WHERE uuid = $1', [order]);
  await dialog.getByRole('button', { name: /^Comprar por/ }).click();
  await dialog.getByRole('alert').getByText('Nada foi comprado.', { exact: false }).waitFor();
  await dialog.getByRole('button', { name: /^Comprar por/ }).click();
  await page.getByRole('heading', { name: /^Proposta escolhida em/ }).waitFor();
  await page.getByRole('link', { name: 'Comprar mais' }).waitFor();
  await button(page, 'Cotar o que faltou').click();
  await page.waitForURL('**/editar**');
  await page.goto(`/produtor/cotacoes/${order}/resultado`);
  await button(page, 'Cotar o que faltou').click();
  await page.getByText(/^O que faltou já está na cotação COT-/).waitFor();
  await page.waitForURL(/cotacoes\?busca=COT-/);
  await page.goBack();
  await page.getByRole('link', { name: 'Comprar mais' }).click();
  await button(page, 'Comprar').click();
  await dialog.getByRole('button', { name: /^Comprar por/ }).click();
  await page
    .getByRole('heading', { name: /^\d propostas? escolhidas?(?:, a primeira)? em/i })
    .waitFor();
  assert.deepEqual(problems, []);
});

it('a new sale is announced on its supplier’s home until it is opened', async () => {
  const { page: desk, problems: seen } = await portals.visitor();
  await enter(desk, '/fornecedor', accounts.supplier);
  const news = desk.getByRole('list', { name: 'Vendas novas' });
  const sale = news.getByRole('listitem').filter({ hasText: 'Reposição de ração' });
  await sale.getByText(/2 itens, R\$\s14\.350,00/).waitFor();
  await sale.getByRole('link', { name: /^Ver venda/ }).click();
  await desk.getByText('Compraram 2 itens de você. Fale com o produtor.').waitFor();
  await desk
    .getByRole('navigation', { name: 'Menu' })
    .first()
    .getByRole('link', { name: 'Painel' })
    .click();
  await desk.getByText('das enviadas foram aceitas').waitFor();
  assert.equal(await sale.count(), 0);
  await desk.reload();
  await desk.getByText('das enviadas foram aceitas').waitFor();
  assert.equal(await sale.count(), 0);
  assert.deepEqual(seen, []);
});

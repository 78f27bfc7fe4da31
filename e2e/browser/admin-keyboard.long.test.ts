import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { desk, dialog, go, menu, openAdministration, row, untilStill } from './admin.fixture.ts';
import { countClicks } from './click-counter.ts';
import { focusIsOn } from './focus.ts';
import { accounts, enter, startPortals } from './portals.ts';

const portals = await startPortals();
const administration = await openAdministration(portals);

const FARTHEST = 60;

/** Presses Tab until the target has the focus; fails when it is never reached. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await target.waitFor();
  for (let tabs = 0; tabs < FARTHEST; tabs += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  assert.fail(`${String(target)} is not reached by ${key}`);
}

describe('the menu', () => {
  it('fits 1440 × 900 without scrolling on every page, with the page’s own entry in view', async () => {
    const { page, problems } = await portals.visitor(desk);
    await enter(page, '/admin', accounts.admin);
    for (const place of [
      '/',
      '/cotacoes',
      '/usuarios/papeis',
      '/planos',
      '/cadastros',
      '/auditoria',
    ]) {
      await go(page, place);
      assert.equal(
        await menu(page).evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight),
        0,
        place,
      );
      assert.ok(await menu(page).locator('[aria-current=page]').isVisible(), place);
    }
    assert.deepEqual(problems, []);
  });

  it('folds its groups by keyboard, says whether they are open, and is found again as it was left', async () => {
    const { page, problems } = await portals.visitor(desk);
    await enter(page, '/admin', accounts.admin);
    const group = (name: string, expanded: boolean) =>
      menu(page).getByRole('button', { name, expanded });
    await group('Plataforma', false).waitFor();
    await page.keyboard.press('Alt+2');
    await tabTo(page, group('Plataforma', false));
    await page.keyboard.press('Enter');
    await group('Plataforma', true).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Configurações' }).waitFor();
    await tabTo(page, group('Mercado', true), 'Shift+Tab');
    await page.keyboard.press('Space');
    await group('Mercado', false).waitFor();
    await page.reload();
    await group('Mercado', false).waitFor();
    await go(page, '/');
    await group('Plataforma', true).waitFor();
    await go(page, '/cotacoes');
    await group('Mercado', true).waitFor();
    assert.deepEqual(problems, []);
  });
});

describe('the administration by keyboard only', () => {
  it('finds a payment and refunds half of it', async () => {
    const { page, problems } = await portals.visitor(desk);
    const counter = await countClicks(page);
    await enter(page, '/admin', accounts.admin);
    counter.begin();
    const who = 'Cooperativa Demonstração Passo Fundo';
    await page.keyboard.press('Alt+2');
    await tabTo(page, menu(page).getByRole('link', { name: 'Pagamentos' }));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Pagamentos' }).waitFor();
    await untilStill(page);
    await page.keyboard.press('/');
    await page.keyboard.type('passo fundo');
    await page.waitForURL(/busca=passo/);
    await untilStill(page);
    await tabTo(page, page.getByRole('button', { name: who, exact: true }).first());
    await page.keyboard.press('j');
    await tabTo(
      page,
      row(page, new RegExp(who))
        .nth(1)
        .getByRole('button', { name: `Estornar pagamento de ${who}` }),
    );
    await page.keyboard.press('Enter');
    const inside = (name: string) => dialog(page).getByRole('button', { name, exact: true });
    await focusIsOn(inside('Cancelar')); // where nothing happens
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await tabTo(page, dialog(page).getByRole('radio', { name: /^O valor total/ }), 'Shift+Tab');
    await page.keyboard.press('ArrowDown');
    await tabTo(page, dialog(page).getByLabel('Valor a estornar'));
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('74,95');
    await tabTo(page, inside('Estornar'));
    await page.keyboard.press('Enter');
    await page.getByText(/Estorno de R\$\s74,95 registrado\. Falta devolver a/).waitFor();
    const refunded = await administration.list<{ refunded_amount: number }>(
      '/api/v1/admin/subscription-payments?status=partially_refunded',
    );
    assert.deepEqual(
      refunded.map(({ refunded_amount: amount }) => amount),
      [74.95],
    );
    assert.equal(counter.clicks(), 0);
    assert.deepEqual(problems, []);
  });

  it('filters, sorts and pages a list, opens a row, and Back returns to the same place', async () => {
    const { page, problems } = await portals.visitor(desk);
    const counter = await countClicks(page);
    await enter(page, '/admin', accounts.admin);
    counter.begin();
    await page.keyboard.press('Alt+2');
    await tabTo(page, menu(page).getByRole('link', { name: 'Assinaturas' }));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Assinaturas' }).waitFor();
    await untilStill(page);
    await tabTo(page, page.getByRole('radio', { name: 'Todas', exact: true }));
    await page.keyboard.press('ArrowRight');
    await page.waitForURL(/situacao=trial/);
    await tabTo(page, page.getByRole('button', { name: 'Desde' }));
    const sorted = page.waitForResponse(/subscriptions\?.*sort=created_at/);
    await page.keyboard.press('Enter');
    await (await sorted).finished();
    await page
      .getByRole('columnheader', { name: 'Desde' })
      .and(page.locator('[aria-sort="ascending"]'))
      .waitFor();
    const there = page.url();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    const second = page.locator('[data-row-link]').nth(1);
    assert.ok(await second.evaluate((element) => element === document.activeElement));
    const name = (await second.textContent()) ?? '';
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.goBack();
    await page.waitForURL(there);
    assert.ok(await page.getByRole('radio', { name: 'Em teste' }).isChecked());
    assert.equal(counter.clicks(), 0);
    assert.deepEqual(problems, []);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { violationsOn } from './axe.ts';
import { countClicks } from './click-counter.ts';
import { focusIsOn } from './focus.ts';
import { accounts, enter, startPortals } from './portals.ts';
import { edit, openMarket, price, saved, send } from './supplier.fixture.ts';

const portals = await startPortals();
const { publish, received } = await openMarket(portals);

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;
const button = (page: Page, name: string): Locator => page.getByRole('button', { name });

/** Prices as they are written, four keys each, none of them ten times another. */
const PRICES = Array.from({ length: 14 }, (_, at) => `${10 + at},5`);

describe('an order of fourteen items', () => {
  it('is answered on a phone with at most 8 taps and 69 keys from the first screen to the receipt', async (t) => {
    const { page, problems } = await portals.visitor(PHONE);
    await enter(page, '/fornecedor', accounts.supplier);
    // The terms of an earlier proposal, which the next one takes over.
    await edit(page, await publish('A de antes', 1));
    await price(page, 1).fill('9');
    await page.getByLabel('Frete', { exact: true }).selectOption('included');
    await page.getByLabel('Prazo de entrega (dias)').fill('10');
    await page.getByLabel('Condição de pagamento').fill('28 dias');
    await saved(page);
    await send(page);
    const order = await publish('Catorze itens', PRICES.length);

    const counter = await countClicks(page);
    await page.goto('/fornecedor');
    const orders = page.getByRole('navigation', { name: 'Menu' }).last();
    await orders.waitFor();
    counter.begin();
    await orders.getByRole('link', { name: 'Cotações' }).tap();
    await page.getByRole('link', { name: 'Catorze itens' }).tap();
    await page.getByRole('link', { name: 'Preencher proposta', exact: true }).tap();
    // The first price has the focus; a phone shows its keyboard only after a tap.
    await focusIsOn(price(page, 1));
    await price(page, 1).tap();
    for (const [at, text] of PRICES.entries()) {
      await focusIsOn(price(page, at + 1));
      const { y = 0, height = 0 } = (await price(page, at + 1).boundingBox()) ?? {};
      assert.ok(y > 0 && y + height <= 844, `price ${at + 1} is in view, at ${y}`);
      await page.keyboard.type(text);
      if (at < PRICES.length - 1) await page.keyboard.press('Enter');
    }
    await page.getByText('14 de 14 itens respondidos').first().waitFor();
    await button(page, 'Repetir as últimas condições').tap();
    await button(page, 'Revisar e enviar').tap();
    await page.getByRole('heading', { level: 1, name: 'Revisar e enviar' }).waitFor();
    assert.equal(await page.getByText('Confira antes de enviar').count(), 0);
    assert.deepEqual(await violationsOn(page), []);
    await button(page, 'Enviar proposta').tap();
    await page.getByRole('dialog').getByRole('button', { name: 'Enviar proposta' }).tap();
    await page.getByRole('heading', { level: 1, name: 'Proposta enviada' }).waitFor();
    const [taps, keys] = [counter.clicks(), counter.letters() + counter.keys()];
    t.diagnostic(`fourteen items answered on a phone: ${taps} taps, ${keys} keys`);
    assert.ok(taps <= 8, `${taps} taps`);
    assert.ok(keys <= 69, `${keys} keys`);
    const [proposal] = await received(order);
    const total = PRICES.reduce((sum, _, at) => sum + (10.5 + at) * 10 * (at + 1), 0);
    assert.deepEqual(
      [proposal?.['total_amount'], proposal?.['priced_items'], proposal?.['delivery_days']],
      [total, 14, 10],
    );
    assert.deepEqual(problems, []);
  });
});

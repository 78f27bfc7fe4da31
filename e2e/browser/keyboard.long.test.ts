import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { someCnpj } from '../../server/test/people.ts';
import { enterOn, focusIsNamed, tabTo } from './focus.ts';
import { accounts, enter, PASSWORD, startPortals } from './portals.ts';
import { heading } from './producer-steps.ts';
import { openMarket, price } from './supplier.fixture.ts';

// The important paths through the portals without a mouse. At each stop the focus must be visible:
// drawn, inside the window, and not below a sticky bar. The windows are low, so that pages scroll.

const portals = await startPortals();
const market = await openMarket(portals);
const low = { viewport: { width: 1100, height: 520 } } as const;
const phone = { viewport: { width: 390, height: 640 } } as const;

/**
 * Closes the open dialog by Escape and checks that the focus returns to the element that opened it.
 */
async function leaves(page: Page, opener: RegExp): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await focusIsNamed(page, opener);
}

/** Creates an order with two proposals, the second one more expensive. */
async function answeredOrder(description: string): Promise<string> {
  const order = await market.publish(description, 2);
  for (const [email, unit] of [
    [accounts.supplier, 10],
    ['teclado@revenda.example', 12],
  ] as const) {
    const { body } = await portals.api('POST', '/api/v1/login', {
      body: { email, password: PASSWORD, user_type: 'fornecedor' },
    });
    const token = String(body['token']);
    const seen = await portals.api('GET', `/api/v1/supplier/orders/${order.uuid}`, { token });
    const items = (
      seen.body['items'] as readonly { id: number; product_id: number; quantity: number }[]
    ).map(({ id, product_id, quantity }) => ({
      order_item_id: id,
      product_id,
      quantity,
      unit_price: unit,
    }));
    const saved = await portals.api('POST', `/api/v1/orders/${order.uuid}/proposals`, {
      token,
      body: { items },
    });
    assert.equal(
      (
        await portals.api('POST', `/api/v1/proposals/${String(saved.body['uuid'])}/submit`, {
          token,
        })
      ).status,
      200,
    );
  }
  return order.uuid;
}
await market.register('Revenda do Teclado', 'teclado@revenda.example', someCnpj());

describe('the portals by keyboard only', () => {
  for (const [size, options] of [
    ['a low window', low],
    ['a phone', phone],
  ] as const) {
    it(`let a producer log in, review and compare the proposals, and choose, in ${size}`, async () => {
      const order = await answeredOrder(`Teclado em ${size}`);
      const { page, problems } = await portals.visitor(options);
      await page.goto('/produtor/entrar');
      await page.getByLabel('E-mail').waitFor();
      await tabTo(page, 'E-mail');
      await page.keyboard.type(accounts.producer);
      await tabTo(page, 'Senha');
      await page.keyboard.type(PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Início' }).waitFor();

      await page.goto(`/produtor/cotacoes/${order}/propostas?ordem=letra`);
      await page.getByRole('checkbox', { name: 'Comparar Proposta A' }).waitFor();
      for (const letter of ['A', 'B']) {
        await tabTo(page, `Comparar Proposta ${letter}`);
        await page.keyboard.press('Space');
      }
      await page.getByText('2 de 3 selecionadas').waitFor();
      await enterOn(page, /^Comparar$/);
      await heading(page, 'Comparar propostas');
      await page.getByRole('row', { name: /^Cobertura/ }).waitFor();
      await enterOn(page, 'Recusar Proposta A');
      await page.getByRole('dialog').waitFor();
      await leaves(page, /^Recusar Proposta A · /);
      await enterOn(page, 'Aceitar Proposta B');
      await page.getByRole('dialog').waitFor();
      await focusIsNamed(page, 'Cancelar'); // what cannot be undone begins on the way back
      await leaves(page, /^Aceitar Proposta B · /);
      await page.keyboard.press('Enter');
      await enterOn(page, 'Aceitar Proposta B');
      await page.getByText(/^Proposta escolhida em/).waitFor();
      assert.deepEqual(problems, []);
    });

    it(`let a supplier go from the list through the editor to the receipt, in ${size}`, async () => {
      const order = await market.publish(`Planilha em ${size}`, 4);
      const { page, problems } = await portals.visitor(options);
      await enter(page, '/fornecedor', accounts.supplier);
      await page.goto(`/fornecedor/cotacoes?busca=${order.number}`);
      await page.getByRole('link', { name: `Planilha em ${size}` }).waitFor();
      await enterOn(page, `Planilha em ${size}`);
      await heading(page, `Planilha em ${size}`);
      await enterOn(page, 'Preencher proposta');
      await price(page, 1).waitFor();
      await focusIsNamed(page, /^Preço unitário de/);
      for (const one of ['10', '20', '30', '40']) {
        await page.keyboard.type(one);
        await page.keyboard.press('Enter');
      }
      await enterOn(page, 'Revisar e enviar');
      await heading(page, 'Revisar e enviar');
      // content that loads late moves the focused element
      await page.getByRole('button', { name: 'Enviar proposta' }).waitFor();
      await enterOn(page, 'Enviar proposta');
      await page.getByRole('dialog').waitFor();
      await focusIsNamed(page, 'Cancelar');
      await leaves(page, /^Enviar proposta$/);
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
      await enterOn(page, 'Enviar proposta');
      await heading(page, 'Proposta enviada');
      assert.deepEqual(problems, []);
    });
  }

  it('let a producer write an order from its description to the publication', async () => {
    const { page, problems } = await portals.visitor(low);
    await enter(page, '/produtor', accounts.producer);
    await page.goto('/produtor/cotacoes/nova');
    await page.getByLabel('Descrição').waitFor();
    await tabTo(page, 'Descrição');
    await page.keyboard.type('Escrita sem o mouse');
    await tabTo(page, 'Receber propostas até');
    // day and month are equal, because the order in which the browser asks for them varies
    await page.keyboard.type('12122099');
    await enterOn(page, 'Continuar');
    await page.getByRole('heading', { level: 2, name: 'Itens' }).waitFor();
    await tabTo(page, 'Procurar no catálogo');
    await page.keyboard.type('ureia');
    await page
      .getByRole('button', { name: /ureia.*Incluir/i })
      .first()
      .waitFor();
    await enterOn(page, /ureia.*Incluir/i);
    await page.waitForFunction(
      () =>
        document.activeElement instanceof HTMLInputElement &&
        document.activeElement.inputMode === 'decimal',
    );
    await page.keyboard.type('1500');
    await enterOn(page, 'Continuar');
    await page.getByRole('heading', { level: 2, name: 'Entrega' }).waitFor();
    await page.getByRole('group', { name: 'Usar um endereço seu' }).waitFor();
    const farm =
      (await page
        .getByRole('group', { name: 'Usar um endereço seu' })
        .getByRole('button')
        .first()
        .textContent()) ?? '';
    await enterOn(page, farm);
    await enterOn(page, 'Continuar');
    await page
      .getByText(/fornecedor(?:es)? atende/)
      .first()
      .waitFor();
    await enterOn(page, 'Publicar cotação');
    await page.getByRole('dialog').waitFor();
    await leaves(page, /^Publicar cotação$/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await enterOn(page, /^Publicar$/);
    await heading(page, 'Escrita sem o mouse');
    assert.deepEqual(problems, []);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { accounts, enter, startPortals } from './portals.ts';
import { edit, openMarket, price, saved, send } from './supplier.fixture.ts';

const portals = await startPortals();
const { publish, received } = await openMarket(portals);
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;

describe('a sale in part', () => {
  it('is offered on a phone as the producer means to buy, and loosened once it is sent', async () => {
    const order = await publish('Compra de vários fornecedores', 2);
    const { page, problems } = await portals.visitor(phone);
    await enter(page, '/fornecedor', accounts.supplier);
    await page.goto(`/fornecedor/cotacoes/${order.uuid}`);
    await page.getByText('O produtor pode comprar itens de mais de um fornecedor.').waitFor();

    await edit(page, order);
    const inPart = page.getByRole('group', { name: 'Aceita vender só parte dos itens?' });
    assert.equal(await inPart.getByLabel('Sim').isChecked(), true);
    await price(page, 1).fill('100');
    await price(page, 2).fill('50');
    await page.getByLabel('Frete', { exact: true }).selectOption('amount');
    await page.getByLabel('Valor do frete (R$)').fill('200');
    await page.getByLabel('Mínimo em itens (R$)').fill('mil');
    await page.getByText('Escreva um número, como 1.234,56.').waitFor();
    await page.getByLabel('Mínimo em itens (R$)').fill('1500');
    await page.getByLabel('Prazo de entrega (dias)').fill('7');
    assert.equal(await page.getByLabel('Mínimo em itens (R$)').inputValue(), '1.500,00');
    await saved(page);
    await page.reload();
    await price(page, 1).waitFor();
    assert.equal(await page.getByLabel('Mínimo em itens (R$)').inputValue(), '1.500,00');
    await page.getByRole('button', { name: 'Revisar e enviar' }).click();
    await page.getByText('Vende em parte, a partir de R$ 1.500,00').waitFor();
    await page.getByRole('link', { name: 'Voltar a editar' }).click();
    await price(page, 1).waitFor();
    await send(page);

    await page.getByText('Vende em parte, a partir de R$ 1.500,00').waitFor();
    await page.goto(page.url().replace(/\/comprovante$/, ''));
    await page.getByRole('button', { name: 'Mais ações' }).click();
    await page.getByRole('button', { name: 'Facilitar a compra' }).click();
    const dialog = page.getByRole('dialog', { name: 'Facilitar a compra' });
    await dialog.getByLabel('Mínimo em itens (R$)').fill('2000');
    await dialog.getByRole('button', { name: 'Facilitar a compra' }).click();
    await dialog.getByText('O mínimo só pode baixar: no máximo R$ 1.500,00.').first().waitFor();
    await dialog.getByLabel('Mínimo em itens (R$)').fill('800');
    await dialog.getByLabel('Frete proporcional').check();
    await dialog.getByRole('button', { name: 'Facilitar a compra' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Vende em parte, a partir de R$ 800,00').waitFor();
    await page.getByText('Proporcional ao valor').waitFor();
    const [sent] = await received(order);
    assert.deepEqual(
      [sent?.['allows_partial'], sent?.['partial_minimum'], sent?.['freight_rule']],
      [true, 800, 'proportional'],
    );

    await page.getByRole('button', { name: 'Mais ações' }).click();
    await page.getByRole('button', { name: 'Facilitar a compra' }).click();
    await dialog.getByLabel('Mínimo em itens (R$)').fill('');
    await dialog.getByRole('button', { name: 'Facilitar a compra' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Vende em parte', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Mais ações' }).click();
    await page.getByRole('button', { name: 'Baixar PDF' }).waitFor();
    assert.equal(
      await page.getByRole('button', { name: 'Facilitar a compra' }).count(),
      0,
      'it cannot become easier',
    );
    assert.deepEqual(problems, []);
  });
});

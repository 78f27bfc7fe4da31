import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { violationsOn } from './axe.ts';
import { accounts, enter, startPortals } from './portals.ts';
import { draftSaved } from './producer-steps.ts';
import { inTwoWeeks, registerProducer } from './producer-people.ts';

const portals = await startPortals();
const EMAIL = 'falta@teste.example';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

interface Item {
  readonly product: { readonly name: string };
  readonly notes: string | null;
  readonly quantity: number;
  readonly is_unlisted: boolean;
}

describe('a product that the catalogue lacks', async () => {
  const token = await registerProducer((...call) => portals.api(...call), EMAIL);
  const { body: draft } = await portals.api('POST', '/api/v1/producer/orders', {
    token,
    body: { description: 'Adubação foliar', deadline_date: inTwoWeeks() },
  });
  const uuid = String(draft['uuid']);
  const itemsOf = async (): Promise<readonly Item[]> =>
    (await portals.api('GET', `/api/v1/producer/orders/${uuid}`, { token })).body[
      'items'
    ] as readonly Item[]; // as the contract says
  const { page, problems } = await portals.visitor();
  const search = page.getByLabel('Procurar no catálogo');
  const type = page.getByLabel('Tipo do produto');

  it('goes into the order at once, as it was typed, for the suppliers of its type', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await enter(page, '/produtor', EMAIL);
    await page.goto(`/produtor/cotacoes/${uuid}/editar?passo=itens`);
    await search.fill('Zumbaflex Plus');
    await button(page, 'Incluir como item livre').click();
    await page.getByText('Escolha o tipo, para avisar os fornecedores certos.').waitFor();
    await type.selectOption({ label: 'Fertilizantes' });
    assert.deepEqual(await violationsOn(page), []);
    await button(page, 'Incluir como item livre').click();
    await page.getByText('Zumbaflex Plus (fora do catálogo)').first().waitFor();
    await page.keyboard.type('12');
    await draftSaved(page);
    assert.deepEqual(
      (await itemsOf()).map((item) => [item.product.name, item.notes, item.quantity]),
      [['Zumbaflex Plus (fora do catálogo)', 'Zumbaflex Plus', 12]],
    );
  });

  it('is not stored without words', async () => {
    const words = page.getByLabel('O que você procura');
    await words.fill('');
    await page.getByText('Diga que produto você procura.').waitFor();
    await page.getByText(/Falta preencher: 1 item livre sem descrição/).waitFor();
    await words.fill('Zumbaflex Plus');
    await draftSaved(page);
    assert.equal((await itemsOf()).length, 1);
  });

  it('is asked for, with the item in the order', async () => {
    await search.fill('Quelato Bravo');
    await type.selectOption({ label: 'Fertilizantes' });
    await button(page, 'Pedir inclusão no catálogo').click();
    const dialog = page.getByRole('dialog');
    assert.equal(await dialog.getByLabel('Produto').inputValue(), 'Quelato Bravo');
    await dialog.getByLabel('Marca').fill('Bravo');
    assert.deepEqual(await violationsOn(page), []);
    await dialog.getByRole('button', { name: 'Enviar pedido' }).click();
    await page.getByText('Quelato Bravo (fora do catálogo)').first().waitFor();
    await page.getByText(/^Inclusão no catálogo pedida em /).waitFor();
    await page.keyboard.type('3');
    await draftSaved(page);
  });

  it('is kept from a pasted list as well', async () => {
    await button(page, 'Trazer uma lista').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('produto\tquantidade\tunidade\nXyzwk Total\t5\tL');
    await button(page, 'Ler o que colei').click();
    await dialog.getByText('Não achamos no catálogo.').waitFor();
    await dialog.getByLabel('Manter como item livre').selectOption({ label: 'Fertilizantes' });
    await dialog.getByText('5 litros · Xyzwk Total').waitFor();
    assert.deepEqual(await violationsOn(page), []);
    await button(page, 'Incluir 1 item').click();
    await draftSaved(page);
    assert.deepEqual(
      (await itemsOf()).map((item) => [item.product.name, item.quantity]),
      [
        ['Xyzwk Total (fora do catálogo)', 5],
        ['Quelato Bravo (fora do catálogo)', 3],
        ['Zumbaflex Plus (fora do catálogo)', 12],
      ],
    );
  });

  it('is created by an administrator, to whom the first screen shows the request', async () => {
    const { page: desk, problems: others } = await portals.visitor();
    await enter(desk, '/admin', accounts.admin);
    await desk.getByText(/^\d produtos? pedidos? esperam? resposta$/).waitFor();
    await desk.goto('/admin/produtos-pedidos?situacao=pending&busca=quelato');
    await desk.getByRole('button', { name: 'Criar Quelato Bravo no catálogo' }).click();
    const dialog = desk.getByRole('dialog');
    assert.deepEqual(
      [await dialog.getByLabel('Nome').inputValue(), await dialog.getByLabel('Marca').inputValue()],
      ['Quelato Bravo', 'Bravo'],
    );
    for (const [label, text, option] of [
      ['Subtipo', 'Nitrogenados', 'Fertilizantes: Nitrogenados'],
      ['Unidade', 'Litro', 'L (Litro)'],
    ] as const) {
      await dialog.getByRole('combobox', { name: label }).fill(text);
      await desk.getByRole('option', { name: option, exact: true }).click();
    }
    assert.deepEqual(await violationsOn(desk), []);
    await dialog.getByRole('button', { name: 'Salvar produto' }).click();
    await desk.getByText('Produto Quelato Bravo salvo.').waitFor();
    assert.deepEqual(others, []);
  });

  it('takes the place of the free item, whose producer is notified', async () => {
    await page.reload();
    await page.getByText('No catálogo é Quelato Bravo.').waitFor();
    await button(page, 'Trocar pelo produto do catálogo').click();
    await draftSaved(page);
    await page.waitForFunction(() => !document.body.textContent?.includes('Quelato Bravo (fora'));
    const swapped = (await itemsOf()).find(({ product }) => product.name === 'Quelato Bravo');
    assert.deepEqual([swapped?.is_unlisted, swapped?.quantity, swapped?.notes], [false, 3, null]);
    await page.goto('/produtor/notificacoes');
    await page.getByText('O produto que você pediu está no catálogo').waitFor();
    assert.deepEqual(problems, []);
  });
});

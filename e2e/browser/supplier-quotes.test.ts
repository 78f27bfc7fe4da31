import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { accounts, enter, startPortals } from './portals.ts';
import { focusIsOn } from './focus.ts';
import {
  edit,
  filledSheet,
  openMarket,
  price,
  saved,
  send,
  type Order,
} from './supplier.fixture.ts';

const portals = await startPortals();
const { publish, register, received, accept } = await openMarket(portals);

describe('an order with proposals of three suppliers', () => {
  let order: Order | undefined;
  const theOrder = (): Order => {
    assert.ok(order);
    return order;
  };

  it('gets the first by a spreadsheet, whose invalid rows are named and then corrected', async () => {
    const { page, problems } = await portals.visitor();
    await enter(page, '/fornecedor', accounts.supplier);
    await edit(page, await publish('O preço de antes', 1));
    await price(page, 1).fill('10');
    await saved(page);
    await send(page);
    order = await publish('Três fornecedores', 3);
    await edit(page, order);
    await page.getByRole('button', { name: 'Planilha', exact: true }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Baixar planilha' }).click(),
    ]);
    const path = await file.path();
    const fill = (...prices: readonly string[]): Promise<Buffer> => filledSheet(path, prices);
    const upload = (buffer: Buffer): Promise<void> =>
      page
        .getByLabel('Planilha preenchida')
        .setInputFiles({ name: 'cotacao.csv', mimeType: 'application/vnd.ms-excel', buffer });
    await upload(await fill('1.234,5678', 'doze', '3'));
    await page.getByText(/^Linha 3, Preço unitário: /).waitFor();
    await upload(await fill('1.234,5678', '12', '3'));
    await page.getByText('Planilha recebida').waitFor();
    assert.equal(await price(page, 1).inputValue(), '1.234,5678');
    await page.getByText('R$ / ').first().waitFor();
    const question = page.getByText(
      '1.234,5678 é cerca de cem vezes o seu último preço (10,00). É isso mesmo?',
    );
    await question.waitFor();
    await saved(page);
    // Unanswered, it is asked again by the review, and then no more.
    await page.getByRole('button', { name: 'Revisar e enviar' }).click();
    await page.getByText(/: 1\.234,5678 é cerca de cem vezes o seu último preço/).waitFor();
    await page.getByRole('link', { name: 'Voltar a editar' }).click();
    // A cell with the focus is not asked about yet.
    await price(page, 2).focus();
    await page.getByRole('button', { name: /^Confirmar o preço de .*, item 1$/ }).click();
    await question.waitFor({ state: 'detached' });
    await focusIsOn(price(page, 1));
    await price(page, 2).focus();
    await page.getByLabel('Frete', { exact: true }).selectOption('Valor à parte');
    await page.getByLabel('Valor do frete (R$)').fill('1000');
    await page.getByLabel('Prazo de entrega (dias)').fill('10');
    await saved(page);
    await page.getByRole('button', { name: 'Revisar e enviar' }).click();
    await page.getByRole('heading', { level: 1, name: 'Revisar e enviar' }).waitFor();
    await page.getByRole('button', { name: 'Enviar proposta' }).waitFor();
    assert.equal(await page.getByText('É isso mesmo?').count(), 0);
    await page.getByRole('link', { name: 'Voltar a editar' }).click();
    await send(page);
    const [pdf] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Baixar comprovante (PDF)' }).click(),
    ]);
    assert.equal(
      fs
        .readFileSync(await pdf.path())
        .subarray(0, 5)
        .toString(),
      '%PDF-',
    );
    const [proposal] = await received(order);
    // 10 × 1,234.5678 = 12,345.678, half up; 20 × 12; 30 × 3.
    assert.deepEqual(
      [proposal?.['total_amount'], proposal?.['landed_total'], proposal?.['delivery_days']],
      [12_675.68, 13_675.68, 10],
    );
    await edit(page, await publish('Condições de novo', 1));
    await page.getByRole('button', { name: 'Repetir as últimas condições' }).click();
    assert.equal(await page.getByLabel('Prazo de entrega (dias)').inputValue(), '10');
    assert.deepEqual(problems, []);
  });

  it('gets the second for some of the items, with reasons for the rest', async () => {
    await register('Sementeira do Norte', 'norte@revenda.example', '11222333000181');
    const { page, problems } = await portals.visitor();
    await enter(page, '/fornecedor', 'norte@revenda.example');
    await edit(page, theOrder());
    await price(page, 1).fill('10,5');
    await page.getByLabel(/^Resposta para .*, item 2$/).selectOption('none');
    await page.getByLabel(/^Motivo de não cotar/).selectOption('other');
    await page.getByText('1 de 3 itens respondidos').first().waitFor();
    await saved(page);
    await page.getByRole('button', { name: 'Revisar e enviar' }).click();
    await page.getByText('Faltam 2 itens para poder enviar.').waitFor();
    // The link back leads to the same row.
    await page
      .getByRole('listitem')
      .filter({ hasText: 'falta contar o motivo' })
      .getByRole('link')
      .click();
    await page.getByLabel(/^Conte o motivo/).fill('Só trabalhamos com outra marca');
    await page.getByRole('button', { name: 'Não cotar o item que falta' }).click();
    await page.getByRole('button', { name: 'Desfazer' }).waitFor();
    await page.getByRole('button', { name: 'Revisar e enviar' }).click();
    // What only the editor can undo leaves with it.
    await page.getByRole('heading', { level: 1, name: 'Revisar e enviar' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Desfazer' }).count(), 0);
    await page.getByRole('button', { name: 'Enviar proposta' }).click();
    await page
      .getByRole('dialog')
      .getByText(/^Você não informou frete, prazo de/)
      .waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Enviar proposta' }).click();
    await page.getByRole('heading', { level: 1, name: 'Proposta enviada' }).waitFor();
    const proposal = (await received(theOrder())).find((one) => one['priced_items'] === 1);
    const items = proposal?.['items'] as {
      justification: string | null;
      justification_type: string | null;
    }[];
    assert.deepEqual(
      items.map(({ justification_type, justification }) => [justification_type, justification]),
      [
        [null, null],
        ['other', 'Só trabalhamos com outra marca'],
        ['unavailable', 'Produto indisponível'],
      ],
    );
    assert.deepEqual(problems, []);
  });

  it('gets the third with similar products, and a warning of identifying text', async () => {
    await register('Agro Planalto Insumos', 'planalto@revenda.example', '12345678000195');
    const { page, problems } = await portals.visitor();
    await enter(page, '/fornecedor', 'planalto@revenda.example');
    await edit(page, theOrder());
    for (const position of [1, 2, 3]) await price(page, position).fill('9');
    await page.getByLabel(/^Resposta para .*, item 1$/).selectOption('similar');
    await page.getByLabel(/^Produto similar de/).fill('Genérico 480');
    await page.getByLabel(/^Descrição do similar de/).fill('Mesma concentração, galão de 20 L');
    await page.getByLabel('Observações').fill('Dúvidas: ligue (65) 99999-1234');
    await page.getByText('Seu texto identifica a sua empresa.').waitFor();
    await page.getByText('Observações: telefone “(65) 99999-1234”').waitFor();
    await send(page);
    const all = await received(theOrder());
    assert.equal(all.length, 3);
    const similar = all
      .flatMap(
        (one) => one['items'] as { offers_similar: boolean; similar_product_name: string | null }[],
      )
      .filter(({ offers_similar }) => offers_similar);
    assert.deepEqual(
      similar.map(({ similar_product_name }) => similar_product_name),
      ['Genérico 480'],
    );
    assert.deepEqual(problems, []);
  });

  it('shows the winner the producer’s contact, and the others that another proposal was chosen', async () => {
    const all = await received(theOrder());
    await accept(all.find((one) => one['priced_items'] === 1));
    const { page } = await portals.visitor();
    await enter(page, '/fornecedor', 'norte@revenda.example');
    await page.goto('/fornecedor/propostas?situacao=aceitas');
    await page.getByRole('link', { name: 'Três fornecedores' }).click();
    await page
      .getByRole('heading', { name: 'Sua proposta foi aceita. Fale com o produtor.' })
      .waitFor();
    await page.getByRole('link', { name: accounts.producer }).waitFor();
    // WhatsApp opens in a page of its own, with a message that names the order.
    await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }));
    const [chat] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'Chamar no WhatsApp' }).click(),
    ]);
    await chat.waitForURL(/^https:\/\/wa\.me\/55\d{2}9\d{8}\?/);
    const message = new URL(chat.url()).searchParams.get('text') ?? '';
    assert.ok(message.includes(theOrder().number), message);
    assert.match(
      (await page.getByRole('link', { name: 'Ligar' }).getAttribute('href')) ?? '',
      /^tel:\+55\d{10,11}$/,
    );
    const other = await portals.visitor();
    await enter(other.page, '/fornecedor', 'planalto@revenda.example');
    await other.page.goto('/fornecedor/propostas');
    await other.page.getByText('Não selecionada').waitFor();
    await other.page.getByRole('link', { name: 'Três fornecedores' }).click();
    await other.page.getByText('O produtor não escolheu esta proposta.').waitFor();
    assert.equal(await other.page.getByText(accounts.producer).count(), 0);
  });
});

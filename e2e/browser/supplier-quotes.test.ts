import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { accounts, enter, PASSWORD, startPortals } from './portals.ts';

const portals = await startPortals();

interface Row { readonly id: number; readonly uuid: string; readonly number: string; readonly [name: string]: unknown }

async function tokenOf(email: string, user_type: 'produtor' | 'fornecedor'): Promise<string> {
  const { body } = await portals.api('POST', '/api/v1/login', { body: { email, password: PASSWORD, user_type } });
  return String(body['token']);
}

const producer = await tokenOf(accounts.producer, 'produtor');
const products = (await portals.api('GET', '/api/v1/products?per_page=6', { token: producer })).body['data'] as { id: number; name: string }[];

/** A published order of the producer's, of so many items. */
async function publish(description: string, count: number, closure_type: 'aberta' | 'fechada' = 'aberta'): Promise<Row> {
  const items = Array.from({ length: count }, (_, index) => ({ product_id: products[index % products.length]?.id, quantity: 10 * (index + 1), unit: 'L' }));
  const body = { description, deadline_date: '2099-12-31', closure_type, delivery_address: { city: 'Sorriso', state: 'MT' }, items };
  const { body: order } = await portals.api('POST', '/api/v1/producer/orders', { token: producer, body });
  const published = await portals.api('POST', `/api/v1/producer/orders/${String(order['uuid'])}/publish`, { token: producer });
  assert.equal(published.status, 200, JSON.stringify(published.body));
  return published.body as unknown as Row; // ProducerOrder
}

/** Another supplier's account, ready to answer. */
async function register(name: string, email: string, document: string): Promise<void> {
  const body = {
    user_type: 'fornecedor', name, email, password: PASSWORD, password_confirmation: PASSWORD, document_type: 'cnpj', document_number: document, phone: '6533334444',
    addresses: [{ kind: 'headquarters', name: 'Matriz', postal_code: '78890000', street: 'Avenida Central', number: '10', city: 'Sorriso', state: 'MT' }], coverage: { kind: 'national' },
  };
  const { status, body: reply } = await portals.api('POST', '/api/v1/register', { body });
  assert.equal(status, 200, JSON.stringify(reply));
}

const price = (page: Page, position: number) => page.getByLabel(new RegExp(`^Preço unitário de .*, item ${position}$`));
const saved = (page: Page): Promise<void> => page.getByText(/^Salvo no servidor/).waitFor();
const edit = async (page: Page, order: Row): Promise<void> => {
  await page.goto(`/fornecedor/cotacoes/${order.uuid}/proposta`);
  await price(page, 1).waitFor();
};

/** Puts text on the clipboard and pastes it where the focus is, as Ctrl+V does. */
const paste = (page: Page, text: string): Promise<void> => page.evaluate((pasted) => {
  const data = new DataTransfer();
  data.setData('text/plain', pasted);
  document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
}, text);

async function send(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Revisar e enviar' }).click();
  await page.getByRole('heading', { level: 1, name: 'Revisar e enviar' }).waitFor();
  await page.getByRole('button', { name: 'Enviar proposta' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Enviar proposta' }).click();
  await page.getByRole('heading', { level: 1, name: 'Proposta enviada' }).waitFor();
}

async function received(order: Row): Promise<Record<string, unknown>[]> {
  return (await portals.api('GET', `/api/v1/orders/${order.uuid}/proposals/received`, { token: producer })).body as unknown as Record<string, unknown>[]; // a bare array
}

describe('finding an order', () => {
  it('keeps a favourite and lets it go again, from the list and by its undo', async () => {
    const { page, problems } = await portals.visitor();
    await enter(page, '/fornecedor', accounts.supplier);
    await page.getByRole('heading', { name: 'Cotações urgentes' }).waitFor();
    await page.getByRole('link', { name: 'Cotações', exact: true }).first().click();
    const star = page.getByRole('button', { name: /^Favorita: COT/ }).first();
    await star.click();
    await page.getByText('Cotação adicionada aos favoritos.').waitFor();
    assert.equal(await star.getAttribute('aria-pressed'), 'true');
    await page.getByLabel('Favoritas', { exact: true }).check();
    await page.getByText('1–1 de 1').waitFor();
    assert.equal(new URL(page.url()).search, '?mostrar=favoritas');
    await page.getByRole('button', { name: /^Favorita: COT/ }).click();
    await page.getByText('Nenhuma favorita').waitFor();
    await page.getByRole('button', { name: 'Desfazer' }).last().click();
    await page.getByText('1–1 de 1').waitFor();
    assert.deepEqual(problems, []);
  });

  it('filters by words and place, says when nothing fits, and keeps it all in the address', async () => {
    const { page, problems } = await portals.visitor();
    await enter(page, '/fornecedor', accounts.supplier);
    await page.goto('/fornecedor/cotacoes');
    await page.getByLabel('Buscar cotação').fill('algodao');
    await page.getByRole('link', { name: 'Pacote do algodão' }).waitFor();
    await page.getByText('1–1 de 1').waitFor();
    await page.getByText('Produto, local e prazo').click();
    await page.getByLabel('Estado da entrega').selectOption('RS');
    await page.getByText('Nenhum resultado para “algodao”').waitFor();
    assert.equal(new URL(page.url()).search, '?busca=algodao&uf=RS');
    await page.getByRole('button', { name: 'Limpar filtros' }).click();
    await page.getByRole('link', { name: 'Tratamento de sementes' }).waitFor();
    assert.deepEqual(problems, []);
  });

  it('declines after asking, undoes it at once, and from the list of declined ones', async () => {
    const { page, problems } = await portals.visitor();
    await enter(page, '/fornecedor', accounts.supplier);
    await page.goto('/fornecedor/cotacoes?busca=trigo');
    await page.getByRole('button', { name: /^Declinar COT/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Fora da minha área' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Não participar' }).click();
    await page.getByText('Nenhum resultado').waitFor();
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await page.getByRole('link', { name: 'Inseticidas para o trigo' }).waitFor();
    await page.getByRole('link', { name: 'Inseticidas para o trigo' }).click();
    await page.getByRole('button', { name: 'Declinar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Não participar' }).click();
    await page.getByRole('link', { name: 'Declinadas' }).click();
    await page.getByRole('button', { name: /^Voltar a participar de/ }).click();
    await page.getByText('Nenhuma cotação declinada').waitFor();
    assert.deepEqual(problems, []);
  });

  it('asks the producer, and reads the answer', async () => {
    const order = await publish('Pergunta sobre a entrega', 1);
    const { page, problems } = await portals.visitor();
    await enter(page, '/fornecedor', accounts.supplier);
    await page.goto(`/fornecedor/cotacoes/${order.uuid}`);
    await page.getByRole('button', { name: 'Perguntar' }).click();
    await page.getByText('Escreva a pergunta.').first().waitFor();
    await page.getByLabel('Sua pergunta').fill('A entrega pode ser em duas viagens?');
    await page.getByRole('button', { name: 'Perguntar' }).click();
    await page.getByRole('heading', { name: 'A entrega pode ser em duas viagens?' }).waitFor();
    const questions = (await portals.api('GET', `/api/v1/orders/${order.uuid}/questions`, { token: producer })).body['data'] as { id: number }[];
    await portals.api('POST', `/api/v1/questions/${questions[0]?.id}/answer`, { token: producer, body: { answer: 'Pode, até o dia 10.' } });
    await page.reload();
    await page.getByText('Pode, até o dia 10.').waitFor();
    assert.deepEqual(problems, []);
  });
});

describe('an order that three suppliers answer', () => {
  let order: Row | undefined;
  const theOrder = (): Row => { assert.ok(order); return order; };

  it('is answered by the first with a sheet, whose wrong rows are named and then mended', async () => {
    order = await publish('Três fornecedores', 3);
    const { page, problems } = await portals.visitor();
    await enter(page, '/fornecedor', accounts.supplier);
    await edit(page, order);
    await page.getByRole('button', { name: 'Planilha', exact: true }).click();
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Baixar planilha' }).click()]);
    const lines = fs.readFileSync(await file.path(), 'utf8').replace(/^\uFEFF/, '').trimEnd().split(/\r?\n/);
    const column = (lines[0] ?? '').split(';').indexOf('Preço unitário');
    const fill = (...prices: readonly string[]): Buffer => Buffer.from([lines[0], ...lines.slice(1).map((line, index) => line.split(';').with(column, prices[index] ?? '').join(';'))].join('\r\n'));
    const upload = (buffer: Buffer): Promise<void> => page.getByLabel('Planilha preenchida').setInputFiles({ name: 'cotacao.csv', mimeType: 'application/vnd.ms-excel', buffer });
    await upload(fill('1.234,5678', 'doze', '3'));
    await page.getByText(/^Linha 3, Preço unitário: /).waitFor();
    await upload(fill('1.234,5678', '12', '3'));
    await page.getByText('Planilha recebida').waitFor();
    assert.equal(await price(page, 1).inputValue(), '1.234,5678');
    await page.getByLabel('Frete (R$)').fill('1000');
    await page.getByLabel('Prazo de entrega (dias)').fill('10');
    await saved(page);
    await send(page);
    const [pdf] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Baixar comprovante (PDF)' }).click()]);
    assert.equal(fs.readFileSync(await pdf.path()).subarray(0, 5).toString(), '%PDF-');
    const [proposal] = await received(order);
    // 10 × 1,234.5678 = 12,345.678, half up; 20 × 12; 30 × 3.
    assert.deepEqual([proposal?.['total_amount'], proposal?.['landed_total'], proposal?.['delivery_days']], [12_675.68, 13_675.68, 10]);
    assert.deepEqual(problems, []);
  });

  it('is answered by the second in part, with reasons for the rest', async () => {
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
    await page.getByText('Faltam 2 itens: informe o preço ou uma justificativa.').waitFor();
    // The way back leads to the very row.
    await page.getByRole('listitem').filter({ hasText: 'falta contar o motivo' }).getByRole('link').click();
    await page.getByLabel(/^Conte o motivo/).fill('Só trabalhamos com outra marca');
    await page.getByRole('button', { name: 'Não cotar o item que falta' }).click();
    await saved(page);
    await send(page);
    const proposal = (await received(theOrder())).find((one) => one['priced_items'] === 1);
    const items = proposal?.['items'] as { justification: string | null; justification_type: string | null }[];
    assert.deepEqual(items.map(({ justification_type, justification }) => [justification_type, justification]), [[null, null], ['other', 'Só trabalhamos com outra marca'], ['unavailable', 'Produto indisponível']]);
    assert.deepEqual(problems, []);
  });

  it('is answered by the third with similar products, and a warning of what would give it away', async () => {
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
    const similar = all.flatMap((one) => one['items'] as { offers_similar: boolean; similar_product_name: string | null }[]).filter(({ offers_similar }) => offers_similar);
    assert.deepEqual(similar.map(({ similar_product_name }) => similar_product_name), ['Genérico 480']);
    assert.deepEqual(problems, []);
  });

  it('shows the winner the producer’s contact, and the others that another one was chosen', async () => {
    const all = await received(theOrder());
    const winner = all.find((one) => one['priced_items'] === 1);
    assert.equal((await portals.api('POST', `/api/v1/proposals/${String(winner?.['uuid'])}/accept`, { token: producer, body: {} })).status, 200);
    const { page } = await portals.visitor();
    await enter(page, '/fornecedor', 'norte@revenda.example');
    await page.goto('/fornecedor/propostas?situacao=aceitas');
    await page.getByRole('link', { name: 'Três fornecedores' }).click();
    await page.getByRole('heading', { name: 'Sua proposta foi aceita. Fale com o produtor.' }).waitFor();
    await page.getByRole('link', { name: accounts.producer }).waitFor();
    const other = await portals.visitor();
    await enter(other.page, '/fornecedor', 'planalto@revenda.example');
    await other.page.goto('/fornecedor/propostas');
    await other.page.getByText('Não selecionada').waitFor();
    await other.page.getByRole('link', { name: 'Três fornecedores' }).click();
    await other.page.getByText('O produtor escolheu outra proposta.').waitFor();
    assert.equal(await other.page.getByText(accounts.producer).count(), 0);
  });
});

describe('the editor', () => {
  it('takes a column pasted from a spreadsheet, moves as one, and adds up to the cent', async () => {
    const order = await publish('Planilha colada', 4);
    const { page, problems } = await portals.visitor();
    await enter(page, '/fornecedor', accounts.supplier);
    await edit(page, order);
    await price(page, 1).focus();
    await paste(page, '1,005\r\n21.4892\r\nR$ 1.000,00\r\n0,3333\r\n');
    await page.getByText('4 células preenchidas.').waitFor();
    assert.deepEqual(await Promise.all([1, 2, 3, 4].map((position) => price(page, position).inputValue())), ['1,005', '21,4892', '1.000,00', '0,3333']);
    // 10.05 + 429.784 + 30,000 + 13.332, each rounded half up.
    await page.getByText('R$\u00A030.453,16').first().waitFor();
    await page.getByRole('button', { name: 'Desfazer' }).click();
    assert.equal(await price(page, 2).inputValue(), '');
    await price(page, 1).click();
    await page.keyboard.type('5');
    await page.keyboard.press('Enter');
    await page.keyboard.type('6');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('7');
    // First through the text, then out of the cell.
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('8');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('9');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Alt+n');
    await page.keyboard.press('Control+s');
    await saved(page);
    assert.deepEqual(await Promise.all([1, 2, 3].map((position) => price(page, position).inputValue())), ['5,00', '9,00', '8,00']);
    assert.equal(await page.getByLabel(/^Quantidade de .*, item 3$/).inputValue(), '7');
    assert.equal(await page.getByLabel(/^Resposta para .*, item 4$/).inputValue(), 'none');
    await page.reload();
    assert.equal(await price(page, 2).inputValue(), '9,00');
    assert.deepEqual(problems, []);
  });

  it('shows both versions when two tabs changed one draft, and the person chooses', async () => {
    const order = await publish('Duas abas', 2);
    const { page, context, problems } = await portals.visitor();
    await enter(page, '/fornecedor', accounts.supplier);
    await edit(page, order);
    await price(page, 1).fill('1');
    await saved(page);
    const second = await context.newPage();
    await edit(second, order);
    await price(page, 1).fill('2');
    await page.keyboard.press('Control+s');
    await page.waitForTimeout(300);
    await saved(page);
    await price(second, 1).fill('3');
    await second.keyboard.press('Control+s');
    const dialog = second.getByRole('dialog', { name: 'Este rascunho mudou em outro lugar' });
    await dialog.getByText('R$\u00A020,00').waitFor();
    await dialog.getByText('R$\u00A030,00').waitFor();
    await dialog.getByRole('button', { name: 'Ficar com a desta tela' }).click();
    await saved(second);
    await second.reload();
    assert.equal(await price(second, 1).inputValue(), '3,00');
    // The first tab is behind now; it takes what is on the service.
    await price(page, 2).fill('4');
    await page.keyboard.press('Control+s');
    await page.getByRole('dialog').getByRole('button', { name: 'Ficar com a do servidor' }).click();
    await saved(page);
    assert.deepEqual([await price(page, 1).inputValue(), await price(page, 2).inputValue()], ['3,00', '']);
    assert.deepEqual(problems, []);
  });

  it('goes on while the network is away, keeps everything, and sends it when it is back', async () => {
    const order = await publish('Sem sinal', 2);
    const { page, context } = await portals.visitor();
    await enter(page, '/fornecedor', accounts.supplier);
    await edit(page, order);
    await price(page, 1).fill('1');
    await saved(page);
    await context.setOffline(true);
    await price(page, 1).fill('12,34');
    await price(page, 2).fill('56');
    await page.getByText(/^Salvo neste aparelho. Sem conexão/).waitFor();
    await context.setOffline(false);
    await saved(page);
    // The tab dies with something that was never sent: it is there when the editor opens again.
    await page.route('**/api/v1/supplier/proposals/**', (route) => route.abort());
    await price(page, 2).fill('78,9');
    await page.getByText(/^Salvo neste aparelho/).waitFor();
    await page.close();
    const again = await context.newPage();
    await edit(again, order);
    await again.getByText('Recuperamos o que você preencheu neste aparelho.').waitFor();
    assert.deepEqual([await price(again, 1).inputValue(), await price(again, 2).inputValue()], ['12,34', '78,9']);
    await saved(again);
  });

  it('of a closed order wants every price; a sent proposal is cancelled and another begun from it', async () => {
    const order = await publish('Cotação fechada', 2, 'fechada');
    const { page, problems } = await portals.visitor();
    await enter(page, '/fornecedor', accounts.supplier);
    await edit(page, order);
    await price(page, 1).fill('1');
    await saved(page);
    await page.getByRole('button', { name: 'Revisar e enviar' }).click();
    await page.getByText('Esta cotação é fechada: todos os itens precisam de preço.').first().waitFor();
    assert.equal(await page.getByRole('button', { name: 'Enviar proposta' }).getAttribute('aria-disabled'), 'true');
    await page.getByRole('link', { name: 'Voltar a editar' }).click();
    await price(page, 2).fill('2,5');
    await page.waitForTimeout(200);
    await send(page);
    await page.getByRole('link', { name: 'Ver proposta' }).click();
    await page.getByRole('button', { name: 'Cancelar proposta' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar proposta' }).click();
    await page.getByText('Você cancelou esta proposta.').waitFor();
    await page.getByRole('link', { name: 'Nova proposta a partir desta' }).click();
    await price(page, 2).waitFor();
    assert.equal(await price(page, 2).inputValue(), '2,50');
    await saved(page);
    await page.goto('/fornecedor/propostas?situacao=rascunhos');
    await page.getByRole('link', { name: 'Cotação fechada' }).click();
    await page.getByRole('button', { name: 'Excluir rascunho' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Excluir rascunho' }).click();
    await page.getByText('Rascunho excluído.').waitFor();
    assert.deepEqual(problems, []);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { accounts, enter, startPortals } from './portals.ts';
import { openMarket, price, saved, send } from './supplier.fixture.ts';

const portals = await startPortals();
const { publish, answerFirstQuestion } = await openMarket(portals);

describe("the supplier's list of orders", () => {
  it('adds and removes a favorite, from the list and by its undo', async () => {
    const { page, problems } = await portals.visitor();
    await enter(page, '/fornecedor', accounts.supplier);
    await page.getByRole('heading', { name: 'Cotações urgentes' }).waitFor();
    await page.getByRole('link', { name: 'Cotações', exact: true }).first().click();
    // The page before has stars, too.
    await page.getByRole('heading', { level: 1, name: 'Cotações' }).waitFor();
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

  it('filters by text and place, reports an empty result, and keeps the filters in the address', async () => {
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

  it('declines an order after a question, and restores it by undo and from the list of declined ones', async () => {
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
    await page.getByRole('heading', { level: 1, name: 'Inseticidas para o trigo' }).waitFor();
    await page.getByRole('button', { name: 'Declinar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Não participar' }).click();
    await page.getByRole('link', { name: 'Declinadas' }).click();
    await page.getByRole('button', { name: /^Voltar a participar de/ }).click();
    await page.getByText('Nenhuma cotação declinada').waitFor();
    assert.deepEqual(problems, []);
  });

  it("shows the status of the supplier's own proposal, and links to the next step", async () => {
    const order = await publish('Um passo de cada vez', 2);
    const { page, problems } = await portals.visitor();
    await enter(page, '/fornecedor', accounts.supplier);
    const row = page.getByRole('row').filter({ hasText: order.number });
    const look = async (tab: string): Promise<void> => {
      await page.goto(`/fornecedor/cotacoes?busca=${order.number}${tab}`);
      await row.getByRole('link', { name: 'Um passo de cada vez' }).waitFor();
    };
    await look('&mostrar=a-responder');
    await row.getByText('Nenhuma', { exact: true }).waitFor();
    await row.getByRole('link', { name: `Preencher proposta: ${order.number}` }).click();
    await price(page, 1).fill('10');
    await price(page, 2).fill('20');
    await saved(page);
    await look('');
    await row.getByText('Rascunho', { exact: true }).waitFor();
    await row.getByRole('link', { name: `Continuar rascunho: ${order.number}` }).click();
    await price(page, 1).waitFor();
    await send(page);
    await look('');
    await row.getByText('Enviada', { exact: true }).waitFor();
    await page.getByLabel('A responder').check();
    await page.getByText('Nenhum resultado').waitFor();
    await page.goto(`/fornecedor/cotacoes/${order.uuid}`);
    await page.getByRole('link', { name: 'Enviar outra proposta' }).waitFor();
    await page.getByRole('link', { name: 'Ver proposta' }).click();
    await page.getByText('Enviada ao produtor').waitFor();
    assert.deepEqual(problems, []);
  });

  it('leads to a question to the producer and its answer', async () => {
    const order = await publish('Pergunta sobre a entrega', 1);
    const { page, problems } = await portals.visitor();
    await enter(page, '/fornecedor', accounts.supplier);
    await page.goto(`/fornecedor/cotacoes/${order.uuid}`);
    await page.getByRole('button', { name: 'Perguntar' }).click();
    await page.getByText('Escreva a pergunta.').first().waitFor();
    await page.getByLabel('Sua pergunta').fill('A entrega pode ser em duas viagens?');
    await page.getByRole('button', { name: 'Perguntar' }).click();
    await page.getByRole('heading', { name: 'A entrega pode ser em duas viagens?' }).waitFor();
    await answerFirstQuestion(order, 'Pode, até o dia 10.');
    await page.reload();
    await page.getByText('Pode, até o dia 10.').waitFor();
    assert.deepEqual(problems, []);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { violationsOn } from './axe.ts';
import { accounts, enter, startPortals } from './portals.ts';
import { addItem, button, draftSaved, heading } from './producer-steps.ts';

const portals = await startPortals();

describe('a consultant', () => {
  it('reads the orders and proposals of its producers, and cannot decide', async () => {
    const { page, problems } = await portals.visitor();
    await enter(page, '/produtor', accounts.consultant);
    await page.getByRole('heading', { level: 2, name: 'Seus produtores' }).waitFor();
    await page.goto('/produtor/cotacoes?situacao=em-analise');
    await page.locator('a[data-row-link]').first().click();
    await page.getByRole('link', { name: /^Propostas \d/ }).click();
    await page.getByRole('link', { name: 'Proposta A' }).click();
    await heading(page, 'Proposta A');
    assert.equal(
      await page.getByRole('button', { name: /Aceitar|Recusar|Pré-selecionar|Cancelar/ }).count(),
      0,
    );
    assert.equal(await page.getByRole('checkbox').count(), 0);
    await page.goto('/produtor/cotacoes/nova');
    await page.getByText('Para quem é a cotação?').waitFor();
    assert.deepEqual(problems, []);
  });

  it('writes a draft for a producer, who publishes it, and can change it no more', async () => {
    const { page, problems } = await portals.visitor({ viewport: { width: 390, height: 844 } });
    await enter(page, '/produtor', accounts.consultant);
    await page
      .getByRole('link', { name: /Fazenda Demonstração Sorriso/ })
      .first()
      .click();
    await page.getByRole('link', { name: 'Nova cotação' }).click();
    await heading(page, 'Nova cotação para Fazenda Demonstração Sorriso');
    const description = 'Lista do consultor';
    await page.getByLabel('Descrição').fill(description);
    await button(page, '7 dias').click();
    await button(page, 'Continuar').click();
    await page.getByRole('heading', { level: 2, name: 'Itens' }).waitFor();
    for (const search of ['ureia', 'cloreto', 'roundup', 'calcário', 'MAP'])
      await addItem(page, search, '40');
    await draftSaved(page);
    assert.deepEqual(await violationsOn(page), []);
    const order = page.url().replace(/\?.*$/, '');
    await page.goto(`${order}?passo=revisao`);
    await page.getByRole('heading', { level: 2, name: 'Revisar', exact: true }).waitFor();
    assert.equal(await button(page, 'Publicar cotação').count(), 0);
    await button(page, 'Pedir ao produtor que publique').click();
    await page.getByText('Avisamos Fazenda Demonstração Sorriso.').waitFor();
    await page.getByText(/^Publicação pedida em/).waitFor();
    assert.deepEqual(await violationsOn(page), []);
    const producer = await portals.visitor();
    await enter(producer.page, '/produtor', accounts.producer);
    await producer.page.goto('/produtor/cotacoes?situacao=rascunhos');
    await producer.page
      .getByText('Rascunho de Consultoria Demonstração, seu consultor')
      .first()
      .waitFor();
    await producer.page.getByRole('link', { name: description }).click();
    await producer.page.getByText('Rascunho de Consultoria Demonstração, seu consultor.').waitFor();
    await producer.page.getByText(/^Pronto para publicar desde/).waitFor();
    await producer.page.getByRole('link', { name: 'Ir à revisão' }).click();
    await button(producer.page, 'Publicar cotação').click();
    await producer.page.getByRole('dialog').getByRole('button', { name: 'Publicar' }).click();
    await producer.page.getByText(/^COT-.* publicada\./).waitFor();
    await page.goto(order);
    await page.getByText('Esta cotação não é mais um rascunho').waitFor();
    await page.getByRole('link', { name: 'Ver a cotação' }).click();
    await heading(page, description);
    await page.getByText('Você acompanha esta cotação, sem alterar nada.').waitFor();
    assert.equal(await button(page, 'Continuar rascunho').count(), 0);
    assert.deepEqual([...problems, ...producer.problems], []);
  });

  it('a consultant who no longer advises a producer reads so while writing, and keeps what was typed', async () => {
    const { page } = await portals.visitor();
    await enter(page, '/produtor', accounts.consultant);
    await page.goto('/produtor/cotacoes?situacao=rascunhos&busca=sementes');
    await page.locator('a[data-row-link]').first().click();
    await page.getByLabel('Descrição').fill('Primeira versão');
    await draftSaved(page);
    await portals.sql('DELETE FROM consultant_producers', []);
    await page.getByLabel('Descrição').fill('Escrito depois do fim do vínculo');
    const refusal = page.getByText('Salvo só neste aparelho: você não atende mais este produtor.');
    await refusal.waitFor();
    await page.reload();
    await refusal.waitFor();
    assert.equal(
      await page.getByLabel('Descrição').inputValue(),
      'Escrito depois do fim do vínculo',
    );
  });
});

describe('a subscription', () => {
  it('is shown, changed for the next period and cancelled, for producers and suppliers alike', async () => {
    for (const [portal, email] of [
      ['/produtor', accounts.producer],
      ['/fornecedor', accounts.supplier],
    ] as const) {
      const { page, problems } = await portals.visitor();
      await enter(page, portal, email);
      await page.goto(`${portal}/assinatura`);
      await page.waitForURL(`**${portal}/conta/assinatura`);
      await page.getByRole('heading', { level: 2, name: /^Plano / }).waitFor();
      await page.getByRole('heading', { level: 2, name: 'Pagamentos' }).waitFor();
      assert.deepEqual(await violationsOn(page), []);
      // An installation without a payment gateway cannot collect: the dialog shows that, and stays
      // open.
      await button(page, /^Pagar/)
        .first()
        .click();
      await page.getByRole('dialog').getByText('Boleto').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Continuar' }).click();
      await page.getByRole('dialog').getByRole('alert').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Voltar' }).click();
      await button(page, 'Cancelar assinatura…').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancelar assinatura' }).click();
      await page.getByText(/^Cancelamento pedido: a assinatura segue até/).waitFor();
      assert.deepEqual(problems, []);
    }
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { violationsOn } from './axe.ts';
import { accounts, enter, PASSWORD, startPortals } from './portals.ts';
import { addItem, beginOrder, button, draftSaved, heading, tokenIn } from './producer-steps.ts';

const portals = await startPortals();
const api: typeof portals.api = (method, url, options) => portals.api(method, url, options);

describe('the keyboard', () => {
  it('leads from the proposals through the comparison to the question before the choice, and back', async () => {
    const { page } = await portals.visitor();
    await enter(page, '/produtor', accounts.producer);
    await page.goto('/produtor/cotacoes?situacao=em-analise');
    const href = await page.locator('a[data-row-link]').first().getAttribute('href');
    await page.goto(`${href ?? ''}/propostas`);
    await page.getByRole('checkbox', { name: 'Comparar Proposta A' }).waitFor();
    const focused = (): Promise<string> =>
      page.evaluate(() => {
        const on = document.activeElement;
        return on instanceof HTMLInputElement
          ? (on.labels?.[0]?.textContent ?? '')
          : (on?.textContent ?? '');
      });
    const tabTo = async (name: string): Promise<void> => {
      for (let presses = 0; presses < 60 && (await focused()) !== name; presses += 1)
        await page.keyboard.press('Tab');
      assert.equal(await focused(), name);
    };
    for (const letter of ['A', 'B']) {
      await tabTo(`Comparar Proposta ${letter}`);
      await page.keyboard.press('Space');
    }
    await page.getByText('2 de 3 selecionadas').waitFor();
    await tabTo('Comparar');
    await page.keyboard.press('Enter');
    await heading(page, 'Comparar propostas');
    await page.getByRole('row', { name: /^Cobertura/ }).waitFor();
    await tabTo('Aceitar Proposta B');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    assert.equal(await focused(), 'Cancelar');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal(await focused(), 'Aceitar Proposta B');
  });
});

describe('a draft', () => {
  it('survives a session that ends while it is written', async () => {
    const { page, problems } = await portals.visitor();
    await enter(page, '/produtor', accounts.producer);
    const order = await beginOrder(page, 'Rascunho antes');
    await page.getByRole('link', { name: /Dados/ }).click();
    assert.equal((await api('POST', '/api/v1/logout', { token: await tokenIn(page) })).status, 200);
    await page.getByLabel('Descrição').fill('Escrito quando a sessão já tinha acabado');
    await page.getByText('Sua sessão expirou.').first().waitFor();
    await page.getByLabel('E-mail').fill(accounts.producer);
    await page.getByLabel(/^Senha/).fill(PASSWORD);
    await button(page, 'Entrar').click();
    await page.getByText('Recuperamos o que você estava preenchendo').waitFor();
    assert.equal(
      await page.getByLabel('Descrição').inputValue(),
      'Escrito quando a sessão já tinha acabado',
    );
    await draftSaved(page);
    const { body } = await api('GET', `/api/v1/producer/orders/${order}`, {
      token: await tokenIn(page),
    });
    assert.equal(body['description'], 'Escrito quando a sessão já tinha acabado');
    assert.deepEqual(problems, []);
  });

  it('goes on without a connection, and is sent when it is back', async () => {
    const { page, context } = await portals.visitor();
    await enter(page, '/produtor', accounts.producer);
    const order = await beginOrder(page, 'Na estrada');
    await addItem(page, 'ureia', '5');
    await draftSaved(page);
    await context.setOffline(true);
    await page
      .getByLabel(/^Quantidade/)
      .first()
      .fill('750,25');
    await page.getByText('Salvo neste aparelho. Vamos enviar quando houver conexão.').waitFor();
    await context.setOffline(false);
    await draftSaved(page);
    const { body } = await api('GET', `/api/v1/producer/orders/${order}`, {
      token: await tokenIn(page),
    });
    assert.equal((body['items'] as readonly { quantity: number }[])[0]?.quantity, 750.25);
  });

  it('shows both versions when it was changed in another place, and goes on with the chosen one', async () => {
    const { page } = await portals.visitor();
    await enter(page, '/produtor', accounts.producer);
    const order = await beginOrder(page, 'Versão um');
    const token = await tokenIn(page);
    const path = `/api/v1/producer/orders/${order}`;
    await page.getByRole('link', { name: /Dados/ }).click();
    assert.equal(
      (await api('PUT', path, { token, body: { description: 'De outro aparelho' } })).status,
      200,
    );
    await page.getByLabel('Descrição').fill('Deste aparelho');
    await page.getByText('Este rascunho foi alterado em outro aparelho ou janela').waitFor();
    await page.getByRole('alert').getByText('De outro aparelho').waitFor();
    assert.deepEqual(await violationsOn(page), []);
    await button(page, 'Continuar com esta').click();
    await draftSaved(page);
    assert.equal((await api('GET', path, { token })).body['description'], 'Deste aparelho');
    assert.equal(
      (await api('PUT', path, { token, body: { description: 'De outro, de novo' } })).status,
      200,
    );
    await page.getByLabel('Descrição').fill('Perde');
    await button(page, 'Usar a versão salva').click();
    assert.equal(await page.getByLabel('Descrição').inputValue(), 'De outro, de novo');
    assert.equal((await api('GET', path, { token })).body['description'], 'De outro, de novo');
  });
});

describe('a consultant', () => {
  it('reads the orders and proposals of the producers it advises, and decides nothing', async () => {
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
    await page.getByText('Você não tem permissão').waitFor();
    assert.deepEqual(problems, []);
  });
});

describe('a subscription', () => {
  it('is seen, changed for the next period and cancelled, by producers and suppliers alike', async () => {
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

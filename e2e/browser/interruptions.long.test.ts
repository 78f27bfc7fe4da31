import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BrowserContext, Page, Route } from 'playwright-core';
import { until } from '../../server/test/until.ts';
import { accounts, enter, PASSWORD, startPortals } from './portals.ts';
import { propose, registerMarkedSupplier } from './producer-people.ts';
import { heading, tokenIn } from './producer-steps.ts';
import { edit, openMarket, price, saved, send, type Order } from './supplier.fixture.ts';

// What happens to work in progress when the session ends or the network fails.

const portals = await startPortals();
const market = await openMarket(portals);

/** Creates a proposal that waits for its decision. Returns the address of its page. */
async function proposalToDecide(description: string): Promise<string> {
  const order = await market.publish(description, 1);
  const proposal = await propose(
    (method, url, options) => portals.api(method, url, options),
    order.uuid,
    {
      prices: [10],
      supplier: await registerMarkedSupplier(
        (method, url, options) => portals.api(method, url, options),
        5,
      ),
    },
  );
  return `/produtor/cotacoes/${order.uuid}/propostas/${proposal}`;
}

const reason = (page: Page) => page.getByRole('dialog').getByLabel('Motivo da recusa');
const openRejection = (page: Page): Promise<void> =>
  page.getByRole('button', { name: /^Recusar/ }).click();
const confirmRejection = (page: Page): Promise<void> =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: /^Recusar/ })
    .click();

async function enterAgain(page: Page, email: string): Promise<void> {
  await page.getByText('Sua sessão expirou. Entre de novo para continuar.').waitFor();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel(/^Senha/).fill(PASSWORD);
  await page.getByRole('button', { name: 'Entrar' }).click();
}

/**
 * Holds back the requests with this token, from all tabs, until there are a given number of them,
 * then releases them together.
 */
async function holdUntilTogether(
  context: BrowserContext,
  token: string,
  count: number,
): Promise<void> {
  const all = Promise.withResolvers<void>();
  let held = 0;
  await context.route('**/api/v1/**', async (route) => {
    if (route.request().headers()['authorization'] === `Bearer ${token}`) {
      held += 1;
      if (held === count) all.resolve();
      await all.promise;
    }
    await route.continue();
  });
}

/** Fills in a proposal up to its last button, on a network that loses the response. */
async function sendInto(
  page: Page,
  description: string,
  lose: (route: Route) => Promise<void>,
): Promise<Order> {
  const order = await market.publish(description, 1);
  await enter(page, '/fornecedor', accounts.supplier);
  await edit(page, order);
  await price(page, 1).fill('10');
  await saved(page);
  await page.getByRole('button', { name: 'Revisar e enviar' }).click();
  await heading(page, 'Revisar e enviar');
  await page.getByRole('button', { name: 'Enviar proposta' }).click();
  await page.route('**/submit', lose, { times: 1 });
  await confirmSending(page);
  await page.getByRole('dialog').getByRole('alert').waitFor();
  return order;
}

/** Presses the dialog's button, which is enabled again once the service responds. */
const confirmSending = (page: Page): Promise<void> =>
  page.getByRole('dialog').getByRole('button', { name: 'Enviar proposta' }).click();

/** Delivers the request to the service but drops the response. */
const loseAnswer = async (route: Route): Promise<void> => {
  await route.fetch();
  await route.abort();
};

describe('a session that ends', () => {
  it('while a reason is written returns to the proposal after the login, with the reason kept', async () => {
    const address = await proposalToDecide('Recusa interrompida');
    const { page, problems } = await portals.visitor();
    await enter(page, '/produtor', accounts.producer);
    await page.goto(address);
    await openRejection(page);
    await reason(page).fill('O frete ficou caro para a nossa região.');
    assert.equal(
      (await portals.api('POST', '/api/v1/logout', { token: await tokenIn(page) })).status,
      200,
    );
    await confirmRejection(page);
    await enterAgain(page, accounts.producer);
    await page.waitForURL(`**${address}`);
    await openRejection(page);
    assert.equal(await reason(page).inputValue(), 'O frete ficou caro para a nossa região.');
    await confirmRejection(page);
    await page.getByText('Você recusou esta proposta.').waitFor();
    await page
      .getByRole('paragraph')
      .filter({ hasText: 'O frete ficou caro para a nossa região.' })
      .waitFor(); // the dialog's field may still be there
    assert.deepEqual(problems, []);
  });

  it('during ten concurrent calls is renewed by one request, and all ten succeed', async () => {
    const { page, context } = await portals.visitor();
    await enter(page, '/produtor', accounts.producer);
    // Several tabs share the session; each sends several requests when it opens, all with an
    // expired token.
    const token = await tokenIn(page);
    assert.equal((await portals.api('POST', '/api/v1/refresh', { token })).status, 200);
    await holdUntilTogether(context, token, 10);
    const [refused, unanswered]: [string[], Set<string>] = [[], new Set()];
    let renewals = 0;
    const tabs = [page, ...(await Promise.all(Array.from({ length: 4 }, () => context.newPage())))];
    context.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (!pathname.startsWith('/api/')) return;
      const call = `${pathname} of tab ${tabs.indexOf(response.frame().page())}`;
      if (pathname === '/api/v1/refresh') renewals += 1;
      else if (response.status() === 401) {
        refused.push(call);
        unanswered.add(call);
      } else if (response.ok()) unanswered.delete(call);
    });
    await Promise.all(tabs.map((tab) => tab.goto('/produtor')));
    await Promise.all(tabs.map((tab) => tab.getByText('Insumos para a safra').first().waitFor()));
    await until(
      'ten calls are refused, and repeated with success',
      () => refused.length >= 10 && unanswered.size === 0,
      () => [...refused, 'without success:', ...unanswered].join('\n'),
    );
    assert.equal(renewals, 1);
  });

  it('and cannot be renewed leads to the login once, however many calls fail, and the draft is kept', async () => {
    const order = await market.publish('Renovação recusada', 2);
    const { page } = await portals.visitor();
    await enter(page, '/fornecedor', accounts.supplier);
    await edit(page, order);
    await price(page, 1).fill('10');
    await saved(page);
    const token = await page.evaluate(
      () =>
        (JSON.parse(localStorage.getItem('lavra.supplier.session') ?? '{}') as { token: string })
          .token,
    );
    assert.equal((await portals.api('POST', '/api/v1/logout', { token })).status, 200);
    const [renewals, doors]: [string[], string[]] = [[], []];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/v1/refresh')) renewals.push(request.url());
    });
    page.on('framenavigated', (frame) => {
      if (frame.url().includes('/entrar')) doors.push(frame.url());
    });
    await price(page, 2).fill('77,7');
    await page.keyboard.press('Control+s');
    await page.getByText('Sua sessão expirou. Entre de novo para continuar.').waitFor();
    await page.waitForTimeout(1_000); // a second redirect would follow the first
    assert.equal(renewals.length, 1);
    assert.equal(new Set(doors).size, 1, doors.join('\n'));
    await enterAgain(page, accounts.supplier);
    await page.getByText('Recuperamos o que você preencheu neste aparelho.').waitFor();
    assert.equal(await price(page, 2).inputValue(), '77,7');
  });
});

describe('a network failure', () => {
  it('holds back a rejection: it is not sent later by itself, and is sent when confirmed again', async () => {
    const address = await proposalToDecide('Recusa sem sinal');
    const { page, context } = await portals.visitor();
    await enter(page, '/produtor', accounts.producer);
    await page.goto(address);
    await openRejection(page);
    await reason(page).fill('Prazo de entrega longo demais.');
    await context.setOffline(true);
    await page.getByText('Sem conexão.', { exact: true }).waitFor();
    const sent: string[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/reject')) sent.push(String(response.status()));
    });
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Sem conexão', exact: true })
      .click({ force: true }); // pressed although it is disabled
    assert.equal(await reason(page).inputValue(), 'Prazo de entrega longo demais.');
    await context.setOffline(false);
    await page.getByText('Sem conexão.', { exact: true }).waitFor({ state: 'detached' });
    await page.waitForTimeout(1_500); // time for anything that would be sent automatically
    assert.deepEqual(sent, []);
    await confirmRejection(page);
    await page.getByText('Você recusou esta proposta.').waitFor();
    assert.deepEqual(sent, ['200']);
  });

  it('during the submission leaves a draft, and a second attempt submits it', async () => {
    const { page } = await portals.visitor();
    const order = await sendInto(page, 'Envio sem sinal', (route) => route.abort());
    assert.deepEqual(await market.received(order), []);
    await confirmSending(page);
    await heading(page, 'Proposta enviada');
    assert.equal((await market.received(order)).length, 1);
  });

  it('before the reply to a submission, which is then repeated at once, results in one submission', async () => {
    const { page } = await portals.visitor();
    const known = Promise.withResolvers<void>();
    const order = await sendInto(page, 'Envio repetido', async (route) => {
      await page.route(/\/api\/v1\/supplier\/(?:orders|proposals)\//, async (read) => {
        await known.promise;
        await read.continue();
      });
      await loseAnswer(route);
    });
    const again = page.waitForResponse('**/submit');
    await confirmSending(page);
    assert.equal((await again).status(), 200);
    await heading(page, 'Proposta enviada');
    known.resolve();
    await page.getByText('Código da proposta').waitFor();
    assert.equal((await market.received(order)).length, 1);
  });

  it('before the reply to a submission leads to the receipt once the connection is back', async () => {
    const { page, problems } = await portals.visitor();
    const order = await sendInto(page, 'Envio sem resposta', loseAnswer);
    await heading(page, 'Proposta enviada');
    await page.getByText('Código da proposta').waitFor();
    assert.equal((await market.received(order)).length, 1);
    assert.deepEqual(problems, []);
  });

  it('before a submission is shown on the button, which is enabled again afterwards', async () => {
    const order = await market.publish('Revisão sem sinal', 1);
    const { page, context } = await portals.visitor();
    await enter(page, '/fornecedor', accounts.supplier);
    await edit(page, order);
    await price(page, 1).fill('10');
    await context.setOffline(true);
    await page.getByText(/^Salvo neste aparelho. Sem conexão/).waitFor();
    await context.setOffline(false);
    await saved(page);
    await page.getByRole('button', { name: 'Revisar e enviar' }).click();
    await page.getByRole('button', { name: 'Enviar proposta' }).waitFor();
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Sem conexão', exact: true }).waitFor();
    await context.setOffline(false);
    await page.goBack();
    await send(page);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { startGatewayDouble, TOKEN, WEBHOOK_SECRET } from '../../server/test/gateway-double.ts';
import { violationsOn } from './axe.ts';
import { accounts, enter, PASSWORD, startPortals } from './portals.ts';
import { button } from './producer-steps.ts';
import { until } from '../../server/test/until.ts';

// A subscription is paid at a fake gateway that replaces Mercado Pago on a real port: it collects,
// sends signed notifications, refuses, and stops responding.

const gateway = await startGatewayDouble();
const portals = await startPortals({ OUTBOUND_ALLOW: new URL(gateway.url).host });
await configureGateway();

async function configureGateway(): Promise<void> {
  const { body } = await portals.api('POST', '/api/v1/login', {
    body: { email: accounts.admin, password: PASSWORD, user_type: 'admin' },
  });
  const settings = Object.entries({
    provider: 'mercadopago',
    base_url: gateway.url,
    access_token: TOKEN,
    webhook_secret: WEBHOOK_SECRET,
  }).map(([key, value]) => ({ key: `payment_gateway.${key}`, value }));
  assert.equal(
    (
      await portals.api('PUT', '/api/v1/admin/settings', {
        token: String(body['token']),
        body: { settings },
      })
    ).status,
    200,
  );
}

/** Sends a notification from the gateway to the service, as the gateway does on its own. */
async function notify(reference: number): Promise<void> {
  const { url, headers, body } = gateway.notification(reference);
  const reply = await fetch(`${portals.service.address}${url}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  assert.equal(reply.status, 200);
}

/** Opens the subscription page of a demo user in a new browser. */
async function subscriptionOf(email: string) {
  const { page, problems } = await portals.visitor();
  await enter(page, '/produtor', email);
  await page.goto('/produtor/conta/assinatura');
  await page.getByRole('heading', { level: 2, name: 'Pagamentos' }).waitFor();
  return { page, problems };
}
const dialogOn = (page: Page) => page.getByRole('dialog');
const newest = (page: Page) =>
  page
    .getByRole('row')
    .filter({ has: page.locator('td') })
    .first();
const pay = (page: Page, plan: RegExp) =>
  page
    .getByRole('button', { name: plan })
    .filter({ hasText: /^Pagar/ })
    .first()
    .click();
/** Chooses a payment method and continues. */
async function choose(page: Page, method: 'Pix' | 'Boleto' | 'Cartão de crédito'): Promise<void> {
  await dialogOn(page).getByText(method, { exact: true }).click();
  await dialogOn(page).getByRole('button', { name: 'Continuar' }).click();
}
/** Returns the reference of the last charge requested from the gateway. */
const lastReference = (): string =>
  String(
    gateway.calls.findLast(({ operation }) => operation === 'charge')?.body['external_reference'],
  );
const lastCharge = (): number => gateway.paymentsFor(lastReference())[0]?.id ?? 0;

/** Waits until the service has confirmed a user's newest payment. */
async function untilConfirmed(email: string): Promise<void> {
  const { body } = await portals.api('POST', '/api/v1/login', {
    body: { email, password: PASSWORD, user_type: 'produtor' },
  });
  await until('the payment is confirmed', async () => {
    const payments = await portals.api('GET', '/api/v1/subscription/payments', {
      token: String(body['token']),
    });
    const [first] = payments.body['data'] as { status: string }[]; // a page of payments
    return first?.status === 'confirmed';
  });
}

/** Demo users by the state of their subscriptions. */
const onTrial = 'produtor04@demo.lavra.example';
const expired = 'produtor06@demo.lavra.example';
const alsoExpired = 'produtor14@demo.lavra.example';

describe('a subscription', () => {
  it('on trial is paid by Pix: the page shows the code, and then by itself that the plan is paid', async () => {
    const { page, problems } = await subscriptionOf(onTrial);
    await page.getByText(/^Seu período de teste termina em \d dias/).waitFor();
    await pay(page, /Essencial/);
    await dialogOn(page).getByText('Como você quer pagar?').waitFor();
    assert.deepEqual(await violationsOn(page), []);
    const before = gateway.callsOf('charge');
    await dialogOn(page).getByText('Pix', { exact: true }).click();
    await dialogOn(page).getByRole('button', { name: 'Continuar' }).dblclick();
    await dialogOn(page)
      .getByText(/^000201/)
      .waitFor();
    assert.equal(gateway.callsOf('charge') - before, 1, 'a double click is one charge');
    assert.equal(gateway.paymentsFor(lastReference()).length, 1);
    assert.deepEqual(await violationsOn(page), []);
    gateway.pay(lastCharge());
    await notify(lastCharge());
    await dialogOn(page).getByText('Pagamento confirmado.').waitFor();
    await dialogOn(page).getByRole('button', { name: 'Fechar' }).click();
    await page.getByText('Seu período de teste').waitFor({ state: 'detached' });
    await newest(page).getByText('Confirmado').waitFor();
    await newest(page).getByText('Pix').waitFor();
    await page.getByText('Ativa', { exact: true }).waitFor();
    assert.deepEqual(problems, []);
  });

  it('that has expired is paid by boleto, days later and with the page closed', async () => {
    const { page, problems } = await subscriptionOf(expired);
    await page.getByText('Sua assinatura venceu.').waitFor();
    await pay(page, /Essencial/);
    await choose(page, 'Boleto');
    await dialogOn(page)
      .getByText(/^23793/)
      .waitFor();
    await dialogOn(page).getByRole('button', { name: 'Fechar' }).click();
    await page.goto('/produtor');
    gateway.pay(lastCharge());
    await notify(lastCharge());
    await page.goto('/produtor/conta/assinatura');
    await newest(page).getByText('Confirmado').waitFor();
    await page.getByText('Sua assinatura venceu.').waitFor({ state: 'detached' });
    assert.deepEqual(problems, []);
  });

  it('is shown as paid when the money comes while the page is loading', async () => {
    const { page, problems } = await subscriptionOf(alsoExpired);
    await page.getByText('Sua assinatura venceu.').waitFor();
    await pay(page, /Essencial/);
    await choose(page, 'Boleto');
    await dialogOn(page)
      .getByText(/^23793/)
      .waitFor();
    // The subscription's answer from before the payment arrives after it.
    await page.route(
      '**/api/v1/subscription',
      async (route) => {
        const before = await route.fetch();
        gateway.pay(lastCharge());
        await notify(lastCharge());
        await untilConfirmed(alsoExpired);
        await route.fulfill({ response: before });
      },
      { times: 1 },
    );
    await page.reload();
    await newest(page).getByText('Confirmado').waitFor();
    await page.getByText('Sua assinatura venceu.').waitFor({ state: 'detached' });
    assert.deepEqual(problems, []);
  });

  it('is paid by card on the gateway’s own page, where a declined attempt can be repeated', async () => {
    const { page, problems } = await subscriptionOf(accounts.producer);
    await pay(page, /Profissional/);
    await choose(page, 'Cartão de crédito');
    const link = dialogOn(page).getByRole('link', { name: 'Ir para a página do cartão' });
    assert.equal(await link.getAttribute('href'), `https://pay.example/page/${lastReference()}`);
    assert.equal(await page.getByLabel(/número do cartão/i).count(), 0);
    const amount =
      (gateway.calls.at(-1)?.body['items'] as readonly { unit_price: number }[] | undefined)?.[0]
        ?.unit_price ?? 0; // as the fake gateway received it
    await notify(gateway.payOnPage(lastReference(), amount, 'rejected'));
    await dialogOn(page).getByRole('button', { name: 'Fechar' }).click();
    await newest(page).getByRole('button', { name: 'Como pagar' }).click();
    await link.waitFor();
    await notify(gateway.payOnPage(lastReference(), amount));
    await newest(page).getByText('Confirmado').waitFor();
    await page.getByText('Pagamento confirmado.').waitFor();
    assert.deepEqual(problems, []);
  });

  it('reports a charge that the gateway refuses, and another payment method works', async () => {
    const { page } = await subscriptionOf('produtor05@demo.lavra.example');
    gateway.next('charge', 'refuse');
    await pay(page, /Profissional/);
    await choose(page, 'Boleto');
    await dialogOn(page).getByRole('alert').waitFor();
    await choose(page, 'Pix');
    await dialogOn(page)
      .getByText(/^000201/)
      .waitFor();
    assert.equal(await dialogOn(page).getByRole('alert').count(), 0);
  });

  it('is shown as processing while the gateway is silent, and later has exactly one charge', async () => {
    const { page, problems } = await subscriptionOf('produtor12@demo.lavra.example');
    gateway.next('charge', 'drop_after', 'broken');
    await pay(page, /Profissional/);
    await choose(page, 'Pix');
    await dialogOn(page).getByText('Processando…').waitFor();
    assert.deepEqual(await violationsOn(page), []);
    await dialogOn(page)
      .getByText(/^000201/)
      .waitFor();
    assert.deepEqual(
      [gateway.paymentsFor(lastReference()).length, gateway.effectsOf(lastReference())],
      [1, 1],
    );
    assert.deepEqual(problems, []);
  });

  it('gets another plan for the next period, and is cancelled', async () => {
    const { page, problems } = await subscriptionOf(onTrial);
    await page
      .getByRole('button', { name: /Trocar no próximo período para Produtor Profissional/ })
      .click();
    await dialogOn(page).getByRole('button', { name: 'Trocar de plano' }).click();
    await page.getByText(/^Produtor Profissional, mensal/).waitFor();
    await button(page, 'Cancelar assinatura…').click();
    await dialogOn(page).getByRole('button', { name: 'Cancelar assinatura' }).click();
    await page.getByText(/^Cancelamento pedido: a assinatura segue até/).waitFor();
    assert.deepEqual(problems, []);
  });
});

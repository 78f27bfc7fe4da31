import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { startGatewayDouble, TOKEN, WEBHOOK_SECRET } from '../../server/test/gateway-double.ts';
import { dialog, go, openAdministration, row, sentFrom } from './admin.fixture.ts';
import { until } from '../../server/test/until.ts';
import { accounts, startPortals } from './portals.ts';
import { focusIsOn } from './focus.ts';

interface Refund {
  readonly amount: number;
  readonly status: string;
  readonly reason: string | null;
}
interface Payment {
  readonly id: number;
  readonly uuid: string;
  readonly amount: number;
  readonly status: string;
  readonly refunded_amount: number;
  readonly refundable_amount: number;
  readonly refunds: readonly Refund[];
  readonly user: { readonly name: string };
}
interface Subscription {
  readonly id: number;
  readonly status: string;
  readonly due_date: string;
  readonly user: { readonly name: string };
}

const gateway = await startGatewayDouble();
const portals = await startPortals({ OUTBOUND_ALLOW: new URL(gateway.url).host });
const administration = await openAdministration(portals);

const paymentsOf = (who: string, query = ''): Promise<readonly Payment[]> =>
  administration.list<Payment>(
    `/api/v1/admin/subscription-payments?per_page=100&q=${encodeURIComponent(who)}${query}`,
  );
const subscriptionOf = async (who: string): Promise<Subscription | undefined> =>
  (
    await administration.list<Subscription>(
      `/api/v1/admin/subscriptions?q=${encodeURIComponent(who)}`,
    )
  )[0];
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const inDialog = (page: Page, name: string | RegExp) => dialog(page).getByRole('button', { name });
const closed = (page: Page) => dialog(page).waitFor({ state: 'detached' });

describe('a subscription', () => {
  it('is found by subscriber, status and plan, all of which are in the address', async () => {
    const { page, problems } = await administration.enter();
    await go(page, '/planos');
    await page.getByRole('link', { name: 'Assinantes do plano Fornecedor Profissional' }).click();
    await page
      .getByRole('list', { name: 'Filtros em uso' })
      .getByText('Plano: Fornecedor Profissional')
      .waitFor();
    await page.getByText('1–6 de 6').waitFor();
    await page.getByLabel('Buscar assinante').fill('sorriso');
    await page.getByText('1–1 de 1').waitFor();
    await page.reload();
    await row(page, /Cooperativa Demonstração Sorriso/).waitFor();
    await page.getByRole('radio', { name: 'Vencidas' }).check();
    await page.getByText('Nenhum resultado para “sorriso”').waitFor();
    await button(page, 'Limpar filtros').click();
    await page.getByText('1–25 de 55').waitFor();
    assert.equal(new URL(page.url()).search, '');
    assert.deepEqual(problems, []);
  });

  it('has its trial extended once on a double click, and the dialog states both dates', async () => {
    const who = 'Produtor Demonstração Cascavel';
    const before = await subscriptionOf(who);
    const { page, problems } = await administration.enter();
    await go(page, '/assinaturas?situacao=trial');
    await button(page, `Estender teste de ${who}`).click();
    await page.getByLabel('Dias a mais').fill('400');
    await inDialog(page, 'Estender teste').click();
    await dialog(page).getByText('Informe de 1 a 365 dias.').first().waitFor();
    await page.getByLabel('Dias a mais').fill('10');
    const [from = '', to = ''] = [before?.due_date ?? '', addDays(before?.due_date ?? '', 10)].map(
      brazilian,
    );
    await dialog(page).getByText(`Vencimento: ${from} → ${to}`).waitFor();
    const sent = sentFrom(page);
    await inDialog(page, 'Estender teste').dblclick();
    await page.getByText(`Teste de ${who} estendido até ${to}.`).waitFor();
    assert.equal(sent.length, 1);
    assert.equal((await subscriptionOf(who))?.due_date, addDays(before?.due_date ?? '', 10));
    await row(page, new RegExp(who)).getByText(to).waitFor();
    assert.deepEqual(problems, []);
  });

  it('has its trial extended once when the first reply was lost and the button is pressed again', async () => {
    const who = 'Fazenda Demonstração Campo Novo do Parecis';
    const before = await subscriptionOf(who);
    const { page } = await administration.enter();
    await go(page, '/assinaturas?situacao=trial');
    await button(page, `Estender teste de ${who}`).click();
    // The request arrives and is processed; its response never comes back.
    await page.route(
      '**/extend-trial',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await inDialog(page, 'Estender teste').click();
    await dialog(page).getByRole('alert').waitFor();
    assert.equal((await subscriptionOf(who))?.due_date, addDays(before?.due_date ?? '', 30));
    await inDialog(page, 'Estender teste').click();
    await page.getByText(`Teste de ${who} estendido até`).waitFor();
    assert.equal((await subscriptionOf(who))?.due_date, addDays(before?.due_date ?? '', 30));
  });

  it('is a trial again from today when it had expired and is extended', async () => {
    const who = 'Produtor Demonstração Jataí';
    const { page, problems } = await administration.enter();
    await go(page, '/assinaturas?situacao=expired');
    await button(page, `Estender teste de ${who}`).click();
    await inDialog(page, 'Estender teste').click();
    await page.getByText(`Teste de ${who} estendido até`).waitFor();
    await row(page, new RegExp(who)).waitFor({ state: 'detached' });
    assert.equal((await subscriptionOf(who))?.status, 'trial');
    assert.deepEqual(problems, []);
  });

  it('gets one pending manual payment on a double click, which pays a period once confirmed', async () => {
    const who = 'Produtor Demonstração Patrocínio';
    const { page, problems } = await administration.enter();
    await go(page, '/assinaturas?busca=patroc%C3%ADnio&perfil=producer');
    await button(page, `Registrar pagamento de ${who}`).click();
    await inDialog(page, 'Registrar pagamento').click();
    await dialog(page).getByText('Informe o valor, por exemplo 99,90.').first().waitFor();
    await page.getByLabel('Valor recebido').fill('99,90');
    await page.getByLabel('Como foi pago').selectOption({ label: 'Boleto' });
    await inDialog(page, 'Registrar pagamento').dblclick();
    await page.getByText(/^Pagamento de R\$\s99,90 registrado/).waitFor();
    assert.deepEqual(
      (await paymentsOf(who)).map(({ status }) => status),
      ['pending'],
    );

    await page.getByRole('link', { name: `Pagamentos de ${who}` }).click();
    await page.getByText(`De ${who}`).waitFor();
    await button(page, `Confirmar pagamento de ${who}`).click();
    const sent = sentFrom(page);
    await inDialog(page, 'Confirmar pagamento').dblclick();
    await page.getByText(`Pagamento de ${who} confirmado.`).waitFor();
    assert.equal(sent.length, 1);
    const after = await subscriptionOf(who);
    assert.equal(after?.status, 'active');
    assert.equal(await button(page, `Confirmar pagamento de ${who}`).count(), 0);
    assert.deepEqual(problems, []);
  });
});

describe('a refund', () => {
  const who = 'Cooperativa Demonstração Passo Fundo';

  it('of a part is checked, announced, and made once on a double click; then the rest is refunded', async () => {
    const { page, problems } = await administration.enter();
    await go(page, `/pagamentos?situacao=confirmed&busca=${encodeURIComponent(who)}`);
    const paid = (await paymentsOf(who, '&status=confirmed')).length;
    await button(page, `Estornar pagamento de ${who}`).first().click();
    await dialog(page)
      .getByRole('radio', { name: /^Uma parte/ })
      .check();
    await page.getByLabel('Valor a estornar').fill('150');
    await inDialog(page, 'Estornar').click();
    await dialog(page)
      .getByText(/O valor passa do que ainda pode ser estornado: R\$\s149,90/)
      .first()
      .waitFor();
    await page.getByLabel('Valor a estornar').fill('50,5');
    await dialog(page)
      .getByText(/R\$\s50,50 serão registrados como devolvidos.*Ainda restarão R\$\s99,40/s)
      .waitFor();
    await page.getByLabel('Motivo').fill('Cobrança em duplicidade');
    const sent = sentFrom(page);
    await inDialog(page, 'Estornar').dblclick();
    await page.getByText(/Estorno de R\$\s50,50 registrado\. Falta devolver a/).waitFor();
    assert.equal(sent.length, 1);
    const [partly, ...others] = await paymentsOf(who, '&status=partially_refunded');
    assert.deepEqual(
      [partly?.refunds.map(({ amount, reason }) => [amount, reason]), others.length],
      [[[50.5, 'Cobrança em duplicidade']], 0],
    );
    assert.equal((await paymentsOf(who, '&status=confirmed')).length, paid - 1);

    await page.getByRole('radio', { name: 'Estornado em parte' }).check();
    await page.getByText('1–1 de 1').waitFor();
    await page.getByRole('button', { name: who, exact: true }).click();
    await dialog(page).getByText('Cobrança em duplicidade').waitFor();
    await inDialog(page, 'Estornar…').click();
    await dialog(page)
      .getByText(/Tudo o que resta/)
      .waitFor();
    await inDialog(page, 'Estornar').click();
    await page.getByText(/Estorno de R\$\s99,40 registrado\. Falta devolver a/).waitFor();
    const [whole] = await paymentsOf(who, '&status=refunded');
    assert.deepEqual([whole?.refunded_amount, whole?.refundable_amount], [149.9, 0]);
    // The whole amount was refunded, which also ends the period it had paid for.
    assert.equal((await subscriptionOf(who))?.status, 'expired');
    assert.deepEqual(problems, []);
  });

  it('of the whole above the limit requires the confirmation word, and cancels the subscription on request', async () => {
    const rich =
      (
        await administration.list<Payment>(
          '/api/v1/admin/subscription-payments?status=confirmed&sort=-amount',
        )
      )[0]?.user.name ?? '';
    const { page, problems } = await administration.enter();
    await go(
      page,
      `/pagamentos?situacao=confirmed&busca=${encodeURIComponent(rich)}&ordem=-amount`,
    );
    await button(page, `Estornar pagamento de ${rich}`).first().click();
    await dialog(page).getByText('O período deste pagamento sai da assinatura').waitFor();
    await page.getByLabel('Cancelar a assinatura também').check();
    await dialog(page).getByText('A assinatura será cancelada').waitFor();
    const sent = sentFrom(page);
    await inDialog(page, 'Estornar').click();
    await dialog(page).getByText('Escreva ESTORNAR.').first().waitFor();
    assert.deepEqual(sent, []);
    await page.getByLabel('Escreva ESTORNAR para confirmar').fill('estornar');
    await inDialog(page, 'Estornar').click();
    await page.getByText(/registrado\. Falta devolver a/).waitFor();
    assert.equal((await subscriptionOf(rich))?.status, 'cancelled');
    assert.deepEqual(problems, []);
  });

  it('can be abandoned by Escape and by Cancelar without effect', async () => {
    const { page, problems } = await administration.enter();
    await go(page, '/pagamentos?situacao=confirmed');
    const sent = sentFrom(page);
    const opener = button(page, /^Estornar pagamento de/).first();
    for (const leave of [
      () => page.keyboard.press('Escape'),
      () => inDialog(page, 'Cancelar').click(),
    ]) {
      await opener.click();
      await dialog(page).waitFor();
      await leave();
      await closed(page);
      await focusIsOn(opener);
    }
    assert.deepEqual(sent, []);
    assert.deepEqual(problems, []);
  });
});

describe('a notification of a payment or a failed job', () => {
  it('links to that payment only, and to the failed jobs', async () => {
    const [wanted] = await administration.list<Payment>(
      '/api/v1/admin/subscription-payments?status=confirmed&sort=created_at',
    );
    const { page, problems } = await administration.enter();
    await page.goto(`/admin/pagamentos/${wanted?.id}`);
    await page
      .getByRole('list', { name: 'Filtros em uso' })
      .getByText(`Pagamento: nº ${wanted?.id}`)
      .waitFor();
    await page.getByText('1–1 de 1').waitFor();
    await button(page, 'Ver de todos').click();
    await page.getByText(/^1–25 de/).waitFor();
    await page.goto('/admin/tarefas');
    await page.getByRole('heading', { level: 1, name: 'Tarefas que falharam' }).waitFor();
    assert.deepEqual(problems, []);
  });
});

describe('a refund through the gateway', () => {
  it('with an unknown outcome is shown as processing, and as done once the gateway confirms it', async () => {
    const settings = Object.entries({
      provider: 'mercadopago',
      base_url: gateway.url,
      access_token: TOKEN,
      webhook_secret: WEBHOOK_SECRET,
    }).map(([key, value]) => ({ key: `payment_gateway.${key}`, value }));
    await administration.ask('PUT', '/api/v1/admin/settings', { settings });
    const producer = await administration.as(accounts.producer, 'produtor');
    await producer('POST', '/api/v1/subscription/checkout', {
      plan: 'produtor-essencial',
      billing_cycle: 'monthly',
      method: 'pix',
    });
    const { id, uuid } = (await paymentsOf(accounts.producer, '&status=pending'))[0] ?? {
      id: 0,
      uuid: '',
    };
    const ownPayment = async (): Promise<Payment> =>
      (await paymentsOf(accounts.producer)).find((payment) => payment.id === id) ??
      assert.fail('it is gone');
    const [charge] = gateway.paymentsFor(uuid);
    gateway.pay(charge?.id ?? 0);
    await notifyService(charge?.id ?? 0);

    const { page, problems } = await administration.enter();
    await until(
      'the payment is confirmed',
      async () => (await ownPayment()).status === 'confirmed',
    );
    await go(page, `/pagamentos?situacao=confirmed&busca=${accounts.producer}`);
    gateway.next('refund', 'in_process');
    await button(page, /^Estornar pagamento de/)
      .first()
      .click();
    await dialog(page).getByText('pelo Mercado Pago').waitFor();
    await inDialog(page, 'Estornar').click();
    await page.getByText('em processamento: o resultado aparece aqui').waitFor();
    await page.getByText('estorno em processamento').waitFor();
    await row(page, /estorno em processamento/)
      .getByRole('button')
      .first()
      .click();
    await dialog(page).getByText('O meio de pagamento ainda não disse o resultado.').waitFor();
    assert.equal(await inDialog(page, 'Estornar…').count(), 0);
    await inDialog(page, 'Fechar').click();

    gateway.finishRefund(charge?.id ?? 0, 'approved');
    await notifyService(charge?.id ?? 0);
    await until('the payment is refunded', async () => (await ownPayment()).status === 'refunded');
    await page.getByRole('radio', { name: 'Estornado', exact: true }).check();
    await page.getByText('1–1 de 1').waitFor();
    assert.equal(gateway.refundedAmount(charge?.id ?? 0), 99.9);
    assert.deepEqual(problems, []);
  });

  /** Sends a signed notification, as the gateway does on its own. */
  async function notifyService(id: number): Promise<void> {
    const { url, headers, body } = gateway.notification(id);
    const reply = await fetch(`${portals.service.address}${url}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    assert.equal(reply.status, 200);
  }
});

describe('the figures of subscriptions', () => {
  it('link to their lists, and the chart has a table too', async () => {
    const { page, problems } = await administration.enter();
    await go(page, '/assinaturas/numeros');
    await button(page, 'Ver como tabela').click();
    assert.equal(await page.getByRole('table').getByRole('row').count(), 7);
    await page.getByRole('link', { name: /assinaturas canceladas$/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Assinaturas' }).waitFor();
    assert.ok(await page.getByRole('radio', { name: 'Canceladas' }).isChecked());
    assert.deepEqual(problems, []);
  });
});

const brazilian = (day: string): string => day.split('-').toReversed().join('/');
const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { startNetworkSimulator } from './network-simulator.ts';
import { accounts, enter, startPortals, type Visitor } from './portals.ts';
import { propose, registerMarkedSupplier, registerProducer } from './producer-people.ts';
import { addItem, beginOrder, draftSaved } from './producer-steps.ts';
import { watch } from './producer-watch.ts';
import { focused } from './focus.ts';
import { edit, openMarket, price, saved } from './supplier.fixture.ts';
import { until } from '../../server/test/until.ts';

const portals = await startPortals();
const api: typeof portals.api = (method, url, options) => portals.api(method, url, options);
const network = await startNetworkSimulator(portals.service.address);
const market = await openMarket(portals);
const suppliers = [await registerMarkedSupplier(api, 0), await registerMarkedSupplier(api, 1)];
const marks = suppliers.flatMap((supplier) => supplier.marks);
const order = await market.publish('Insumos para ver sem sinal', 2);
for (const supplier of suppliers) await propose(api, order.uuid, { prices: [20, 30], supplier });
await registerProducer(api, 'outra@teste.example');

const banner = /Os dados guardados são de \d\d\/\d\d\/\d{4} \d\d:\d\d \(horário de Brasília\)\./;
const open = (): Promise<Visitor> => portals.visitor({ baseURL: network.address });

/** Waits until the portal's service worker controls the page. */
async function untilKept(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Returns the number of answers in each user's cache, by the cache's name. */
const answersOn = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.includes('.answers.'));
    return Object.fromEntries(
      await Promise.all(
        names.map(async (name) => [name, (await (await caches.open(name)).keys()).length] as const),
      ),
    );
  });
const untilAnswersGone = (page: Page): Promise<true> =>
  until('no answer is stored', async () => Object.keys(await answersOn(page)).length === 0);

/** Views the order and its proposals, as a user would while online. */
async function lookAround(page: Page): Promise<void> {
  await page.goto('/produtor/cotacoes');
  await page.getByText('Insumos para ver sem sinal').first().waitFor();
  await page.goto(`/produtor/cotacoes/${order.uuid}`);
  await page.getByRole('heading', { level: 1, name: 'Insumos para ver sem sinal' }).waitFor();
  await page.goto(`/produtor/cotacoes/${order.uuid}/propostas`);
  await page.getByRole('link', { name: 'Proposta A' }).first().waitFor();
  await page.getByRole('link', { name: 'Proposta A' }).first().click();
  await page.getByRole('button', { name: 'Aceitar Proposta A' }).waitFor();
  await until('the proposals are stored', () =>
    page.evaluate(async (id) => {
      for (const name of await caches.keys()) {
        const answers = await (await caches.open(name)).keys();
        if (answers.some(({ url }) => url.includes(`/orders/${id}/proposals`))) return true;
      }
      return false;
    }, order.uuid),
  );
}

describe('the portals without a network', () => {
  beforeEach(() => network.be('up'));

  it('show the producer the latest orders and proposals, with their date and without names', async () => {
    const { page, context, problems } = await open();
    const seen = await watch(context);
    await enter(page, '/produtor', accounts.producer);
    await untilKept(page);
    await lookAround(page);
    const proposal = new URL(page.url()).pathname;
    network.be('cut');
    await page.close();
    const later = await context.newPage();
    await later.goto('/produtor');
    await later.getByText(banner).waitFor();
    await later.getByText('Insumos para ver sem sinal').first().waitFor();
    await later.goto(`/produtor/cotacoes/${order.uuid}/propostas`);
    await later.getByRole('link', { name: 'Proposta A' }).first().waitFor();
    await later.getByText(banner).waitFor();
    await seen.look(later);
    assert.deepEqual(await seen.find(marks), []);
    // Verifies that the search works: it finds the description, in the pages and in the cache.
    const found = await seen.find(['Insumos para ver sem sinal']);
    assert.ok(
      found.some((place) => place.startsWith('screen cache lavra.producer.answers.')),
      found.join('\n'),
    );
    // A decision is refused at its button, and nothing is queued to be sent later.
    const sent: string[] = [];
    context.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(request.url());
    });
    await later.goto(proposal);
    await later.getByRole('button', { name: 'Aceitar Proposta A' }).click();
    const refused = later
      .getByRole('dialog')
      .getByRole('button', { name: 'Sem conexão', exact: true });
    // Pressed although it is disabled: the button of a dialog stays focusable.
    await refused.click({ force: true });
    assert.equal(await later.getByRole('dialog').count(), 1);
    await later.getByRole('button', { name: 'Cancelar' }).click();
    await later.getByRole('button', { name: 'Recusar Proposta A' }).click();
    await later.getByLabel('Motivo da recusa').fill('O prazo não serve.');
    await later
      .getByRole('dialog')
      .getByRole('button', { name: 'Sem conexão', exact: true })
      .click({ force: true });
    assert.deepEqual(
      sent.filter((url) => /\/(accept|reject)$/.test(url)),
      [],
    );
    // A page that was never opened on this device shows a message, and the rest of the portal
    // works.
    await later.goto('/produtor/conta/enderecos');
    await later
      .getByText(/Sem conexão/)
      .first()
      .waitFor();
    network.be('up');
    await later.getByText(banner).waitFor({ state: 'detached' });
    assert.deepEqual(problems, []);
  });

  it('go on with a draft that was saved, changed without a network and opened again', async () => {
    const { page, context, problems } = await open();
    await enter(page, '/produtor', accounts.producer);
    await untilKept(page);
    await beginOrder(page, 'Rascunho sem sinal');
    await addItem(page, 'ureia', '10');
    await draftSaved(page);
    const address = page.url();
    network.be('cut');
    await page.getByLabel(/^Quantidade/).fill('15');
    await page
      .getByText(/neste aparelho/)
      .first()
      .waitFor();
    await page.close();
    const later = await context.newPage();
    await later.goto(address);
    const quantity = later.getByLabel(/^Quantidade/);
    await quantity.waitFor();
    assert.equal(await quantity.inputValue(), '15');
    assert.equal(await later.getByText('foi alterado em outro aparelho').count(), 0);
    network.be('up');
    await draftSaved(later);
    await later.reload();
    await quantity.waitFor();
    assert.equal(await quantity.inputValue(), '15');
    // Also where nothing was changed: the copy is the version that was saved last.
    await quantity.fill('16');
    await draftSaved(later);
    network.be('cut');
    await later.reload();
    await quantity.waitFor();
    assert.equal(await quantity.inputValue(), '16');
    await quantity.fill('17');
    network.be('up');
    await draftSaved(later);
    assert.deepEqual(problems, []);
  });

  it('delete the stored replies on logout, in all tabs and without a network too', async () => {
    const { page, context } = await open();
    await enter(page, '/produtor', accounts.producer);
    await untilKept(page);
    await lookAround(page);
    const other = await context.newPage();
    await other.goto('/produtor/cotacoes');
    await other.getByText('Insumos para ver sem sinal').first().waitFor();
    assert.ok(Object.values(await answersOn(page)).some((count) => count > 3));
    network.be('cut');
    await page.getByRole('button', { name: /^Conta de/ }).click();
    await page.getByRole('button', { name: 'Sair', exact: true }).click();
    await page.getByRole('heading', { name: 'Entrar' }).waitFor();
    await other.getByText('Você saiu em outra aba.').waitFor();
    await untilAnswersGone(page);
    assert.deepEqual(await answersOn(other), {});
    await other.goto('/produtor/cotacoes');
    await other.getByRole('heading', { name: 'Entrar' }).waitFor();
  });

  it('show another person on the same device nothing of the first, whose session expired', async () => {
    const { page } = await open();
    await enter(page, '/produtor', accounts.producer);
    await untilKept(page);
    await lookAround(page);
    const { token } = await page.evaluate(
      () => JSON.parse(localStorage.getItem('lavra.producer.session') ?? '{}') as { token: string },
    );
    await portals.api('POST', '/api/v1/logout', { token });
    await page.goto('/produtor/cotacoes');
    await page.getByText('Sua sessão expirou.').waitFor();
    await untilAnswersGone(page);
    await enter(page, '/produtor', 'outra@teste.example');
    await page.getByText('Sua primeira cotação começa aqui').waitFor();
    network.be('cut');
    await page.goto('/produtor/cotacoes');
    await page
      .getByText(/Sem conexão/)
      .first()
      .waitFor();
    assert.equal(await page.getByText('Insumos para ver sem sinal').count(), 0);
    const names = Object.keys(await answersOn(page));
    assert.ok(names.length <= 1, names.join());
  });

  it("open the supplier's portal with the orders, and the administration without stored data", async () => {
    const supplier = await open();
    await enter(supplier.page, '/fornecedor', accounts.supplier);
    await untilKept(supplier.page);
    await supplier.page.goto(`/fornecedor/cotacoes/${order.uuid}`);
    await supplier.page.getByText('Insumos para ver sem sinal').first().waitFor();
    await edit(supplier.page, order);
    await price(supplier.page, 1).fill('12,5');
    await saved(supplier.page);
    const admin = await open();
    await enter(admin.page, '/admin', accounts.admin);
    await untilKept(admin.page);
    await admin.page.getByText('cotações ativas', { exact: true }).waitFor();
    network.be('cut');
    await supplier.page.reload();
    await supplier.page.getByText('Insumos para ver sem sinal').first().waitFor();
    await supplier.page.getByText(banner).waitFor();
    // The editor opens with what was saved, keeps what is typed, and says why nothing is sent.
    assert.equal(await price(supplier.page, 1).inputValue(), '12,50');
    assert.match(await focused(supplier.page), /^Preço unitário de .*, item 1$/);
    await price(supplier.page, 1).fill('13');
    await supplier.page.getByText(/^Salvo neste aparelho/).waitFor();
    await supplier.page.getByRole('button', { name: 'Revisar e enviar' }).click();
    await supplier.page
      .getByText(
        'Sem conexão: fica neste aparelho, e o rascunho é salvo quando o sinal voltar. Depois, envie a proposta.',
      )
      .first()
      .waitFor();
    await admin.page.reload();
    await admin.page.getByRole('heading', { level: 1, name: 'Painel' }).waitFor();
    await admin.page.getByText('Sem conexão').first().waitFor();
    assert.deepEqual(await answersOn(admin.page), {});
  });
});

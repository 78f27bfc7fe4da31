import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { accounts, enter, PASSWORD, startPortals } from './portals.ts';
import { openMarket, type Order } from './supplier.fixture.ts';

const portals = await startPortals();
const { publish, register } = await openMarket(portals);

describe('an invitation to an order', () => {
  const invite = async (order: Order): Promise<string> => {
    const { page, problems } = await portals.visitor();
    await enter(page, '/produtor', accounts.producer);
    await page.goto(`/produtor/cotacoes/${order.uuid}`);
    await page.getByRole('button', { name: 'Convidar fornecedores' }).click();
    await page.getByRole('button', { name: 'Criar link do convite' }).click();
    const link = await page.getByLabel('Link do convite').inputValue();
    const message = await page
      .getByRole('link', { name: 'Enviar por WhatsApp' })
      .getAttribute('href');
    assert.ok(decodeURIComponent(message ?? '').includes(link));
    await page.getByText('Aberto poucas vezes').waitFor();
    assert.deepEqual(problems, []);
    return new URL(link).pathname;
  };

  it('shows the order without a script, and leads a supplier through the login to it', async () => {
    const order = await publish('Convite para a vizinhança', 2);
    const link = await invite(order);
    const { page: plain } = await portals.visitor({
      javaScriptEnabled: false,
      viewport: { width: 390, height: 844 },
    });
    await plain.goto(link);
    await plain.getByRole('heading', { name: 'Cotação de insumos em Sorriso/MT' }).waitFor();
    assert.equal(await plain.getByRole('row').count(), 3);
    const { page, problems } = await portals.visitor();
    await page.goto(link);
    await page.getByRole('link', { name: 'Sou fornecedor: ver e cotar' }).click();
    await page.getByLabel('E-mail').fill(accounts.supplier);
    await page.getByLabel(/^Senha/).fill(PASSWORD);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.getByRole('heading', { name: 'Convite para a vizinhança' }).waitFor();
    assert.deepEqual(problems, []);
  });

  it('leads a new supplier through the registration, which the login keeps in mind', async () => {
    const order = await publish('Convite para quem chega', 1);
    const link = await invite(order);
    const { page, problems } = await portals.visitor();
    await page.goto(link);
    await page.getByRole('link', { name: 'Criar conta de fornecedor' }).click();
    await page.getByRole('heading', { name: 'Criar conta de fornecedor' }).waitFor();
    await page.getByRole('link', { name: 'Entrar', exact: true }).click();
    await page.getByRole('link', { name: 'Criar conta de fornecedor' }).click();
    assert.equal(new URL(page.url()).searchParams.get('voltar'), `/cotacoes/${order.uuid}`);
    assert.deepEqual(problems, []);
  });

  it('tells a supplier from elsewhere that the order lies outside its area', async () => {
    const order = await publish('Convite para longe', 1);
    await register('Revenda do Sul Distante', 'sul@revenda.example', '45997418000153', {
      kind: 'states',
      states: ['RS'],
    });
    const { page, problems } = await portals.visitor();
    await enter(page, '/fornecedor', 'sul@revenda.example');
    await page.goto(`/fornecedor/cotacoes/${order.uuid}`);
    await page.getByText('Esta cotação está fora do que a sua empresa informou atender.').waitFor();
    assert.deepEqual(problems, []);
  });

  it('lacks the words of a producer whose address is not confirmed, who reads so', async () => {
    const order = await publish('Convite antes da confirmação', 1);
    await portals.sql('UPDATE users SET email_verified_at = NULL WHERE email = $1', [
      accounts.producer,
    ]);
    const { page, problems } = await portals.visitor();
    await enter(page, '/produtor', accounts.producer);
    await page.goto(`/produtor/cotacoes/${order.uuid}`);
    await page.getByRole('button', { name: 'Convidar fornecedores' }).click();
    await page.getByText('Confirme seu e-mail antes de enviar:').waitFor();
    await page.getByRole('button', { name: 'Criar link do convite' }).click();
    const link = await page.getByLabel('Link do convite').inputValue();
    await page.goto(new URL(link).pathname);
    await page.getByRole('heading', { name: 'Cotação de insumos em Sorriso/MT' }).waitFor();
    assert.equal(await page.getByText('Convite antes da confirmação').count(), 0);
    assert.deepEqual(problems, []);
  });
});

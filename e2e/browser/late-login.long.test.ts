import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { accounts, PASSWORD, startPortals } from './portals.ts';

const portals = await startPortals();

describe('a session', () => {
  it('is not replaced by the late answer to an earlier login', async () => {
    const { page } = await portals.visitor();
    await page.goto('/produtor/entrar');
    const late = Promise.withResolvers<void>();
    await page.route(
      '**/api/v1/login',
      async (route) => {
        await late.promise;
        await route.continue();
      },
      { times: 1 },
    );
    const answered = page.waitForResponse('**/api/v1/login');
    await page.getByLabel('E-mail').fill(accounts.producer);
    await page.getByLabel(/^Senha/).fill(PASSWORD);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.getByRole('link', { name: 'Esqueci a senha' }).click();
    await page.getByRole('heading', { name: 'Esqueci a senha' }).waitFor();
    await page.goBack();
    await page.getByLabel('E-mail').fill(accounts.consultant);
    late.resolve();
    assert.equal((await answered).status(), 200);
    await page.getByText('Sou consultor').click();
    await page.getByLabel(/^Senha/).fill(PASSWORD);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.getByRole('button', { name: 'Conta de Consultoria Demonstração' }).waitFor();
  });
});

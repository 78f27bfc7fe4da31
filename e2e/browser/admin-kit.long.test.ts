import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { accounts, enter, PASSWORD, startPortals } from './portals.ts';

const portals = await startPortals();
const tokenOf = async (): Promise<string> =>
  String(
    (
      await portals.api('POST', '/api/v1/login', {
        body: { email: accounts.admin, password: PASSWORD, user_type: 'admin' },
      })
    ).body['token'],
  );

async function asMaster(): Promise<{ page: Page; problems: string[] }> {
  const { page, problems } = await portals.visitor();
  await enter(page, '/admin', accounts.admin);
  return { page, problems };
}
const settled = (page: Page) =>
  page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
const go = async (page: Page, place: string): Promise<void> => {
  await page.goto(`/admin${place}`);
  await page.locator('h1').waitFor();
  await settled(page);
};
const headings = (page: Page) =>
  page.getByRole('table').first().getByRole('columnheader').allTextContents();

describe('every list of the administration', () => {
  it('is walked and opened by keys, where its records are dialogs as where they are pages', async () => {
    const { page, problems } = await asMaster();
    await go(page, '/planos/recursos');
    await page.keyboard.press('j');
    const first = await page.evaluate(() => document.activeElement?.textContent);
    await page.keyboard.press('j');
    const second = await page.evaluate(() => document.activeElement?.textContent);
    assert.notEqual(first, second);
    await page.keyboard.press('k');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Alterar recurso' }).waitFor();
    assert.equal(await page.getByRole('dialog').getByLabel('Nome').inputValue(), first);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    assert.equal(
      await page.getByLabel('Buscar recurso').evaluate((field) => field === document.activeElement),
      true,
    );
    assert.deepEqual(problems, []);
  });

  it('opens a row that is pressed anywhere but on what does something else', async () => {
    const { page, problems } = await asMaster();
    await go(page, '/cotacoes');
    const row = page.getByRole('table').getByRole('row').nth(1);
    const number = await row.locator('[data-row-link]').textContent();
    await row
      .getByRole('cell')
      .nth(3)
      .click({ position: { x: 4, y: 4 } });
    await page.getByRole('navigation', { name: 'Você está em' }).waitFor();
    await page
      .getByText(number ?? '?', { exact: true })
      .first()
      .waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Cotações' }).waitFor();
    assert.deepEqual(problems, []);
  });

  it('says in chips what narrows it, keeps that in the address, and goes back through it', async () => {
    const { page, problems } = await asMaster();
    await go(page, '/usuarios');
    const all = await page.getByText(/^\d+ usuários$/).textContent();
    await page.getByLabel('Perfil').selectOption('admin');
    await page.getByLabel('Papel').selectOption('master');
    await page.waitForURL(/perfil=admin&papel=master/);
    await page.getByRole('button', { name: 'Tirar o filtro Papel: Master' }).waitFor();
    await page.getByLabel('Perfil').selectOption('produtor');
    await page.waitForURL((url) => url.searchParams.get('papel') === null);
    await page.getByRole('button', { name: 'Tirar o filtro Perfil: Produtor' }).click();
    await page.getByText(all ?? '?', { exact: true }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Tirar o filtro Perfil: Produtor' }).waitFor();
    await page.getByRole('button', { name: 'Cadastro' }).click();
    await page.waitForURL(/ordem=created_at/);
    await page.reload();
    await page
      .getByRole('columnheader', { name: 'Cadastro' })
      .and(page.locator('[aria-sort="ascending"]'))
      .waitFor();
    assert.deepEqual(problems, []);
  });

  it('finds one of many records by typing, and names it in the chip', async () => {
    const { page, problems } = await asMaster();
    await go(page, '/cotacoes');
    await page.getByRole('combobox', { name: 'Produtor' }).fill('sorriso');
    await page.getByRole('option', { name: 'Fazenda Demonstração Sorriso' }).click();
    await page.waitForURL(/produtor=\d+/);
    await page.reload();
    await page
      .getByRole('button', { name: 'Tirar o filtro Produtor: Fazenda Demonstração Sorriso' })
      .waitFor();
    assert.deepEqual(problems, []);
  });

  it('shows the columns that this device chose, as close as it chose', async () => {
    const { page, problems } = await asMaster();
    await go(page, '/produtores');
    assert.ok((await headings(page)).includes('Telefone'));
    await page.getByRole('button', { name: 'Colunas' }).click();
    await page.getByRole('group', { name: 'Colunas e espaço' }).getByLabel('Telefone').uncheck();
    await page.getByLabel('Linhas mais juntas').check();
    await page.keyboard.press('Escape');
    const tall = await page
      .getByRole('row')
      .nth(1)
      .evaluate((row) => row.getBoundingClientRect().height);
    await page.reload();
    await page.getByRole('table').waitFor();
    assert.equal((await headings(page)).includes('Telefone'), false);
    assert.equal(
      await page
        .getByRole('row')
        .nth(1)
        .evaluate((row) => row.getBoundingClientRect().height),
      tall,
    );
    await go(page, '/fornecedores');
    assert.ok((await headings(page)).includes('Telefone'), 'each list has its own');
    assert.deepEqual(problems, []);
  });
});

describe('the search of the administration', () => {
  it('goes to an order or a person from any page, by keys alone', async () => {
    const { page, problems } = await asMaster();
    await go(page, '/');
    await page.keyboard.press('/');
    await page.getByRole('dialog', { name: 'Ir para…' }).waitFor();
    await page.keyboard.type('sorriso');
    await page.getByRole('region', { name: 'Produtores' }).getByRole('link').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.getByLabel('Cotação, produtor, fornecedor ou consultor').fill('000014');
    await page.keyboard.press('Enter');
    await page.getByText('COT-2026-000014').first().waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Ir para…' }).waitFor();
    await page.keyboard.press('Escape');
    assert.deepEqual(problems, []);
  });
});

describe('the dashboard', () => {
  it('leads to the very records that were counted, and counts a chosen period', async () => {
    const { page, problems } = await asMaster();
    const count = await page
      .getByRole('article', { name: 'cotações ativas' })
      .getByRole('link')
      .evaluate((link) => link.firstChild?.textContent);
    await page.getByRole('article', { name: 'cotações ativas' }).getByRole('link').click();
    await page.getByText(`${count ?? '?'} cotações`, { exact: true }).waitFor();
    await page.goBack();
    await page.getByLabel('Este ano').check();
    await page.waitForURL(/periodo=ano/);
    await page.getByText(/^De 01\/01\/\d{4} a /).waitFor();
    await page
      .getByRole('article', { name: 'propostas recebidas no período' })
      .getByRole('link')
      .click();
    await page.getByRole('button', { name: /^Tirar o filtro Enviada desde 01\/01\// }).waitFor();
    assert.deepEqual(problems, []);
  });
});

describe('the chain of seals', () => {
  it('is verified on the spot, from its beginning, from where one was, and beside a kept head', async () => {
    const { page, problems } = await asMaster();
    const token = await tokenOf();
    const { body } = await portals.api('POST', '/api/v1/admin/brands', {
      token,
      body: { name: 'Marca da corrente' },
    });
    assert.equal(body['name'], 'Marca da corrente');
    await go(page, '/auditoria');
    await page.getByRole('link', { name: 'Corrente de selos' }).click();
    await page.getByRole('button', { name: 'Verificar agora' }).click();
    await page.getByText('A auditoria está íntegra.').waitFor();
    await page.getByRole('button', { name: /^Conferir desde o selo/ }).click();
    await page.getByText('Nada mudou desde a última conferência.').waitFor();
    await page.getByLabel('Ponta guardada').fill('12:abc');
    await page.getByRole('button', { name: 'Verificar agora' }).click();
    await page.getByText('Cole a ponta inteira').waitFor();
    await page.getByLabel('Ponta guardada').fill(`1:${'0'.repeat(64)}`);
    await page.getByRole('button', { name: 'Verificar agora' }).click();
    await page.getByText('A auditoria foi violada no selo 1.').waitFor();
    await page.getByText('O que fazer:').waitFor();
    assert.deepEqual(problems, []);
  });
});

describe('who may only look', () => {
  it('sees the same lists without what changes them', async () => {
    const email = 'so-olha@demo.lavra.example';
    const created = await portals.api('POST', '/api/v1/admin/users', {
      token: await tokenOf(),
      body: {
        user_type: 'admin',
        admin_role: 'financeiro',
        name: 'Só olha',
        email,
        password: PASSWORD,
        password_confirmation: PASSWORD,
        email_verified: true,
      },
    });
    assert.equal(created.status, 200);
    const { page, problems } = await portals.visitor();
    await enter(page, '/admin', email);
    for (const place of ['/produtos', '/cadastros', '/conteudo']) {
      await go(page, place);
      assert.equal(
        (await page.getByRole('button', { name: /^(Novo|Nova|Incluir|Excluir|Alterar)/ }).count()) +
          (await page.getByRole('link', { name: /^(Novo|Nova)/ }).count()),
        0,
        place,
      );
    }
    await go(page, '/produtos');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).click();
    assert.deepEqual(problems, []);
  });
});

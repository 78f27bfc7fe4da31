import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { go, openAdministration } from './admin.fixture.ts';
import { accounts, enter, PASSWORD, startPortals, tokenOf } from './portals.ts';

const portals = await startPortals();
const administration = await openAdministration(portals);

async function asMaster(): Promise<{ page: Page; problems: string[] }> {
  const { page, problems } = await portals.visitor();
  await enter(page, '/admin', accounts.admin);
  return { page, problems };
}
const headings = (page: Page) =>
  page.getByRole('table').first().getByRole('columnheader').allTextContents();

describe('every list of the administration', () => {
  it('is browsed and opened by keys, whether its records are dialogs or pages', async () => {
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

  it('opens a row that is clicked anywhere except on another control', async () => {
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

  it('shows its filters as chips, keeps them in the address, and goes back through them', async () => {
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

  it('keeps the columns and the density that were chosen on this device', async () => {
    const { page, problems } = await asMaster();
    await go(page, '/produtores');
    assert.ok((await headings(page)).includes('Telefone'));
    await page.getByRole('button', { name: 'Colunas' }).click();
    await page.getByRole('group', { name: 'Colunas e espaço' }).getByLabel('Telefone').uncheck();
    await page.getByLabel('Linhas mais juntas').check();
    await page.keyboard.press('Escape');
    const height = async (): Promise<number> => {
      // In the device's own font, which a page has until its own arrives, lines wrap elsewhere.
      await page.waitForFunction(() =>
        [...document.fonts].some(({ status }) => status === 'loaded'),
      );
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      return page
        .getByRole('row')
        .nth(1)
        .evaluate((row) => row.getBoundingClientRect().height);
    };
    const tall = await height();
    await page.reload();
    await page.getByRole('table').waitFor();
    assert.equal((await headings(page)).includes('Telefone'), false);
    assert.equal(await height(), tall);
    await go(page, '/fornecedores');
    assert.ok((await headings(page)).includes('Telefone'), 'each list has its own');
    assert.deepEqual(problems, []);
  });
});

describe('the palette', () => {
  it('opens an order or a person from any page, by keys only', async () => {
    const { page, problems } = await asMaster();
    await go(page, '/');
    await page.keyboard.press('/');
    const palette = page.getByRole('dialog', { name: 'Ir para…' });
    await palette.waitFor();
    await page.keyboard.type('sorriso');
    await palette.getByRole('group', { name: 'Produtores' }).getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    const number = await administration.orderNumber('Biológicos para a soja');
    await palette.getByRole('combobox').fill(number.slice(-6));
    await page.keyboard.press('Enter');
    await palette.waitFor({ state: 'detached' });
    await page.getByText(number).first().waitFor();
    await page.keyboard.press('Control+k');
    await palette.waitFor();
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
    assert.deepEqual(problems, []);
  });

  it('finds pages and what there is to do, and tells which one Enter opens', async () => {
    const { page, problems } = await asMaster();
    await go(page, '/auditoria');
    await page.keyboard.press('Control+k');
    const box = page.getByRole('combobox', { name: 'Página, ação, cotação ou pessoa' });
    await box.fill('forn');
    const chosen = page.getByRole('dialog').getByRole('option', { selected: true });
    assert.equal(await chosen.textContent(), 'Novo fornecedor');
    assert.equal(await box.getAttribute('aria-activedescendant'), await chosen.getAttribute('id'));
    await page.keyboard.press('ArrowDown');
    assert.match((await chosen.textContent()) ?? '', /^Fornecedores/);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Novo fornecedor' }).waitFor();
    await page.keyboard.press('Control+k');
    await box.fill('atalhos');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Atalhos do teclado' }).getByText('Ctrl').waitFor();
    assert.deepEqual(problems, []);
  });
});

describe('the dashboard', () => {
  it('links to the very records that were counted, and counts a chosen period', async () => {
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

describe('the audit chain', () => {
  it('is verified from its beginning, from the last position, and against a saved head', async () => {
    const { page, problems } = await asMaster();
    const token = await tokenOf(portals, accounts.admin, 'admin');
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

describe('an administrator who may only view', () => {
  it('sees the same lists without the controls that change them', async () => {
    const email = 'so-olha@demo.lavra.example';
    const created = await portals.api('POST', '/api/v1/admin/users', {
      token: await tokenOf(portals, accounts.admin, 'admin'),
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

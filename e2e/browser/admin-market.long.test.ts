import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { go, openAdministration } from './admin.fixture.ts';
import { accounts, enter, PASSWORD, startPortals, tokenOf } from './portals.ts';

const portals = await startPortals();
const administration = await openAdministration(portals);

const master = await tokenOf(portals, accounts.admin, 'admin');

async function asMaster(): Promise<{ page: Page; problems: string[] }> {
  const { page, problems } = await portals.visitor();
  await enter(page, '/admin', accounts.admin);
  return { page, problems };
}

/** Records the requests that change data, from now on. */
function sentFrom(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET')
      sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  return sent;
}
const menu = (page: Page) => page.locator('#menu');

describe('access to the administration', () => {
  it('is denied to a supplier’s account, without a request to the administration’s API', async () => {
    const { page } = await portals.visitor();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (/\/api\/(v1\/)?admin\//.test(request.url())) asked.push(request.url());
    });
    const session = (
      await portals.api('POST', '/api/v1/login', {
        body: { email: accounts.supplier, password: PASSWORD, user_type: 'fornecedor' },
      })
    ).body as { token: string; expires_at: string; user: object; permissions: string[] };
    await page.goto('/admin/entrar');
    await page.evaluate(
      (kept) => localStorage.setItem('lavra.admin.session', JSON.stringify(kept)),
      {
        token: session.token,
        expiresAt: session.expires_at,
        user: session.user,
        permissions: session.permissions,
      },
    );
    for (const place of ['/admin', '/admin/cotacoes', '/admin/auditoria/1']) {
      await page.goto(place);
      await page.getByText('Esta área é só para administradores').waitFor();
    }
    assert.deepEqual(asked, []);
  });
});

describe('the roles of the administration', () => {
  it('let an operator manage the market, but neither money, settings nor administrators', async () => {
    const { page, problems } = await portals.visitor();
    await enter(page, '/admin', await administration.makeAdmin('operacional'));
    await menu(page).getByRole('link', { name: 'Fornecedores' }).waitFor();
    assert.equal(
      await menu(page)
        .locator('a', { hasText: /Assinaturas|Pagamentos|Planos|Configurações/ })
        .count(),
      0,
    );
    await go(page, '/assinaturas');
    await page.getByText('Você não tem permissão para ver esta página').waitFor();
    await go(page, '/usuarios?perfil=admin');
    await page.getByRole('link', { name: 'Administração Demonstração' }).click();
    await page.getByText('Só um administrador master altera administradores.').waitFor();
    assert.equal(await page.getByRole('button', { name: /Excluir|Mudar situação/ }).count(), 0);
    await go(page, '/usuarios/novo');
    assert.deepEqual(await page.getByLabel('Perfil').locator('option').allTextContents(), [
      'Produtor',
      'Fornecedor',
      'Consultor',
    ]);
    assert.deepEqual(problems, []);
  });

  it('let finance view the market without changing it', async () => {
    const { page, problems } = await portals.visitor();
    await enter(page, '/admin', await administration.makeAdmin('financeiro'));
    await menu(page).locator('a', { hasText: 'Assinaturas' }).waitFor({ state: 'attached' });
    for (const place of [
      '/fornecedores',
      '/produtores',
      '/consultores',
      '/usuarios',
      '/cotacoes?situacao=publicada',
    ]) {
      await go(page, place);
      assert.equal(await page.getByRole('link', { name: /^Novo/ }).count(), 0, place);
      await page.locator('a[data-row-link]').first().click();
      await page.getByRole('navigation', { name: 'Você está em' }).waitFor();
      await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
      assert.equal(
        (await page.getByRole('link', { name: 'Editar', exact: true }).count()) +
          (await page
            .getByRole('button', {
              name: /^(Excluir|Mudar situação|Suspender|Revogar|Enviar o link)/,
            })
            .count()),
        0,
        place,
      );
    }
    await go(page, '/fornecedores/novo');
    await page.getByText('suppliers.create').waitFor();
    assert.deepEqual(problems, []);
  });
});

describe('the dashboard', () => {
  it('begins with what waits, each line leading to the list of what it counts, then the weeks', async () => {
    const { page, problems } = await asMaster();
    const waiting = page.getByRole('region', { name: 'Espera por você' });
    const line = waiting.getByRole('listitem').filter({ hasText: 'em até 7 dias' });
    const count = /^\d+/.exec((await line.getByRole('strong').textContent()) ?? '')?.[0];
    await waiting.getByText('Falta o servidor de e-mail').first().waitFor();
    await line.getByRole('link', { name: /^Ver as assinaturas/ }).click();
    await page.getByText(`${count ?? '?'} assinaturas`, { exact: true }).waitFor();
    await page.goBack();
    const weeks = page.getByRole('region', { name: 'Esta semana' });
    assert.equal(await weeks.getByRole('article').count(), 5);
    await weeks.getByRole('button', { name: /^Ver como tabela/ }).click();
    assert.equal(await weeks.getByRole('row').count(), 13);
    assert.deepEqual(problems, []);
  });

  it('explains each figure, links it to its list, and shows a table beside each chart', async () => {
    const { page, problems } = await asMaster();
    const metrics = page.getByRole('article');
    await metrics.first().waitFor();
    await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
    assert.equal(await page.getByText(/^Como é contado/).count(), await metrics.count());
    await page
      .getByRole('article', { name: 'cotações ativas' })
      .getByText(/^Como é contado/)
      .click();
    await page.getByText('Cotações pendentes, publicadas, em análise e adjudicadas.').waitFor();
    await page.getByRole('button', { name: /^Ver como tabela.*Receita/ }).click();
    assert.equal(await page.getByRole('table').getByRole('row').count(), 7);
    await page
      .getByRole('article', { name: 'propostas aceitas', exact: true })
      .getByRole('link')
      .click();
    await page.getByRole('heading', { level: 1, name: 'Propostas' }).waitFor();
    assert.equal(await page.getByLabel('Situação').inputValue(), 'accepted');
    assert.deepEqual(problems, []);
  });
});

describe('a list', () => {
  it('is searched and paged by keyboard only; its address opens the same for another administrator', async () => {
    const { page, problems } = await asMaster();
    await go(page, '/produtores');
    await page.keyboard.press('/');
    await page.keyboard.type('sorriso');
    await page.getByText('1 produtor', { exact: true }).waitFor();
    assert.equal(new URL(page.url()).search, '?busca=sorriso');
    await page.reload();
    await page.getByText('1 produtor', { exact: true }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Fazenda Demonstração Sorriso' }).waitFor();
    await page.goBack();
    await page.getByText('1 produtor', { exact: true }).waitFor();
    await page.getByLabel('Buscar em produtores').fill('nada disso');
    await page.getByText('Nenhum resultado para “nada disso”').waitFor();
    await page.getByRole('button', { name: 'Limpar filtros' }).click();
    await page.getByRole('button', { name: 'Nome' }).click();
    await page.waitForURL(/ordem=name/);
    assert.deepEqual(problems, []);
  });
});

describe('a supplier', () => {
  it('is created, changed, blocked, deleted and restored, and every change is in the audit log', async () => {
    const { page, problems } = await asMaster();
    await go(page, '/fornecedores/novo');
    await page.getByRole('button', { name: 'Criar fornecedor' }).click();
    await page.getByText(/Confira \d+ campos antes de continuar/).waitFor();
    await page.getByLabel('Razão social').fill('Insumos do Cerrado Ltda');
    await page.getByLabel('E-mail').fill(accounts.supplier);
    await page.getByLabel('CNPJ').fill('12abc34501de35');
    await page.getByLabel(/^Senha/).fill('Colheita2027');
    await page.getByLabel('Repita a senha').fill('Colheita2027');
    await page.getByLabel('Fertilizantes').check();
    await page.getByLabel('Estados', { exact: true }).check();
    await page.getByLabel('Goiás').check();
    await page.getByLabel('CEP').fill('75901000');
    await page.getByLabel('Rua, estrada ou rodovia').fill('Avenida Presidente Vargas');
    await page.getByLabel('Número').fill('100');
    await page.getByLabel(/^Estado(?!s)/).selectOption({ label: 'Goiás' });
    await page.getByRole('combobox', { name: 'Município' }).fill('rio verde');
    await page.getByRole('option', { name: 'Rio Verde', exact: true }).click();
    await page.getByRole('button', { name: 'Criar fornecedor' }).click();
    await page.getByText('Este e-mail já está cadastrado.').first().waitFor();
    await page.getByLabel('E-mail').fill('vendas@cerrado.example');
    const sent = sentFrom(page);
    await page.getByRole('button', { name: 'Criar fornecedor' }).dblclick();
    await page.getByRole('heading', { level: 1, name: 'Insumos do Cerrado Ltda' }).waitFor();
    assert.deepEqual(sent, ['POST /api/admin/suppliers']);
    await page.getByText('12.ABC.345/01DE-35').first().waitFor();

    await page.getByRole('link', { name: 'Editar' }).click();
    await page.getByLabel('Site').fill('https://cerrado.example');
    await page.getByRole('button', { name: 'Salvar alterações' }).click();
    await page.getByRole('link', { name: 'https://cerrado.example' }).waitFor();

    await page.getByRole('button', { name: 'Mudar situação' }).click();
    await page
      .getByRole('dialog')
      .getByLabel(/^Bloqueado/)
      .check();
    await page.getByRole('dialog').getByText('suas propostas ficam indisponíveis').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Mudar situação' }).click();
    await page.getByText('Bloqueado').first().waitFor();

    await page.getByRole('link', { name: 'Registro', exact: true }).click();
    await page
      .getByText(/^2 campos|^1 campo/)
      .first()
      .click();
    await page.getByRole('cell', { name: 'bloqueado' }).waitFor();

    await page.getByRole('button', { name: 'Excluir' }).click();
    await page.getByRole('button', { name: 'Excluir Insumos do Cerrado Ltda' }).click();
    await page.getByRole('heading', { level: 1, name: 'Fornecedores' }).waitFor();
    await page.getByLabel('Buscar em fornecedores').fill('12.abc.345');
    await page.getByText('Nenhum resultado para').waitFor();
    await page.getByLabel('Incluir excluídos').check();
    await page.getByRole('link', { name: 'Insumos do Cerrado Ltda' }).click();
    await page.getByRole('button', { name: 'Restaurar cadastro' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restaurar cadastro' }).click();
    await page.getByRole('link', { name: 'Editar' }).waitFor();
    assert.deepEqual(problems, []);
  });
});

describe('a supplier who is invited', () => {
  it('chooses the password by the link of the mail, and enters the portal with it', async () => {
    const { page, problems } = await asMaster();
    const email = 'convite@cerrado.example';
    await go(page, '/usuarios/novo');
    await page.getByLabel('Perfil').selectOption({ label: 'Fornecedor' });
    await page.getByLabel('Razão social').fill('Revenda Convidada');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel(/^CNPJ/).fill('11222333000181');
    await page.getByText('Deixe em branco: o fornecedor escolhe a senha').waitFor();
    await page.getByLabel('CEP').fill('75901000');
    await page.getByLabel('Rua, estrada ou rodovia').fill('Avenida Central');
    await page.getByLabel('Número').fill('1200');
    await page.getByLabel(/^Estado(?!s)/).selectOption({ label: 'Goiás' });
    await page.getByRole('combobox', { name: 'Município' }).fill('rio verde');
    await page.getByRole('option', { name: 'Rio Verde', exact: true }).click();
    await page.getByRole('button', { name: 'Criar usuário' }).click();
    await page.getByText(`Convite enviado para ${email}.`).waitFor();
    await page.getByRole('link', { name: 'Ver o cadastro de fornecedor' }).click();
    await page.getByRole('button', { name: 'Reenviar o link' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reenviar o link' }).click();
    await page.getByText(`Link enviado para ${email}.`).waitFor();
    const guest = await portals.visitor();
    await guest.page.goto(await portals.linkInMail(email, 'Ative sua conta'));
    await guest.page.getByLabel('Nova senha', { exact: true }).fill('Colheita2027');
    await guest.page.getByLabel('Repita a nova senha').fill('Colheita2027');
    await guest.page.getByRole('button', { name: 'Ativar conta' }).click();
    await guest.page.getByRole('button', { name: /^Conta de Revenda Convidada/ }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Revenda Convidada' }).waitFor();
    await page.getByText('Site', { exact: true }).waitFor();
    assert.equal(await page.getByRole('heading', { name: /^Ativação/ }).count(), 0);
    assert.deepEqual([...problems, ...guest.problems], []);
  });
});

describe('a user', () => {
  it('of any profile is created with its record, changed, deleted and restored', async () => {
    const { page, problems } = await asMaster();
    await go(page, '/usuarios/novo');
    await page.getByLabel(/^Nome(?! do)/).fill('Ana Lima');
    await page.getByLabel('E-mail').fill('ana.lima@fazenda.example');
    await page.getByLabel(/^CPF/).fill('52998224725');
    await page.getByLabel(/^Senha/).fill('Colheita2027');
    await page.getByLabel('Repita a senha').fill('Colheita2027');
    await page.getByLabel('Área plantada (ha)').fill('1250,5');
    await page.getByRole('combobox', { name: 'Culturas' }).fill('soja');
    await page.getByRole('option', { name: 'Soja', exact: true }).click();
    await page.getByLabel('CEP').fill('78890000');
    await page.getByLabel('Rua, estrada ou rodovia').fill('Rodovia BR-163, km 750');
    await page.getByLabel('Número').fill('S/N');
    await page.getByLabel(/^Estado(?!s)/).selectOption({ label: 'Mato Grosso' });
    await page.getByRole('combobox', { name: 'Município' }).fill('sorriso');
    await page.getByRole('option', { name: 'Sorriso', exact: true }).click();
    await page.getByRole('button', { name: 'Criar usuário' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ana Lima' }).waitFor();

    await page.getByRole('link', { name: 'Ver o cadastro de produtor' }).click();
    await page.getByText('1.250,5 ha').waitFor();
    await page.getByRole('link', { name: 'Editar' }).click();
    await page.getByLabel('Associação').fill('Aprosoja');
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await page.getByRole('button', { name: 'Salvar alterações' }).click();
    assert.deepEqual((await sent).postDataJSON(), { association: 'Aprosoja' });
    await page.getByText('Aprosoja').waitFor();

    await go(page, '/usuarios?busca=ana.lima');
    await page.getByRole('link', { name: 'Ana Lima' }).click();
    await page.getByRole('button', { name: 'Excluir' }).click();
    await page.getByRole('button', { name: 'Excluir Ana Lima' }).click();
    await go(page, '/usuarios?busca=ana.lima&excluidos=1');
    await page.getByRole('link', { name: 'Ana Lima' }).click();
    await page.getByRole('button', { name: 'Restaurar cadastro' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restaurar cadastro' }).click();
    await page.getByRole('link', { name: 'Editar' }).waitFor();
    assert.deepEqual(problems, []);
  });

  it('has one of three roles, shown on the page', async () => {
    const { page, problems } = await asMaster();
    await go(page, '/usuarios');
    await page.getByRole('link', { name: 'Papéis' }).click();
    const row = page.getByRole('row', { name: /^Pagamentos/ });
    await row.waitFor();
    assert.equal(await row.getByText('não pode').count(), 4);
    assert.deepEqual(problems, []);
  });
});

describe('a record that another administrator has changed', () => {
  it('is not overwritten: the input stays, with an explanation', async () => {
    const { page } = await asMaster();
    await go(page, '/produtores?busca=sorriso');
    await page.locator('a[data-row-link]').first().click();
    await page.getByRole('link', { name: 'Editar' }).click();
    await page.getByLabel('Cooperativa de crédito').fill('Sicredi');
    const id = /produtores\/([\w-]+)\//.exec(page.url())?.[1] ?? '';
    assert.equal(
      (
        await portals.api('PUT', `/api/v1/admin/producers/${id}`, {
          token: master,
          body: { association: 'Outra' },
        })
      ).status,
      200,
    );
    await page.getByRole('button', { name: 'Salvar alterações' }).click();
    await page.getByRole('alert').waitFor();
    assert.equal(await page.getByLabel('Cooperativa de crédito').inputValue(), 'Sicredi');
    assert.equal(
      (await portals.api('GET', `/api/admin/producers/${id}`, { token: master })).body[
        'credit_cooperative'
      ] === 'Sicredi',
      false,
    );
  });
});

describe('an order', () => {
  it('that is suspended is shown as suspended to its producer where a proposal is accepted', async () => {
    const wanted = await administration.orderNumber('Defensivos para a soja, talhões 1 a 14');
    const [order] = await administration.list<{ uuid: string }>(
      `/api/v1/admin/orders?search=${wanted}`,
    );
    const uuid = order?.uuid ?? '';
    const url = `/api/v1/admin/orders/${uuid}`;
    const suspended = await portals.api('POST', `${url}/suspend`, {
      token: master,
      body: { reason: 'Conferência do endereço.' },
    });
    assert.equal(suspended.status, 200, JSON.stringify(suspended.body));
    const { page, problems } = await portals.visitor();
    await enter(page, '/produtor', accounts.producer);
    await page.goto(`/produtor/cotacoes/${uuid}/propostas`);
    await page.getByRole('link', { name: 'Proposta A' }).click();
    await page.getByRole('button', { name: 'Recusar Proposta A' }).waitFor();
    await page.getByText('Motivo: Conferência do endereço.').waitFor();
    assert.equal(await page.getByRole('button', { name: /^Aceitar/ }).count(), 0);
    await portals.api('POST', `${url}/resume`, { token: master });
    await page.reload();
    await page.getByRole('button', { name: 'Aceitar Proposta A' }).waitFor();
    assert.equal(await page.getByText('Conferência do endereço.').count(), 0);
    assert.deepEqual(problems, []);
  });

  it('is suspended with a reason, resumed and revoked, and the audit log names the administrator', async () => {
    const { page, problems } = await asMaster();
    const number = await administration.orderNumber('Biológicos para a soja');
    await go(page, `/cotacoes?busca=${number}`);
    await page.getByRole('link', { name: number }).click();
    await page.getByRole('button', { name: 'Suspender' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Suspender cotação' }).click();
    await page.getByText('Conte o motivo da suspensão.').first().waitFor();
    await page.getByLabel('Motivo da suspensão').fill('Quantidades fora do comum.');
    await page.getByRole('button', { name: 'Suspender cotação' }).click();
    await page.getByText('Suspensa: ninguém envia propostas, e nenhuma é aceita.').waitFor();
    await page.getByRole('button', { name: 'Encerrar a suspensão' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Encerrar a suspensão' }).click();
    await page.getByRole('button', { name: 'Suspender' }).waitFor();
    await page.getByRole('button', { name: 'Revogar' }).click();
    await page.getByLabel('Motivo da revogação').fill('Em desacordo com os termos de uso.');
    const sent = sentFrom(page);
    await page.getByRole('button', { name: `Revogar ${number}` }).dblclick();
    await page.getByText('Revogada').first().waitFor();
    assert.equal(sent.length, 1);
    await page.getByRole('link', { name: 'Registro', exact: true }).click();
    await page
      .getByRole('link', { name: /^Registro \d+/ })
      .first()
      .click();
    await page.locator('ins', { hasText: 'Em desacordo com os termos de uso.' }).waitFor();
    await page.getByRole('link', { name: 'Administração Demonstração' }).waitFor();
    assert.deepEqual(problems, []);
  });

  it('is approved while pending, or returned with a comment', async () => {
    const { page, problems } = await asMaster();
    await go(page, '/cotacoes?situacao=pendente');
    await page.locator('a[data-row-link]').first().click();
    const back = page.getByRole('button', { name: 'Devolver com comentário' });
    await back.click();
    await page.getByLabel('O que precisa mudar').fill('Inclua a dose de cada defensivo.');
    await page.getByRole('button', { name: 'Devolver cotação' }).click();
    await page.getByText('Rascunho').first().waitFor();
    assert.deepEqual(problems, []);
  });

  it('has its proposals compared side by side, with the suppliers’ names', async () => {
    const { page, problems } = await asMaster();
    const number = await administration.orderNumber('Insumos para a safra');
    await go(page, `/cotacoes?busca=${number}`);
    await page.getByRole('link', { name: number }).click();
    await page.getByRole('link', { name: /^Propostas 13/ }).click();
    await page.getByRole('button', { name: 'Escolher as 10 primeiras' }).click();
    await page.getByText('10 propostas escolhidas').waitFor();
    assert.ok(await page.getByRole('checkbox').last().isDisabled());
    await page.getByRole('button', { name: 'Comparar' }).click();
    await page.getByText('identidade visível').waitFor();
    assert.equal(await page.locator('table thead th').count(), 11);
    await page.getByText(/R\$\s[\d.,]+ para (?:todos os|\d+ dos) \d+ ite/).waitFor();
    assert.deepEqual(problems, []);
  });
});

describe('a proposal', () => {
  it('is found by its status, and opened in full with both sides named', async () => {
    const { page, problems } = await asMaster();
    await go(page, '/propostas?situacao=accepted');
    await page.locator('a[data-row-link]').first().click();
    await page.getByRole('table', { name: 'Itens da proposta' }).waitFor();
    await page.getByRole('link', { name: 'Dados' }).click();
    await page.getByRole('heading', { name: 'Fornecedor' }).waitFor();
    await page.getByRole('heading', { name: 'Produtor' }).waitFor();
    await page.getByRole('link', { name: 'Comparar com as outras' }).click();
    await page.getByRole('table', { name: 'Propostas da cotação' }).waitFor();
    assert.deepEqual(problems, []);
  });
});

describe('a consultant', () => {
  it('is created, receives a link, and is assigned producers', async () => {
    const { page, problems } = await asMaster();
    await go(page, '/consultores/novo');
    await page.getByLabel('Nome').fill('Rui Prado');
    await page.getByLabel('E-mail').fill('rui@campo.example');
    await page.getByRole('button', { name: 'Criar consultor' }).click();
    await page.getByRole('button', { name: 'Enviar o link de ativação' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Enviar o link de ativação' })
      .click();
    await page.getByRole('heading', { name: 'Ativação: link enviado' }).waitFor();
    await page.getByLabel('Vincular produtor').fill('sorriso');
    await page.getByRole('button', { name: 'Vincular Fazenda Demonstração Sorriso' }).click();
    await page.getByRole('button', { name: 'Salvar vínculos' }).click();
    await page.getByText('Rui Prado atende 1 produtor.').waitFor();
    assert.deepEqual(problems, []);
  });
});

describe('the audit log', () => {
  it('is filtered by person, kind and day, and shows each field', async () => {
    const { page, problems } = await asMaster();
    await go(page, '/auditoria');
    await page.getByLabel('O que mudou').selectOption({ label: 'Consultor' });
    await page.waitForURL(/recurso=consultant/);
    await page.getByLabel('Buscar em auditoria').fill('administração');
    await page.waitForURL(/busca=/);
    await page.locator('a[data-row-link]').first().click();
    await page.getByRole('table', { name: 'Campos mudados, antes e depois' }).waitFor();
    await page.getByRole('link', { name: 'Ver todas as alterações' }).click();
    await page.waitForURL(/recurso_id=/);
    assert.deepEqual(problems, []);
  });
});

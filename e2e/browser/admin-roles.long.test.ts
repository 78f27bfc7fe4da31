import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { go, menu, openAdministration, untilStill } from './admin.fixture.ts';
import { accounts, PASSWORD, startPortals } from './portals.ts';

const portals = await startPortals();
const administration = await openAdministration(portals);

const market = [
  '/cotacoes',
  '/propostas',
  '/produtores',
  '/fornecedores',
  '/consultores',
  '/usuarios',
  '/usuarios/papeis',
];
const money = [
  '/assinaturas',
  '/assinaturas/numeros',
  '/pagamentos',
  '/planos',
  '/planos/matriz',
  '/planos/recursos',
];
const platform = ['/configuracoes', '/canais'];
const rest = [
  '/produtos',
  '/cadastros',
  '/importacoes',
  '/relatorios',
  '/conteudo',
  '/conteudo/1',
  '/falhas',
  '/falhas/envios',
  '/auditoria',
];
const making = [
  '/fornecedores/novo',
  '/consultores/novo',
  '/usuarios/novo',
  '/importacoes/nova',
  '/conteudo/nova',
];
const everywhere = ['/', ...market, ...money, ...platform, ...rest, ...making];

const ofMarket = [
  'Cotações',
  'Propostas',
  'Compras',
  'Produtores',
  'Fornecedores',
  'Consultores',
  'Usuários',
];
const ofMoney = ['Assinaturas', 'Pagamentos', 'Planos'];
const menuOf = (money: readonly string[], settings: readonly string[]): string[] => [
  'Painel',
  'Notificações',
  'Minha conta',
  ...ofMarket,
  ...money,
  'Produtos',
  'Produtos pedidos',
  'Cadastros',
  'Importação',
  'Relatórios',
  ...settings,
  'Páginas',
  'Falhas',
  'Auditoria',
];

/**
 * Labels of buttons that change or create something; searching, sorting, closing and exporting are
 * not among them.
 */
const doing =
  /^(Nov[oa] |Criar|Incluir|Importar|Excluir|Editar|Alterar|Salvar|Subir|Descer|Desativar|Estender|Registrar pagamento|Confirmar pagamento|Estornar|Suspender|Revogar|Aprovar|Devolver|Mudar situação|Enviar|Tentar de novo:|Revisar e salvar)/;

interface Watched {
  readonly asked: string[];
  readonly refused: string[];
}

/** Records the requests to the administration's endpoints, and those that were refused. */
function watch(page: Page): Watched {
  const watched: Watched = { asked: [], refused: [] };
  page.on('request', (request) => {
    if (/\/api\/(v1\/)?(admin|products|product-types|product-subtypes)/.test(request.url()))
      watched.asked.push(request.url());
  });
  page.on('response', (response) => {
    if (response.status() === 401 || response.status() === 403)
      watched.refused.push(`${response.status()} ${response.url()}`);
  });
  return watched;
}

const roles = [
  {
    role: 'master',
    forbidden: [],
    menu: menuOf(ofMoney, ['Configurações', 'Canais de aviso']),
    readOnly: [],
  },
  {
    role: 'operacional',
    forbidden: [...money, ...platform],
    menu: menuOf([], []),
    readOnly: ['/falhas', '/falhas/envios'],
  },
  {
    role: 'financeiro',
    forbidden: making,
    menu: menuOf(ofMoney, ['Configurações', 'Canais de aviso']),
    readOnly: [...market, ...platform, ...rest],
  },
] as const;

describe('a role of the administration', () => {
  for (const { role, forbidden, menu: places, readOnly } of roles) {
    it(`${role} sees only permitted menu items, pages and buttons, by address too, and requests nothing else`, async () => {
      const { page, problems } = await administration.enter(
        role === 'master' ? accounts.admin : await administration.makeAdmin(role),
      );
      const watched = watch(page);
      assert.deepEqual(await menu(page).locator('a').allTextContents(), places);
      for (const place of everywhere) {
        watched.asked.length = 0;
        await go(page, place);
        const isForbidden = (forbidden as readonly string[]).includes(place);
        assert.equal(
          await page.getByText('Você não tem permissão para ver esta página').count(),
          isForbidden ? 1 : 0,
          place,
        );
        if (isForbidden) assert.deepEqual(watched.asked, [], place);
        if ((readOnly as readonly string[]).includes(place))
          assert.deepEqual(await actionsOn(page), [], place);
      }
      assert.deepEqual(watched.refused, []);
      assert.deepEqual(problems, []);
    });
  }

  it('that may only view opens records and dialogs without any way to change them', async () => {
    const { page, problems } = await administration.enter('financeiro@demo.lavra.example');
    const watched = watch(page);
    for (const place of [
      '/cotacoes?situacao=publicada',
      '/propostas',
      '/produtores',
      '/fornecedores',
      '/consultores',
      '/usuarios',
    ]) {
      await go(page, place);
      await page.locator('a[data-row-link]').first().click();
      await page.getByRole('navigation', { name: 'Você está em' }).waitFor();
      await untilStill(page);
      assert.deepEqual(await actionsOn(page), [], place);
      await page.goto(`${page.url()}/editar`);
      await page.locator('h1').waitFor();
      await untilStill(page);
      assert.deepEqual(await actionsOn(page), [], `${place} editar`);
    }
    assert.deepEqual(watched.refused, []);
    assert.deepEqual(problems, []);
  });
});

describe('a person who is no administrator', () => {
  for (const [who, userType] of [
    ['supplier', 'fornecedor'],
    ['producer', 'produtor'],
    ['consultant', 'consultor'],
  ] as const) {
    it(`with a ${who}’s session sees the unauthorised view at every address, and no request is sent`, async () => {
      const { page, problems } = await portals.visitor();
      const watched = watch(page);
      const {
        token,
        expires_at: expiresAt,
        user,
        permissions,
      } = (
        await portals.api('POST', '/api/v1/login', {
          body: { email: accounts[who], password: PASSWORD, user_type: userType },
        })
      ).body;
      await page.goto('/admin/entrar');
      await page.evaluate(
        (kept) => localStorage.setItem('lavra.admin.session', JSON.stringify(kept)),
        { token, expiresAt, user, permissions },
      );
      for (const place of everywhere) {
        await page.goto(`/admin${place}`);
        await page.getByText('Esta área é só para administradores').waitFor();
      }
      assert.deepEqual(watched.asked, []);
      assert.deepEqual(problems, []);
    });
  }
});

async function actionsOn(page: Page): Promise<string[]> {
  const named = await page
    .locator('main')
    .locator('button, a[href]')
    .evaluateAll((elements) =>
      elements
        .filter((element) => (element as HTMLElement).checkVisibility())
        .map((element) => (element.getAttribute('aria-label') ?? element.textContent ?? '').trim()),
    );
  return named.filter((name) => doing.test(name));
}

import type { Page } from 'playwright-core';
import type { Screen } from './screen.ts';

const still = async (page: Page): Promise<void> => {
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
};

/** Opens the first order of a filtered list, and one of its pages. */
const ofOrder =
  (suffix: string) =>
  async (page: Page): Promise<void> => {
    const href = await page.locator('a[data-row-link]').first().getAttribute('href');
    await page.goto(`${href?.replace(/\/editar$/, '') ?? ''}${suffix}`);
    await still(page);
  };

/** Compares the first three proposals; orders whose proposals wait for a decision have several. */
const compare =
  (suffix = '') =>
  async (page: Page): Promise<void> => {
    await ofOrder('/propostas')(page);
    const links = await page
      .locator('h2 a[href*="/propostas/"]')
      .evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''));
    const order = links[0]?.split('/propostas/')[0] ?? '';
    await page.goto(
      `${order}/comparar?p=${links
        .slice(0, 3)
        .map((link) => link.split('/').at(-1))
        .join(',')}${suffix}`,
    );
    await page.locator('table').waitFor();
    await still(page);
  };

const firstProposal = async (page: Page): Promise<void> => {
  await ofOrder('/propostas')(page);
  await page.locator('h2 a[href*="/propostas/"]').first().click();
  await page.getByRole('button', { name: /^Aceitar/ }).waitFor();
};

const chosenTwo = async (page: Page): Promise<void> => {
  await ofOrder('/propostas')(page);
  for (const box of (await page.getByRole('checkbox', { name: /Comparar/ }).all()).slice(0, 2))
    await box.check();
};

const search = async (page: Page): Promise<void> => {
  await ofOrder('/editar?passo=itens')(page);
  await page.getByLabel('Procurar no catálogo').fill('glifosato');
  await page
    .getByRole('button', { name: /Incluir/ })
    .first()
    .waitFor();
};

/** Opens a sheet of four lines: known, misspelt, unknown and without a quantity. */
const sheet = async (page: Page): Promise<void> => {
  await ofOrder('/editar?passo=itens')(page);
  await page.getByRole('button', { name: 'Trazer de uma planilha' }).click();
  await page
    .getByRole('dialog')
    .getByRole('textbox')
    .fill(
      'produto\tquantidade\tunidade\nUreia 45% N\t1.200\tsc 50 ' +
        'kg\nGlifozato\tdez\tbalde\nProduto que não há\t3\tL\nMAP\t\t',
    );
  await page.getByRole('button', { name: 'Ler o que colei' }).click();
  await page
    .getByText(/linhas? prontas?/)
    .first()
    .waitFor();
};

const unknown = async (page: Page): Promise<void> => {
  await ofOrder('/editar?passo=itens')(page);
  await page.getByLabel('Procurar no catálogo').fill('glifozato');
  await page.getByText('Não achou?').waitFor();
  await page.getByRole('button', { name: /e descrever/ }).waitFor();
};

const pressed =
  (name: RegExp, before: (page: Page) => Promise<void>) =>
  async (page: Page): Promise<void> => {
    await before(page);
    await page.getByRole('button', { name }).first().click();
    await page.locator('dialog[open]').waitFor();
  };

/**
 * Opens the editor's last step with required fields missing, because publishing a complete order
 * opens a confirmation first.
 */
const incomplete = async (page: Page): Promise<void> => {
  await page.goto('/produtor/cotacoes/nova');
  await page.getByLabel('Descrição').fill('Falta quase tudo');
  await page.getByLabel('Receber propostas até').fill('2099-12-31');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.waitForURL('**/editar?passo=itens');
  await page.goto(page.url().replace('passo=itens', 'passo=revisao'));
  await page.getByRole('heading', { name: 'Antes de publicar' }).waitFor();
  await still(page);
};

const refused = async (page: Page): Promise<void> => {
  await pressed(/^Recusar/, firstProposal)(page);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Recusar/ })
    .click();
  await page.getByRole('dialog').getByRole('alert').waitFor();
};

const missing = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByText('Descreva a cotação.').waitFor();
};

const offline = async (page: Page): Promise<void> => {
  await page.context().setOffline(true);
  await page.getByText('Sem conexão.').waitFor();
};

/** Simulates maintenance for this page only. */
const maintained = async (page: Page): Promise<void> => {
  await page.route(/\/api\/|\/health\/ready/, (route) =>
    page.url().endsWith('#manutencao')
      ? route.fulfill({
          status: 503,
          contentType: 'application/json',
          body: '{"error":"Fora do ar.","code":"unavailable","request_id":"x"}',
        })
      : route.fallback(),
  );
  await page.reload();
  await page.getByRole('heading', { name: 'Estamos em manutenção' }).waitFor();
};

const at = (
  name: string,
  filter: string,
  prepare: Screen['prepare'],
  as: 'producer' | 'consultant' = 'producer',
): Screen => ({
  name: `${as}-${name}`,
  as,
  path: `/produtor/cotacoes?situacao=${filter}`,
  whole: true,
  ...(prepare === undefined ? {} : { prepare }),
});

/** The producer's own screens, and a consultant's. */
export const producerScreens: readonly Screen[] = [
  at('cotacoes', 'todas', undefined),
  { name: 'producer-cotacoes-datas', as: 'producer', path: '/produtor/cotacoes?periodo=datas' },
  { name: 'producer-cotacoes-nada', as: 'producer', path: '/produtor/cotacoes?busca=nada-disso' },
  { name: 'producer-nova', as: 'producer', path: '/produtor/cotacoes/nova' },
  at('editar-dados', 'rascunhos', ofOrder('/editar')),
  at('editar-itens', 'rascunhos', search),
  at('editar-recentes', 'rascunhos', ofOrder('/editar?passo=itens')),
  at('editar-desconhecido', 'rascunhos', unknown),
  {
    name: 'producer-editar-planilha',
    as: 'producer',
    path: '/produtor/cotacoes?situacao=rascunhos',
    prepare: sheet,
  },
  at('editar-entrega', 'rascunhos', ofOrder('/editar?passo=entrega')),
  at('editar-revisao', 'rascunhos', ofOrder('/editar?passo=revisao')),
  at('cotacao', 'abertas', ofOrder('')),
  at('perguntas', 'abertas', ofOrder('/perguntas')),
  at('anexos', 'abertas', ofOrder('/anexos')),
  at('historico', 'abertas', ofOrder('/historico')),
  at('estender', 'abertas', pressed(/Estender prazo/, ofOrder(''))),
  at('cancelar', 'abertas', pressed(/Cancelar cotação/, ofOrder(''))),
  {
    name: 'producer-propostas',
    as: 'producer',
    path: '/produtor/cotacoes?situacao=em-analise',
    prepare: chosenTwo,
  },
  at('proposta', 'em-analise', firstProposal),
  at('comparar', 'em-analise', compare()),
  at('comparar-diferencas', 'em-analise', compare('&diferencas=1&ordem=diferenca')),
  at('comparar-tipos', 'abertas', compare('&tipos=1')),
  at('aceitar', 'em-analise', pressed(/^Aceitar/, firstProposal)),
  at('recusar', 'em-analise', pressed(/^Recusar/, firstProposal)),
  at('recusar-sem-motivo', 'em-analise', refused),
  at('publicar', 'rascunhos', pressed(/^Publicar cotação/, ofOrder('/editar?passo=revisao'))),
  at('editar-falta', 'rascunhos', incomplete),
  {
    name: 'producer-nova-com-erros',
    as: 'producer',
    path: '/produtor/cotacoes/nova',
    prepare: missing,
  },
  at('cotacao-de-ninguem', 'todas', async (page) => {
    await page.goto('/produtor/cotacoes/0198f3c2-7b1e-7c44-9a53-2f1f6f0c8a11');
    await still(page);
  }),
  at('comparar-uma', 'em-analise', async (page) => {
    await ofOrder('/comparar')(page);
  }),
  {
    name: 'producer-manutencao',
    as: 'producer',
    path: '/produtor/cotacoes#manutencao',
    prepare: maintained,
  },
  { name: 'producer-sem-conexao', as: 'producer', path: '/produtor/cotacoes', prepare: offline },
  { name: 'consultant-nova', as: 'consultant', path: '/produtor/cotacoes/nova' },
  {
    name: 'producer-pagar',
    as: 'producer',
    path: '/produtor/conta/assinatura',
    prepare: pressed(/^Pagar/, still),
  },
  {
    name: 'producer-cancelar-assinatura',
    as: 'producer',
    path: '/produtor/conta/assinatura',
    prepare: pressed(/^Cancelar assinatura/, still),
  },
  at('escolhida', 'escolhidas', ofOrder('')),
  at('resultado', 'escolhidas', ofOrder('/resultado')),
  at('escolhida-propostas', 'escolhidas', ofOrder('/propostas')),
  { name: 'producer-assinatura', as: 'producer', path: '/produtor/conta/assinatura' },
  { name: 'supplier-assinatura', as: 'supplier', path: '/fornecedor/conta/assinatura' },
  at('cotacoes', 'todas', undefined, 'consultant'),
  at('cotacao', 'em-analise', ofOrder(''), 'consultant'),
  at('propostas', 'em-analise', ofOrder('/propostas'), 'consultant'),
];

import type { Page } from 'playwright-core';
import { untilLoaded, type Screen } from './screen.ts';

/** Opens the first order of a filtered list, and one of its pages. */
const ofOrder =
  (suffix: string) =>
  async (page: Page): Promise<void> => {
    const href = await page.locator('a[data-row-link]').first().getAttribute('href');
    await page.goto(`${href?.replace(/\/editar$/, '') ?? ''}${suffix}`);
    await untilLoaded(page);
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
    await untilLoaded(page);
  };

/** The combinations of an order; the tender is the newest open one. */
const combined = async (page: Page): Promise<void> => {
  await ofOrder('/combinacoes')(page);
  await page.getByRole('radio').first().waitFor();
};

const cheapestChosen = async (page: Page): Promise<void> => {
  await compare()(page);
  await page.getByRole('button', { name: 'Escolher o menor preço de cada item' }).click();
  await page.getByRole('region', { name: 'Compra', exact: true }).waitFor();
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
  await page.getByRole('button', { name: 'Trazer uma lista' }).click();
  await page
    .getByRole('dialog')
    .getByRole('textbox')
    .fill(
      'produto\tquantidade\tunidade\nUreia 45% N\t1.200\tsc 50 ' +
        'kg\nGlifozato\tdez\tbalde\nProduto que não há\t3\tL\nMAP\t\t',
    );
  await page.getByRole('button', { name: 'Ler o que colei' }).click();
  await page
    .getByText(/linhas? com produto/)
    .first()
    .waitFor();
};

const unknown = async (page: Page): Promise<void> => {
  await ofOrder('/editar?passo=itens')(page);
  await page.getByLabel('Procurar no catálogo').fill('glifozato');
  await page.getByText('Você quis dizer').waitFor();
  await page.getByRole('button', { name: 'Incluir como item livre' }).waitFor();
};

/** Searches for what neither the catalogue nor anything like it holds, and leaves out the type. */
const notFound = async (page: Page): Promise<void> => {
  await ofOrder('/editar?passo=itens')(page);
  await page.getByLabel('Procurar no catálogo').fill('zumbaflex');
  await page.getByRole('button', { name: 'Incluir como item livre' }).click();
  await page.getByText('Escolha o tipo, para avisar').waitFor();
};

/** Puts what the catalogue lacks into a new order, as an item in the producer's words. */
const unlisted = async (page: Page): Promise<void> => {
  await incomplete(page);
  await page.getByRole('link', { name: /^Inclua pelo menos um item/ }).click();
  await page.getByLabel('Procurar no catálogo').fill('zumbaflex');
  await page.getByLabel('Tipo do produto').selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Incluir como item livre' }).click();
  await page.getByLabel('O que você procura').waitFor();
  // Not half below the search that stays in view, which axe takes for covered.
  await page.evaluate(() => {
    scrollTo(0, 0);
  });
};

const pressed =
  (name: RegExp, before: (page: Page) => Promise<void>) =>
  async (page: Page): Promise<void> => {
    await before(page);
    await page.getByRole('button', { name }).first().click();
    await page.locator('dialog[open]').waitFor();
  };

/** Opens the dialog of an action that stands in the order's menu. */
const chosenAction = (name: RegExp): ((page: Page) => Promise<void>) =>
  pressed(name, async (page) => {
    await ofOrder('')(page);
    await page.getByRole('button', { name: 'Mais ações' }).click();
  });

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
  await untilLoaded(page);
};

const invited = async (page: Page): Promise<void> => {
  await chosenAction(/Convidar fornecedores/)(page);
  const create = page.getByRole('button', { name: 'Criar link do convite' });
  const link = page.getByLabel('Link do convite');
  await create.or(link).waitFor();
  if (await create.isVisible()) await create.click();
  await link.waitFor();
};

/** Opens the public page of an order by its link. */
const publicPage = async (page: Page): Promise<void> => {
  await invited(page);
  await page.goto(new URL(await page.getByLabel('Link do convite').inputValue()).pathname);
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
  await page.getByText('Escolha até quando você recebe propostas.').waitFor();
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

/** A consultant's first step for one producer, from the producer's card. */
const forProducer: Screen['prepare'] = async (page) => {
  await page.goto('/produtor/');
  await page.locator('a[href*="produtor="]').first().click();
  await page.getByRole('link', { name: 'Nova cotação' }).click();
  await page.getByRole('heading', { level: 1, name: /^Nova cotação para/ }).waitFor();
  await untilLoaded(page);
};

/** The producer's own screens, and a consultant's. */
export const producerScreens: readonly Screen[] = [
  at('cotacoes', 'todas', undefined),
  { name: 'producer-cotacoes-datas', as: 'producer', path: '/produtor/cotacoes?periodo=datas' },
  { name: 'producer-cotacoes-nada', as: 'producer', path: '/produtor/cotacoes?busca=nada-disso' },
  { name: 'producer-nova', as: 'producer', path: '/produtor/cotacoes/nova' },
  { name: 'producer-convidar', as: 'producer', path: '/produtor/cotacoes/convidar' },
  at('editar-dados', 'rascunhos', ofOrder('/editar')),
  at('editar-itens', 'rascunhos', search),
  at('editar-recentes', 'rascunhos', ofOrder('/editar?passo=itens')),
  at('editar-desconhecido', 'rascunhos', unknown),
  at('editar-sem-resultado', 'rascunhos', notFound),
  at('editar-pedir-inclusao', 'rascunhos', pressed(/^Pedir inclusão/, notFound)),
  {
    name: 'producer-editar-planilha',
    as: 'producer',
    path: '/produtor/cotacoes?situacao=rascunhos',
    prepare: sheet,
  },
  {
    name: 'producer-editar-lista',
    as: 'producer',
    path: '/produtor/cotacoes?situacao=rascunhos',
    prepare: pressed(/^Trazer uma lista/, ofOrder('/editar?passo=itens')),
  },
  at('editar-entrega', 'rascunhos', ofOrder('/editar?passo=entrega')),
  at('editar-revisao', 'rascunhos', ofOrder('/editar?passo=revisao')),
  at('cotacao', 'abertas', ofOrder('')),
  at('propostas-por-nome', 'abertas', ofOrder('/propostas?ordem=nome')),
  at('cotacao-acoes', 'abertas', async (page) => {
    await ofOrder('')(page);
    await page.getByRole('button', { name: 'Mais ações' }).click();
    await page.getByRole('group', { name: 'Mais ações' }).waitFor();
  }),
  at('perguntas', 'abertas', ofOrder('/perguntas')),
  at('anexos', 'abertas', ofOrder('/anexos')),
  at('historico', 'abertas', ofOrder('/historico')),
  at('estender', 'abertas', chosenAction(/Estender prazo/)),
  at('encerrar', 'abertas', pressed(/^Encerrar recebimento/, ofOrder(''))),
  at('finalizar', 'escolhidas', pressed(/^Finalizar cotação/, ofOrder(''))),
  at('convite', 'abertas', invited),
  at('convite-trocar', 'abertas', pressed(/^Trocar o link/, invited)),
  at('convite-desativar', 'abertas', pressed(/^Desativar o convite/, invited)),
  at('convite-pagina', 'abertas', publicPage),
  { name: 'convite-desconhecido', path: '/c/nao-existe' },
  at('cancelar', 'abertas', chosenAction(/Cancelar cotação/)),
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
  at('comparar-escolhas', 'abertas', cheapestChosen),
  at('combinacoes', 'abertas', combined),
  at('combinacoes-nada', 'abertas', async (page) => {
    await ofOrder('/combinacoes?dias=0')(page);
    await page.getByText('Nenhuma combinação').waitFor();
  }),
  at('comprar', 'abertas', pressed(/^Comprar$/, combined)),
  { name: 'producer-compras', as: 'producer', path: '/produtor/compras' },
  {
    name: 'producer-compra',
    as: 'producer',
    path: '/produtor/compras',
    whole: true,
    prepare: async (page) => {
      await page.locator('a[data-row-link]').first().click();
      await page.getByText('De onde veio').waitFor();
    },
  },
  { name: 'producer-compras-nada', as: 'producer', path: '/produtor/compras?busca=nada-disso' },
  at('aceitar', 'em-analise', pressed(/^Aceitar/, firstProposal)),
  at('recusar', 'em-analise', pressed(/^Recusar/, firstProposal)),
  at('recusar-sem-motivo', 'em-analise', refused),
  at('publicar', 'rascunhos', pressed(/^Publicar cotação/, ofOrder('/editar?passo=revisao'))),
  // These two begin a draft each, which is the first one then.
  at('editar-item-livre', 'rascunhos', unlisted),
  at('editar-falta', 'rascunhos', incomplete),
  {
    name: 'producer-nova-com-erros',
    as: 'producer',
    path: '/produtor/cotacoes/nova',
    prepare: missing,
  },
  at('cotacao-de-ninguem', 'todas', async (page) => {
    await page.goto('/produtor/cotacoes/0198f3c2-7b1e-7c44-9a53-2f1f6f0c8a11');
    await untilLoaded(page);
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
    name: 'consultant-nova-para',
    as: 'consultant',
    path: '/produtor/cotacoes?situacao=rascunhos',
    prepare: forProducer,
  },
  at('editar-itens', 'rascunhos&busca=sementes', ofOrder('/editar?passo=itens'), 'consultant'),
  at('editar-revisao', 'rascunhos&busca=sementes', ofOrder('/editar?passo=revisao'), 'consultant'),
  at(
    'excluir',
    'rascunhos&busca=sementes',
    pressed(/^Excluir rascunho/, ofOrder('')),
    'consultant',
  ),
  {
    name: 'producer-pagar',
    as: 'producer',
    path: '/produtor/conta/assinatura',
    prepare: pressed(/^Pagar/, untilLoaded),
  },
  {
    name: 'producer-cancelar-assinatura',
    as: 'producer',
    path: '/produtor/conta/assinatura',
    prepare: pressed(/^Cancelar assinatura/, untilLoaded),
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

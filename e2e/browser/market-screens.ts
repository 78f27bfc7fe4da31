import type { Page } from 'playwright-core';

/** Opens the first row of the list. */
const first = async (page: Page): Promise<void> => {
  await page.locator('a[data-row-link]').first().click();
  await page.waitForFunction(
    () =>
      document.querySelector('[aria-busy="true"]') === null &&
      document.querySelector('nav[aria-label="Você está em"]') !== null,
  );
};

/** Opens the first row of a list, and then one of its parts. */
const part =
  (name: string) =>
  async (page: Page): Promise<void> => {
    await first(page);
    await page
      .getByRole('navigation', { name: /^Partes/ })
      .getByRole('link', { name })
      .click();
  };

const editing = async (page: Page): Promise<void> => {
  await first(page);
  await page.getByRole('link', { name: 'Editar', exact: true }).click();
  await page.getByRole('button', { name: 'Salvar alterações' }).waitFor();
};

const asking =
  (button: string) =>
  async (page: Page): Promise<void> => {
    await first(page);
    await page.getByRole('button', { name: button }).click();
  };

const comparing = async (page: Page): Promise<void> => {
  await part('Propostas')(page);
  await page.getByRole('button', { name: /^Escolher/ }).click();
  await page.getByRole('button', { name: 'Comparar' }).click();
  await page.getByText('identidade visível').waitFor();
};

const verifying = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Verificar agora' }).click();
  await page.getByText('A auditoria está íntegra.').waitFor();
};

const searching = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Ir para…' }).click();
  await page.getByLabel('Cotação, produtor, fornecedor ou consultor').fill('sorriso');
  await page.getByRole('region', { name: 'Produtores' }).waitFor();
};

/** Opens the choice of columns; on phones rows are cards, and there are no columns to choose. */
const choosing = async (page: Page): Promise<void> => {
  const button = page.getByRole('button', { name: 'Colunas' });
  if (await button.isVisible()) await button.click();
};

type Prepare = (page: Page) => Promise<void>;

/** The administration's screens of people, orders, proposals and audit. */
export const marketScreens: readonly {
  readonly name: string;
  readonly as: 'admin';
  readonly path: string;
  readonly prepare?: Prepare;
}[] = (
  [
    ['cotacoes', '/cotacoes'],
    ['cotacoes-sem-resultado', '/cotacoes?busca=nadadisso'],
    ['cotacao', '/cotacoes?situacao=publicada', first],
    ['cotacao-propostas', '/cotacoes?situacao=em_analise', part('Propostas')],
    ['cotacao-historico', '/cotacoes?situacao=publicada', part('Linha do tempo')],
    ['cotacao-dados', '/cotacoes?situacao=publicada', part('Dados')],
    ['cotacao-revogar', '/cotacoes?situacao=publicada', asking('Revogar')],
    ['comparar', '/cotacoes?situacao=em_analise', comparing],
    ['propostas', '/propostas'],
    ['proposta', '/propostas', first],
    ['proposta-dados', '/propostas', part('Dados')],
    ['produtores', '/produtores'],
    ['produtor', '/produtores', first],
    ['produtor-cotacoes', '/produtores', part('Cotações')],
    ['produtor-editar', '/produtores', editing],
    ['fornecedores', '/fornecedores'],
    ['fornecedor', '/fornecedores', first],
    ['fornecedor-propostas', '/fornecedores', part('Propostas')],
    ['fornecedor-produtos', '/fornecedores', part('Produtos oferecidos')],
    ['fornecedor-registro', '/fornecedores', part('Registro')],
    ['fornecedor-novo', '/fornecedores/novo'],
    ['fornecedor-editar', '/fornecedores', editing],
    ['fornecedor-situacao', '/fornecedores', asking('Mudar situação')],
    ['consultores', '/consultores'],
    ['consultor', '/consultores', first],
    ['consultor-novo', '/consultores/novo'],
    ['usuarios', '/usuarios'],
    ['usuario', '/usuarios', first],
    ['usuario-novo', '/usuarios/novo'],
    ['papeis', '/usuarios/papeis'],
    ['auditoria', '/auditoria'],
    ['registro', '/auditoria', first],
    ['corrente', '/auditoria/corrente', verifying],
    ['busca', '/conta', searching],
    ['produtores-filtrados', '/produtores?situacao=active&excluidos=1'],
    ['produtores-colunas', '/produtores', choosing],
  ] as const satisfies readonly (readonly [name: string, path: string, prepare?: Prepare])[]
).map(([name, path, prepare]) => ({
  name: `admin-${name}`,
  as: 'admin',
  path: `/admin${path}`,
  ...(prepare === undefined ? {} : { prepare }),
}));

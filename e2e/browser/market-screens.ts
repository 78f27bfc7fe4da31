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
    await page.locator('dialog[open]').waitFor();
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
  await page.getByRole('combobox').fill('sorriso');
  await page.getByRole('group', { name: 'Produtores' }).waitFor();
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
    ['cotacao-suspender', '/cotacoes?situacao=publicada', asking('Suspender')],
    ['comparar', '/cotacoes?situacao=em_analise', comparing],
    ['cotacao-compras', '/cotacoes?busca=reposi%C3%A7%C3%A3o', part('Compras')],
    ['compras', '/compras'],
    ['compras-sem-resultado', '/compras?busca=nadadisso'],
    ['compra', '/compras', first],
    ['compra-dados', '/compras', part('Dados')],
    ['compra-registro', '/compras', part('Registro')],
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
    ['fornecedor-excluir', '/fornecedores', asking('Excluir')],
    ['consultores', '/consultores'],
    ['consultor', '/consultores', first],
    ['consultor-novo', '/consultores/novo'],
    ['consultor-editar', '/consultores', editing],
    ['usuarios', '/usuarios'],
    ['usuario', '/usuarios', first],
    ['usuario-novo', '/usuarios/novo'],
    ['usuario-editar', '/usuarios', editing],
    ['papeis', '/usuarios/papeis'],
    ['auditoria', '/auditoria'],
    ['auditoria-de-cotacoes', '/auditoria?recurso=order'],
    ['registro', '/auditoria', first],
    ['registro-de-cotacao', '/auditoria?recurso=order', first],
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

import type { Page } from 'playwright-core';
import { untilLoaded, type Screen } from './screen.ts';

/** Opens the first row of a filtered list, and one of that row's pages. */
const first =
  (suffix = '') =>
  async (page: Page): Promise<void> => {
    const href = await page.locator('a[data-row-link]').first().getAttribute('href');
    await page.goto(`${href ?? ''}${suffix}`);
    await untilLoaded(page);
  };

/**
 * Fills in a draft with a price, a declined item and a similar one, to show the editor and the
 * review in the middle of work.
 */
const filledIn = async (page: Page): Promise<void> => {
  await first('/proposta')(page);
  await page
    .getByLabel(/^Preço unitário de/)
    .first()
    .fill('68,4');
  await page
    .getByLabel(/^Resposta para/)
    .nth(1)
    .selectOption('none');
  await page
    .getByLabel(/^Resposta para/)
    .nth(2)
    .selectOption('similar');
  await page.getByLabel(/^Produto similar de/).fill('Genérico 480');
  await page.getByLabel('Observações').fill('Falar com vendas@revenda.example');
  await page.getByText(/^Salvo no servidor/).waitFor();
};

/** Sells in part, with a minimum that is no number, and pays the freight by an amount. */
const sellingInPart = async (page: Page): Promise<void> => {
  await first('/proposta')(page);
  await page.getByLabel('Frete', { exact: true }).selectOption('amount');
  await page
    .getByRole('group', { name: 'Aceita vender só parte dos itens?' })
    .getByLabel('Sim')
    .check();
  await page.getByLabel('Mínimo em itens (R$)').fill('mil');
  await page.getByLabel('Frete em compra parcial').waitFor();
};

const pressed =
  (name: RegExp, before: (page: Page) => Promise<void> = untilLoaded) =>
  async (page: Page): Promise<void> => {
    await before(page);
    await page.getByRole('button', { name }).first().click();
    await page.locator('dialog[open]').waitFor();
  };

/** Opens the dialog of an action that stands in the menu of the first proposal. */
const chosenAction = (name: RegExp): ((page: Page) => Promise<void>) =>
  pressed(name, async (page) => {
    await first()(page);
    await page.getByRole('button', { name: 'Mais ações' }).click();
  });

const review = async (page: Page): Promise<void> => {
  await filledIn(page);
  await page.getByRole('button', { name: 'Revisar e enviar' }).click();
  await page.getByRole('heading', { level: 1, name: 'Revisar e enviar' }).waitFor();
  await untilLoaded(page);
};

const sending = async (page: Page): Promise<void> => {
  await first('/proposta')(page);
  const prices = page.getByLabel(/^Preço unitário de/);
  for (let at = 0; at < (await prices.count()); at += 1) await prices.nth(at).fill('12,5');
  await page.getByText(/^Salvo no servidor/).waitFor();
  await page.getByRole('button', { name: 'Revisar e enviar' }).click();
  await page.getByRole('heading', { level: 1, name: 'Revisar e enviar' }).waitFor();
  await pressed(/^Enviar proposta/)(page);
};

/** Saves the draft elsewhere meanwhile, so that both versions are shown. */
const conflict = async (page: Page): Promise<void> => {
  await first('/proposta')(page);
  await page
    .getByLabel(/^Preço unitário de/)
    .first()
    .fill('68');
  await page.getByText(/^Salvo no servidor/).waitFor();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other
    .getByLabel(/^Preço unitário de/)
    .first()
    .fill('70');
  await other.keyboard.press('Control+s');
  await other.getByText(/^Salvo no servidor/).waitFor();
  await other.waitForTimeout(500);
  await other.close();
  await page
    .getByLabel(/^Preço unitário de/)
    .first()
    .fill('71');
  await page.keyboard.press('Control+s');
  await page.getByRole('dialog', { name: 'Este rascunho mudou em outro lugar' }).waitFor();
};

const offline = async (page: Page): Promise<void> => {
  await first('/proposta')(page);
  await page.context().setOffline(true);
  await page.getByText('Sem conexão.').first().waitFor();
};

const at = (name: string, path: string, prepare?: Screen['prepare']): Screen => ({
  name: `supplier-${name}`,
  as: 'supplier',
  path: `/fornecedor${path}`,
  whole: true,
  ...(prepare === undefined ? {} : { prepare }),
});

/** The supplier's own screens. */
export const supplierScreens: readonly Screen[] = [
  at('cotacoes', '/cotacoes'),
  at('cotacoes-filtros', '/cotacoes?uf=MT&de=2026-01-01'),
  at('cotacoes-nada', '/cotacoes?busca=nada-disso'),
  at('favoritas', '/cotacoes?mostrar=favoritas'),
  at('declinadas', '/cotacoes/declinadas'),
  at('cotacao', '/cotacoes?busca=soja', first()),
  at('declinar', '/cotacoes', pressed(/^Declinar COT/)),
  at('editor', '/cotacoes?busca=algodão', filledIn),
  at('editor-venda-em-parte', '/cotacoes?busca=algodão', sellingInPart),
  at('planilha', '/cotacoes?busca=algodão', pressed(/^Planilha/, first('/proposta'))),
  at('revisar', '/cotacoes?busca=algodão', review),
  at('enviar', '/cotacoes?busca=soja', sending),
  at('editor-conflito', '/cotacoes?busca=trigo', conflict),
  at('editor-sem-conexao', '/cotacoes?busca=trigo', offline),
  at('cotacao-inexistente', '/cotacoes/0198f3c2-7b1e-7c44-9a53-2f1f6f0c8a11'),
  at('propostas-nada', '/propostas?busca=nada-disso'),
  at('pagar', '/conta/assinatura', pressed(/^Pagar/)),
  at('propostas', '/propostas'),
  at('proposta', '/propostas?situacao=enviadas', first()),
  at('proposta-acoes', '/propostas?situacao=enviadas', async (page) => {
    await first()(page);
    await page.getByRole('button', { name: 'Mais ações' }).click();
    await page.getByRole('group', { name: 'Mais ações' }).waitFor();
  }),
  at(
    'cancelar-proposta',
    '/propostas?situacao=enviadas&ordem=-submitted_at',
    chosenAction(/^Cancelar proposta/),
  ),
  at('facilitar-compra', '/propostas?situacao=enviadas', chosenAction(/^Facilitar a compra/)),
  at('vendas', '/vendas'),
  at('vendas-nada', '/vendas?busca=nada-disso'),
  at('venda', '/vendas?situacao=aguardando', first()),
  at('venda-recebida', '/vendas?situacao=recebidas', first()),
  at('comprovante', '/propostas?situacao=enviadas', first('/comprovante')),
];

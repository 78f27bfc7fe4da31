import type { Page } from 'playwright-core';
import type { Screen } from './screen-list.ts';

const still = async (page: Page): Promise<void> => {
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
};

/** From a filtered list to the first order in it, and to one of its pages. */
const ofOrder = (suffix: string) => async (page: Page): Promise<void> => {
  const href = await page.locator('a[data-row-link]').first().getAttribute('href');
  await page.goto(`${href?.replace(/\/editar$/, '') ?? ''}${suffix}`);
  await still(page);
};

/** The orders whose proposals wait for a decision have several: compares the first three. */
const compare = (suffix = '') => async (page: Page): Promise<void> => {
  await ofOrder('/propostas')(page);
  const links = await page.locator('h2 a[href*="/propostas/"]').evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''));
  const order = links[0]?.split('/propostas/')[0] ?? '';
  await page.goto(`${order}/comparar?p=${links.slice(0, 3).map((link) => link.split('/').at(-1)).join(',')}${suffix}`);
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
  for (const box of (await page.getByRole('checkbox', { name: /Comparar/ }).all()).slice(0, 2)) await box.check();
};

const search = async (page: Page): Promise<void> => {
  await ofOrder('/editar?passo=itens')(page);
  await page.getByLabel('Procurar no catálogo').fill('glifosato');
  await page.getByRole('button', { name: /Incluir/ }).first().waitFor();
};

const pressed = (name: RegExp, before: (page: Page) => Promise<void>) => async (page: Page): Promise<void> => {
  await before(page);
  await page.getByRole('button', { name }).first().click();
  await page.locator('dialog[open]').waitFor();
};

const at = (name: string, filter: string, prepare: Screen['prepare'], as: 'producer' | 'consultant' = 'producer'): Screen =>
  ({ name: `${as}-${name}`, as, path: `/produtor/cotacoes?situacao=${filter}`, whole: true, ...(prepare === undefined ? {} : { prepare }) });

/** The producer's own screens, and a consultant's. */
export const producerScreens: readonly Screen[] = [
  at('cotacoes', 'todas', undefined), { name: 'producer-cotacoes-nada', as: 'producer', path: '/produtor/cotacoes?busca=nada-disso' },
  { name: 'producer-nova', as: 'producer', path: '/produtor/cotacoes/nova' },
  at('editar-dados', 'rascunhos', ofOrder('/editar')), at('editar-itens', 'rascunhos', search), at('editar-entrega', 'rascunhos', ofOrder('/editar?passo=entrega')),
  at('editar-revisao', 'rascunhos', ofOrder('/editar?passo=revisao')),
  at('cotacao', 'abertas', ofOrder('')), at('perguntas', 'abertas', ofOrder('/perguntas')), at('anexos', 'abertas', ofOrder('/anexos')), at('historico', 'abertas', ofOrder('/historico')),
  at('estender', 'abertas', pressed(/Estender prazo/, ofOrder(''))), at('cancelar', 'abertas', pressed(/Cancelar cotação/, ofOrder(''))),
  { name: 'producer-propostas', as: 'producer', path: '/produtor/cotacoes?situacao=em-analise', prepare: chosenTwo }, at('proposta', 'em-analise', firstProposal), at('comparar', 'em-analise', compare()), at('comparar-diferencas', 'em-analise', compare('&diferencas=1&ordem=diferenca')),
  at('aceitar', 'em-analise', pressed(/^Aceitar/, firstProposal)), at('recusar', 'em-analise', pressed(/^Recusar/, firstProposal)),
  at('escolhida', 'escolhidas', ofOrder('')), at('escolhida-propostas', 'escolhidas', ofOrder('/propostas')),
  { name: 'producer-assinatura', as: 'producer', path: '/produtor/conta/assinatura' }, { name: 'supplier-assinatura', as: 'supplier', path: '/fornecedor/conta/assinatura' },
  at('cotacoes', 'todas', undefined, 'consultant'), at('cotacao', 'em-analise', ofOrder(''), 'consultant'), at('propostas', 'em-analise', ofOrder('/propostas'), 'consultant'),
];

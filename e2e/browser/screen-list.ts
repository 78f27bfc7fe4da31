import type { Page } from 'playwright-core';
import { dialogScreens } from './dialog-screens.ts';
import { operationsScreens } from './operations-screens.ts';
import { marketScreens } from './market-screens.ts';
import type { accounts } from './portals.ts';
import { producerScreens } from './producer-screens.ts';
import { untilLoaded, type Screen } from './screen.ts';
import { supplierScreens } from './supplier-screens.ts';

const portalOf = {
  producer: '/produtor',
  supplier: '/fornecedor',
  admin: '/admin',
  consultant: '/produtor',
} as const;

const inside = (
  as: keyof typeof accounts,
  places: readonly (readonly [name: string, path: string])[],
): Screen[] =>
  places.map(([name, path]) => ({ name: `${as}-${name}`, as, path: `${portalOf[as]}${path}` }));

const account = [
  ['conta', '/conta'],
  ['senha', '/conta/senha'],
  ['avisos', '/conta/avisos'],
  ['privacidade', '/conta/privacidade'],
] as const;
const everyone = [
  ['inicio', '/'],
  ['notificacoes', '/notificacoes'],
  ...account,
  ['404', '/nada-aqui'],
  ['nao-autorizado', '/nao-autorizado'],
] as const;

const submit =
  (name: string) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('button', { name }).click();
  };

/** Fills in the first step of a registration, and goes on to the second. */
const secondStep =
  (document: 'CPF' | 'CNPJ') =>
  async (page: Page): Promise<void> => {
    await page
      .getByLabel(document === 'CPF' ? /^CPF/ : 'CNPJ')
      .fill(document === 'CPF' ? '529.982.247-25' : '12.ABC.345/01DE-35');
    await page.getByLabel(/^(Nome completo|Razão social)/).fill('Ana Lima');
    await page.getByLabel('E-mail').fill('ana@fazenda.example');
    await page.getByLabel(/^Senha/).fill('Colheita2027');
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByText('Etapa 2 de 2').waitFor();
  };

/** Opens the menu “Mais” of a phone; only there are more places than tabs. */
const morePlaces = async (page: Page): Promise<void> => {
  const more = page.getByRole('button', { name: 'Mais' });
  if (!(await more.isVisible())) await page.setViewportSize({ width: 390, height: 844 });
  await more.click();
  await page.getByRole('group', { name: 'Mais lugares' }).waitFor();
};

/** Every screen, once. */
export const screens: readonly Screen[] = [
  { name: 'escolha', path: '/' },
  { name: 'endereco-desconhecido', path: '/qualquer-coisa' },
  ...(['produtor', 'fornecedor', 'admin'] as const).map((portal) => ({
    name: `${portal}-entrar`,
    path: `/${portal}/entrar`,
  })),
  { name: 'produtor-entrar-com-erros', path: '/produtor/entrar', prepare: submit('Entrar') },
  { name: 'produtor-cadastro', path: '/produtor/cadastro' },
  { name: 'produtor-cadastro-com-erros', path: '/produtor/cadastro', prepare: submit('Continuar') },
  { name: 'fornecedor-cadastro', path: '/fornecedor/cadastro' },
  {
    name: 'fornecedor-cadastro-com-erros',
    path: '/fornecedor/cadastro',
    prepare: submit('Continuar'),
  },
  {
    name: 'fornecedor-cadastro-lugar-com-erros',
    path: '/fornecedor/cadastro',
    prepare: async (page) => {
      await secondStep('CNPJ')(page);
      await page.getByText('O que você vende e onde entrega').click();
      await page.getByLabel('Estados', { exact: true }).check();
      await submit('Criar conta')(page);
      await page.getByRole('alert').first().waitFor();
    },
  },
  { name: 'produtor-cadastro-lugar', path: '/produtor/cadastro', prepare: secondStep('CPF') },
  { name: 'fornecedor-cadastro-lugar', path: '/fornecedor/cadastro', prepare: secondStep('CNPJ') },
  { name: 'produtor-esqueci', path: '/produtor/esqueci-a-senha' },
  { name: 'produtor-nova-senha', path: '/produtor/redefinir-senha?token=abc' },
  { name: 'produtor-link-incompleto', path: '/produtor/redefinir-senha' },
  { name: 'produtor-verificar', path: '/produtor/verificar-email?token=abc' },
  { name: 'produtor-desfazer-email', path: '/produtor/desfazer-email?token=abc' },
  { name: 'fornecedor-ativar', path: '/fornecedor/ativar-conta?token=abc' },
  { name: 'produtor-ativar', path: '/produtor/ativar-conta?token=abc' },
  { name: 'termos', path: '/produtor/paginas/termos-de-uso' },
  ...(['produtor', 'fornecedor', 'admin'] as const).map((portal) => ({
    name: `${portal}-ajuda`,
    path: `/${portal}/ajuda`,
  })),
  ...inside('producer', [...everyone, ['enderecos', '/conta/enderecos']]),
  ...inside('supplier', [
    ...everyone,
    ['enderecos', '/conta/enderecos'],
    ['produtos', '/conta/produtos'],
    ['atuacao', '/conta/atuacao'],
  ]),
  ...inside('admin', everyone),
  ...marketScreens,
  ...operationsScreens,
  ...inside('consultant', [['inicio', '/']]),
  ...producerScreens,
  ...supplierScreens,
  ...dialogScreens,
  { name: 'produtor-menu', as: 'producer', path: '/produtor', prepare: submit('Conta de') },
  { name: 'produtor-sino', as: 'producer', path: '/produtor', prepare: submit('Notificações:') },
  {
    name: 'fornecedor-paleta',
    as: 'supplier',
    path: '/fornecedor',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Ir para…' }).click();
      await page.getByRole('combobox').fill('cot');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'produtor-paleta',
    as: 'producer',
    path: '/produtor',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Ir para…' }).click();
      await page.getByRole('combobox').fill('convidar');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'produtor-sair-e-apagar',
    as: 'producer',
    path: '/produtor',
    prepare: async (page) => {
      await submit('Conta de')(page);
      await submit('Sair e apagar rascunhos')(page);
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'admin-mais', as: 'admin', path: '/admin', prepare: morePlaces },
  {
    name: 'fornecedor-atalhos',
    as: 'supplier',
    path: '/fornecedor/cotacoes',
    prepare: async (page) => {
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'produtor-apagar',
    as: 'producer',
    path: '/produtor/conta/privacidade',
    prepare: async (page) => {
      await submit('Apagar minha conta…')(page);
      await page.getByRole('dialog', { name: 'Apagar a conta para sempre?' }).waitFor();
    },
  },
];

/** Opens a screen and waits until nothing is loading. */
export async function open(page: Page, { path, prepare }: Screen): Promise<void> {
  // An earlier screen may have been an offline one, or one that read other replies.
  await page.context().setOffline(false);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto(path);
  await untilLoaded(page);
  await prepare?.(page);
  await untilLoaded(page);
}

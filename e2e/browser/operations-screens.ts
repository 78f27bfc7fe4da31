import type { Page } from 'playwright-core';
import type { Screen } from './screen.ts';

const press =
  (name: string | RegExp) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('button', { name }).first().click();
    await page.getByRole('dialog').waitFor();
  };

const HEADING = 'Nome;E-mail;CPF ou CNPJ;CEP;Logradouro;Município;UF';

/** Uploads producers of whom one is ready; the others have a misspelt city and a wrong e-mail. */
const grid = async (page: Page): Promise<void> => {
  const rows = [
    'Sítio Um;um@tela.example;390.533.447-05;78890-000;Rodovia BR-163;Sorriso;MT',
    'Sítio Dois;dois@tela.example;231.002.999-00;78890-000;Rodovia BR-163;Sorrizo;MT',
    'Sítio Três;tres@tela;111.444.777-35;78890-000;Rodovia BR-163;Sorriso;MT',
  ];
  await page.locator('#sheet').setInputFiles({
    name: 'produtores.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([HEADING, ...rows].join('\r\n')),
  });
  await page.getByRole('heading', { name: '3 linhas: 1 pronta, 2 com erro' }).waitFor();
};

/** Turns off an event's mail, so that the bar with what is not saved yet is shown. */
const switched = async (page: Page): Promise<void> => {
  await page.getByRole('switch').first().click();
  await page
    .getByText(/a salvar/)
    .first()
    .waitFor();
};

/** The administration's screens of money, catalogue, data and platform. */
export const operationsScreens: readonly Screen[] = (
  [
    [
      'painel-semanas',
      '/',
      async (page: Page) => {
        await page.getByRole('button', { name: /^Ver como tabela.*12 semanas/ }).click();
      },
    ],
    ['assinaturas', '/assinaturas'],
    ['assinaturas-teste', '/assinaturas?situacao=trial', press(/^Estender teste de/)],
    ['assinaturas-pagar', '/assinaturas', press(/^Registrar pagamento/)],
    ['assinaturas-numeros', '/assinaturas/numeros'],
    ['pagamentos', '/pagamentos'],
    ['pagamentos-nada', '/pagamentos?busca=ninguem-assim'],
    ['pagamento', '/pagamentos/1'],
    ['pagamento-estorno', '/pagamentos?situacao=confirmed', press(/^Estornar pagamento/)],
    ['planos', '/planos'],
    ['plano-novo', '/planos', press('Novo plano')],
    ['plano-desativar', '/planos', press(/^Desativar o plano/)],
    ['planos-matriz', '/planos/matriz'],
    ['recursos', '/planos/recursos'],
    ['recurso-novo', '/planos/recursos', press('Novo recurso')],
    ['produtos', '/produtos'],
    ['produtos-tipo', '/produtos?tipo=1'],
    ['produto-novo', '/produtos', press('Novo produto')],
    ['produto-excluir', '/produtos', press(/^Excluir /)],
    ['tipo-novo', '/produtos', press('Novo tipo')],
    ['subtipo-novo', '/produtos?tipo=1', press(/^Novo subtipo/)],
    ['produtos-pedidos', '/produtos-pedidos'],
    ['produto-pedido', '/produtos-pedidos', press('Inoculante turfoso Raiz Forte')],
    ['produto-pedido-criar', '/produtos-pedidos', press(/^Criar /)],
    ['produto-pedido-ligar', '/produtos-pedidos', press(/^Já existe: /)],
    ['produto-pedido-recusar', '/produtos-pedidos', press(/^Recusar /)],
    ['cadastros', '/cadastros'],
    ['cadastros-unidades', '/cadastros?lista=unidades'],
    ['listas-de-produtos', '/cadastros/listas-de-produtos'],
    ['lista-de-produtos-nova', '/cadastros/listas-de-produtos', press('Nova lista')],
    ['lista-de-produtos', '/cadastros/listas-de-produtos', press(/^Kit /)],
    ['importacoes', '/importacoes'],
    ['importacao-nova', '/importacoes/nova'],
    ['importacao-grade', '/importacoes/nova?tipo=producers', grid],
    [
      'importacao-confirmar',
      '/importacoes/nova?tipo=producers',
      async (page: Page) => {
        await grid(page);
        await page.getByText('Importar só as prontas').click();
        await press('Importar 1 linha')(page);
      },
    ],
    [
      'importacao',
      '/importacoes/nova?tipo=producers',
      async (page: Page) => {
        await grid(page);
        await page.goto('/admin/importacoes');
        await page.locator('#conteudo tbody a').first().click();
        await page.locator('nav[aria-label="Você está em"]').waitFor();
      },
    ],
    ['relatorios', '/relatorios'],
    ['configuracoes', '/configuracoes'],
    ['canais', '/canais'],
    ['canais-mudados', '/canais', switched],
    ['paginas', '/conteudo'],
    ['pagina-nova', '/conteudo/nova'],
    ['pagina', '/conteudo/1'],
    ['falhas', '/falhas'],
    ['envios', '/falhas/envios'],
  ] as const
).map(([name, path, prepare]) => ({
  name: `admin-op-${name}`,
  as: 'admin' as const,
  path: `/admin${path}`,
  ...(prepare === undefined ? {} : { prepare }),
}));

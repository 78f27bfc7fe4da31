import type { Page } from 'playwright-core';
import type { Screen } from './screen.ts';

const press =
  (name: string | RegExp) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('button', { name }).first().click();
    await page.getByRole('dialog').waitFor();
  };

/** The administration's screens of money, catalogue, data and platform. */
export const operationsScreens: readonly Screen[] = (
  [
    ['assinaturas', '/assinaturas'],
    ['assinaturas-teste', '/assinaturas?situacao=trial', press(/^Estender teste de/)],
    ['assinaturas-pagar', '/assinaturas', press(/^Registrar pagamento/)],
    ['assinaturas-numeros', '/assinaturas/numeros'],
    ['pagamentos', '/pagamentos'],
    ['pagamentos-nada', '/pagamentos?busca=ninguem-assim'],
    ['pagamento-estorno', '/pagamentos?situacao=confirmed', press(/^Estornar pagamento/)],
    ['planos', '/planos'],
    ['plano-novo', '/planos', press('Novo plano')],
    ['planos-matriz', '/planos/matriz'],
    ['recursos', '/planos/recursos'],
    ['produtos', '/produtos'],
    ['produtos-tipo', '/produtos?tipo=1'],
    ['produto-novo', '/produtos', press('Novo produto')],
    ['cadastros', '/cadastros'],
    ['cadastros-unidades', '/cadastros?lista=unidades'],
    ['importacoes', '/importacoes'],
    ['importacao-nova', '/importacoes/nova'],
    ['relatorios', '/relatorios'],
    ['configuracoes', '/configuracoes'],
    ['canais', '/canais'],
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

import type { accounts } from './portals.ts';
import { untilLoaded, type Screen } from './screen.ts';

type Prepare = NonNullable<Screen['prepare']>;
type Json = Readonly<Record<string, unknown>>;

/** Opens the first row of the list, which is a page of its own. */
const first: Prepare = async (page) => {
  await page.locator('a[data-row-link]').first().click();
  await page.locator('nav[aria-label="Você está em"]').waitFor();
  await untilLoaded(page);
};

/** Opens a part of the first row of the list by its address. */
const ofFirst =
  (suffix: string): Prepare =>
  async (page) => {
    const href = await page.locator('a[data-row-link]').first().getAttribute('href');
    await page.goto(`${href ?? ''}${suffix}`);
    await untilLoaded(page);
  };

/** Presses a button that opens a dialog. */
const press =
  (name: string | RegExp, before: Prepare = untilLoaded): Prepare =>
  async (page) => {
    await before(page);
    await page.getByRole('button', { name }).first().click();
    await page.locator('dialog[open]').waitFor();
  };

/** Opens the dialog of an action that stands in a menu. */
const choose = (name: string | RegExp, before: Prepare): Prepare =>
  press(name, async (page) => {
    await before(page);
    await page.getByRole('button', { name: 'Mais ações' }).click();
  });

/**
 * Lets this page read a reply with a change, until the next screen: a state that the demonstration
 * does not have, and that other screens would have to live with.
 */
const reading =
  (url: RegExp, change: (reply: Json) => Json, then: Prepare): Prepare =>
  async (page) => {
    await page.route(url, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: change((await response.json()) as Json) });
    });
    await then(page);
  };

/** Changes the first row of a list. */
const firstRow =
  (changed: Json) =>
  (reply: Json): Json => ({
    ...reply,
    // every list replies with its rows there
    data: (reply['data'] as readonly Json[]).map((row, at) =>
      at === 0 ? { ...row, ...changed } : row,
    ),
  });

const reload =
  (then: Prepare): Prepare =>
  async (page) => {
    await page.reload();
    await then(page);
  };

const suspended = reading(
  /\/admin\/orders\/[0-9a-f-]{36}$/,
  (order) => ({
    ...order,
    is_suspended: true,
    suspended_at: order['published_at'],
    reason: 'Conferência do endereço.',
    can_suspend: false,
    can_resume: true,
  }),
  press('Encerrar a suspensão', first),
);

const deleted = reading(
  /\/admin\/producers\/[0-9a-f-]{36}(\?|$)/,
  (producer) => ({ ...producer, deleted_at: producer['created_at'] }),
  press('Restaurar cadastro', first),
);

const invited = reading(
  /\/admin\/consultants\/[0-9a-f-]{36}(\?|$)/,
  (consultant) => ({
    ...consultant,
    activation: 'pending',
    activation_label: 'Sem senha',
    activation_expires_at: null,
  }),
  press('Enviar o link de ativação', first),
);

const PAID_PERIOD = {
  id: 7,
  plan: { id: 1, name: 'Produtor Essencial', slug: 'produtor-essencial', profile_type: 'producer' },
  billing_cycle: 'monthly',
  kind: 'paid',
  amount: 99.9,
  payment_id: 7,
  starts_on: '2026-11-01',
  ends_on: '2026-11-30',
};
const periods = reading(
  /\/admin\/subscriptions\?/,
  firstRow({ periods: [PAID_PERIOD] }),
  reload(press(/^Períodos de/)),
);

const unused = reading(
  /\/admin\/features(\?|$)/,
  firstRow({ plans_count: 0 }),
  reload(press(/^Excluir o recurso/)),
);

/** The demonstration's pages are those that the portals link to, which stay. */
const ownPage = reading(
  /\/admin\/pages(\?|$)/,
  firstRow({ slug: 'como-entregamos', title: 'Como entregamos' }),
  reload(press('Excluir Como entregamos')),
);

const toConfirm = reading(
  /\/admin\/payments\?/,
  firstRow({ status: 'pending', status_label: 'Pendente', gateway: null }),
  reload(press(/^Confirmar pagamento de/)),
);

const FAILED_JOB = {
  id: 7,
  name: 'import.process',
  data: { import_id: 7 },
  failure: 'passou de 60 s',
  attempts: 5,
  state: 'failed',
  failed_at: '2026-11-20T10:00:00-04:00',
  retried_at: null,
  retried_by: null,
};

const FAILED_DELIVERY = {
  id: 7,
  event: 'order.published',
  event_label: 'Nova cotação para o seu perfil',
  channel: 'email',
  state: 'failed',
  attempts: 5,
  failure: 'O servidor respondeu: 550 5.1.1 no such user',
  provider_reference: null,
  recipient: { user_id: 7, name: 'Revenda do Vale', email: 'vendas@vale.example' },
  created_at: '2026-11-20T10:00:00-04:00',
  updated_at: '2026-11-20T10:05:00-04:00',
};

/** Lists a single row; the demonstration's list is empty. */
const only =
  (row: Json) =>
  (reply: Json): Json => ({
    ...reply,
    data: [row],
    meta: { ...(reply['meta'] as Json), total: 1 }, // every list has it
  });

const failedJobs = (then: Prepare): Prepare =>
  reading(/\/admin\/jobs(\?|$)/, only(FAILED_JOB), reload(then));

const failedDeliveries = (then: Prepare): Prepare =>
  reading(/\/admin\/deliveries(\?|$)/, only(FAILED_DELIVERY), reload(then));

/** Renames the sender, so that there is something to save. */
const renamed: Prepare = async (page) => {
  await page.getByLabel('Nome do remetente').fill('Outro nome');
  await page.getByText('1 alteração a salvar.').waitFor();
};

const leaving: Prepare = async (page) => {
  await renamed(page);
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Ir para…' });
  await palette.getByRole('combobox').fill('auditoria');
  await palette.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByText('Sair sem salvar?').waitFor();
};

const ATTACHMENT = {
  id: 7,
  uuid: '0198f3c2-7b1e-7c44-9a53-2f1f6f0c8a12',
  filename: 'mapa.pdf',
  media_type: 'application/pdf',
  size: 48_000,
  created_at: '2026-11-20T10:00:00-04:00',
};

/** The attachments of an order that may still be changed; the demonstration's have none. */
const attached = reading(
  /\/orders\/[0-9a-f-]{36}\/attachments$/,
  (reply) => ({ ...reply, data: [ATTACHMENT] }),
  press('Excluir mapa.pdf', async (page) => {
    const href = await page.locator('a[data-row-link]').first().getAttribute('href');
    await page.goto(`${href?.replace(/\/editar$/, '') ?? ''}/anexos`);
    await untilLoaded(page);
  }),
);

/** Writes a price into a draft of a proposal, and opens the draft's own page. */
const drafted: Prepare = async (page) => {
  await ofFirst('/proposta')(page);
  await page
    .getByLabel(/^Preço unitário de/)
    .first()
    .fill('68,4');
  await page.getByText(/^Salvo no servidor/).waitFor();
  await page.goto('/fornecedor/propostas?situacao=rascunhos');
  await first(page);
};

const doors = {
  admin: '/admin',
  producer: '/produtor',
  consultant: '/produtor',
  supplier: '/fornecedor',
} as const;

/** Dialogs that no other list of screens opens, each from the screen that it stands on. */
export const dialogScreens: readonly Screen[] = (
  [
    ['admin', 'cotacao-aprovar', '/cotacoes?situacao=pendente', press('Aprovar', first)],
    [
      'admin',
      'cotacao-devolver',
      '/cotacoes?situacao=pendente',
      press('Devolver com comentário', first),
    ],
    ['admin', 'cotacao-encerrar-suspensao', '/cotacoes?situacao=publicada', suspended],
    ['admin', 'produtor-excluir', '/produtores', press('Excluir', first)],
    ['admin', 'produtor-restaurar', '/produtores', deleted],
    ['admin', 'consultor-ativar', '/consultores', invited],
    ['admin', 'assinatura-periodos', '/assinaturas', periods],
    ['admin', 'pagamento-confirmar', '/pagamentos', toConfirm],
    ['admin', 'recurso-excluir', '/planos/recursos', unused],
    ['admin', 'cadastro-novo', '/cadastros?lista=culturas', press('Incluir cultura')],
    ['admin', 'cadastro-excluir', '/cadastros?lista=culturas', press(/^Excluir /)],
    ['admin', 'lista-excluir', '/cadastros/listas-de-produtos', press(/^Excluir /)],
    ['admin', 'pagina-excluir', '/conteudo', ownPage],
    ['admin', 'configuracoes-salvar', '/configuracoes', press('Revisar e salvar', renamed)],
    ['admin', 'configuracoes-sair', '/configuracoes', leaving],
    ['admin', 'falha', '/falhas', failedJobs(press('Importação de planilha'))],
    ['admin', 'falha-de-novo', '/falhas', failedJobs(press(/^Tentar de novo: /))],
    ['admin', 'envio', '/falhas/envios', failedDeliveries(press('Revenda do Vale'))],
    ['admin', 'envio-de-novo', '/falhas/envios', failedDeliveries(press(/^Enviar de novo a /))],
    ['producer', 'anexo-excluir', '/cotacoes?situacao=rascunhos', attached],
    [
      'producer',
      'recusar-outras',
      '/cotacoes?situacao=escolhidas',
      press('Recusar com motivo', ofFirst('/propostas')),
    ],
    ['producer', 'trocar-de-plano', '/conta/assinatura', press(/^Trocar no próximo período/)],
    // Of another order than the draft in conflict, which asks first which version stays.
    ['supplier', 'rascunho-excluir', '/cotacoes?busca=soja', choose('Excluir rascunho', drafted)],
  ] as const satisfies readonly (readonly [keyof typeof accounts, string, string, Prepare])[]
).map(([as, name, path, prepare]) => ({
  name: `${as}-dialogo-${name}`,
  as,
  path: `${doors[as]}${path}`,
  prepare,
}));

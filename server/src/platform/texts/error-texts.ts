import { negotiationErrors } from './negotiation-errors.ts';

/**
 * Every error of the service: code → status and the Portuguese sentence shown to users. `{name}` is
 * filled from the error's details.
 */
export const errorTexts = {
  // the request itself
  malformed_json: [400, 'O corpo da requisição não é um JSON válido.'],
  malformed_request: [400, 'A requisição está malformada.'],
  too_deep: [400, 'O JSON enviado tem níveis demais (máximo de 32).'],
  unauthenticated: [401, 'Entre para continuar: o acesso expirou ou não é válido.'],
  forbidden: [403, 'Você não tem permissão para esta ação.'],
  not_yours: [403, 'Este registro pertence a outra pessoa.'],
  not_found: [404, 'O endereço ou registro não foi encontrado.'],
  request_timeout: [408, 'A requisição demorou demais para chegar. Tente de novo.'],
  body_too_large: [413, 'O envio passa do tamanho máximo permitido.'],
  malformed_upload: [400, 'O envio está incompleto ou malformado. Tente de novo.'],
  upload_expected: [415, 'Envie o arquivo como multipart/form-data, no campo file.'],
  unsupported_media_type: [415, 'Envie os dados como application/json.'],
  unknown_host: [
    421,
    'Por este endereço o Lavra não responde aqui: use o desta máquina (localhost) ou o de PUBLIC_URL.',
  ],
  validation_failed: [422, 'Confira os campos indicados.'],
  headers_too_large: [431, 'Os cabeçalhos da requisição passam do tamanho máximo permitido.'],
  rate_limited: [429, 'Muitas requisições em pouco tempo. Aguarde {seconds} s e tente de novo.'],
  overloaded: [429, 'Há muitas requisições ao mesmo tempo. Tente de novo em instantes.'],
  internal_error: [500, 'Algo deu errado do nosso lado. Tente de novo em instantes.'],
  unavailable: [503, 'O serviço está temporariamente indisponível. Tente de novo em instantes.'],
  files_unavailable: [
    424,
    'Os arquivos estão temporariamente indisponíveis, e nada se perdeu. Tente de novo em instantes.',
  ],
  idempotency_conflict: [409, 'Esta Idempotency-Key já foi usada com outro conteúdo.'],
  stale_version: [409, 'O registro mudou desde que você o abriu. Recarregue e tente de novo.'],

  // accounts
  login_failed: [401, 'E-mail ou senha não conferem.'],
  account_inactive: [403, 'Sua conta está inativa. Fale com o suporte para ativá-la.'],
  account_blocked: [403, 'Sua conta está bloqueada. Fale com o suporte.'],
  too_many_attempts: [429, 'Muitas tentativas de entrada. Aguarde {minutes} min e tente de novo.'],
  account_attacked: [
    429,
    'Houve muitas tentativas de entrar com este e-mail. Entre de onde você já entrou antes, escolha uma nova senha em "Esqueci a senha" ou aguarde {minutes} min.',
  ],
  wrong_password: [422, 'A senha atual não confere.'],
  link_invalid: [
    422,
    'Este link não vale mais: já foi usado, expirou ou foi substituído por outro.',
  ],
  account_not_deleted: [422, 'Este cadastro não está excluído.'],
  master_only: [403, 'Só um administrador master cuida de administradores.'],
  own_access: [422, 'Você não pode bloquear, inativar, excluir nem rebaixar a si mesmo.'],
  consultant_active: [422, 'Este consultor já ativou o acesso.'],
  consultant_not_active: [422, 'Só um consultor com status ativo recebe o link de ativação.'],
  supplier_active: [422, 'Este fornecedor já escolheu a senha.'],
  supplier_not_active: [422, 'Só um fornecedor com status ativo recebe o convite.'],
  no_pending_email: [422, 'Não há troca de e-mail aguardando confirmação.'],
  email_taken: [422, 'Este e-mail já é de outra conta. Escolha outro endereço em Minha conta.'],
  email_unverified: [
    422,
    'Confirme seu e-mail antes: só quem confirmou publica cotações, envia propostas e faz perguntas. Abra o link que enviamos para {email}, ou peça outro em Minha conta.',
  ],
  publications_limit: [
    422,
    'Publicações de hoje: {count}, o máximo por dia. A cotação fica como está: publique-a amanhã ou fale com o suporte.',
  ],
  extensions_limit: [
    422,
    'Prazos prorrogados hoje: {count}, o máximo por dia. Tente amanhã ou fale com o suporte.',
  ],
  questions_limit: [
    422,
    'Perguntas de hoje: {count}, o máximo por dia. Tente amanhã ou fale com o suporte.',
  ],
  submissions_limit: [
    422,
    'Propostas enviadas hoje: {count}, o máximo por dia. O rascunho fica como está: envie-o amanhã ou fale com o suporte.',
  ],
  catalogue_requests_limit: [
    422,
    'Produtos pedidos hoje: {count}, o máximo por dia. Inclua este como item livre, e peça amanhã.',
  ],
  request_answered: [422, 'Este pedido já foi respondido.'],
  email_already_verified: [422, 'Este e-mail já está confirmado.'],
  too_many_mails: [429, 'Muitos e-mails pedidos. Aguarde {minutes} min e tente de novo.'],
  erasure_running: [422, 'Há cotação ou proposta em andamento. Encerre-a antes de apagar a conta.'],
  account_erased: [422, 'Esta conta foi apagada a pedido da pessoa e não pode voltar.'],
  too_many_streams: [
    429,
    'Há muitas janelas acompanhando as suas notificações. Feche uma delas e tente de novo.',
  ],
  data_export_busy: [429, 'Seus dados já estão sendo reunidos. Aguarde o fim e tente de novo.'],

  // catalogue
  has_subtypes: [422, 'Há subtipos neste tipo ({count}): ele não pode ser excluído.'],
  has_products: [422, 'Há produtos neste subtipo ({count}): ele não pode ser excluído.'],
  product_in_use: [
    422,
    'Este produto já aparece em cotações ou propostas e não pode ser excluído; desative-o.',
  ],
  unit_in_use: [422, 'Esta unidade está em uso e não pode ser excluída; desative-a.'],
  unit_fixed: [422, 'As unidades L, KG e UN são fixas: não podem ser renomeadas nem excluídas.'],
  type_in_use: [422, 'Este tipo é atendido por fornecedores e não pode ser excluído; desative-o.'],
  brand_in_use: [422, 'Esta marca está em produtos e não pode ser excluída; desative-a.'],
  ingredient_in_use: [
    422,
    'Este ingrediente ativo está em produtos e não pode ser excluído; desative-o.',
  ],
  culture_in_use: [
    422,
    'Esta cultura está em cadastros de produtores e não pode ser excluída; desative-a.',
  ],

  // pages
  page_not_found: [404, 'A página não foi encontrada.'],
  page_fixed: [
    422,
    'Os portais apontam para esta página: ela não pode ser excluída nem mudar de endereço; desative-a.',
  ],

  // imports
  import_not_found: [404, 'A importação não foi encontrada: prévias valem por 7 dias.'],
  import_has_errors: [
    422,
    'Há linhas com erro ({count}). Corrija a planilha e envie de novo, ou importe só as linhas certas.',
  ],
  import_not_editable: [422, 'Esta importação já foi pedida: não pode mais ser corrigida.'],
  import_empty: [422, 'Não há linha certa para importar.'],
  import_failed: [
    422,
    'Esta importação falhou e nada foi gravado. Confira as linhas e envie a planilha de novo.',
  ],

  // reports
  exports_busy_own: [429, 'Um relatório seu já está saindo.'],
  exports_busy: [429, 'Já há relatórios sendo gerados. Tente de novo em {retry_after} s.'],

  // jobs
  job_not_found: [404, 'A tarefa não foi encontrada.'],
  job_retried: [422, 'Esta tarefa já voltou à fila. Se falhar de novo, aparecerá como outra.'],

  // deliveries
  delivery_not_found: [404, 'O aviso não foi encontrado.'],
  delivery_not_troubled: [
    422,
    'Só se envia de novo um aviso que falhou ou que pode não ter chegado.',
  ],

  // settings
  secret_unreadable: [
    422,
    'O segredo "{label}" foi guardado com outra APP_KEY e não pode ser lido. Informe-o de novo nas configurações.',
  ],
  test_send_failed: [422, 'O envio de teste falhou. {reason}'],
  too_many_test_sends: [
    429,
    'Você já fez dez envios de teste em uma hora. Aguarde {minutes} min e tente de novo.',
  ],

  // plans and subscriptions
  plan_not_found: [404, 'O plano não foi encontrado.'],
  feature_not_found: [404, 'O recurso não foi encontrado.'],
  subscription_not_found: [404, 'A assinatura não foi encontrada.'],
  plan_default: [
    422,
    'O plano padrão do perfil não pode ser desativado. Torne outro plano padrão antes.',
  ],
  plan_inactive: [422, 'Um plano inativo não pode ser o padrão do perfil.'],
  feature_in_use: [422, 'Este recurso tem valores em planos ({count}) e não pode ser excluído.'],
  subscription_not_running: [
    422,
    'Sua assinatura não está em vigor. Assine um plano para continuar.',
  ],
  subscription_cancel_asked: [422, 'O cancelamento já foi pedido e vale no fim do período.'],
  plan_change_paid: [422, 'A troca de plano já está paga e começa no fim do período em curso.'],
  trial_not_extendable: [422, 'Só uma assinatura em teste ou vencida pode ter o teste estendido.'],
  plan_limit: [403, '{limit}'],

  ...negotiationErrors,

  // payments
  payment_not_found: [404, 'O pagamento não foi encontrado.'],
  payment_not_refundable: [422, 'Só pagamentos confirmados podem ser estornados.'],
  refund_nothing_left: [422, 'Nada mais pode ser estornado deste pagamento.'],
  payment_not_confirmable: [422, 'Este pagamento já foi confirmado.'],
  payment_at_gateway: [
    422,
    'Esta cobrança é do meio de pagamento e se confirma sozinha quando o dinheiro chega.',
  ],
  payment_refused: [
    422,
    'O meio de pagamento recusou a cobrança. Confira seus dados cadastrais ou escolha outra forma de pagar.',
  ],
  plan_without_price: [422, 'Este plano é gratuito: não há o que pagar.'],
  gateway_not_configured: [422, 'Nenhum meio de pagamento está configurado. Fale com o suporte.'],
  webhook_signature: [401, 'A assinatura do aviso não confere.'],
  pdf_busy_own: [
    429,
    'Dois documentos seus já estão sendo preparados. Aguarde um instante e peça de novo.',
  ],
  sheets_busy_own: [
    429,
    'Duas planilhas suas já estão sendo lidas. Aguarde um instante e envie de novo.',
  ],
  sheets_busy: [429, 'Há muitas planilhas na fila. Aguarde um instante e envie de novo.'],
  pdf_busy: [429, 'Há muitos documentos na fila. Tente de novo em instantes.'],
  combinations_busy_own: [
    429,
    'Dois cálculos seus já estão em andamento. Aguarde um instante e peça de novo.',
  ],
  combinations_busy: [429, 'Há muitos cálculos na fila. Aguarde um instante e peça de novo.'],
  combinations_unfinished: [
    422,
    'O cálculo das combinações não terminou a tempo. Peça de novo, se preciso com menos itens ou propostas.',
  ],
  market_too_large: [
    422,
    'Esta cotação tem ofertas demais para calcular combinações. Escolha de quem comprar cada item na comparação.',
  ],
  amounts_too_large: [
    422,
    'Os valores desta cotação são altos demais para somar com exatidão. Deixe itens ou propostas de fora do cálculo.',
  ],
} as const satisfies Readonly<Record<string, readonly [number, string]>>;

export type ErrorCode = keyof typeof errorTexts;
export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorTexts, code);

/** Returns the sentence for a code, with its `{placeholders}` filled. */
export function errorSentence(
  code: ErrorCode,
  details: Readonly<Record<string, string | number>> = {},
): string {
  return errorTexts[code][1].replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    String(details[name] ?? whole),
  );
}

export const errorStatus = (code: ErrorCode): number => errorTexts[code][0];

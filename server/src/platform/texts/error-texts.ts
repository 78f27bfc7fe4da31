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
  no_pending_email: [422, 'Não há troca de e-mail aguardando confirmação.'],
  email_taken: [422, 'Este e-mail já é de outra conta. Escolha outro endereço em Minha conta.'],
  email_unverified: [
    422,
    'Confirme seu e-mail antes: só quem confirmou publica cotações, envia propostas e faz perguntas. Abra o link que enviamos para {email}, ou peça outro em Minha conta.',
  ],
  publications_limit: [
    422,
    'Você já publicou {count} cotações hoje, o máximo por dia. A cotação fica como está: publique-a amanhã ou fale com o suporte.',
  ],
  extensions_limit: [
    422,
    'Você já prorrogou {count} prazos hoje, o máximo por dia. Tente amanhã ou fale com o suporte.',
  ],
  questions_limit: [
    422,
    'Você já fez {count} perguntas hoje, o máximo por dia. Tente amanhã ou fale com o suporte.',
  ],
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

  // orders
  order_not_found: [404, 'A cotação não foi encontrada.'],
  order_not_editable: [422, 'Só rascunhos podem ser alterados.'],
  order_not_deletable: [422, 'Só rascunhos podem ser excluídos.'],
  order_not_publishable: [422, 'Só rascunhos podem ser publicados.'],
  order_owner_inactive: [
    422,
    'A conta do produtor desta cotação não está ativa. Reative a conta primeiro.',
  ],
  order_inactive_products: [
    422,
    'A cotação não pode ser publicada: já não estão no catálogo {products}. Troque ou retire esses itens.',
  ],
  order_without_items: [422, 'Inclua ao menos um item antes de publicar.'],
  order_deadline_passed: [422, 'O prazo da cotação já passou. Escolha hoje ou uma data futura.'],
  order_publish_after_deadline: [422, 'A publicação não pode ser agendada para depois do prazo.'],
  order_not_closable: [422, 'Só cotações publicadas podem ser encerradas.'],
  order_close_without_proposals: [
    422,
    'Ainda não há proposta enviada. Cancele a cotação ou espere o prazo.',
  ],
  order_not_cancellable: [422, 'Esta cotação não pode mais ser cancelada.'],
  order_not_finalizable: [422, 'Só cotações adjudicadas podem ser finalizadas.'],
  order_not_approvable: [422, 'Só cotações pendentes ainda não aprovadas podem ser aprovadas.'],
  order_not_returnable: [422, 'Só cotações pendentes podem ser devolvidas.'],
  order_not_releasable: [422, 'Esta cotação ainda não pode ser publicada.'],
  order_not_expirable: [422, 'Esta cotação ainda não expirou.'],
  order_not_suspendable: [422, 'Só cotações publicadas podem ser suspensas.'],
  order_not_resumable: [422, 'Esta cotação não está suspensa.'],
  order_not_revocable: [422, 'Esta cotação não pode mais ser revogada.'],
  order_reason_required: [422, 'Conte o motivo.'],
  order_not_awarded: [
    422,
    'Esta cotação ainda não tem uma proposta escolhida: o registro nasce na adjudicação.',
  ],
  order_not_extendable: [422, 'Só cotações publicadas podem ter o prazo estendido.'],
  order_attachments_fixed: [422, 'Os anexos desta cotação não podem mais mudar.'],
  attachment_not_found: [404, 'O anexo não foi encontrado.'],
  attachments_quota: [
    422,
    'Seus anexos já ocupam {used} dos {limit} MB da sua conta, e este não cabe. Exclua anexos de outras cotações ou fale com o suporte.',
  ],
  attachments_limit: [
    422,
    'Esta cotação já tem {count} anexos, o máximo. Exclua um para incluir outro.',
  ],
  question_not_found: [404, 'A pergunta não foi encontrada.'],
  question_answered: [422, 'Esta pergunta já foi respondida.'],
  question_order_closed: [422, 'Só é possível responder enquanto a cotação está publicada.'],
  question_order_suspended: [
    422,
    'A cotação está suspensa: por enquanto não é possível responder.',
  ],
  order_attachments_suspended: [
    422,
    'A cotação está suspensa: por enquanto os anexos não podem mudar.',
  ],
  comparison_size: [422, 'Escolha de 1 a 3 propostas desta cotação para comparar.'],
  named_comparison_size: [422, 'Escolha de 2 a 10 propostas da mesma cotação para comparar.'],
  comparison_foreign: [422, 'Só é possível comparar propostas enviadas da mesma cotação.'],

  // proposals
  proposal_not_found: [404, 'A proposta não foi encontrada.'],
  order_closed: [422, 'Esta cotação não recebe mais propostas.'],
  order_suspended: [422, 'Esta cotação está suspensa e não recebe propostas no momento.'],
  order_declined: [
    422,
    'Você recusou participar desta cotação. Desfaça a recusa para enviar uma proposta.',
  ],
  order_mismatch: [422, 'A cotação do corpo não é a mesma do endereço.'],
  proposal_not_draft: [422, 'A proposta não pode ser enviada: ela já não é um rascunho.'],
  proposal_without_items: [422, 'A proposta não pode ser enviada: inclua ao menos um item.'],
  proposal_invalid_items: [
    422,
    'A proposta não pode ser enviada: informe o preço ou uma justificativa em cada item ({count} faltando).',
  ],
  proposal_unpriced_items: [
    422,
    'A proposta não pode ser enviada: esta cotação é fechada e todos os itens precisam de preço ({count} faltando).',
  ],
  proposal_not_editable: [422, 'Só rascunhos podem ser alterados.'],
  proposal_not_deletable: [422, 'Só rascunhos podem ser excluídos.'],
  proposal_not_cancellable: [422, 'Esta proposta não pode mais ser cancelada.'],
  proposal_not_rejectable: [422, 'Só propostas enviadas podem ser recusadas.'],
  proposal_inactive_products: [
    422,
    'A proposta não pode ser enviada: já não estão no catálogo {products}. Ofereça outro similar.',
  ],
  proposal_unavailable: [
    422,
    'Esta proposta está indisponível no momento e não pode ser aceita. Nada foi alterado.',
  ],
  accept_order_suspended: [
    422,
    'Não foi possível aceitar: esta cotação está suspensa. Nada foi alterado.',
  ],
  accept_not_submitted: [
    500,
    'Não foi possível aceitar: a proposta não está mais enviada. Nada foi alterado.',
  ],
  accept_order_awarded: [
    500,
    'Não foi possível aceitar: esta cotação já tem uma proposta vencedora. Nada foi alterado.',
  ],
  accept_order_closed: [
    500,
    'Não foi possível aceitar: esta cotação não está mais aberta nem em análise. Nada foi alterado.',
  ],

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

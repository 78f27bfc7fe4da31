import type { EndpointSpec } from '../kit/endpoint.ts';
import type { ErrorReply } from '../kit/error-reply.ts';

/** Slug and sentence, as the service returns them. */
type Refusal = readonly [code: string, sentence: string];

/** Heading of each status. */
export const statusTexts: Readonly<Record<number, string>> = {
  200: 'Sucesso',
  400: 'Requisição malformada',
  401: 'Sem acesso: token ausente, inválido ou expirado',
  403: 'Sem permissão',
  404: 'Não encontrado',
  409: 'Conflito com o estado atual',
  413: 'Envio grande demais',
  415: 'Tipo de conteúdo não aceito',
  422: 'Dados ou regra de negócio recusados',
  424: 'Outro serviço, de que o pedido depende, não respondeu',
  429: 'Requisições demais',
  500: 'Falha ao executar',
  503: 'Serviço temporariamente indisponível',
};

const usual: Readonly<Record<number, Refusal>> = {
  400: ['malformed_json', 'O corpo da requisição não é um JSON válido.'],
  401: ['unauthenticated', 'Entre para continuar: o acesso expirou ou não é válido.'],
  403: ['forbidden', 'Você não tem permissão para esta ação.'],
  404: ['not_found', 'O endereço ou registro não foi encontrado.'],
  409: ['idempotency_conflict', 'Esta Idempotency-Key já foi usada com outro conteúdo.'],
  413: ['body_too_large', 'O envio passa do tamanho máximo permitido.'],
  415: ['unsupported_media_type', 'Envie os dados como application/json.'],
  422: ['validation_failed', 'Confira os campos indicados.'],
  424: [
    'files_unavailable',
    'Os arquivos estão temporariamente indisponíveis, e nada se perdeu. Tente de novo em instantes.',
  ],
  429: ['rate_limited', 'Muitas requisições em pouco tempo. Aguarde 12 s e tente de novo.'],
  500: ['internal_error', 'Algo deu errado do nosso lado. Tente de novo em instantes.'],
  503: ['unavailable', 'O serviço está temporariamente indisponível. Tente de novo em instantes.'],
};

const linkInvalid = 'Este link não vale mais: já foi usado, expirou ou foi substituído por outro.';
const mastersOnly = 'Só um administrador master cuida de administradores.';
const draftsOnly = 'Só rascunhos podem ser excluídos.';
/** Endpoints with a more specific error than the usual one, by `<endpoint id> <status>`. */
export const specificRefusals: Readonly<Record<string, Refusal>> = {
  'login 401': ['login_failed', 'E-mail ou senha não conferem.'],
  'login 403': ['account_inactive', 'Sua conta está inativa. Fale com o suporte para ativá-la.'],
  'login 429': [
    'too_many_attempts',
    'Muitas tentativas de entrada. Aguarde 15 min e tente de novo.',
  ],
  'resetPassword 422': ['link_invalid', linkInvalid],
  'verifyEmail 422': ['link_invalid', linkInvalid],
  'activateAccount 422': ['link_invalid', linkInvalid],
  'activateAccount 403': ['account_blocked', 'Sua conta está bloqueada. Fale com o suporte.'],
  'resendVerification 422': ['email_already_verified', 'Este e-mail já está confirmado.'],
  'resendVerification 429': [
    'too_many_mails',
    'Muitos e-mails pedidos. Aguarde 60 min e tente de novo.',
  ],
  'forgotPassword 429': [
    'too_many_mails',
    'Muitos e-mails pedidos. Aguarde 60 min e tente de novo.',
  ],
  'exportOwnData 429': [
    'data_export_busy',
    'Seus dados já estão sendo reunidos. Aguarde o fim e tente de novo.',
  ],
  'createAdminUser 403': ['master_only', mastersOnly],
  'updateAdminUser 403': ['master_only', mastersOnly],
  'deleteAdminUser 403': ['master_only', mastersOnly],
  'deleteAdminUser 422': [
    'own_access',
    'Você não pode bloquear, inativar, excluir nem rebaixar a si mesmo.',
  ],
  'setAdminUserStatus 403': ['master_only', mastersOnly],
  'restoreAdminUser 403': ['master_only', mastersOnly],
  'restoreAdminUser 422': ['account_not_deleted', 'Este cadastro não está excluído.'],
  'restoreAdminConsultant 422': ['account_not_deleted', 'Este cadastro não está excluído.'],
  'sendSupplierActivation 422': ['supplier_active', 'Este fornecedor já escolheu a senha.'],
  'sendConsultantActivation 422': ['consultant_active', 'Este consultor já ativou o acesso.'],
  'publishOrder 422': ['order_without_items', 'Inclua ao menos um item antes de publicar.'],
  'closeOrder 422': ['order_not_closable', 'Só cotações publicadas podem ser encerradas.'],
  'finalizeOrder 422': [
    'order_not_finalizable',
    'Só cotações com uma proposta escolhida podem ser finalizadas.',
  ],
  'deleteOrder 422': ['order_not_deletable', draftsOnly],
  'extendOrderDeadline 422': [
    'order_not_extendable',
    'Só cotações publicadas podem ter o prazo estendido.',
  ],
  'askQuestion 422': ['order_closed', 'Esta cotação não recebe mais propostas.'],
  'answerQuestion 422': ['question_answered', 'Esta pergunta já foi respondida.'],
  'deleteOrderAttachment 422': [
    'order_attachments_fixed',
    'Os anexos desta cotação não podem mais mudar.',
  ],
  'eraseAccount 422': [
    'erasure_running',
    'Há cotação ou proposta em andamento. Encerre-a antes de apagar a conta.',
  ],
  'approveOrder 422': [
    'order_not_approvable',
    'Só cotações pendentes ainda não aprovadas podem ser aprovadas.',
  ],
  'returnOrder 422': ['order_not_returnable', 'Só cotações pendentes podem ser devolvidas.'],
  'suspendOrder 422': ['order_not_suspendable', 'Só cotações publicadas podem ser suspensas.'],
  'resumeOrder 422': ['order_not_resumable', 'Esta cotação não está suspensa.'],
  'revokeOrder 422': ['order_not_revocable', 'Esta cotação não pode mais ser revogada.'],
  'compareAdminProposals 422': [
    'named_comparison_size',
    'Escolha de 2 a 10 propostas da mesma cotação para comparar.',
  ],
  'compareOrderProposals 422': [
    'comparison_size',
    'Escolha de 1 a 3 propostas desta cotação para comparar.',
  ],
  'submitProposal 422': [
    'proposal_without_items',
    'A proposta não pode ser enviada: inclua ao menos um item.',
  ],
  'deleteProposal 422': ['proposal_not_deletable', draftsOnly],
  'removeSupplierProposal 422': [
    'proposal_not_cancellable',
    'Esta proposta não pode mais ser cancelada.',
  ],
  'cancelProposal 422': ['proposal_not_cancellable', 'Esta proposta não pode mais ser cancelada.'],
  'rejectProposal 422': ['proposal_not_rejectable', 'Só propostas enviadas podem ser recusadas.'],
  'acceptProposal 500': [
    'accept_order_awarded',
    'Não foi possível aceitar: esta cotação já tem uma proposta escolhida. Nada foi alterado.',
  ],
  'getDecisionRecord 422': [
    'order_not_awarded',
    'Esta cotação ainda não tem uma proposta escolhida: o registro nasce quando você aceita uma.',
  ],
  'deleteProductType 422': [
    'has_subtypes',
    'Há subtipos neste tipo (22): ele não pode ser excluído.',
  ],
  'deleteProductSubtype 422': [
    'has_products',
    'Há produtos neste subtipo (120): ele não pode ser excluído.',
  ],
  'deleteBrand 422': [
    'brand_in_use',
    'Esta marca está em produtos e não pode ser excluída; desative-a.',
  ],
  'deleteActiveIngredient 422': [
    'ingredient_in_use',
    'Este ingrediente ativo está em produtos e não pode ser excluído; desative-o.',
  ],
  'deleteCulture 422': [
    'culture_in_use',
    'Esta cultura está em cadastros de produtores e não pode ser excluída; desative-a.',
  ],
  'deletePage 422': [
    'page_fixed',
    'Os portais apontam para esta página: ela não pode ser excluída nem mudar de endereço; desative-a.',
  ],
  'deleteProduct 422': [
    'product_in_use',
    'Este produto já aparece em cotações ou propostas e não pode ser excluído; desative-o.',
  ],
  'deleteMeasurementUnit 422': [
    'unit_in_use',
    'Esta unidade está em uso e não pode ser excluída; desative-a.',
  ],
};

/**
 * Returns an example error of this endpoint with this status, and its name: the slug, for invalid
 * fields with the field and its problem. Throws for a status without a text.
 */
export function errorExample(
  spec: EndpointSpec,
  status: number,
): { readonly name: string; readonly example: ErrorReply } {
  const refusal =
    specificRefusals[`${spec.id} ${status}`] ?? ofEndpointKind(spec, status) ?? usual[status];
  if (refusal === undefined) throw new Error(`${spec.id} declares ${status}, which has no example`);
  const [code, error] = refusal;
  const reply = { error, code, request_id: '0198f3c2-7b1e-7c44-9a53-2f1f6f0c8a11' };
  if (code !== 'validation_failed') return { name: code, example: reply };
  const [field, problem] = fieldProblem(spec);
  return {
    name: `${code}.${field}.${problem}`,
    example: { ...reply, message: error, errors: { [field]: [fieldProblems[problem]] } },
  };
}

function ofEndpointKind(spec: EndpointSpec, status: number): Refusal | undefined {
  if (spec.upload !== undefined && status === 400)
    return ['malformed_upload', 'O envio está incompleto ou malformado. Tente de novo.'];
  if (spec.upload !== undefined && status === 415)
    return ['upload_expected', 'Envie o arquivo como multipart/form-data, no campo file.'];
  if (status === 400 && spec.method === 'GET')
    return ['malformed_request', 'A requisição está malformada.'];
  if (status === 404 && spec.subject === 'question')
    return ['question_not_found', 'A pergunta não foi encontrada.'];
  if (status === 404 && spec.subject === 'attachment')
    return ['attachment_not_found', 'O anexo não foi encontrado.'];
  if (status === 404 && spec.subject === 'page')
    return ['page_not_found', 'A página não foi encontrada.'];
  if (status === 404 && spec.subject === 'order')
    return ['order_not_found', 'A cotação não foi encontrada.'];
  if (status === 404 && spec.subject === 'proposal')
    return ['proposal_not_found', 'A proposta não foi encontrada.'];
  if (status === 409 && spec.versioned)
    return [
      'stale_version',
      'O registro mudou desde que você o abriu. Recarregue e tente de novo.',
    ];
  return undefined;
}

const fieldProblems = {
  no_file: 'Envie um arquivo neste campo.',
  required: 'Preencha este campo.',
  format: 'O formato não é válido.',
} as const;

/** Returns one invalid field of the endpoint: the first required one, otherwise the first one. */
function fieldProblem(spec: EndpointSpec): [field: string, problem: keyof typeof fieldProblems] {
  if (spec.upload !== undefined) return ['file', 'no_file'];
  const { required, properties } = (spec.body ?? spec.query ?? {}) as {
    required?: readonly string[];
    properties?: object;
  }; // of an object schema
  const missing = required?.[0];
  if (missing !== undefined) return [missing, 'required'];
  return [Object.keys(properties ?? {})[0] ?? 'body', 'format'];
}

import { endpoint } from '../kit/endpoint.ts';
import {
  ForgotPasswordBody,
  LoginBody,
  Message,
  NewPasswordBody,
  ProfileBody,
  RefreshReply,
  RegisterBody,
  RegisterReply,
  Session,
  UndoEmailBody,
  User,
  VerifyEmailBody,
} from './schemas.ts';

const tag = 'Conta';

export const login = endpoint({
  id: 'login',
  method: 'POST',
  path: '/api/v1/login',
  tag,
  origin: 'interface',
  access: 'public',
  summary: 'Entrar',
  body: LoginBody,
  outdates: [],
  reply: Session,
  errors: [401, 403],
});
export const logout = endpoint({
  id: 'logout',
  method: 'POST',
  path: '/api/v1/logout',
  tag,
  origin: 'interface',
  access: { profiles: 'any' },
  summary: 'Sair: encerra a sessão deste token',
  outdates: [],
  reply: Message,
});
export const refresh = endpoint({
  id: 'refresh',
  method: 'POST',
  path: '/api/v1/refresh',
  tag,
  origin: 'interface',
  access: 'public',
  summary: 'Trocar o token por um novo',
  description:
    'Aceita o token no cabeçalho Authorization também até 7 dias depois de expirado. Um ' +
    'token já trocado encerra a sessão inteira, salvo nos 10 segundos seguintes à troca ou enquanto ' +
    'o novo token não foi usado: a resposta então se repete, pois a primeira pode ter se perdido.',
  outdates: [],
  reply: RefreshReply,
  errors: [401],
});
export const register = endpoint({
  id: 'register',
  method: 'POST',
  path: '/api/v1/register',
  tag,
  origin: 'own',
  access: 'public',
  summary: 'Cadastrar produtor ou fornecedor',
  body: RegisterBody,
  outdates: [],
  reply: RegisterReply,
  description:
    'Cria a conta e já entra. Um fornecedor que depende de aprovação recebe user.status ' +
    '"inativo", sem token, e entra depois de ativado. Sem coverage, o fornecedor atende o ' +
    'país todo; sem product_type_ids, todos os tipos.',
});
export const getProfile = endpoint({
  id: 'getProfile',
  method: 'GET',
  path: '/api/v1/user/profile',
  tag,
  origin: 'interface',
  access: { profiles: 'any' },
  summary: 'Meu perfil',
  reads: ['profile'],
  reply: User,
});
export const updateProfile = endpoint({
  id: 'updateProfile',
  method: 'PUT',
  path: '/api/v1/user/profile',
  tag,
  origin: 'interface',
  access: { profiles: 'any' },
  summary: 'Alterar meu perfil',
  body: ProfileBody,
  outdates: ['profile'],
  reply: User,
  description:
    'Trocar o e-mail ou a senha pede a senha atual (current_password) e encerra as outras ' +
    'sessões. O e-mail novo fica em pending_email até que o link enviado a ele seja aberto; ' +
    'até lá vale o anterior, que é avisado. Enviar de volta o e-mail que já vale não é uma ' +
    'troca.',
});

export const forgotPassword = endpoint({
  id: 'forgotPassword',
  method: 'POST',
  path: '/api/v1/password/forgot',
  tag,
  origin: 'own',
  access: 'public',
  summary: 'Pedir um link para escolher uma nova senha',
  body: ForgotPasswordBody,
  outdates: [],
  reply: Message,
  description:
    'Responde o mesmo, exista ou não uma conta com o e-mail. O link vale por 60 minutos, uma ' +
    'vez; um novo pedido invalida o anterior. Até 5 e-mails por hora para uma conta e 20 ' +
    'pedidos por hora de um endereço.',
});
export const resetPassword = endpoint({
  id: 'resetPassword',
  method: 'POST',
  path: '/api/v1/password/reset',
  tag,
  origin: 'own',
  access: 'public',
  summary: 'Escolher uma nova senha com o link recebido',
  body: NewPasswordBody,
  outdates: [],
  reply: Message,
  description:
    'Encerra todas as sessões da conta e confirma o e-mail, já que o link chegou a ele. Um ' +
    'link usado, expirado ou substituído recebe 422.',
});
export const verifyEmail = endpoint({
  id: 'verifyEmail',
  method: 'POST',
  path: '/api/v1/email/verify',
  tag,
  origin: 'own',
  access: 'public',
  summary: 'Confirmar o e-mail com o link recebido',
  body: VerifyEmailBody,
  outdates: ['profile'],
  reply: Message,
  description:
    'O link vale por 24 horas, uma vez, e só para o endereço ao qual foi enviado: o da ' +
    'conta, ou o que aguarda confirmação, que então passa a valer. O endereço anterior ' +
    'recebe um link que desfaz a troca por 7 dias.',
});
export const resendVerification = endpoint({
  id: 'resendVerification',
  method: 'POST',
  path: '/api/v1/email/resend',
  tag,
  origin: 'own',
  access: { profiles: 'any' },
  summary: 'Enviar outro link de confirmação de e-mail',
  outdates: [],
  reply: Message,
  errors: [422],
  description:
    'Até 5 por hora. Havendo uma troca de e-mail, o link vai ao endereço que aguarda ' +
    'confirmação. Um e-mail já confirmado recebe 422.',
});
export const cancelEmailChange = endpoint({
  id: 'cancelEmailChange',
  method: 'POST',
  path: '/api/v1/email/cancel',
  tag,
  origin: 'own',
  access: { profiles: 'any' },
  summary: 'Cancelar a troca de e-mail que aguarda confirmação',
  outdates: ['profile'],
  reply: Message,
  errors: [422],
});
export const undoEmailChange = endpoint({
  id: 'undoEmailChange',
  method: 'POST',
  path: '/api/v1/email/undo',
  tag,
  origin: 'own',
  access: 'public',
  summary: 'Desfazer uma troca de e-mail com o link recebido no endereço anterior',
  body: UndoEmailBody,
  outdates: ['profile'],
  reply: Message,
  description:
    'A conta volta ao endereço anterior, todas as sessões terminam, a senha deixa de valer e ' +
    'um link para escolher outra vai a esse endereço. O link vale por 7 dias, uma vez. Se o ' +
    'endereço anterior nunca foi confirmado, pede também a senha que a conta tinha.',
});
export const activateAccount = endpoint({
  id: 'activateAccount',
  method: 'POST',
  path: '/api/v1/consultants/activate',
  tag,
  origin: 'own',
  access: 'public',
  summary: 'Ativar a conta de consultor com o link recebido',
  body: NewPasswordBody,
  outdates: [],
  reply: Session,
  errors: [403],
  description: 'Escolhe a senha, confirma o e-mail e já entra. O link vale por 7 dias, uma vez.',
});
export const exportOwnData = endpoint({
  id: 'exportOwnData',
  method: 'GET',
  path: '/api/v1/user/data-export',
  tag,
  origin: 'own',
  access: { profiles: 'any' },
  summary: 'Baixar tudo o que é guardado sobre mim',
  description:
    'Um arquivo JSON: conta, endereços, sessões, entradas, e-mails, registros de auditoria ' +
    'e, conforme o perfil, cotações ou propostas com seus itens. Sem senhas, tokens nem ' +
    'dados de outras pessoas.',
  reply: {
    file: 'application/json',
    description:
      'Os dados em JSON (lavra-meus-dados-AAAA-MM-DD.json), enviados à medida que são lidos',
    streamed: true,
  },
});

export const accountEndpoints = [
  login,
  logout,
  refresh,
  register,
  getProfile,
  updateProfile,
  forgotPassword,
  resetPassword,
  verifyEmail,
  resendVerification,
  cancelEmailChange,
  undoEmailChange,
  activateAccount,
  exportOwnData,
];

import { endpoint } from '../kit/endpoint.ts';
import { LoginBody, Message, ProfileBody, RefreshReply, RegisterBody, RegisterReply, Session, User } from './schemas.ts';

const tag = 'Conta';

export const login = endpoint({
  id: 'login', method: 'POST', path: '/api/v1/login', tag, origin: 'interface', access: 'public',
  summary: 'Entrar', body: LoginBody, reply: Session, errors: [401, 403],
});
export const logout = endpoint({
  id: 'logout', method: 'POST', path: '/api/v1/logout', tag, origin: 'interface', access: { profiles: 'any' },
  summary: 'Sair: encerra a sessão deste token', reply: Message,
});
export const refresh = endpoint({
  id: 'refresh', method: 'POST', path: '/api/v1/refresh', tag, origin: 'interface', access: 'public',
  summary: 'Trocar o token por um novo',
  description: 'Aceita o token no cabeçalho Authorization também até 7 dias depois de expirado. Um token já trocado encerra a sessão inteira, salvo nos 10 segundos seguintes à troca.',
  reply: RefreshReply, errors: [401],
});
export const register = endpoint({
  id: 'register', method: 'POST', path: '/api/v1/register', tag, origin: 'own', access: 'public',
  summary: 'Cadastrar produtor ou fornecedor', body: RegisterBody, reply: RegisterReply,
  description: 'Cria a conta e já entra. Um fornecedor que depende de aprovação recebe user.status "inativo", sem token, e entra depois de ativado. Sem coverage, o fornecedor atende o país todo; sem product_type_ids, todos os tipos.',
});
export const getProfile = endpoint({
  id: 'getProfile', method: 'GET', path: '/api/v1/user/profile', tag, origin: 'interface', access: { profiles: 'any' },
  summary: 'Meu perfil', reply: User,
});
export const updateProfile = endpoint({
  id: 'updateProfile', method: 'PUT', path: '/api/v1/user/profile', tag, origin: 'interface', access: { profiles: 'any' },
  summary: 'Alterar meu perfil', body: ProfileBody, reply: User,
});

export const accountEndpoints = [login, logout, refresh, register, getProfile, updateProfile];

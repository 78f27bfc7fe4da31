import type { Static } from 'typebox';
import { endpoint } from '../kit/endpoint.ts';
import { object, oneOf } from '../kit/schema.ts';
import { Message, password } from './schemas.ts';

export const EraseAccountBody = object(
  {
    password: password(),
    confirm: oneOf(['APAGAR'], {
      description: 'A palavra APAGAR, para que não aconteça por engano',
      examples: ['APAGAR'],
    }),
  },
  { title: 'EraseAccountBody' },
);
export type EraseAccountBody = Static<typeof EraseAccountBody>;

export const eraseAccount = endpoint({
  id: 'eraseAccount',
  method: 'POST',
  path: '/api/v1/user/erase',
  tag: 'Conta',
  origin: 'own',
  access: { profiles: ['produtor', 'fornecedor', 'consultor'] },
  summary: 'Apagar minha conta e meus dados',
  description:
    'Não pode ser desfeito. Apaga cadastro, endereços, sessões, e-mails, anexos e rascunhos; ' +
    'nas cotações e propostas encerradas ficam números, itens e valores, sem nada que diga ' +
    'de quem são. O que outras pessoas escreveram fica como está. Com uma cotação ou ' +
    'proposta em andamento recebe 422. A conta de administrador não se apaga por aqui. ' +
    'Idempotency-Key é ignorada: depois dela não há quem repita.',
  body: EraseAccountBody,
  outdates: [],
  reply: Message,
});

export const erasureEndpoints = [eraseAccount];

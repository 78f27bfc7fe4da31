import { Type } from 'typebox';
import { endpoint } from '../kit/endpoint.ts';
import { object, pageQuery } from '../kit/schema.ts';
import { byOrder } from '../orders/endpoints.ts';
import {
  AnswerQuestionBody,
  AskedQuestion,
  AskQuestionBody,
  OrderQuestion,
  OrderQuestionPage,
} from './schemas.ts';

const tag = 'Perguntas e anexos';
const ofOrder = {
  tag,
  origin: 'own',
  subject: 'order',
  path: '/api/v1/orders/:order/questions',
  params: byOrder,
} as const;

export const listQuestions = endpoint({
  ...ofOrder,
  id: 'listQuestions',
  method: 'GET',
  access: { profiles: ['fornecedor', 'produtor'], permission: 'orders.view' },
  summary: 'Perguntas e respostas da cotação',
  description: 'Na ordem em que foram feitas. Ninguém fica sabendo quem perguntou.',
  query: object(pageQuery),
  reads: ['questions'],
  reply: OrderQuestionPage,
});
export const askQuestion = endpoint({
  ...ofOrder,
  id: 'askQuestion',
  method: 'POST',
  access: { profiles: ['fornecedor'], permission: 'orders.view' },
  summary: 'Perguntar ao produtor',
  description:
    'Enquanto a cotação recebe propostas. O que diz quem perguntou é ocultado dos outros, e ' +
    '`identity_warnings` diz o quê.',
  body: AskQuestionBody,
  outdates: ['questions'],
  reply: AskedQuestion,
});
export const answerQuestion = endpoint({
  tag,
  origin: 'own',
  subject: 'question',
  id: 'answerQuestion',
  method: 'POST',
  path: '/api/v1/questions/:id/answer',
  params: Type.Object({ id: Type.String({ maxLength: 40, examples: ['42'] }) }),
  access: { profiles: ['produtor'], permission: 'orders.edit' },
  summary: 'Responder a uma pergunta, uma única vez',
  description: 'Enquanto a cotação está publicada. Todos os fornecedores leem a resposta.',
  body: AnswerQuestionBody,
  outdates: ['questions'],
  reply: OrderQuestion,
});

export const questionEndpoints = [listQuestions, askQuestion, answerQuestion];

import { Type } from 'typebox';
import { Message } from '../accounts/schemas.ts';
import { endpoint } from '../kit/endpoint.ts';
import { byOrder } from '../orders/endpoints.ts';
import {
  attachmentTypes,
  MAX_ATTACHMENT_BYTES,
  OrderAttachment,
  OrderAttachmentPage,
} from './schemas.ts';

const common = { tag: 'Perguntas e anexos', origin: 'own' } as const;
const ofOrder = {
  ...common,
  subject: 'order',
  path: '/api/v1/orders/:order/attachments',
  params: byOrder,
} as const;
const one = {
  ...common,
  subject: 'attachment',
  path: '/api/v1/orders/:order/attachments/:attachment',
  params: Type.Object({
    ...byOrder.properties,
    attachment: Type.String({ maxLength: 40, examples: ['0198f3c2-7b1e-7c44-9a53-2f1f6f0c8a11'] }),
  }),
} as const;
const readers = { profiles: ['fornecedor', 'produtor'], permission: 'orders.view' } as const;
const owner = { profiles: ['produtor'], permission: 'orders.edit' } as const;

export const listOrderAttachments = endpoint({
  ...ofOrder,
  id: 'listOrderAttachments',
  method: 'GET',
  access: readers,
  summary: 'Anexos da cotação',
  description: 'Todos, no máximo 20, em uma página.',
  reads: ['attachments'],
  reply: OrderAttachmentPage,
});
export const addOrderAttachment = endpoint({
  ...ofOrder,
  id: 'addOrderAttachment',
  method: 'POST',
  access: owner,
  summary: 'Incluir anexo',
  description: 'Em rascunho, pendente ou publicada. O mesmo arquivo enviado de novo não se repete.',
  upload: { maxBytes: MAX_ATTACHMENT_BYTES, mediaTypes: attachmentTypes },
  outdates: ['attachments'],
  reply: OrderAttachment,
  errors: [424],
});
export const getOrderAttachment = endpoint({
  ...one,
  id: 'getOrderAttachment',
  method: 'GET',
  access: readers,
  summary: 'Baixar anexo',
  reply: { file: attachmentTypes, description: 'O arquivo como foi enviado' },
  errors: [424],
});
export const deleteOrderAttachment = endpoint({
  ...one,
  id: 'deleteOrderAttachment',
  method: 'DELETE',
  access: owner,
  summary: 'Excluir anexo',
  description: 'Em rascunho, pendente ou publicada.',
  outdates: ['attachments'],
  reply: Message,
  errors: [422],
});

export const attachmentEndpoints = [
  listOrderAttachments,
  addOrderAttachment,
  getOrderAttachment,
  deleteOrderAttachment,
];

import { Type, type Static } from 'typebox';
import { id, object, oneOf, pageOf, shown, timestamp, uuid } from '../kit/schema.ts';

export const attachmentTypes = ['application/pdf', 'image/png', 'image/jpeg'] as const;
export type AttachmentType = (typeof attachmentTypes)[number];
export const MAX_ATTACHMENT_BYTES = 10 * 1024 * 1024;
/** For one order. */
export const MAX_ATTACHMENTS = 20;

export const OrderAttachment = object(
  {
    id: id(),
    uuid: uuid(),
    filename: shown('mapa da fazenda.pdf'),
    media_type: oneOf(attachmentTypes, { examples: ['application/pdf'] }),
    size: Type.Integer({
      minimum: 1,
      maximum: MAX_ATTACHMENT_BYTES,
      examples: [184320],
      description: 'Em bytes',
    }),
    created_at: timestamp(),
  },
  { title: 'OrderAttachment' },
);
export type OrderAttachment = Static<typeof OrderAttachment>;

export const OrderAttachmentPage = pageOf(OrderAttachment, 'OrderAttachmentPage');

import { Type, type Static } from 'typebox';
import { endpoint } from '../kit/endpoint.ts';
import { object, openObject, text } from '../kit/schema.ts';

const common = {
  tag: 'Configurações',
  origin: 'interface',
  method: 'POST',
  access: { profiles: ['admin'], permission: 'settings.edit' },
} as const;
const description =
  'As configurações são lidas na hora. Responde em até 10 segundos; quando o envio falha, ' +
  '`error` traz em uma frase o que o servidor disse. No máximo dez envios de teste por hora.';

export const TestSendReply = object(
  {
    message: Type.String({
      examples: ['E-mail de teste enviado. Confira a caixa de entrada, e a de spam.'],
    }),
  },
  { title: 'TestSendReply' },
);
export type TestSendReply = Static<typeof TestSendReply>;

const TestEmailBody = openObject(
  { email: text(254, { examples: ['ana@fazenda.example'] }) },
  { title: 'TestEmailBody' },
);
const TestWhatsappBody = openObject(
  { phone: text(30, { examples: ['(65) 99999-8888'] }) },
  { title: 'TestWhatsappBody' },
);

export const sendTestEmail = endpoint({
  ...common,
  id: 'sendTestEmail',
  path: '/api/v1/admin/settings/test-email',
  summary: 'Enviar um e-mail de teste',
  description,
  body: TestEmailBody,
  outdates: [],
  reply: TestSendReply,
});
export const sendTestWhatsapp = endpoint({
  ...common,
  id: 'sendTestWhatsapp',
  path: '/api/v1/admin/settings/test-whatsapp',
  summary: 'Enviar uma mensagem de teste pelo WhatsApp',
  description,
  body: TestWhatsappBody,
  outdates: [],
  reply: TestSendReply,
});

export const testSendEndpoints = [sendTestEmail, sendTestWhatsapp];

import { Type, type Static } from 'typebox';
import { object } from './schema.ts';

/** Body of every error reply: a sentence for users and a slug for programs. */
export const ErrorReply = object(
  {
    error: Type.String({ examples: ['A cotação não foi encontrada.'] }),
    code: Type.String({ pattern: '^[a-z0-9_]+$', examples: ['order_not_found'] }),
    request_id: Type.String({ examples: ['01k9m3h2c7e8'] }),
    message: Type.Optional(Type.String({ examples: ['Confira os campos indicados.'] })),
    errors: Type.Optional(
      Type.Record(Type.String(), Type.Array(Type.String()), {
        examples: [{ 'items.0.unit_price': ['Use no máximo 4 casas decimais.'] }],
      }),
    ),
  },
  { title: 'Error' },
);
export type ErrorReply = Static<typeof ErrorReply>;

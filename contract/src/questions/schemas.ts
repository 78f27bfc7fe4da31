import { Type, type Static } from 'typebox';
import { IdentityWarning } from '../proposals/schemas.ts';
import { flag, id, nullable, object, pageOf, shown, text, timestamp } from '../kit/schema.ts';

const said = (max: number, example: string) =>
  text(max, { minLength: 1, pattern: '\\S', examples: [example] });

export const AskQuestionBody = object(
  {
    question: said(2000, 'A entrega pode ser dividida em duas viagens?'),
    order_item_id: Type.Optional(nullable(id())),
  },
  { title: 'AskQuestionBody' },
);
export type AskQuestionBody = Static<typeof AskQuestionBody>;

export const AnswerQuestionBody = object(
  { answer: said(4000, 'Pode, desde que a primeira chegue até o dia 10.') },
  { title: 'AnswerQuestionBody' },
);

/**
 * A question as all readers see it: no field identifies its author. Texts are masked, and can be
 * longer than the original.
 */
export const OrderQuestion = object(
  {
    id: id(),
    order_item_id: nullable(id()),
    question: shown('A entrega pode ser dividida em duas viagens?'),
    asked_at: timestamp(),
    answer: nullable(shown('Pode, desde que a primeira chegue até o dia 10.')),
    answered_at: nullable(timestamp()),
    mine: Type.Optional(
      flag({ examples: [false], description: 'Só para fornecedores: fui eu quem perguntou' }),
    ),
  },
  { title: 'OrderQuestion' },
);
export type OrderQuestion = Static<typeof OrderQuestion>;

/** The same for its author, with the parts that will be hidden from all other readers. */
export const AskedQuestion = object(
  {
    ...OrderQuestion.properties,
    identity_warnings: Type.Array(IdentityWarning, { maxItems: 100 }),
  },
  { title: 'AskedQuestion' },
);
export type AskedQuestion = Static<typeof AskedQuestion>;

export const OrderQuestionPage = pageOf(OrderQuestion, 'OrderQuestionPage');

import { Type, type Static } from 'typebox';
import { asideReasons } from '@lavra/domain/proposal/competing';
import { equivalences } from '@lavra/domain/proposal/equivalence';
import { freightFacts } from '../proposals/freight-facts.ts';
import { ProposalMark } from '../proposals/mark.ts';
import { partialTerms } from '../proposals/partial-terms.ts';
import {
  count,
  date,
  decimal,
  flag,
  masked,
  nullable,
  object,
  oneOf,
  text,
  timestamp,
  uuid,
} from '../kit/schema.ts';
import { OrderItem, OrderSummary } from './schemas.ts';

const SimilarOffer = object(
  {
    name: masked(),
    description: masked(),
    equivalence: oneOf(equivalences, { examples: ['same'] }),
    equivalence_label: text(80, { examples: ['Mesmo ingrediente ativo e concentração'] }),
  },
  { title: 'SimilarOffer' },
);

const ComparisonCell = object(
  {
    proposal: uuid(),
    is_priced: flag(),
    not_offered: flag({
      examples: [false],
      description: 'Tem preço, mas o total é 0: não conta como oferta',
    }),
    unit_price: nullable(decimal({ examples: [21.4892] })),
    quantity: nullable(decimal({ examples: [350] })),
    quantity_differs: flag({ examples: [false] }),
    total_price: nullable(decimal({ examples: [7521.22] })),
    is_best: flag({
      description:
        'O menor preço entre as ofertas que atendem ao pedido, quando ao menos duas propostas cotam o item',
    }),
    is_only: flag({
      examples: [false],
      description: 'O único preço do item, que não conta em `best_prices`',
    }),
    aside_reason: nullable(
      oneOf(asideReasons, {
        examples: ['less_than_requested'],
        description:
          'Por que o preço não concorre: o item não aceita similar, ou a oferta é de menos do que o pedido',
      }),
    ),
    difference_percent: nullable(Type.Number({ examples: [2.3] })),
    justification: masked(),
    justification_label: nullable(text(60, { examples: ['Sem estoque'] })),
    similar: nullable(SimilarOffer),
    notes: masked(),
  },
  { title: 'ComparisonCell' },
);

const ComparisonRow = object(
  {
    item: OrderItem,
    product_type: text(200, { examples: ['Defensivos'] }),
    best_unit_price: nullable(
      decimal({
        examples: [21.4892],
        description: 'Nulo quando nenhuma oferta atende à quantidade pedida',
      }),
    ),
    is_common: flag(),
    cells: Type.Array(ComparisonCell),
  },
  { title: 'ComparisonRow' },
);

const ComparisonColumn = object(
  {
    proposal: uuid(),
    label: text(20, { examples: ['Proposta B'] }),
    mark: ProposalMark,
    status: text(20, { examples: ['submitted'] }),
    display_status: text(20, { examples: ['submitted'] }),
    priced_items: count({ examples: [7] }),
    total_items: count({ examples: [9] }),
    coverage_label: text(30, { examples: ['7 de 9 itens'] }),
    best_prices: count({ examples: [4] }),
    total_amount: decimal({ examples: [271095] }),
    common_total: decimal({ examples: [258120] }),
    landed_total: decimal({ examples: [272095] }),
    freight_amount: nullable(decimal()),
    ...freightFacts,
    ...partialTerms,
    delivery_days: nullable(count()),
    payment_terms: masked(),
    validity_date: nullable(date()),
    submitted_at: nullable(timestamp()),
    is_lowest_common_total: flag(),
    notes: masked(),
    is_available: flag({
      description:
        'Falso para a cancelada, para a recusada antes da adjudicação e enquanto a conta de quem enviou está bloqueada ou excluída: a proposta não entra em nenhum melhor preço e não pode ser escolhida',
    }),
  },
  { title: 'ComparisonColumn' },
);

/** Items as rows, proposals as columns; no field identifies a supplier. */
export const OrderComparison = object(
  {
    order: OrderSummary,
    common_items: count({ examples: [7] }),
    best_total: decimal({ examples: [269555] }),
    proposals: Type.Array(ComparisonColumn),
    rows: Type.Array(ComparisonRow),
  },
  { title: 'OrderComparison' },
);
export type OrderComparison = Static<typeof OrderComparison>;

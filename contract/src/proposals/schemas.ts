import { Type, type Static } from 'typebox';
import { freightKinds } from '@lavra/domain/proposal/freight';
import { byItemText } from '@lavra/domain/proposal/free-texts';
import { justificationTypes } from '@lavra/domain/proposal/justification';
import { proposalDisplayStatuses, proposalStatuses } from '@lavra/domain/proposal/proposal-status';
import { reviewStates, settableReviewStates } from '@lavra/domain/proposal/review-state';
import { contactKinds } from '@lavra/domain/text/contact-shape';
import { ProductSummary } from '../catalogue/schemas.ts';
import { OrderItem, OrderSummary } from '../orders/schemas.ts';
import { freightFacts } from './freight-facts.ts';
import { partialTerms, ProposalAward } from './partial-terms.ts';
import { ProposalMark } from './mark.ts';
import {
  count,
  date,
  decimal,
  flag,
  id,
  masked,
  maybe,
  nullable,
  object,
  oneOf,
  openObject,
  shown,
  text,
  timestamp,
  uuid,
} from '../kit/schema.ts';

const notes = () => text(5000, { examples: ['Preços válidos para retirada em Sorriso.'] });
const shortText = (example: string) => text(300, { examples: [example] });
const longText = (example: string) => text(2000, { examples: [example] });

export const ProposalItemInput = openObject(
  {
    order_item_id: id(),
    product_id: id(),
    unit_price: maybe(decimal({ examples: [21.4892] })),
    quantity: decimal({ examples: [350] }),
    offers_similar: Type.Optional(flag({ examples: [false] })),
    similar_product_name: maybe(shortText('Glifosato 480')),
    similar_product_description: maybe(longText('Mesma concentração')),
    justification: maybe(longText('Volta ao estoque em janeiro')),
    justification_type: maybe(oneOf(justificationTypes, { examples: ['out_of_stock'] })),
    notes: maybe(longText('Embalagem de 20 L')),
  },
  { title: 'ProposalItemInput' },
);
export type ProposalItemInput = Static<typeof ProposalItemInput>;

const draftFields = {
  items: Type.Array(ProposalItemInput, { maxItems: 1000 }),
  notes: maybe(notes()),
  validity_date: maybe(date()),
  freight_amount: maybe(decimal({ examples: [1000] })),
  freight_kind: maybe(
    oneOf(freightKinds, {
      examples: ['amount'],
      description: 'Sem ele, segue `freight_amount`; `included` e `by_producer` não levam valor',
    }),
  ),
  delivery_days: maybe(Type.Integer({ minimum: 0, maximum: 3650, examples: [10] })),
  payment_terms: maybe(text(1000, { examples: ['À vista'] })),
  supplier_reference: maybe(text(100, { examples: ['ORC-7781'] })),
  /** Absent in a new draft: not in part. A minimum needs `allows_partial` beside it. */
  allows_partial: Type.Optional(partialTerms.allows_partial),
  partial_minimum: Type.Optional(partialTerms.partial_minimum),
  freight_rule: Type.Optional(partialTerms.freight_rule),
};

/** Body of endpoint 2. `order_id` may be omitted, but must agree with the path. */
export const ProposalDraftBody = openObject(
  { order_id: Type.Optional(id()), ...draftFields },
  { title: 'ProposalDraftBody' },
);
export type ProposalDraftBody = Static<typeof ProposalDraftBody>;

export const CreateSupplierProposalBody = openObject(
  { order_id: Type.Optional(id()), order_uuid: Type.Optional(uuid()), ...draftFields },
  { title: 'CreateSupplierProposalBody' },
);
export type CreateSupplierProposalBody = Static<typeof CreateSupplierProposalBody>;

export const UpdateSupplierProposalBody = openObject(
  {
    order_id: Type.Optional(id()),
    order_uuid: Type.Optional(uuid()),
    ...draftFields,
    items: Type.Optional(draftFields.items),
  },
  { title: 'UpdateSupplierProposalBody' },
);
export type UpdateSupplierProposalBody = Static<typeof UpdateSupplierProposalBody>;

/** Why this proposal was chosen, for the decision record. */
export const AcceptBody = openObject(
  { reason: maybe(text(2000, { examples: ['Entrega mais cedo e frete incluso.'] })) },
  { title: 'AcceptBody' },
);
export const RejectBody = openObject(
  { reason: maybe(text(2000, { examples: ['Preço acima do esperado'] })) },
  { title: 'RejectBody' },
);
export const CancelProposalBody = object(
  { reason: maybe(text(2000, { examples: ['Erro no preço do item 3'] })) },
  { title: 'CancelProposalBody' },
);

export const ReviewBody = object(
  { state: oneOf(settableReviewStates, { examples: ['shortlisted'] }) },
  { title: 'ReviewBody' },
);

const reviewed = {
  review_state: oneOf(reviewStates, { examples: ['shortlisted'] }),
  review_state_label: text(30, { examples: ['Pré-selecionada'] }),
};
export const ReviewReply = object({ proposal: uuid(), ...reviewed }, { title: 'ReviewReply' });
export type ReviewReply = Static<typeof ReviewReply>;

export const ProposalItem = object(
  {
    id: id(),
    proposal_id: id(),
    order_item_id: id(),
    product_id: id(),
    unit_price: nullable(decimal({ examples: [21.4892] })),
    quantity: decimal({ examples: [350] }),
    total_price: decimal({ examples: [7521.22] }),
    offers_similar: flag({ examples: [false] }),
    similar_product_name: nullable(shortText('Glifosato 480')),
    similar_product_description: nullable(longText('Mesma concentração')),
    justification: nullable(longText('Volta ao estoque em janeiro')),
    justification_type: nullable(oneOf(justificationTypes, { examples: ['out_of_stock'] })),
    justification_label: nullable(text(60, { examples: ['Sem estoque'] })),
    notes: nullable(longText('Embalagem de 20 L')),
    has_price: flag(),
    has_justification: flag({ examples: [false] }),
    is_valid: flag(),
    is_offered: flag({
      description:
        'Tem preço para uma quantidade acima de zero; só esses itens são contados, comparados e somados',
    }),
    similar_gone: flag({
      examples: [false],
      description:
        'Oferece outro produto do catálogo que saiu dele; a proposta não pode ser enviada assim',
    }),
    created_at: timestamp(),
    updated_at: timestamp(),
    order_item: OrderItem,
    product: ProductSummary,
  },
  { title: 'ProposalItem' },
);
export type ProposalItem = Static<typeof ProposalItem>;

/** The supplier of a proposal. Producer-facing clients must not show it. */
const ProposalSupplier = object(
  {
    id: id(),
    uuid: uuid(),
    name: text(200, { examples: ['Revenda Demonstração Rio Verde'] }),
    email: text(254, { examples: ['fornecedor@demo.lavra.example'] }),
    phone: nullable(text(30)),
    document: nullable(text(14)),
    website: nullable(text(300)),
    city: nullable(text(100)),
    state: nullable(text(2)),
  },
  { title: 'ProposalSupplier' },
);
type ProposalSupplier = Static<typeof ProposalSupplier>;

const common = {
  id: id(),
  uuid: uuid(),
  order_id: id(),
  total_amount: decimal({ examples: [269555] }),
  landed_total: decimal({ examples: [270555] }),
  notes: nullable(notes()),
  validity_date: nullable(date()),
  status: oneOf(proposalStatuses, { examples: ['submitted'] }),
  status_label: text(30, { examples: ['Enviada'] }),
  display_status: oneOf(proposalDisplayStatuses, { examples: ['submitted'] }),
  display_status_label: text(30, { examples: ['Enviada'] }),
  freight_amount: nullable(decimal({ examples: [1000] })),
  ...freightFacts,
  delivery_days: nullable(count({ examples: [10] })),
  payment_terms: nullable(text(1000)),
  ...partialTerms,
  award: nullable(ProposalAward),
  submitted_at: nullable(timestamp()),
  accepted_at: nullable(timestamp()),
  rejected_at: nullable(timestamp()),
  cancelled_at: nullable(timestamp()),
  rejection_reason: nullable(shown('Preço acima do esperado')),
  cancellation_reason: nullable(shown('Erro no preço do item 3')),
  created_at: timestamp(),
  updated_at: timestamp(),
  is_draft: flag(),
  is_submitted: flag(),
  is_accepted: flag(),
  is_rejected: flag(),
  is_available: flag({
    description:
      'Falso para a cancelada, para a recusada antes da adjudicação e enquanto a conta de quem enviou está bloqueada ou excluída: a proposta não pode ser escolhida e não entra em nenhuma comparação',
  }),
  priced_items: count({ examples: [12] }),
  version: Type.Integer({ minimum: 1, examples: [1] }),
  items: Type.Array(ProposalItem),
  order: OrderSummary,
};

/**
 * A part of a supplier's free text that would identify it to the producer; it will be hidden there.
 */
export const IdentityWarning = object(
  {
    path: text(80, { examples: ['items.2.notes'] }),
    kind: oneOf(contactKinds, { examples: ['phone'] }),
    excerpt: text(80, { examples: ['(65) 99999-8888'] }),
  },
  { title: 'IdentityWarning' },
);
export type IdentityWarning = Static<typeof IdentityWarning>;

/**
 * A proposal as the public interface defines it. Producers also see their review state, suppliers
 * the warnings about text that would identify them.
 */
export const Proposal = object(
  {
    ...common,
    supplier_id: id(),
    supplier_reference: nullable(text(100)),
    can_edit: flag(),
    can_submit: flag(),
    can_cancel: flag(),
    supplier: ProposalSupplier,
    review_state: Type.Optional(reviewed.review_state),
    review_state_label: Type.Optional(reviewed.review_state_label),
    identity_warnings: Type.Array(IdentityWarning, { maxItems: 100 }),
  },
  { title: 'Proposal' },
);
export type Proposal = Static<typeof Proposal>;

const AnonymousProposalItem = object(
  {
    ...ProposalItem.properties,
    ...byItemText(masked),
  },
  { title: 'AnonymousProposalItem' },
);

/** A proposal without anything that identifies its supplier, as the producer portal requests it. */
export const AnonymousProposal = object(
  {
    ...common,
    ...reviewed,
    label: text(20, { examples: ['Proposta B'] }),
    mark: ProposalMark,
    alternatives: Type.Array(uuid(), {
      description:
        'As outras propostas do mesmo fornecedor que valem nesta cotação: enviadas, e nem recusadas nem retiradas',
    }),
    notes: masked(),
    payment_terms: masked(),
    cancellation_reason: masked(),
    items: Type.Array(AnonymousProposalItem),
  },
  { title: 'AnonymousProposal' },
);
export type AnonymousProposal = Static<typeof AnonymousProposal>;

export const AnyProposal = Type.Union([Proposal, AnonymousProposal]);

/** A proposal in its supplier's list: everything except the items. */
export const ProposalSummary = object(
  {
    id: common.id,
    uuid: common.uuid,
    order_id: common.order_id,
    supplier_id: id(),
    total_amount: common.total_amount,
    landed_total: common.landed_total,
    ...freightFacts,
    ...partialTerms,
    status: common.status,
    status_label: common.status_label,
    display_status: common.display_status,
    display_status_label: common.display_status_label,
    validity_date: common.validity_date,
    submitted_at: common.submitted_at,
    accepted_at: common.accepted_at,
    rejected_at: common.rejected_at,
    cancelled_at: common.cancelled_at,
    rejection_reason: common.rejection_reason,
    supplier_reference: nullable(text(100)),
    created_at: common.created_at,
    updated_at: common.updated_at,
    priced_items: common.priced_items,
    can_edit: flag(),
    can_submit: flag(),
    can_cancel: flag(),
    version: common.version,
    order: OrderSummary,
  },
  { title: 'ProposalSummary' },
);
export type ProposalSummary = Static<typeof ProposalSummary>;

import { randomUUIDv7 } from 'node:crypto';
import { formatDecimal, type ParsedDecimal } from '@lavra/domain/money/decimal';
import {
  AMOUNT_SCALE,
  itemTotal,
  parseQuantity,
  parseUnitPrice,
} from '@lavra/domain/money/proposal-total';
import type { FreightRule } from '@lavra/domain/award/partial-terms';
import type { JustificationType } from '@lavra/domain/proposal/justification';
import type { ProposalStatus } from '@lavra/domain/proposal/proposal-status';
import type { TestOrderItem } from './orders.ts';
import type { TestService } from './service.ts';

export interface TestProposal {
  readonly id: number;
  readonly uuid: string;
  readonly itemIds: readonly number[];
}

/**
 * One answered item; without a price it carries the justification `out_of_stock`. Decimals are
 * text.
 */
export interface OfferFields {
  readonly item: TestOrderItem;
  readonly price?: string | null;
  readonly quantity?: string;
  readonly productId?: number;
  readonly similar?: { readonly name?: string; readonly description?: string };
  readonly justification?: string;
  readonly justificationType?: JustificationType;
  readonly notes?: string;
}

export interface ProposalFields {
  readonly orderId: number;
  readonly supplierId: number;
  readonly status?: ProposalStatus;
  readonly items: readonly OfferFields[];
  readonly freight?: string;
  readonly notes?: string;
  readonly paymentTerms?: string;
  readonly validity?: string;
  /** Sold in part, from this minimum on; `0` for none. */
  readonly partialFrom?: string | undefined;
  readonly freightRule?: FreightRule;
}

const stamps: Readonly<
  Record<
    ProposalStatus,
    readonly ('submitted_at' | 'accepted_at' | 'rejected_at' | 'cancelled_at')[]
  >
> = {
  draft: [],
  submitted: ['submitted_at'],
  accepted: ['submitted_at', 'accepted_at'],
  rejected: ['submitted_at', 'rejected_at'],
  cancelled: ['submitted_at', 'cancelled_at'],
};

/**
 * Inserts a proposal directly into the database, submitted by default, with its totals computed.
 */
export async function buildProposal(
  service: TestService,
  fields: ProposalFields,
): Promise<TestProposal> {
  const now = service.app.platform.clock.now();
  const status = fields.status ?? 'submitted';
  // Accepted once it has its items, which are bought with it.
  const inserted = status === 'accepted' ? 'submitted' : status;
  const totals = fields.items.map((offer) =>
    itemTotal(
      offer.price === undefined || offer.price === null ? null : units(parseUnitPrice(offer.price)),
      units(parseQuantity(quantityOf(offer))),
    ),
  );
  const proposal = await service.db.q
    .insertInto('proposals')
    .values({
      uuid: randomUUIDv7(),
      order_id: fields.orderId,
      supplier_id: fields.supplierId,
      status: inserted,
      total_amount: amount(totals.reduce((sum, total) => sum + total, 0n)),
      freight_amount: fields.freight ?? null,
      notes: fields.notes ?? null,
      payment_terms: fields.paymentTerms ?? null,
      validity_date: fields.validity ?? null,
      allows_partial: fields.partialFrom !== undefined,
      partial_minimum: Number(fields.partialFrom ?? 0) > 0 ? fields.partialFrom : null,
      freight_rule: fields.freightRule ?? 'full',
      ...Object.fromEntries(stamps[inserted].map((stamp) => [stamp, now])),
      created_at: now,
      updated_at: now,
    })
    .returning(['id', 'uuid'])
    .executeTakeFirstOrThrow();
  const rows =
    fields.items.length === 0
      ? []
      : await service.db.q
          .insertInto('proposal_items')
          .values(
            fields.items.map((offer, index) => ({
              proposal_id: proposal.id,
              order_item_id: offer.item.id,
              product_id: offer.productId ?? offer.item.productId,
              unit_price: offer.price ?? null,
              quantity: quantityOf(offer),
              total_price: amount(totals[index] ?? 0n),
              notes: offer.notes ?? null,
              offers_similar: offer.similar !== undefined,
              similar_product_name: offer.similar?.name ?? null,
              similar_product_description: offer.similar?.description ?? null,
              ...justified(offer),
              created_at: now,
              updated_at: now,
            })),
          )
          .returning('id')
          .execute();
  if (status === 'accepted')
    await service.db.q
      .updateTable('proposals')
      .set({ status, accepted_at: now })
      .where('id', '=', proposal.id)
      .execute();
  return { ...proposal, itemIds: rows.map(({ id }) => id) };
}

function justified({ price, justification, justificationType }: OfferFields) {
  const isPriced = price !== undefined && price !== null;
  return {
    justification: justification ?? (isPriced ? null : 'Sem estoque no momento'),
    justification_type: justificationType ?? (isPriced ? null : 'out_of_stock'),
  };
}

const quantityOf = ({ quantity, item }: OfferFields): string => quantity ?? item.quantity;
const amount = (cents: bigint): string => formatDecimal(cents, AMOUNT_SCALE);

function units(parsed: ParsedDecimal): bigint {
  if (!parsed.ok) throw new Error(`a test wrote a decimal that is ${parsed.reason}`);
  return parsed.units;
}

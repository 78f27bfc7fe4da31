import { itemTexts } from '@lavra/domain/proposal/free-texts';
import { MAX_LISTED_WITHDRAWN } from '@lavra/domain/proposal/proposal-limits';
import type { Caller } from '../../platform/auth/caller.ts';
import type { HttpRequest } from '../../platform/auth/request.ts';
import type { Db } from '../../platform/db/database.ts';
import { col, params, statement } from '../../platform/db/statement.ts';
import { RuleError } from '../../platform/errors.ts';
import type { CallerQueue } from '../../platform/http/admission/caller-queue.ts';
import { writeArray, type JsonText } from '../../platform/http/json-text.ts';
import { viewsByIds, viewsWithoutItems, type ReviewedView } from './proposal-view.ts';

const MB = 1_000_000;

/** A list of an order's proposals answers no more than this. */
const MOST_BYTES = 20 * MB;
/** Proposals are read and held together up to this size. */
const PIECE = MB;

// What JSON adds to the texts of a proposal and of an item, keys and figures; measured a little
// higher than it is.
const sizeSql = `(2500
    + coalesce(octet_length(concat(p.notes, p.payment_terms, p.rejection_reason, p.cancellation_reason)), 0)
    + coalesce((SELECT sum(1000 + octet_length(concat(
        ${itemTexts.map((name) => `pi.${name}`).join(', ')})))
      FROM proposal_items pi WHERE pi.proposal_id = p.id AND :items::boolean), 0))::int`;

const sizesOfSupplier = statement({
  name: 'proposal-sizes-own',
  params: params<{ order_id: number; supplier_id: number; items: boolean }>(),
  columns: { id: col.int, bytes: col.int },
  text: `
    SELECT p.id, ${sizeSql} AS bytes FROM proposals p
    WHERE p.order_id = :order_id AND p.supplier_id = :supplier_id ORDER BY p.created_at DESC, p.id DESC`,
});

const sizesReceived = statement({
  name: 'proposal-sizes-received',
  params: params<{ order_id: number; items: boolean }>(),
  columns: { id: col.int, bytes: col.int },
  text: `
    SELECT p.id, ${sizeSql} AS bytes
    FROM (
      SELECT s.*,
        row_number() OVER (PARTITION BY s.supplier_id, s.status ORDER BY s.cancelled_at DESC, s.id DESC) AS age
      FROM proposals s WHERE s.order_id = :order_id AND s.status <> 'draft'
    ) p
    WHERE p.status <> 'cancelled' OR p.age <= ${MAX_LISTED_WITHDRAWN}
    ORDER BY p.submitted_at, p.id`,
});

/** A proposal of a list, and an estimate of its JSON. */
export interface SizedProposal {
  readonly id: number;
  readonly bytes: number;
}

interface Scope {
  readonly orderId: number;
  /** False where the items are left out. */
  readonly items: boolean;
}

/** Returns all proposals of one supplier for one order, drafts included, newest first. */
export const listOwnSizes = (
  db: Db,
  { orderId, supplierId, items }: Scope & { readonly supplierId: number },
): Promise<SizedProposal[]> =>
  db.rows(sizesOfSupplier, { order_id: orderId, supplier_id: supplierId, items });

/**
 * Returns the proposals that the producer of an order received, in the order of arrival: all except
 * drafts, and of each supplier only the latest withdrawn ones.
 */
export const listReceivedSizes = (db: Db, { orderId, items }: Scope): Promise<SizedProposal[]> =>
  db.rows(sizesReceived, { order_id: orderId, items });

/** Yields whole proposals in the given sequence, reading as many at a time as fit into a piece. */
async function* readPieces(
  db: Db,
  sized: readonly SizedProposal[],
  items: boolean,
): AsyncGenerator<ReviewedView> {
  for (let start = 0; start < sized.length;) {
    let end = start + 1;
    for (let bytes = sized[start]?.bytes ?? 0; end < sized.length; end += 1) {
      bytes += sized[end]?.bytes ?? 0;
      if (bytes > PIECE) break;
    }
    const ids = sized.slice(start, end).map(({ id }) => id);
    const rows = await db.rows(items ? viewsByIds : viewsWithoutItems, { ids });
    const views = new Map<number, ReviewedView>(rows.map((row) => [row.id, row]));
    for (const id of ids) {
      const view = views.get(id);
      if (view !== undefined) yield view;
    }
    start = end;
  }
}

/** A list to write: its proposals and how each is presented. */
interface ListOf<T> {
  readonly sized: readonly SizedProposal[];
  readonly items: boolean;
  readonly present: (view: ReviewedView) => T | Promise<T>;
}

const tooLarge = (): RuleError => new RuleError('proposals_too_large', { mb: MOST_BYTES / MB });

/**
 * Writes a list of proposals as JSON, proposal by proposal. A large one waits for its turn in the
 * queue of lists. Throws `proposals_too_large` before anything is read where the list would not fit.
 */
export async function writeList<T>(
  db: Db,
  listing: CallerQueue,
  request: HttpRequest<Caller>,
  { sized, items, present }: ListOf<T>,
): Promise<JsonText<T[]>> {
  const bytes = sized.reduce((sum, one) => sum + one.bytes, 0);
  if (bytes > MOST_BYTES) throw tooLarge();
  async function* presented(): AsyncGenerator<T> {
    for await (const view of readPieces(db, sized, items)) yield await present(view);
  }
  const write = () => writeArray(presented(), { mostBytes: MOST_BYTES, tooLarge });
  return bytes <= PIECE ? write() : listing(request, write);
}

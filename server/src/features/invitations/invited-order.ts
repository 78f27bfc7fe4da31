import { unlistedItemName } from '@lavra/domain/catalogue/unlisted-item';
import { sql } from 'kysely';
import { productDetails } from '@lavra/domain/catalogue/product-details';
import { orderTakesProposals } from '@lavra/domain/order/order-rules';
import type { OrderStatus } from '@lavra/domain/order/order-status';
import type { ClosureType } from '@lavra/domain/order/closure-type';
import type { Db } from '../../platform/db/database.ts';
import { maskOfOwner, type OwnerIdentity } from '../identities/identities-feature.ts';
import { listOrderItems, type ListedItemRow } from '../orders/orders-feature.ts';
import { trustedSql } from '../outreach/outreach-feature.ts';

/** What the public page of an order shows; of one that takes no proposals, nothing. */
export type InvitedOrder =
  | { readonly open: false }
  | {
      readonly open: true;
      readonly uuid: string;
      readonly number: string;
      /** Null where the producer's address is not confirmed: their words stay inside the service. */
      readonly description: string | null;
      readonly closureType: ClosureType;
      readonly deadlineDate: string;
      readonly deliveryDate: string | null;
      readonly place: { readonly city: string; readonly state: string } | null;
      /** The first ones, as many as the page has room for. */
      readonly items: readonly InvitedItem[];
      readonly itemCount: number;
    };

/** What the page has room for, in characters: one text, and all rows. */
export const LONGEST_TEXT = 500;
export const MOST_ROWS = 20_000;

export interface InvitedItem {
  readonly product: string;
  /** Brand, active ingredient and concentration, where the order names them. */
  readonly details: string;
  /** Decimal text. */
  readonly quantity: string;
  readonly unit: string;
  readonly notes: string | null;
  readonly allowsSimilar: boolean;
}

const findByCode = (db: Db, codeHash: Buffer) =>
  db.q
    .selectFrom('order_invitations as i')
    .innerJoin('orders as o', 'o.id', 'i.order_id')
    .innerJoin('producers as pr', 'pr.id', 'o.producer_id')
    .innerJoin('users as u', 'u.id', 'pr.user_id')
    .leftJoin('cities as place', 'place.id', 'o.delivery_city_id')
    .where('i.code_hash', '=', codeHash)
    .select([
      'o.id',
      'o.uuid',
      'o.number',
      'o.description',
      'o.status',
      'o.closure_type',
      'o.deadline_date',
      'o.delivery_date',
      'place.name as city',
      'place.uf as state',
      sql<boolean>`o.suspended_at IS NOT NULL`.as('suspended'),
      sql<boolean>`${sql.raw(trustedSql('u'))}`.as('trusted'),
      ownerSql.as('owner'),
    ])
    // The table's checks allow no others.
    .$narrowType<{ status: OrderStatus; closure_type: ClosureType }>()
    .executeTakeFirst();

/** Everything by which the words of an order can identify its producer. */
const ownerSql = sql<OwnerIdentity>`
  json_build_object('name', u.name, 'email', u.email, 'phone', u.phone, 'mobile', u.mobile,
    'document', u.document_number, 'city', place.name,
    'other_names', (SELECT coalesce(json_agg(n.name), '[]') FROM (
      SELECT a.name FROM addresses a WHERE a.user_id = u.id
      UNION ALL
      SELECT unnest(ARRAY[pr.association, pr.producers_cooperative, pr.credit_cooperative])) n
      WHERE n.name IS NOT NULL))`;

/** Names of addresses that identify nobody. */
const COMMON_NAMES =
  /^(?:sede|matriz|filial|dep[oó]sito|armaz[eé]m|fazenda|s[ií]tio|casa|principal)$/i;

/** Returns the items that may fit on the page: every visit would mask the words of the others too. */
function fittingItems(items: readonly ListedItemRow[]): readonly ListedItemRow[] {
  let length = 0;
  return items.filter(({ asked_name: name, item_notes: notes }) => {
    const fits = length <= MOST_ROWS;
    length += name.length + Math.min(notes?.length ?? 0, LONGEST_TEXT);
    return fits;
  });
}

/**
 * Returns what anyone who holds the code may read of its order, without the producer. Undefined for
 * an unknown or revoked code. `today` is the day in the platform's zone.
 */
export async function findInvitedOrder(
  db: Db,
  codeHash: Buffer,
  today: string,
): Promise<InvitedOrder | undefined> {
  const row = await findByCode(db, codeHash);
  if (row === undefined) return undefined;
  const open = orderTakesProposals({
    status: row.status,
    suspended: row.suspended,
    deadlineDate: row.deadline_date,
    today,
  });
  if (!open) return { open };
  const asked = await listOrderItems(db, row.id);
  const items = fittingItems(asked);
  const owner = {
    ...row.owner,
    other_names: row.owner.other_names.filter((name) => !COMMON_NAMES.test(name.trim())),
  };
  const texts = row.trusted ? [row.description, ...items.map((item) => item.item_notes)] : [];
  const mask = await maskOfOwner(owner, texts);
  const shown = (text: string | null): string | null => (row.trusted ? mask(text) : null);
  return {
    open,
    uuid: row.uuid,
    number: row.number,
    description: shown(row.description),
    closureType: row.closure_type,
    deadlineDate: row.deadline_date,
    deliveryDate: row.delivery_date,
    place: row.city === null ? null : { city: row.city, state: row.state ?? '' },
    items: items.map((item) => ({
      product: item.asked_unlisted ? unlistedName(shown(item.item_notes)) : item.asked_name,
      details: productDetails({
        name: item.asked_name,
        brand: item.asked_brand,
        active_ingredient: item.asked_active_ingredient,
        concentration: item.asked_concentration,
      }),
      quantity: item.item_quantity,
      unit: item.item_unit,
      notes: shown(item.item_notes),
      allowsSimilar: item.item_allow_similar,
    })),
    itemCount: asked.length,
  };
}

/** What an item outside the catalogue is called, where its words may be shown. */
const unlistedName = (notes: string | null): string =>
  notes === null ? 'Produto fora do catálogo' : unlistedItemName(notes);

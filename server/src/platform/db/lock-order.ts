import { insertsOf, isStronger, locksOf, type LockMode } from './locks-of.ts';

/**
 * The order in which a command takes locks, and what each stands for; docs/architecture.md shows
 * the same list. What is waited for with `FOR …` has a place, and so has every advisory lock. Other
 * tables are written under the locks of these. `FOR KEY SHARE` conflicts only with `FOR UPDATE` and
 * DELETE: where a table has a second, last place `(key)`, these two take both, wait for nothing
 * afterwards, and `FOR KEY SHARE` is free.
 */
export const lockOrder = {
  idempotency_keys: 'the claim of an `Idempotency-Key`',
  events: 'an event that is dispatched',
  'advisory: imports': 'one run of an import',
  users: 'the account',
  'advisory: standing': 'whether a person may act',
  'advisory: mail requests': 'the mails that an address or account requested',
  settings: 'settings, by ascending key',
  'advisory: page slugs': 'the addresses of pages',
  pages: 'a page',
  'advisory: plans': 'the plans of a profile',
  'advisory: plan slugs': 'the addresses of plans',
  plans: 'a plan',
  features: 'features of plans, by ascending id',
  product_types: 'a product type',
  product_subtypes: 'a product subtype',
  measurement_units: 'a unit',
  products: 'a product',
  brands: 'a brand',
  active_ingredients: 'an active ingredient',
  cultures: 'a culture',
  order_kits: 'a list of products',
  'advisory: supplier writes': 'what a supplier writes about an order, one at a time',
  'advisory: order queue': 'the queue for an order: fair, as row locks are not',
  orders: 'the order, the root of a negotiation; several by ascending id',
  proposals: 'a proposal, after its order',
  purchases: 'a purchase, after its proposal',
  'advisory: attachments': 'the storage of a producer',
  order_attachments: 'an attachment of the order',
  stored_files: 'a content, where it may be dropped',
  outreach_counts: 'what an account did today',
  subscriptions: 'a subscription',
  payments: 'a payment, after its subscription',
  refunds: 'the refunds of a payment',
  'advisory: gathered notifications': 'notifications that are gathered into one',
  notification_channels: 'what a person is notified of',
  deliveries: 'a message to a person',
  mails: 'a mail',
  imports: 'an import',
  sessions: 'a session',
  'advisory: compared totals': 'the comparing of totals with what counting gives',
  'advisory: list totals': 'the folding of totals',
  'advisory: audit seals': 'the sealing of the audit log',
  'products (key)': 'a product that may be removed',
  'measurement_units (key)': 'a unit that may be renamed or removed',
} as const satisfies Readonly<Record<string, string>>;

const places: readonly string[] = Object.keys(lockOrder);

const isFree = (on: string, mode: LockMode): boolean =>
  mode === 'KEY SHARE' && places.includes(`${on} (key)`);

/** Returns the places of a lock in the order; empty where the table has none. */
function placesOf(on: string, mode: LockMode): readonly string[] {
  const key = `${on} (key)`;
  if (!places.includes(key)) return places.includes(on) ? [on] : [];
  return mode === 'UPDATE' ? [on, key] : [on];
}

/**
 * Returns a function that takes the statements of one transaction, before they are sent, and throws
 * where one waits for a lock out of order, raises a shared lock (two transactions that do so wait
 * for each other), or takes an explicit one that has no place. Rows of a table that the transaction
 * inserted into count as its own. Under a `FOR UPDATE` of the account the order is free: each
 * request of that person begins with a reference to the account, and waits for it.
 */
export function createLockWatch(): (text: string, values?: readonly unknown[]) => void {
  const held = new Map<string, LockMode>();
  const own = new Set<string>();
  const hold = (place: string, mode: LockMode, waits: boolean): void => {
    const before = held.get(place);
    if (before === undefined) {
      const later = [...held.keys()].find((one) => places.indexOf(one) > places.indexOf(place));
      if (waits && later !== undefined)
        throw new Error(`locks out of order: ${place} after ${later}, see lock-order.ts`);
    } else if (waits && before.endsWith('SHARE') && isStronger(mode, before))
      throw new Error(`a lock is raised: ${place} from ${before} to ${mode}`);
    if (before === undefined || isStronger(mode, before)) held.set(place, mode);
  };
  return (text, values) => {
    if (held.get('users') === 'UPDATE') return;
    for (const { on, mode, waits, explicit } of locksOf(text, values)) {
      if (own.has(on) || isFree(on, mode)) continue;
      const taken = placesOf(on, mode);
      if (explicit && waits && taken.length === 0)
        throw new Error(`${on} has no place in the lock order, see lock-order.ts`);
      for (const place of taken) hold(place, mode, waits);
    }
    for (const table of insertsOf(text)) own.add(table);
  };
}

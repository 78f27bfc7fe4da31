import type { Permission } from '@lavra/domain/account/permissions';
import { roles, type Role } from './world.ts';

/**
 * The expected status of every route, by caller. How to read a row:
 *
 *   'GET /path': open()
 *     Every request gets 200, with any token or none.
 *   'GET /path': signedIn('x.view', {…})
 *     Callers named in {…} hold permission x.view and get the statuses written there. Every other
 *     valid token gets 403, every invalid one and none at all 401, whatever the object and whether
 *     or not it exists.
 *   { produtor: 200 }
 *     The route acts on no object.
 *   { produtor: ownOrder }
 *     The status depends on the object's owner: see the lists right below.
 *   sameAs('GET /other')
 *     The legacy path of a route.
 *   page()
 *     The same bytes for every request: a portal's page, which holds no data.
 *
 * After every status other than 200 all tables are compared: nothing may have changed.
 */

export type Status = 200 | 401 | 403 | 404 | 422;
/** Statuses by the owner of the object that the path names. */
export type ByObject = Readonly<Record<string, Status>>;

/** Orders as seen by producers. Their own are in the status that the route requires. */
const ownOrder = {
  own: 200,
  foreign: 403,
  'foreign draft': 403,
  deleted: 404,
  unknown: 404,
} as const satisfies ByObject;
/** Orders as seen by suppliers: published ones of any producer. */
const shownOrder = {
  own: 200,
  'not published': 404,
  deleted: 404,
  unknown: 404,
} as const satisfies ByObject;
/** The same on routes that accept UUIDs only. */
const shownOrderByUuid = { ...shownOrder, 'internal id': 404 } as const satisfies ByObject;
/** Proposals as seen by suppliers. A rival's is on the same order. */
const ownProposal = {
  own: 200,
  rival: 403,
  'rival draft': 404,
  foreign: 403,
  deleted: 404,
  unknown: 404,
  'internal id': 404,
} as const satisfies ByObject;
/** Proposals as seen by producers: submitted ones on their own orders. */
const ownPurchase = { own: 200, foreign: 404, unknown: 404 } as const satisfies ByObject;
const receivedProposal = {
  own: 200,
  draft: 404,
  foreign: 403,
  'foreign draft': 404,
  deleted: 404,
  unknown: 404,
  'internal id': 404,
} as const satisfies ByObject;
/** Questions as seen by producers. */
const receivedQuestion = {
  own: 200,
  foreign: 403,
  deleted: 404,
  unknown: 404,
} as const satisfies ByObject;
/** Rows of the audit log have no owner, and are never deleted. */
const logRow = { own: 200, unknown: 404 } as const satisfies ByObject;
/** Orders and proposals as seen by administrators: all of them, except drafts of proposals. */
const anyOrder = { own: 200, deleted: 404, unknown: 404 } as const satisfies ByObject;
const sentProposal = {
  own: 200,
  draft: 404,
  deleted: 404,
  unknown: 404,
} as const satisfies ByObject;
/** A notification belongs to its reader: for any other user it does not exist. */
const ownNotification = { own: 200, foreign: 404, unknown: 404 } as const satisfies ByObject;
/** Entries of the catalogue have no owner. */
const entry = { own: 200, deleted: 404, unknown: 404 } as const satisfies ByObject;

/**
 * Producers and suppliers have no owner in the back office; a deleted one is found where it can be
 * restored.
 */
const livingPerson = { own: 200, deleted: 404, unknown: 404 } as const satisfies ByObject;
const deletedPerson = { own: 200, unknown: 404 } as const satisfies ByObject;

/** Producers as seen by consultants: those they advise. */
const advisedProducer = {
  own: 200,
  foreign: 403,
  deleted: 404,
  unknown: 404,
} as const satisfies ByObject;

/** Accounts of any profile; only masters change those of administrators. */
const livingUser = {
  own: 200,
  deleted: 404,
  unknown: 404,
  administrator: 200,
} as const satisfies ByObject;
const deletedUser = { own: 200, unknown: 404, administrator: 200 } as const satisfies ByObject;
const kept = <A extends ByObject>(answer: A) => ({
  master: answer,
  operacional: { ...answer, administrator: 403 } as const,
});

/** Invalid tokens. Those of a user belong to one who would be admitted with a valid token. */
export const invalidCallers = [
  'no token',
  'token in the query',
  'another scheme',
  'malformed token',
  'unknown token',
  'expired token',
  'revoked token',
  'rotated-out token',
  'token older than the password',
  'blocked person',
  'inactive person',
  'deleted person',
] as const;
export type InvalidCaller = (typeof invalidCallers)[number];

export type Row =
  | { readonly kind: 'open'; readonly except: Partial<Record<InvalidCaller, Status>> }
  | {
      readonly kind: 'signed in';
      readonly needs: Permission | undefined;
      readonly may: Partial<Record<Role, 200 | ByObject>>;
    }
  | { readonly kind: 'page' }
  | { readonly kind: 'same'; readonly route: string };

const open = (except: Partial<Record<InvalidCaller, Status>> = {}): Row => ({
  kind: 'open',
  except,
});
const signedIn = (
  needs: Permission | 'nothing',
  may: Partial<Record<Role, 200 | ByObject>>,
): Row => ({ kind: 'signed in', needs: needs === 'nothing' ? undefined : needs, may });
const page = (): Row => ({ kind: 'page' });
const sameAs = (route: string): Row => ({ kind: 'same', route });

/** Returns the same status for several roles. */
const all = <A extends 200 | ByObject>(
  names: readonly Role[],
  answer: A,
): Partial<Record<Role, A>> => Object.fromEntries(names.map((name) => [name, answer]));
const everyone = <A extends 200 | ByObject>(answer: A) => signedIn('nothing', all(roles, answer));
const admins = ['master', 'operacional', 'financeiro'] as const;
/** Returns a row for the roles that maintain the catalogue: `financeiro` may only read it. */
const keepers = <A extends 200 | ByObject>(
  needs: `products.${'create' | 'edit' | 'delete'}`,
  answer: A,
) => signedIn(needs, all(['master', 'operacional'], answer));

/** Returns a row for the roles that handle money: masters and `financeiro`. */
const treasurers = <A extends 200 | ByObject>(
  needs: `${'plans' | 'subscriptions'}.${'view' | 'create' | 'edit' | 'delete'}`,
  answer: A,
) => signedIn(needs, all(['master', 'financeiro'], answer));

/**
 * Returns a row that administrators of every role may read; `financeiro` changes nothing about
 * orders.
 */
const lookers = <A extends 200 | ByObject>(
  needs: 'orders.view' | 'proposals.view' | 'purchases.view',
  answer: A,
) => signedIn(needs, all(['master', 'operacional', 'financeiro'], answer));
/** Returns a row for everyone who has notifications: consultants have none. */
const notified = () => signedIn('nothing', all(['produtor', 'fornecedor', ...admins], 200));
const overseers = () => signedIn('orders.edit', all(['master', 'operacional'], anyOrder));

export const matrix: Readonly<Record<string, Row>> = {
  // The service itself
  'GET /health/live': open(),
  'GET /health/ready': open(),
  'GET /metrics': open(),
  'GET /api/docs': open(),
  'GET /api/docs/reference.js': open(),
  'GET /api/openapi.json': open(),
  // Registered only outside production.
  'GET /dev/mails': open(),
  'GET /dev/mails/:id': open(),

  'GET /favicon.ico': open(),
  'GET /marca/convite.png': open(),

  // The portals
  // Found by its code alone; an unknown one, as here, looks the same for every caller.
  'GET /c/:code': page(),
  'GET /': page(),
  'GET /produtor': page(),
  'GET /produtor/*': page(),
  'GET /fornecedor': page(),
  'GET /fornecedor/*': page(),
  'GET /admin': page(),
  'GET /admin/*': page(),

  // Accounts
  'POST /api/v1/login': open(),
  'POST /api/v1/register': open(),
  // Exchanges the token it is sent, including an expired one.
  'POST /api/v1/refresh': open({
    'no token': 401,
    'token in the query': 401,
    'another scheme': 401,
    'malformed token': 401,
    'unknown token': 401,
    'revoked token': 401,
    'rotated-out token': 401,
    'token older than the password': 401,
    'blocked person': 401,
    'inactive person': 401,
    'deleted person': 401,
  }),
  'POST /api/v1/logout': everyone(200),
  'GET /api/v1/user/profile': everyone(200),
  'PUT /api/v1/user/profile': everyone(200),
  'GET /api/v1/user/data-export': everyone(200),
  'POST /api/v1/user/erase': signedIn('nothing', all(['produtor', 'fornecedor', 'consultor'], 200)),
  'POST /api/v1/password/forgot': open(),
  'POST /api/v1/password/reset': open(),
  'POST /api/v1/email/verify': open(),
  'POST /api/v1/email/resend': everyone(200),
  'POST /api/v1/email/cancel': everyone(200),
  'POST /api/v1/email/undo': open(),
  'POST /api/v1/consultants/activate': open(),
  'GET /api/v1/register/product-types': open(),

  // Places
  'GET /api/v1/geo/states': open(),
  // Tokens are not accepted in the query: to this route it is an unknown parameter.
  'GET /api/v1/geo/cities': open({ 'token in the query': 422 }),

  // The producer's orders
  'GET /api/v1/producer/dashboard': signedIn('orders.view', { produtor: 200 }),
  'GET /api/v1/producer/orders': signedIn('orders.view', { produtor: 200 }),
  'GET /api/v1/producer/ordered-products': signedIn('orders.view', { produtor: 200 }),
  'POST /api/v1/producer/orders': signedIn('orders.create', { produtor: 200 }),
  'GET /api/v1/producer/orders/:order': signedIn('orders.view', { produtor: ownOrder }),
  'PUT /api/v1/producer/orders/:order': signedIn('orders.edit', { produtor: ownOrder }),
  'DELETE /api/v1/producer/orders/:order': signedIn('orders.delete', { produtor: ownOrder }),
  'POST /api/v1/producer/orders/:order/publish': signedIn('orders.edit', { produtor: ownOrder }),
  'POST /api/v1/producer/orders/:order/close': signedIn('orders.edit', { produtor: ownOrder }),
  'POST /api/v1/producer/orders/:order/cancel': signedIn('orders.edit', { produtor: ownOrder }),
  'POST /api/v1/producer/orders/:order/finalize': signedIn('orders.edit', { produtor: ownOrder }),
  'GET /api/v1/producer/orders/:order/timeline': signedIn('orders.view', { produtor: ownOrder }),
  'POST /api/v1/producer/orders/:order/extend-deadline': signedIn('orders.edit', {
    produtor: ownOrder,
  }),
  'POST /api/v1/producer/orders/:order/duplicate': signedIn('orders.create', {
    produtor: ownOrder,
  }),
  'GET /api/v1/producer/orders/:order/invitation': signedIn('orders.view', {
    produtor: ownOrder,
  }),
  'POST /api/v1/producer/orders/:order/invitation': signedIn('orders.edit', {
    produtor: ownOrder,
  }),
  'DELETE /api/v1/producer/orders/:order/invitation': signedIn('orders.edit', {
    produtor: ownOrder,
  }),
  'POST /api/v1/producer/orders/:order/combinations': signedIn('purchases.view', {
    produtor: ownOrder,
  }),
  'POST /api/v1/producer/orders/:order/award': signedIn('purchases.edit', { produtor: ownOrder }),
  'GET /api/v1/producer/purchases': signedIn('purchases.view', { produtor: 200 }),
  'GET /api/v1/producer/purchases/:purchase': signedIn('purchases.view', {
    produtor: ownPurchase,
  }),
  'GET /api/v1/producer/purchases/:purchase/pdf': signedIn('purchases.view', {
    produtor: ownPurchase,
  }),
  'GET /api/v1/supplier/purchases/:purchase/pdf': signedIn('purchases.view', {
    fornecedor: ownPurchase,
  }),
  'GET /api/v1/supplier/purchases': signedIn('purchases.view', { fornecedor: 200 }),
  'GET /api/v1/supplier/purchases/:purchase': signedIn('purchases.view', {
    fornecedor: ownPurchase,
  }),
  'GET /api/v1/producer/orders/:order/award': signedIn('orders.view', { produtor: ownOrder }),
  'POST /api/v1/producer/orders/:order/award/missed-contact': signedIn('orders.edit', {
    produtor: ownOrder,
  }),
  'DELETE /api/v1/producer/orders/:order/award/missed-contact': signedIn('orders.edit', {
    produtor: ownOrder,
  }),
  'GET /api/v1/producer/orders/:order/catalogue-requests': signedIn('orders.view', {
    produtor: ownOrder,
  }),
  'POST /api/v1/producer/orders/:order/catalogue-requests': signedIn('orders.edit', {
    produtor: ownOrder,
  }),
  'GET /api/v1/producer/orders/:order/reach': signedIn('orders.view', { produtor: ownOrder }),
  'GET /api/v1/producer/orders/:order/activity': signedIn('orders.view', { produtor: ownOrder }),
  'GET /api/v1/producer/orders/:order/comparison': signedIn('orders.view', { produtor: ownOrder }),
  'GET /api/v1/producer/orders/:order/decision-record': signedIn('orders.view', {
    produtor: ownOrder,
  }),

  // Orders, as suppliers see them
  'GET /api/v1/supplier/dashboard': signedIn('orders.view', { fornecedor: 200 }),
  'GET /api/v1/supplier/orders': signedIn('orders.view', { fornecedor: 200 }),
  'GET /api/v1/supplier/orders/favorites': signedIn('orders.view', { fornecedor: 200 }),
  'GET /api/v1/supplier/orders/declined': signedIn('orders.view', { fornecedor: 200 }),
  'GET /api/v1/supplier/orders/:id': signedIn('orders.view', { fornecedor: shownOrderByUuid }),
  'POST /api/v1/supplier/orders/:id/favorite': signedIn('orders.view', {
    fornecedor: shownOrderByUuid,
  }),
  'POST /api/v1/supplier/orders/:id/decline': signedIn('orders.view', {
    fornecedor: shownOrderByUuid,
  }),
  'DELETE /api/v1/supplier/orders/:id/decline': signedIn('orders.view', {
    fornecedor: shownOrderByUuid,
  }),
  'GET /api/v1/supplier/orders/:id/quote-sheet': signedIn('orders.view', {
    fornecedor: shownOrderByUuid,
  }),
  'POST /api/v1/supplier/orders/:id/quote-sheet': signedIn('proposals.create', {
    fornecedor: shownOrderByUuid,
  }),
  'GET /api/v1/fornecedor/dashboard': sameAs('GET /api/v1/supplier/dashboard'),
  'GET /api/v1/fornecedor/licitacoes': sameAs('GET /api/v1/supplier/orders'),
  'GET /api/v1/fornecedor/licitacoes/favoritas': sameAs('GET /api/v1/supplier/orders/favorites'),
  'GET /api/v1/fornecedor/licitacoes/:id': sameAs('GET /api/v1/supplier/orders/:id'),
  'POST /api/v1/fornecedor/licitacoes/:id/favoritar': sameAs(
    'POST /api/v1/supplier/orders/:id/favorite',
  ),

  // Questions and attachments; suppliers who see an order see them too, regardless of its producer
  'GET /api/v1/orders/:order/questions': signedIn('orders.view', {
    produtor: ownOrder,
    fornecedor: shownOrder,
  }),
  'POST /api/v1/orders/:order/questions': signedIn('orders.view', { fornecedor: shownOrder }),
  'POST /api/v1/questions/:id/answer': signedIn('orders.edit', { produtor: receivedQuestion }),
  'GET /api/v1/orders/:order/attachments': signedIn('orders.view', {
    produtor: ownOrder,
    fornecedor: shownOrder,
  }),
  'POST /api/v1/orders/:order/attachments': signedIn('orders.edit', { produtor: ownOrder }),
  'GET /api/v1/orders/:order/attachments/:attachment': signedIn('orders.view', {
    produtor: ownOrder,
    fornecedor: shownOrder,
  }),
  'DELETE /api/v1/orders/:order/attachments/:attachment': signedIn('orders.edit', {
    produtor: ownOrder,
  }),

  // Proposals
  'GET /api/v1/orders/:order/proposals': signedIn('proposals.view', { fornecedor: shownOrder }),
  'POST /api/v1/orders/:order/proposals': signedIn('proposals.create', { fornecedor: shownOrder }),
  'GET /api/v1/orders/:order/proposals/received': signedIn('proposals.view', {
    produtor: ownOrder,
    consultor: ownOrder,
  }),
  'GET /api/v1/proposals/:proposal': signedIn('proposals.view', {
    fornecedor: ownProposal,
    produtor: receivedProposal,
    consultor: receivedProposal,
  }),
  'POST /api/v1/proposals/:proposal/submit': signedIn('proposals.edit', {
    fornecedor: ownProposal,
  }),
  'POST /api/v1/proposals/:proposal/cancel': signedIn('proposals.edit', {
    fornecedor: ownProposal,
  }),
  'DELETE /api/v1/proposals/:proposal': signedIn('proposals.delete', { fornecedor: ownProposal }),
  'POST /api/v1/proposals/:proposal/accept': signedIn('proposals.edit', {
    produtor: receivedProposal,
  }),
  'POST /api/v1/proposals/:proposal/reject': signedIn('proposals.edit', {
    produtor: receivedProposal,
  }),
  'PUT /api/v1/producer/proposals/:proposal/review': signedIn('proposals.edit', {
    produtor: receivedProposal,
  }),
  'GET /api/v1/supplier/proposals': signedIn('proposals.view', { fornecedor: 200 }),
  'POST /api/v1/supplier/proposals': signedIn('proposals.create', { fornecedor: 200 }),
  'GET /api/v1/supplier/proposals/:id': signedIn('proposals.view', { fornecedor: ownProposal }),
  'PUT /api/v1/supplier/proposals/:id': signedIn('proposals.edit', { fornecedor: ownProposal }),
  'PUT /api/v1/supplier/proposals/:id/partial-terms': signedIn('proposals.edit', {
    fornecedor: ownProposal,
  }),
  'DELETE /api/v1/supplier/proposals/:id': signedIn('proposals.delete', {
    fornecedor: ownProposal,
  }),
  'GET /api/v1/supplier/proposals/:id/pdf': signedIn('proposals.view', { fornecedor: ownProposal }),
  'GET /api/v1/fornecedor/propostas': sameAs('GET /api/v1/supplier/proposals'),
  'POST /api/v1/fornecedor/propostas': sameAs('POST /api/v1/supplier/proposals'),
  'GET /api/v1/fornecedor/propostas/:id': sameAs('GET /api/v1/supplier/proposals/:id'),
  'PUT /api/v1/fornecedor/propostas/:id': sameAs('PUT /api/v1/supplier/proposals/:id'),
  'DELETE /api/v1/fornecedor/propostas/:id': sameAs('DELETE /api/v1/supplier/proposals/:id'),
  'GET /api/v1/fornecedor/propostas/:id/pdf': sameAs('GET /api/v1/supplier/proposals/:id/pdf'),

  // The audit log
  'GET /api/v1/admin/dashboard': signedIn('nothing', all(admins, 200)),
  'GET /api/v1/admin/dashboard/period': signedIn('nothing', all(admins, 200)),
  'GET /api/v1/admin/dashboard/work': signedIn('nothing', all(admins, 200)),
  'GET /api/v1/admin/logs': signedIn('logs.view', all(admins, 200)),
  'GET /api/v1/admin/logs/:id': signedIn('logs.view', all(admins, logRow)),
  'GET /api/v1/admin/logs/chain': signedIn('logs.view', all(admins, 200)),
  'GET /api/v1/admin/logs/chain/verification': signedIn('logs.view', all(admins, 200)),

  // Settings: finance may only read them, operations not even that
  'GET /api/v1/admin/settings': signedIn('settings.view', all(['master', 'financeiro'], 200)),
  'PUT /api/v1/admin/settings': signedIn('settings.edit', { master: 200 }),
  'GET /api/v1/admin/settings/:key': signedIn('settings.view', all(['master', 'financeiro'], 200)),
  'PUT /api/v1/admin/settings/:key': signedIn('settings.edit', { master: 200 }),
  'POST /api/v1/admin/settings/test-email': signedIn('settings.edit', { master: 200 }),
  'POST /api/v1/admin/settings/test-whatsapp': signedIn('settings.edit', { master: 200 }),

  // Failed jobs
  // Imports
  'GET /api/v1/admin/import/template/:type': signedIn(
    'imports.create',
    all(['master', 'operacional'], 200),
  ),
  'POST /api/v1/admin/import/preview': signedIn(
    'imports.create',
    all(['master', 'operacional'], 200),
  ),
  'POST /api/v1/admin/import/process': signedIn(
    'imports.create',
    all(['master', 'operacional'], 200),
  ),
  'POST /api/v1/admin/import/:import_id/corrections': signedIn(
    'imports.create',
    all(['master', 'operacional'], logRow),
  ),
  'GET /api/v1/admin/import': signedIn('imports.view', all(admins, 200)),
  'GET /api/v1/admin/import/:import_id': signedIn('imports.view', all(admins, logRow)),
  'GET /api/v1/admin/import/:import_id/errors': signedIn('imports.view', all(admins, logRow)),
  'GET /api/v1/admin/jobs': signedIn('logs.view', all(admins, 200)),
  'GET /api/v1/admin/jobs/:id': signedIn('logs.view', all(admins, logRow)),
  'POST /api/v1/admin/jobs/:id/retry': signedIn('settings.edit', { master: logRow }),
  'GET /api/v1/admin/deliveries': signedIn('logs.view', all(admins, 200)),
  'GET /api/v1/admin/deliveries/:id': signedIn('logs.view', all(admins, logRow)),
  'POST /api/v1/admin/deliveries/:id/retry': signedIn('settings.edit', { master: logRow }),

  // Notifications: each user's own
  'GET /api/v1/notifications': everyone(200),
  'GET /api/v1/notifications/unread-count': everyone(200),
  'GET /api/v1/notifications/stream': everyone(200),
  'POST /api/v1/notifications/read-all': everyone(200),
  'POST /api/v1/notifications/:id/read': everyone(ownNotification),
  'GET /api/v1/user/notification-preferences': notified(),
  'PUT /api/v1/user/notification-preferences': notified(),
  'GET /api/v1/admin/notification-channels': signedIn(
    'settings.view',
    all(['master', 'financeiro'], 200),
  ),
  'PUT /api/v1/admin/notification-channels': signedIn('settings.edit', { master: 200 }),

  // Plans, their features, and subscriptions: masters and finance
  'GET /api/v1/plans': open({ 'token in the query': 422 }),
  'GET /api/v1/admin/plans': treasurers('plans.view', 200),
  'POST /api/v1/admin/plans': treasurers('plans.create', 200),
  'PUT /api/v1/admin/plans/:id': treasurers('plans.edit', logRow),
  'DELETE /api/v1/admin/plans/:id': treasurers('plans.delete', logRow),
  'PUT /api/v1/admin/plans/:id/features': treasurers('plans.edit', logRow),
  'GET /api/v1/admin/features': treasurers('plans.view', 200),
  'POST /api/v1/admin/features': treasurers('plans.create', 200),
  'PUT /api/v1/admin/features/:id': treasurers('plans.edit', entry),
  'DELETE /api/v1/admin/features/:id': treasurers('plans.delete', entry),
  'GET /api/v1/subscription': signedIn(
    'nothing',
    all(['produtor', 'fornecedor', 'consultor'], 200),
  ),
  'PUT /api/v1/subscription': signedIn(
    'nothing',
    all(['produtor', 'fornecedor', 'consultor'], 200),
  ),
  'POST /api/v1/subscription/cancel': signedIn(
    'nothing',
    all(['produtor', 'fornecedor', 'consultor'], 200),
  ),
  'GET /api/v1/admin/subscriptions': treasurers('subscriptions.view', 200),
  'POST /api/v1/admin/subscriptions/:id/extend-trial': treasurers('subscriptions.edit', logRow),
  'GET /api/v1/admin/subscription-metrics': treasurers('subscriptions.view', 200),

  // Reports
  'GET /api/v1/admin/reports/sizes': signedIn('reports.view', all(admins, 200)),
  'GET /api/v1/admin/reports/export/csv': signedIn('reports.view', all(admins, 200)),
  'GET /api/v1/admin/reports/export/zip': signedIn('reports.view', all(admins, 200)),

  // Orders and proposals, as the administration sees them
  'GET /api/v1/admin/orders': lookers('orders.view', 200),
  'GET /api/v1/admin/orders/:id': lookers('orders.view', anyOrder),
  'GET /api/v1/admin/orders/:id/items': lookers('orders.view', anyOrder),
  'GET /api/v1/admin/orders/:id/proposals': lookers('proposals.view', anyOrder),
  'GET /api/v1/admin/orders/:id/timeline': lookers('orders.view', anyOrder),
  'GET /api/v1/admin/orders/:id/logs': lookers('orders.view', anyOrder),
  'POST /api/v1/admin/orders/:id/approve': overseers(),
  'POST /api/v1/admin/orders/:id/return': overseers(),
  'POST /api/v1/admin/orders/:id/suspend': overseers(),
  'POST /api/v1/admin/orders/:id/resume': overseers(),
  'POST /api/v1/admin/orders/:id/revoke': overseers(),
  'GET /api/v1/admin/proposals': lookers('proposals.view', 200),
  'GET /api/v1/admin/proposals/compare': lookers('proposals.view', 200),
  'GET /api/v1/admin/proposals/:id': lookers('proposals.view', sentProposal),
  'GET /api/v1/admin/proposals/:id/items': lookers('proposals.view', sentProposal),
  'GET /api/v1/admin/proposals/:id/logs': lookers('proposals.view', sentProposal),
  'GET /api/v1/admin/purchases': lookers('purchases.view', 200),
  'GET /api/v1/admin/purchases/:purchase': lookers('purchases.view', {
    own: 200,
    foreign: 200,
    unknown: 404,
  }),
  'GET /api/v1/admin/purchases/:purchase/logs': lookers('purchases.view', {
    own: 200,
    foreign: 200,
    unknown: 404,
  }),

  // Producers and suppliers as managed by the back office, with and without the version in the path
  'GET /api/admin/producers': signedIn('producers.view', all(admins, 200)),
  'GET /api/v1/admin/producers': sameAs('GET /api/admin/producers'),
  'GET /api/admin/producers/:id': signedIn('producers.view', all(admins, livingPerson)),
  'GET /api/v1/admin/producers/:id': sameAs('GET /api/admin/producers/:id'),
  'PUT /api/v1/admin/producers/:id': signedIn(
    'producers.edit',
    all(['master', 'operacional'], livingPerson),
  ),
  'PUT /api/admin/producers/:id': sameAs('PUT /api/v1/admin/producers/:id'),
  'POST /api/v1/admin/producers/:id/restore': signedIn(
    'producers.delete',
    all(['master', 'operacional'], deletedPerson),
  ),
  'POST /api/admin/producers/:id/restore': sameAs('POST /api/v1/admin/producers/:id/restore'),
  'GET /api/v1/admin/producers/:id/orders': signedIn('producers.view', all(admins, livingPerson)),
  'GET /api/admin/producers/:id/orders': sameAs('GET /api/v1/admin/producers/:id/orders'),
  'GET /api/v1/admin/producers/:id/logs': signedIn('producers.view', all(admins, livingPerson)),
  'GET /api/admin/producers/:id/logs': sameAs('GET /api/v1/admin/producers/:id/logs'),
  'GET /api/admin/suppliers': signedIn('suppliers.view', all(admins, 200)),
  'GET /api/v1/admin/suppliers': sameAs('GET /api/admin/suppliers'),
  'POST /api/admin/suppliers': signedIn('suppliers.create', all(['master', 'operacional'], 200)),
  'POST /api/v1/admin/suppliers': sameAs('POST /api/admin/suppliers'),
  'GET /api/admin/suppliers/:id': signedIn('suppliers.view', all(admins, livingPerson)),
  'GET /api/v1/admin/suppliers/:id': sameAs('GET /api/admin/suppliers/:id'),
  'PUT /api/admin/suppliers/:id': signedIn(
    'suppliers.edit',
    all(['master', 'operacional'], livingPerson),
  ),
  'PUT /api/v1/admin/suppliers/:id': sameAs('PUT /api/admin/suppliers/:id'),
  'DELETE /api/admin/suppliers/:id': signedIn(
    'suppliers.delete',
    all(['master', 'operacional'], livingPerson),
  ),
  'DELETE /api/v1/admin/suppliers/:id': sameAs('DELETE /api/admin/suppliers/:id'),
  'POST /api/v1/admin/suppliers/:id/restore': signedIn(
    'suppliers.delete',
    all(['master', 'operacional'], deletedPerson),
  ),
  'POST /api/admin/suppliers/:id/restore': sameAs('POST /api/v1/admin/suppliers/:id/restore'),
  'POST /api/v1/admin/suppliers/:id/activation': signedIn(
    'suppliers.edit',
    all(['master', 'operacional'], livingPerson),
  ),
  'GET /api/v1/admin/suppliers/:id/proposals': signedIn(
    'suppliers.view',
    all(admins, livingPerson),
  ),
  'GET /api/admin/suppliers/:id/proposals': sameAs('GET /api/v1/admin/suppliers/:id/proposals'),
  'GET /api/v1/admin/suppliers/:id/products': signedIn('suppliers.view', all(admins, livingPerson)),
  'GET /api/admin/suppliers/:id/products': sameAs('GET /api/v1/admin/suppliers/:id/products'),
  'GET /api/v1/admin/suppliers/:id/logs': signedIn('suppliers.view', all(admins, livingPerson)),
  'GET /api/admin/suppliers/:id/logs': sameAs('GET /api/v1/admin/suppliers/:id/logs'),

  // Accounts of every profile; consultants, and the data they read
  'GET /api/v1/admin/users': signedIn('users.view', all(admins, 200)),
  'POST /api/v1/admin/users': signedIn('users.create', all(['master', 'operacional'], 200)),
  'GET /api/v1/admin/users/:id': signedIn('users.view', all(admins, livingUser)),
  'PUT /api/v1/admin/users/:id': signedIn('users.edit', kept(livingUser)),
  'DELETE /api/v1/admin/users/:id': signedIn('users.delete', kept(livingUser)),
  'PATCH /api/v1/admin/users/:id/status': signedIn('users.edit', kept(livingUser)),
  'GET /api/v1/admin/users/:id/logs': signedIn('users.view', all(admins, livingUser)),
  'POST /api/v1/admin/users/:id/restore': signedIn('users.delete', kept(deletedUser)),
  'GET /api/v1/admin/consultants': signedIn('consultants.view', all(admins, 200)),
  'POST /api/v1/admin/consultants': signedIn(
    'consultants.create',
    all(['master', 'operacional'], 200),
  ),
  'GET /api/v1/admin/consultants/:id': signedIn('consultants.view', all(admins, livingPerson)),
  'PUT /api/v1/admin/consultants/:id': signedIn(
    'consultants.edit',
    all(['master', 'operacional'], livingPerson),
  ),
  'DELETE /api/v1/admin/consultants/:id': signedIn(
    'consultants.delete',
    all(['master', 'operacional'], livingPerson),
  ),
  'POST /api/v1/admin/consultants/:id/restore': signedIn(
    'consultants.delete',
    all(['master', 'operacional'], deletedPerson),
  ),
  'POST /api/v1/admin/consultants/:id/activation': signedIn(
    'consultants.edit',
    all(['master', 'operacional'], livingPerson),
  ),
  'PUT /api/v1/admin/consultants/:id/producers': signedIn(
    'consultants.edit',
    all(['master', 'operacional'], livingPerson),
  ),
  'GET /api/v1/consultant/producers': signedIn('orders.view', { consultor: 200 }),
  'GET /api/v1/consultant/orders': signedIn('orders.view', { consultor: 200 }),
  'GET /api/v1/consultant/orders/:order': signedIn('orders.view', { consultor: ownOrder }),

  'GET /api/v1/consultant/producers/:id': signedIn('orders.view', { consultor: advisedProducer }),
  'POST /api/v1/consultant/producers/:id/orders': signedIn('orders.create', {
    consultor: advisedProducer,
  }),
  'PUT /api/v1/consultant/orders/:order': signedIn('orders.edit', { consultor: ownOrder }),
  'DELETE /api/v1/consultant/orders/:order': signedIn('orders.delete', {
    consultor: { ...ownOrder, "the producer's draft": 403 },
  }),
  'GET /api/v1/consultant/orders/:order/catalogue-requests': signedIn('orders.view', {
    consultor: ownOrder,
  }),
  'POST /api/v1/consultant/orders/:order/catalogue-requests': signedIn('orders.edit', {
    consultor: ownOrder,
  }),
  'POST /api/v1/consultant/orders/:order/publication-request': signedIn('orders.edit', {
    consultor: ownOrder,
  }),

  // Money: a refund and a confirmation are changes of a payment
  'GET /api/v1/admin/subscription-payments': signedIn(
    'payments.view',
    all(['master', 'financeiro'], 200),
  ),
  'POST /api/v1/admin/subscription-payments': signedIn(
    'payments.create',
    all(['master', 'financeiro'], 200),
  ),
  'POST /api/v1/admin/subscription-payments/:id/confirm': signedIn(
    'payments.edit',
    all(['master', 'financeiro'], logRow),
  ),
  'POST /api/v1/admin/subscription-payments/:id/refund': signedIn(
    'payments.edit',
    all(['master', 'financeiro'], logRow),
  ),
  'POST /api/v1/subscription/checkout': signedIn(
    'nothing',
    all(['produtor', 'fornecedor', 'consultor'], 200),
  ),
  'GET /api/v1/subscription/payments': signedIn(
    'nothing',
    all(['produtor', 'fornecedor', 'consultor'], 200),
  ),
  // Signed by the gateway instead.
  'POST /api/v1/webhooks/:gateway': open(),

  // Static pages: active ones are public
  'GET /api/v1/pages/:slug': open(),
  'GET /api/v1/admin/pages': signedIn('pages.view', all(admins, 200)),
  'POST /api/v1/admin/pages': signedIn('pages.create', all(['master', 'operacional'], 200)),
  'GET /api/v1/admin/pages/:id': signedIn('pages.view', all(admins, entry)),
  'PUT /api/v1/admin/pages/:id': signedIn('pages.edit', all(['master', 'operacional'], entry)),
  'DELETE /api/v1/admin/pages/:id': signedIn('pages.delete', all(['master', 'operacional'], entry)),

  // The catalogue: every user reads it, its maintainers write it
  'GET /api/v1/admin/brands': everyone(200),
  'POST /api/v1/admin/brands': keepers('products.create', 200),
  'GET /api/v1/admin/brands/:id': everyone(entry),
  'PUT /api/v1/admin/brands/:id': keepers('products.edit', entry),
  'DELETE /api/v1/admin/brands/:id': keepers('products.delete', entry),
  'GET /api/v1/admin/active-ingredients': everyone(200),
  'POST /api/v1/admin/active-ingredients': keepers('products.create', 200),
  'GET /api/v1/admin/active-ingredients/:id': everyone(entry),
  'PUT /api/v1/admin/active-ingredients/:id': keepers('products.edit', entry),
  'DELETE /api/v1/admin/active-ingredients/:id': keepers('products.delete', entry),
  'GET /api/v1/admin/cultures': everyone(200),
  'POST /api/v1/admin/cultures': keepers('products.create', 200),
  'GET /api/v1/admin/cultures/:id': everyone(entry),
  'PUT /api/v1/admin/cultures/:id': keepers('products.edit', entry),
  'DELETE /api/v1/admin/cultures/:id': keepers('products.delete', entry),
  'GET /api/v1/admin/order-kits': everyone(200),
  'POST /api/v1/admin/order-kits': keepers('products.create', 200),
  'GET /api/v1/admin/order-kits/:id': everyone(entry),
  'PUT /api/v1/admin/order-kits/:id': keepers('products.edit', entry),
  'DELETE /api/v1/admin/order-kits/:id': keepers('products.delete', entry),
  'GET /api/v1/admin/catalogue-requests': signedIn('products.view', all(admins, 200)),
  'POST /api/v1/admin/catalogue-requests/:id/link': keepers('products.edit', entry),
  'POST /api/v1/admin/catalogue-requests/:id/refuse': keepers('products.edit', entry),
  'GET /api/v1/unlisted-products': everyone(200),
  'POST /api/v1/products/import': keepers('products.create', 200),
  'GET /api/v1/product-types': everyone(200),
  'POST /api/v1/product-types': keepers('products.create', 200),
  'GET /api/v1/product-types/:id': everyone(entry),
  'PUT /api/v1/product-types/:id': keepers('products.edit', entry),
  'DELETE /api/v1/product-types/:id': keepers('products.delete', entry),
  'GET /api/v1/product-types/:id/subtypes': everyone(entry),
  'GET /api/v1/product-subtypes': everyone(200),
  'POST /api/v1/product-subtypes': keepers('products.create', 200),
  'GET /api/v1/product-subtypes/:id': everyone(entry),
  'PUT /api/v1/product-subtypes/:id': keepers('products.edit', entry),
  'DELETE /api/v1/product-subtypes/:id': keepers('products.delete', entry),
  'GET /api/v1/product-subtypes/:id/products': everyone(entry),
  'GET /api/v1/products': everyone(200),
  'GET /api/v1/product-lookup': everyone(200),
  'POST /api/v1/products': keepers('products.create', 200),
  'GET /api/v1/products/:id': everyone(entry),
  'PUT /api/v1/products/:id': keepers('products.edit', entry),
  'DELETE /api/v1/products/:id': keepers('products.delete', entry),
  'GET /api/v1/admin/measurement-units': everyone(200),
  'POST /api/v1/admin/measurement-units': keepers('products.create', 200),
  'GET /api/v1/admin/measurement-units/:id': everyone(entry),
  'PUT /api/v1/admin/measurement-units/:id': keepers('products.edit', entry),
  'DELETE /api/v1/admin/measurement-units/:id': keepers('products.delete', entry),
};

/** Returns the row of a route, with legacy paths resolved. */
export function rowOf(route: string): Exclude<Row, { kind: 'same' }> | undefined {
  const row = matrix[route];
  return row?.kind === 'same' ? rowOf(row.route) : row;
}

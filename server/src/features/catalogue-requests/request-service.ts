import type {
  AdminCatalogueRequest,
  CatalogueRequest,
  CreateCatalogueRequestBody,
} from '@lavra/contract/catalogue/requests';
import type { CatalogueRequestStatus } from '@lavra/domain/catalogue/request-status';
import { orderCan } from '@lavra/domain/order/order-machine';
import { blankToNull, isBlank } from '@lavra/domain/text/blank';
import { fold } from '@lavra/domain/text/fold';
import { sql } from 'kysely';
import type { AdminCaller, ProducerCaller } from '../../platform/auth/caller.ts';
import type { Request } from '../../platform/auth/request.ts';
import type { UnitOfWork } from '../../platform/db/command.ts';
import type { Db } from '../../platform/db/database.ts';
import { FieldErrors, InvalidFields, RuleError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { orderableSql } from '../catalogue/catalogue-feature.ts';
import { lockOrder, type OrderRef } from '../orders/orders-feature.ts';
import { assertOutreachAllowed } from '../outreach/outreach-feature.ts';
import { findPending, findRequest } from './request-queries.ts';

const resourceType = 'catalogue_request';

/** Stores what a producer misses in the catalogue for a draft. Throws as `requestProduct`. */
export const createCatalogueRequest = (
  { command, zone }: Platform,
  request: Request<ProducerCaller>,
  order: OrderRef,
  body: CreateCatalogueRequestBody,
): Promise<CatalogueRequest> =>
  command(request, (uow) =>
    requestProduct(uow, { order, body, zone, userId: request.caller.userId }),
  );

/**
 * Answers a request with a product of the catalogue. Throws `request_answered`, and 422 where the
 * product cannot be ordered.
 */
export const linkCatalogueRequest = (
  { command }: Platform,
  request: Request<AdminCaller>,
  id: number,
  productId: number,
): Promise<AdminCatalogueRequest> =>
  command(request, async (uow) => {
    await assertOrderable(uow.db, productId);
    await answer(uow, request.caller, id, { status: 'added', product_id: productId });
    return getRequest(uow.db, id);
  });

/** Refuses a request, for a reason that its producer reads. Throws `request_answered`. */
export const refuseCatalogueRequest = (
  { command }: Platform,
  request: Request<AdminCaller>,
  id: number,
  reason: string,
): Promise<AdminCatalogueRequest> =>
  command(request, async (uow) => {
    await answer(uow, request.caller, id, { status: 'refused', reason: reason.trim() });
    return getRequest(uow.db, id);
  });

/**
 * Stores what the producer of a draft misses in the catalogue; `userId` is who asks. Repeated with the
 * same words it returns what is pending. Throws `order_not_editable` where the order is no draft,
 * `catalogue_requests_limit`, and 422 field by field.
 */
export async function requestProduct(
  uow: UnitOfWork,
  {
    order: { id: orderId, producer_id: producerId },
    body,
    userId,
    zone,
  }: {
    order: OrderRef;
    body: CreateCatalogueRequestBody;
    userId: number;
    zone: string;
  },
): Promise<CatalogueRequest> {
  const { db, now } = uow;
  const name = body.name.trim().replaceAll(/\s+/g, ' ');
  await assertReferences(db, body);
  const order = await lockOrder(db, orderId, 'share');
  if (order === undefined || !orderCan.edit(order.status))
    throw new RuleError('order_not_editable');
  const known = await findPending(db, producerId, fold(name));
  if (known !== undefined) return known;
  await assertOutreachAllowed(uow, 'request_product', { producerId }, zone);
  const inserted = await db.q
    .insertInto('catalogue_requests')
    .values({
      producer_id: producerId,
      order_id: orderId,
      requested_by: userId,
      name,
      product_type_id: body.product_type_id,
      brand: blankToNull(body.brand ?? null),
      active_ingredient: blankToNull(body.active_ingredient ?? null),
      unit: body.unit ?? null,
      notes: blankToNull(body.notes ?? null),
      status: 'pending',
      created_at: now,
    })
    // another request of the same words may have been stored meanwhile
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted !== undefined)
    uow.audit({
      action: 'created',
      event: 'product.requested',
      resourceType,
      resourceId: inserted.id,
      newValues: { order_id: orderId },
    });
  const stored = await findPending(db, producerId, fold(name));
  if (stored === undefined) throw new Error('a stored request is not found');
  return stored;
}

async function assertReferences(
  db: Db,
  { name, product_type_id, unit }: CreateCatalogueRequestBody,
): Promise<void> {
  const fields = new FieldErrors();
  if (isBlank(name)) fields.add('name', 'not_blank');
  const type = await db.q
    .selectFrom('product_types')
    .select('id')
    .where('id', '=', product_type_id)
    .where('active', '=', true)
    .forKeyShare()
    .executeTakeFirst();
  if (type === undefined) fields.add('product_type_id', 'product_type');
  const known =
    unit === undefined || unit === null
      ? undefined
      : await db.q
          .selectFrom('measurement_units')
          .select('id')
          .where('symbol', '=', unit)
          .executeTakeFirst();
  if (typeof unit === 'string' && known === undefined) fields.add('unit', 'unit');
  fields.throwIfAny();
}

async function assertOrderable(db: Db, productId: number): Promise<void> {
  const found = await db.q
    .selectFrom('products as p')
    .select('p.id')
    .where('p.id', '=', productId)
    .where('p.is_unlisted', '=', false)
    .where(sql<boolean>`${sql.raw(orderableSql('p'))}`)
    .forKeyShare()
    .executeTakeFirst();
  if (found === undefined) throw InvalidFields.of('product_id', 'product');
}

type Answer =
  | { readonly status: 'added'; readonly product_id: number }
  | { readonly status: 'refused'; readonly reason: string };

/** The log keeps no words: what was asked for and why it was refused can be erased. */
const logged = (answered: Answer): { status: CatalogueRequestStatus; product_id?: number } =>
  answered.status === 'added' ? answered : { status: answered.status };

async function answer(
  uow: UnitOfWork,
  caller: AdminCaller,
  id: number,
  answered: Answer,
): Promise<void> {
  const changed = await uow.db.q
    .updateTable('catalogue_requests')
    .set({ ...answered, answered_by: caller.userId, answered_at: uow.now })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returning('id')
    .executeTakeFirst();
  if (changed === undefined) throw new RuleError('request_answered');
  uow.audit({
    action: 'updated',
    resourceType,
    resourceId: id,
    oldValues: { status: 'pending' },
    newValues: logged(answered),
  });
  uow.event({ type: 'catalogue.request_answered', data: { catalogue_request_id: id } });
}

async function getRequest(db: Db, id: number): Promise<AdminCatalogueRequest> {
  const request = await findRequest(db, id);
  if (request === undefined) throw new RuleError('not_found');
  return request;
}

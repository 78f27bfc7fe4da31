import type { EraseAccountBody } from '@lavra/contract/accounts/erasure';
import type { Message } from '@lavra/contract/accounts/schemas';
import type { Caller } from '../../platform/auth/caller.ts';
import type { HttpRequest, Request } from '../../platform/auth/request.ts';
import { changeStanding } from '../../platform/session/standing.ts';
import { systemActor, type UnitOfWork } from '../../platform/db/command.ts';
import { retryWhileLocked } from '../../platform/db/lock-retry.ts';
import { InvalidFields, RuleError } from '../../platform/errors.ts';
import type { CallerQueue } from '../../platform/http/admission/caller-queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockOwnAccount, type ProvePassword } from '../accounts/accounts-feature.ts';
import { forgetPayments } from '../payments/payments-feature.ts';
import { cancelNow, findSubscriptionOf } from '../subscriptions/subscriptions-feature.ts';
import { maskWordsOfProducer, maskWordsOfSupplier } from './remaining-texts.ts';
import { isNegotiating, lockEverythingOf, lockUser } from './person-locks.ts';
import { readPersonMarks, type PersonMarks } from './person.ts';
import {
  anonymizeAccount,
  removeAccessTraces,
  removeFromAudit,
  removeFromEvents,
  removeFromImports,
  removeFromReplies,
  removeNotifications,
  removeOfAccount,
  removeOfConsultant,
  removeOfProducer,
  removeOfSupplier,
} from './removals.ts';

/** What an erasure works with; `erasing` is the queue of those who are erased. */
export interface ErasureParts {
  readonly platform: Platform;
  readonly provePassword: ProvePassword;
  readonly erasing: CallerQueue;
}

/**
 * Erases the caller in one transaction: what accounting needs of their negotiations is kept without
 * their identity, the rest is removed. Throws `InvalidFields` for a wrong password,
 * `erasure_running` while another party waits for them in a negotiation.
 */
export async function eraseAccount(
  { platform, provePassword, erasing }: ErasureParts,
  request: HttpRequest<Caller>,
  { password }: EraseAccountBody,
  assertAlive: () => Promise<void>,
): Promise<Message> {
  const { caller } = request;
  const provenHash = await provePassword(request, password, 'password');
  const eraseNow = async (): Promise<void> => {
    const marks = await retryWhileLocked(request, () =>
      platform.command(withoutTraces(request), (uow) => erase(uow, caller, provenHash)),
    );
    await sweep(platform, caller, marks);
  };
  await erasing(request, eraseNow, assertAlive);
  return { message: 'Sua conta e seus dados foram apagados.' };
}

/**
 * Returns the request without IP address, browser and idempotency key: the erasure's own audit
 * entry must not contain them, and its reply is not stored for repetition.
 */
const withoutTraces = ({ id, caller }: Request<Caller>): Request<Caller> => ({
  id,
  ip: '',
  userAgent: null,
  caller,
});

async function erase(uow: UnitOfWork, caller: Caller, provenHash: string): Promise<PersonMarks> {
  const { db, now } = uow;
  const { userId } = caller;
  await lockEverythingOf(db, caller);
  const owner = await lockOwnAccount(db, caller);
  if (owner.password_hash !== provenHash) throw InvalidFields.of('password', 'wrong_password');
  if (await isNegotiating(db, caller)) throw new RuleError('erasure_running');
  const marks = await readPersonMarks(db, caller);
  const subscriptionId = await findSubscriptionOf(db, userId);
  if (subscriptionId !== undefined) await cancelNow(uow, subscriptionId);
  await forgetPayments(db, userId);
  await removeFromReplies(db, caller, marks);
  await removeFromImports(db, marks);
  const orders = await eraseProfile(uow, caller, marks);
  await removeNotifications(db, userId);
  if (caller.userType === 'produtor') await removeFromEvents(db, orders, marks);
  await removeFromAudit(db, userId, { orders, marks });
  await removeOfAccount(db, userId, marks);
  await anonymizeAccount(db, userId, now);
  uow.audit({
    action: 'deleted',
    resourceType: 'user',
    resourceId: userId,
    newValues: { erased_at: now },
  });
  return marks;
}

/** Erases the profile and returns the orders in which the person took part. */
async function eraseProfile(
  { db, now }: UnitOfWork,
  caller: Caller,
  marks: PersonMarks,
): Promise<readonly number[]> {
  if (caller.userType === 'produtor') {
    await removeOfProducer(db, caller.producerId, now);
    return maskWordsOfProducer(db, caller.producerId, marks);
  }
  if (caller.userType === 'fornecedor') {
    const orders = await maskWordsOfSupplier(db, caller.supplierId, marks);
    await removeOfSupplier(db, caller.supplierId, now);
    return orders;
  }
  // A draft that they save at this moment holds their standing.
  await changeStanding(db, caller.userId, { wait: false });
  await removeOfConsultant(db, caller.userId);
  return [];
}

/**
 * Removes what a concurrent login may have left: its attempt and its session, which is already
 * invalid. The erasure stands, whether or not this succeeds.
 */
async function sweep(
  { command, logger }: Platform,
  { userId }: Caller,
  { accountKeys }: PersonMarks,
): Promise<void> {
  try {
    await command(systemActor, async ({ db }) => {
      await lockUser(db, userId);
      await removeAccessTraces(db, userId, accountKeys);
    });
  } catch (error) {
    logger.warn({ err: error, user_id: userId }, 'erasure sweep failed');
  }
}

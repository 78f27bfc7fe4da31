import { col, params, statement } from '../../platform/db/statement.ts';
import type {
  GatewayPayment,
  PaymentGateway,
} from '../../platform/payment-gateway/payment-gateway.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ChooseGateway } from './gateway-choice.ts';
import { createOutageCheck } from './gateway-outage.ts';
import { listDueRefunds } from './refunds/refund-queries.ts';
import { settleRefund } from './refunds/refund-settling.ts';
import { applyReported } from './reconciliation.ts';
import { checkConfirmedPayments } from './confirmed-payments.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const BATCH = 100;

const uncheckedCharges = statement({
  name: 'charges-unchecked',
  params: params<{ gateway: string; fresh: Date; checked: Date; oldest: Date; batch: number }>(),
  columns: { id: col.int, uuid: col.uuid },
  text: `
    SELECT p.id, p.uuid FROM payments p
    WHERE p.gateway = :gateway AND p.status IN ('pending', 'overdue')
      AND p.created_at BETWEEN :oldest AND :fresh
      AND (p.checked_at IS NULL OR p.checked_at <= :checked)
    ORDER BY p.checked_at NULLS FIRST, p.id LIMIT :batch`,
});

/** Asks the gateway again for the refunds that are `processing`. */
async function settleRefunds(
  platform: Platform,
  chooseGateway: ChooseGateway,
  stopping: AbortSignal,
): Promise<void> {
  const { db, clock, logger } = platform;
  const now = clock.now();
  const list = (afterId: number) => listDueRefunds(db, { now, afterId, batch: BATCH });
  for (let due = await list(0); due.length > 0; due = await list(due.at(-1)?.id ?? 0)) {
    for (const { id } of due) {
      if (stopping.aborted) return;
      await settleRefund(platform, chooseGateway, id).catch((error: unknown) =>
        logger.error({ err: error, refund: id }, 'refund settlement failed'),
      );
    }
  }
}

/** Queries open charges, half an hour after the last query, for as long as they may still be paid. */
async function checkOpenCharges(
  platform: Platform,
  chooseGateway: ChooseGateway,
  stopping: AbortSignal,
): Promise<void> {
  const { db, clock } = platform;
  const gateway = await chooseGateway(db);
  if (gateway === undefined) return;
  const now = clock.now().getTime();
  const due = await db.rows(uncheckedCharges, {
    gateway: gateway.name,
    fresh: new Date(now - 10 * MINUTE),
    checked: new Date(now - 30 * MINUTE),
    oldest: new Date(now - 60 * DAY),
    batch: BATCH,
  });
  const isSilent = createOutageCheck();
  for (const charge of due) {
    if (stopping.aborted) return;
    const found = await lookForPayments(platform, gateway, charge);
    if (isSilent(found.kind === 'done' ? undefined : found.why)) return;
    if (found.kind === 'done') await applyAttempts(platform, chooseGateway, charge.id, found.value);
  }
}

/** Queries the gateway for the attempts to pay a charge. */
async function lookForPayments(
  { db, clock, logger }: Platform,
  gateway: PaymentGateway,
  { id, uuid }: { readonly id: number; readonly uuid: string },
) {
  const found = await gateway.findPayments(uuid);
  // Stored whatever the result: a charge for which the gateway never replies must not delay the
  // others.
  await db.q
    .updateTable('payments')
    .set({ checked_at: clock.now() })
    .where('id', '=', id)
    .execute();
  if (found.kind !== 'done')
    logger.warn(
      { payment: id, why: found.why, detail: found.detail },
      'gateway gave no state of an open charge',
    );
  return found;
}

async function applyAttempts(
  platform: Platform,
  chooseGateway: ChooseGateway,
  id: number,
  found: readonly GatewayPayment[],
): Promise<void> {
  // Paid attempts come first: a failed attempt has no meaning beside a paid one.
  const attempts = found.toSorted(
    (a, b) => Number(b.status === 'paid') - Number(a.status === 'paid'),
  );
  for (const payment of attempts)
    await applyReported(platform, chooseGateway, payment).catch((error: unknown) =>
      platform.logger.error({ err: error, payment: id }, 'charge reconciliation failed'),
    );
}

/**
 * Returns the scheduled tasks that query the gateway to complete what a missing webhook or a
 * process that died left unfinished.
 */
export const reconciliationTasks = (chooseGateway: ChooseGateway) =>
  [
    {
      name: 'refunds under way',
      everyMs: MINUTE,
      run: (platform: Platform, stopping: AbortSignal) =>
        settleRefunds(platform, chooseGateway, stopping),
    },
    {
      name: 'open charges',
      everyMs: 5 * MINUTE,
      run: (platform: Platform, stopping: AbortSignal) =>
        checkOpenCharges(platform, chooseGateway, stopping),
    },
    {
      name: 'confirmed payments',
      everyMs: 5 * MINUTE,
      run: (platform: Platform, stopping: AbortSignal) =>
        checkConfirmedPayments(platform, chooseGateway, stopping),
    },
  ] as const;

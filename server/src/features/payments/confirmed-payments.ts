import type { Db } from '../../platform/db/database.ts';
import { col, orNull, params, statement } from '../../platform/db/statement.ts';
import type {
  GatewayTrouble,
  PaymentGateway,
} from '../../platform/payment-gateway/payment-gateway.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ChooseGateway } from './gateway-choice.ts';
import { createOutageCheck } from './gateway-outage.ts';
import { applyReported } from './reconciliation.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Period in which a payer can dispute a charge. */
const DISPUTE_WINDOW_DAYS = 180;
/** Gateway requests of one run, so that its cost is bounded however many payments there are. */
const BATCH = 50;
/** Marks payments whose dispute window has ended; they cause no more requests. */
const CLOSED = new Date('9999-12-31T00:00:00Z');

// Written exactly as in its index, so that the scan stops at the first payment that is not due.
const duePayments = statement({
  name: 'payments-to-look-after',
  params: params<{ gateway: string; now: Date; batch: number }>(),
  columns: { id: col.int, reference: orNull(col.text), confirmed_at: col.float },
  text: `
    SELECT p.id, p.gateway_reference AS reference,
      (extract(epoch FROM p.confirmed_at) * 1000)::float8 AS confirmed_at
    FROM payments p
    WHERE p.gateway IS NOT NULL AND p.confirmed_at IS NOT NULL
      AND coalesce(p.look_again_at, timestamptz '1970-01-01 00:00:00+00') <= :now
      AND p.gateway = :gateway
    ORDER BY coalesce(p.look_again_at, timestamptz '1970-01-01 00:00:00+00'), p.id LIMIT :batch`,
});

/**
 * Rechecks confirmed payments at the gateway for as long as they can be disputed: this finds a
 * refund made in the provider's panel or a dispute even when its notification was lost. Daily at
 * first, then less and less often, at least twice a month.
 */
export async function checkConfirmedPayments(
  platform: Platform,
  chooseGateway: ChooseGateway,
  stopping: AbortSignal,
): Promise<void> {
  const { db, clock } = platform;
  const gateway = await chooseGateway(db);
  if (gateway === undefined) return;
  const now = clock.now();
  const isSilent = createOutageCheck();
  for (const { id, reference, confirmed_at } of await db.rows(duePayments, {
    gateway: gateway.name,
    now,
    batch: BATCH,
  })) {
    if (stopping.aborted) return;
    const age = now.getTime() - confirmed_at;
    if (reference === null || age > (DISPUTE_WINDOW_DAYS + 1) * DAY) await note(db, id, CLOSED);
    else if (isSilent(await look(platform, { chooseGateway, gateway }, { id, reference, age })))
      return;
  }
}

/** Checks one payment; returns the problem with the gateway's reply, if any. */
async function look(
  platform: Platform,
  {
    chooseGateway,
    gateway,
  }: { readonly chooseGateway: ChooseGateway; readonly gateway: PaymentGateway },
  { id, reference, age }: { readonly id: number; readonly reference: string; readonly age: number },
): Promise<GatewayTrouble | undefined> {
  const { db, clock, logger } = platform;
  const reported = await gateway.getPayment(reference);
  if (reported.kind === 'unknown') {
    // Rescheduled first: a payment for which the gateway never replies must not delay the others.
    await note(db, id, new Date(clock.now().getTime() + HOUR));
    logger.warn(
      { payment: id, why: reported.why, detail: reported.detail },
      'gateway gave no state of a confirmed payment',
    );
    return reported.why;
  }
  if (reported.kind === 'refused')
    logger.warn(
      { payment: id, why: reported.why, detail: reported.detail },
      'gateway does not know a confirmed payment',
    );
  // The next check is stored first, so that a failure below is retried later and does not delay the
  // other payments.
  await note(db, id, nextLook(clock.now(), age));
  if (reported.kind !== 'done') return undefined;
  const settled = await applyReported(platform, chooseGateway, reported.value).catch(
    (error: unknown) => {
      logger.error({ err: error, payment: id }, 'payment reconciliation failed');
    },
  );
  if (settled === 'waiting' || settled === undefined)
    await note(db, id, new Date(clock.now().getTime() + HOUR));
  return undefined;
}

async function note({ q }: Db, id: number, look_again_at: Date): Promise<void> {
  await q.updateTable('payments').set({ look_again_at }).where('id', '=', id).execute();
}

/**
 * Returns the time of the next check: after one day at first, later after a third of the payment's
 * age, at most fifteen days; the last check is at the end of the window.
 */
function nextLook(now: Date, age: number): Date {
  const wait = Math.min(15 * DAY, Math.max(DAY, age / 3));
  const left = DISPUTE_WINDOW_DAYS * DAY - age;
  return new Date(now.getTime() + (left > HOUR ? Math.min(wait, left) : wait));
}

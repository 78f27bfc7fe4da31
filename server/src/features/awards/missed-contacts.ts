import type { OrderAward } from '@lavra/contract/orders/awards';
import { formatTimestamp } from '@lavra/domain/calendar/calendar';
import { proposalLabel } from '@lavra/domain/proposal/letters';
import { markOf } from '@lavra/domain/proposal/mark';
import type { ProducerCaller } from '../../platform/auth/caller.ts';
import type { Request } from '../../platform/auth/request.ts';
import type { Db } from '../../platform/db/database.ts';
import { RuleError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { wireTimeOrNull } from '../../platform/text/wire.ts';
import { lockOrder } from '../orders/orders-feature.ts';
import { lettersFor } from '../proposals/proposals-feature.ts';
import {
  findAward,
  saveReport,
  withdrawReport,
  type AwardRow,
  type WinnerRow,
} from './missed-contact-store.ts';

/** A winner has this long to call, and a report stands this long before the next one. */
const DAY_MS = 24 * 60 * 60_000;

const isReported = ({ reported_at, withdrawn_at }: WinnerRow): boolean =>
  reported_at !== null && withdrawn_at === null;

/** Returns from when on a missed contact may be reported; undefined where it may not be. */
const reportableFrom = ({ status }: AwardRow, winner: WinnerRow | undefined): Date | undefined =>
  status !== 'adjudicada' || winner === undefined || isReported(winner)
    ? undefined
    : new Date(winner.latest_ms + DAY_MS);

async function readAward(db: Db, orderId: number): Promise<AwardRow> {
  const row = await findAward(db, orderId);
  if (row === undefined) throw new RuleError('order_not_found');
  return row;
}

/** The winners that a request is about: one, by its UUID, or all. */
const wantedOf = ({ winners }: AwardRow, proposal: string | undefined): readonly WinnerRow[] =>
  proposal === undefined ? winners : winners.filter(({ uuid }) => uuid === proposal.toLowerCase());

/** Returns what was bought of an order, and of which winners a missed contact may be reported. */
export const getOrderAward = (
  { db, clock, zone }: Platform,
  caller: ProducerCaller,
  orderId: number,
): Promise<OrderAward> => viewOf({ db, now: clock.now() }, caller, orderId, zone);

/**
 * Notifies winners and the administration that they did not contact the producer: one winner, or
 * without a proposal all of whom it may be said. Throws `contact_not_reportable` before a day has
 * passed, and where the order is not awarded.
 */
export const reportMissedContact = (
  { command, zone }: Platform,
  request: Request<ProducerCaller>,
  orderId: number,
  proposal: string | undefined,
): Promise<OrderAward> =>
  command(request, async (uow) => {
    await lockOrder(uow.db, orderId, 'update');
    const award = await readAward(uow.db, orderId);
    const reported = wantedOf(award, proposal).filter((winner) => {
      const from = reportableFrom(award, winner);
      return from !== undefined && from <= uow.now;
    });
    if (reported.length === 0) throw new RuleError('contact_not_reportable');
    const proposalIds = reported.map(({ id }) => id);
    await saveReport(uow.db, orderId, { proposalIds, now: uow.now });
    uow.audit({
      action: 'updated',
      event: 'contact.missed',
      resourceType: 'order',
      resourceId: orderId,
      newValues: { proposal_ids: proposalIds },
    });
    for (const id of proposalIds)
      uow.event({
        type: 'award.contact_missed',
        data: { order_id: orderId, proposal_id: id },
      });
    return viewOf(uow, request.caller, orderId, zone);
  });

/** Takes the report about one winner back, or about all; does nothing where there is none. */
export const withdrawMissedContact = (
  { command, zone }: Platform,
  request: Request<ProducerCaller>,
  orderId: number,
  proposal: string | undefined,
): Promise<OrderAward> =>
  command(request, async (uow) => {
    await lockOrder(uow.db, orderId, 'update');
    const proposalIds = wantedOf(await readAward(uow.db, orderId), proposal).map(({ id }) => id);
    if (await withdrawReport(uow.db, orderId, { proposalIds, now: uow.now }))
      uow.audit({
        action: 'updated',
        event: 'contact.made',
        resourceType: 'order',
        resourceId: orderId,
        newValues: { proposal_ids: proposalIds },
      });
    return viewOf(uow, request.caller, orderId, zone);
  });

async function viewOf(
  { db, now }: { readonly db: Db; readonly now: Date },
  { sessionId }: ProducerCaller,
  orderId: number,
  zone: string,
): Promise<OrderAward> {
  const [row, letters] = await Promise.all([
    readAward(db, orderId),
    lettersFor(db, { sessionId, orderId }),
  ]);
  return present(row, letters, { now, zone });
}

function present(
  row: AwardRow,
  letters: ReadonlyMap<number, number>,
  { now, zone }: { readonly now: Date; readonly zone: string },
): OrderAward {
  const winners = row.winners
    .map((winner) => ({ winner, letter: letters.get(winner.id) ?? 0 }))
    .toSorted((a, b) => a.letter - b.letter)
    .map(({ winner, letter }) => {
      const from = reportableFrom(row, winner);
      return {
        proposal: winner.uuid,
        label: proposalLabel(letter),
        mark: markOf(winner.mark),
        contact_missed_at: isReported(winner) ? wireTimeOrNull(winner.reported_at) : null,
        can_report: from !== undefined && from <= now,
        may_report_from: from === undefined ? null : formatTimestamp(from, zone),
      };
    });
  return {
    reason: row.reason,
    contact_missed_at: last(winners.map(({ contact_missed_at }) => contact_missed_at)),
    can_report: winners.some(({ can_report }) => can_report),
    may_report_from: first(winners.map(({ may_report_from }) => may_report_from)),
    winners,
  };
}

const sorted = (times: readonly (string | null)[]): string[] =>
  times.filter((time) => time !== null).toSorted();
const first = (times: readonly (string | null)[]): string | null => sorted(times)[0] ?? null;
const last = (times: readonly (string | null)[]): string | null => sorted(times).at(-1) ?? null;

import { startLimit, type Server } from '../api-server.ts';
import { supplierToken } from '../data/tokens.ts';
import { listDraftTargets } from '../fixtures.ts';
import { request, type Caller } from '../load/plan.ts';
import { interleave, type Sample } from '../measure.ts';
import type { Row } from '../report.ts';
import { callersOf, sizeName, type Context } from './context.ts';
import { draftCallers, limitedDraft, ownDraft } from './drafts.ts';

const FIRST_SUPPLIER = 3;
const CALLERS = 64;
const SHARES = [0.5, 0.8];

/** The service and the comparison server, which gets as many requests a second. */
interface Pair {
  readonly ours: readonly Caller[];
  readonly limit: readonly Caller[];
  readonly limitServer: Server;
}

/**
 * Measures what users experience: requests that arrive independently, at a share of the service's
 * maximum rate, each timed from when it was due. Unlike in the closed loops, no request waits for
 * the response to another.
 */
export async function arrivalRows(context: Context): Promise<Row[]> {
  const {
    largest: { set },
  } = context;
  const [listLimit, draftLimit] = [
    await startLimit('list-server.ts', set),
    await startLimit('draft-server.ts', set),
  ];
  const drafts = await listDraftTargets(set, 10, CALLERS);
  try {
    return [
      ...(await shares('order list', context, {
        ours: callersOf(CALLERS, (index) =>
          request('GET', '/api/v1/supplier/orders', {
            token: supplierToken(FIRST_SUPPLIER + index),
          }),
        ),
        limit: callersOf(CALLERS, (index) => request('GET', `/orders/${FIRST_SUPPLIER + index}`)),
        limitServer: listLimit,
      })),
      ...(await shares('draft of 10 items', context, {
        ours: draftCallers(CALLERS, drafts, ownDraft),
        limit: draftCallers(CALLERS, drafts, limitedDraft('drafts')),
        limitServer: draftLimit,
      })),
    ];
  } finally {
    await Promise.all([listLimit.worker.stop(), draftLimit.worker.stop()]);
  }
}

const times = ({ p50, p99 }: Sample): string => `p50 ${p50.toFixed(1)} p99 ${p99.toFixed(1)} ms`;

async function shares(
  what: string,
  { bench, largest }: Context,
  { ours, limit, limitServer }: Pair,
): Promise<Row[]> {
  const saturated = (
    await interleave(bench, { ours: { server: largest.api, callers: ours.slice(0, 16) } })
  ).of('ours').perSecond;
  const rows: Row[] = [];
  for (const share of SHARES) {
    const perSecond = Math.round(saturated * share);
    const compared = await interleave(bench, {
      ours: { server: largest.api, callers: ours, perSecond },
      limit: { server: limitServer, callers: limit, perSecond },
    });
    rows.push({
      what: `${what}, ${perSecond} requests a second, ${share * 100} % of its most, p99 (${sizeName(largest)} orders)`,
      value: compared.of('ours').p99,
      unit: 'ms',
      detail: `ours ${times(compared.of('ours'))}; limit ${times(compared.of('limit'))}`,
    });
  }
  return rows;
}

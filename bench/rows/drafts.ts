import { countStatements, startLimit } from '../api-server.ts';
import { listDraftTargets, type DraftTarget } from '../fixtures.ts';
import { request } from '../load/plan.ts';
import { interleave } from '../measure.ts';
import { formatSample, type Row } from '../report.ts';
import { callersOf, sizeName, type Context } from './context.ts';

const CALLERS = 16;

const path = ({ orderUuid }: DraftTarget): string => `/api/v1/orders/${orderUuid}/proposals`;
const body = ({ items }: DraftTarget) => ({ items, notes: 'Preços à vista' });
/** Returns the service's request for a target's draft, as a browser would send it. */
export const ownDraft = (target: DraftTarget): string =>
  request('POST', path(target), { token: target.token, body: body(target) });
/** Returns the same request for one of the comparison servers. */
export const limitedDraft =
  (kind: string) =>
  (target: DraftTarget): string =>
    request('POST', `/${kind}/${target.supplierId}/${target.orderId}`, { body: body(target) });
/** Returns callers that each save their own drafts. */
export const draftCallers = (
  count: number,
  targets: readonly DraftTarget[],
  requestOf: (target: DraftTarget) => string,
) =>
  callersOf(count, (index) => targets.filter((_, place) => place % count === index).map(requestOf));

/** Measures saving a draft against the comparison server, and how its time grows with the items. */
export async function draftRows({ bench, largest, smallest }: Context): Promise<Row[]> {
  const limit = await startLimit('draft-server.ts', largest.set);
  const ten = await listDraftTargets(largest.set, 10, 64);
  const compared = await interleave(bench, {
    ours: { server: largest.api, callers: draftCallers(CALLERS, ten, ownDraft) },
    limit: { server: limit, callers: draftCallers(CALLERS, ten, limitedDraft('drafts')) },
    whole: { server: limit, callers: draftCallers(CALLERS, ten, limitedDraft('whole-drafts')) },
  });
  await limit.worker.stop();
  const twenty = await listDraftTargets(largest.set, 20, 10);
  const small = await listDraftTargets(smallest.set, 10, 10);
  const grown = await interleave(bench, {
    ten: { server: largest.api, callers: draftCallers(1, ten.slice(0, 10), ownDraft) },
    twenty: { server: largest.api, callers: draftCallers(1, twenty, ownDraft) },
    small: { server: smallest.api, callers: draftCallers(1, small, ownDraft) },
  });
  const first = ten[0];
  const statements = await countStatements(largest.api, async () => {
    if (first === undefined) throw new Error('the data set has no published order with ten items');
    const headers = { authorization: `Bearer ${first.token}`, 'content-type': 'application/json' };
    await fetch(`http://127.0.0.1:${largest.api.port}${path(first)}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body(first)),
    });
  });
  const p50 = (name: 'ten' | 'twenty' | 'small'): string => `${grown.of(name).p50.toFixed(2)} ms`;
  return [
    {
      what: `draft of 10 items, ${CALLERS} callers, of the safe limit (${sizeName(largest)} orders)`,
      value: compared.ratio('perSecond', 'ours', 'limit'),
      least: 0.75,
      detail: `${formatSample('ours', compared.of('ours'))}; ${formatSample('limit', compared.of('limit'))}`,
    },
    {
      what: 'the same, of a safe limit that gives the whole answer',
      value: compared.ratio('perSecond', 'ours', 'whole'),
      detail: formatSample('limit', compared.of('whole')),
    },
    {
      what: 'draft of 20 items / 10',
      value: grown.ratio('p50', 'twenty', 'ten'),
      most: 1.5,
      detail: `p50 ${p50('twenty')} / ${p50('ten')}, one caller`,
    },
    {
      what: `draft at ${sizeName(largest)} orders / ${sizeName(smallest)}`,
      value: grown.ratio('p50', 'ten', 'small'),
      detail: `p50 ${p50('ten')} / ${p50('small')}`,
    },
    {
      what: 'draft, statements a request',
      value: statements,
      unit: 'statements',
      most: 5,
      detail: 'BEGIN and COMMIT included',
    },
  ];
}

import assert from 'node:assert/strict';
import { countStatements, startLimit } from '../api-server.ts';
import { supplierToken } from '../data/tokens.ts';
import { FRONT_HEAVY_SUPPLIER, HEAVY_SUPPLIER } from '../data/people-sql.ts';
import { request } from '../load/plan.ts';
import { interleave } from '../measure.ts';
import { formatSample, type Row } from '../report.ts';
import { callersOf, sizeName, type Context, type Stage } from './context.ts';

const FIRST_SUPPLIER = 3;
const PATH = '/api/v1/supplier/orders';

const listCallers = (count: number) =>
  callersOf(count, (index) =>
    request('GET', PATH, { token: supplierToken(FIRST_SUPPLIER + index) }),
  );
const callerOf = (supplierId: number, path = PATH) =>
  callersOf(1, () => request('GET', path, { token: supplierToken(supplierId) }));

interface ListAnswer {
  data: unknown[];
  meta: { total: number; last_page: number; next_cursor?: unknown };
}

async function readOwn({ api }: Stage, supplierId: number): Promise<ListAnswer> {
  const answer = await fetch(`http://127.0.0.1:${api.port}${PATH}`, {
    headers: { authorization: `Bearer ${supplierToken(supplierId)}` },
  });
  return answer.json() as Promise<ListAnswer>; // checked against the comparison server's response
}

/** Measures the supplier's list against the comparison server, which returns the same body. */
export async function listRows({ bench, largest }: Context): Promise<Row[]> {
  const limit = await startLimit('list-server.ts', largest.set);
  const {
    meta: { next_cursor: _, ...meta },
    data,
  } = await readOwn(largest, FIRST_SUPPLIER);
  assert.deepEqual(
    { data, meta },
    await (await fetch(`http://127.0.0.1:${limit.port}/orders/${FIRST_SUPPLIER}`)).json(),
    'the limit answers what the service answers',
  );
  const rows: Row[] = [];
  for (const callers of [1, 16, 64]) {
    const compared = await interleave(bench, {
      limit: {
        server: limit,
        callers: callersOf(callers, (index) => request('GET', `/orders/${FIRST_SUPPLIER + index}`)),
      },
      ours: { server: largest.api, callers: listCallers(callers) },
    });
    const ours = compared.of('ours');
    rows.push({
      what: `order list, ${callers} callers, of the limit (${sizeName(largest)} orders)`,
      value: compared.ratio('perSecond', 'ours', 'limit'),
      least: callers === 16 ? 0.7 : 0.6,
      detail:
        `${formatSample('ours', ours)}; ${formatSample('limit', compared.of('limit'))}; ` +
        `generator ${Math.round(ours.generatorShare * 100)} % of a core`,
    });
    if (callers === 16)
      rows.push({
        what: 'order list, node CPU a request',
        value: ours.nodeCpu,
        unit: 'ms',
        most: 0.2,
      });
  }
  await limit.worker.stop();
  const statements = await countStatements(largest.api, async () => {
    await readOwn(largest, FIRST_SUPPLIER);
  });
  rows.push({
    what: 'order list, statements a request',
    value: statements,
    unit: 'statements',
    most: 1,
  });
  return rows;
}

/**
 * Measures how the list's time depends on the amount of data, the position of the page and the
 * caller.
 */
export async function flatnessRows({ bench, smallest, largest }: Context): Promise<Row[]> {
  const { meta } = await readOwn(largest, FIRST_SUPPLIER);
  const stage = (supplierId: number, path?: string) => ({
    server: largest.api,
    callers: callerOf(supplierId, path),
  });
  const compared = await interleave(bench, {
    small: { server: smallest.api, callers: callerOf(FIRST_SUPPLIER) },
    first: stage(FIRST_SUPPLIER),
    middle: stage(FIRST_SUPPLIER, `${PATH}?page=${Math.round(meta.last_page / 2)}`),
    last: stage(FIRST_SUPPLIER, `${PATH}?page=${meta.last_page}`),
    heavy: stage(HEAVY_SUPPLIER),
    frontHeavy: stage(FRONT_HEAVY_SUPPLIER),
  });
  const p50 = (name: Parameters<typeof compared.of>[0]): string =>
    `${compared.of(name).p50.toFixed(2)} ms`;
  const row = (
    what: string,
    above: Parameters<typeof compared.of>[0],
    below: Parameters<typeof compared.of>[0],
    most: number,
  ): Row => ({
    what,
    value: compared.ratio('p50', above, below),
    most,
    detail: `p50 ${p50(above)} / ${p50(below)}, one caller`,
  });
  return [
    row(
      `order list at ${sizeName(largest)} orders / ${sizeName(smallest)}`,
      'first',
      'small',
      1.25,
    ),
    row(`last page (${meta.last_page}) / first`, 'last', 'first', 2),
    row('page in the middle / first', 'middle', 'first', 2),
    row('caller with 10,000 declines and favorites / ordinary', 'heavy', 'first', 1.25),
    row("the same with all declines at the list's front / ordinary", 'frontHeavy', 'first', 1.25),
  ];
}

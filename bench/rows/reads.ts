import { countStatements } from '../api-server.ts';
import { ADMIN_TOKEN, producerToken, supplierToken } from '../data/tokens.ts';
import { findLargeProposal, listReceivedTargets } from '../fixtures.ts';
import { request } from '../load/plan.ts';
import { interleave, type Target } from '../measure.ts';
import type { Row } from '../report.ts';
import { sizeName, type Context, type Stage } from './context.ts';

interface Read {
  readonly path: string;
  readonly token: string;
}

/** A producer all of whose orders are finished, most of them with a purchase. */
const BUYER = 32;

const shapes: Readonly<Record<string, (stage: Stage) => Promise<Read[]>>> = {
  'supplier dashboard': () =>
    Promise.resolve([{ path: '/api/v1/supplier/dashboard', token: supplierToken(10) }]),
  'producer dashboard': () =>
    Promise.resolve([{ path: '/api/v1/producer/dashboard', token: producerToken(7) }]),
  'purchases of a producer': () =>
    Promise.resolve([{ path: '/api/v1/producer/purchases', token: producerToken(BUYER) }]),
  'sales of a supplier': () =>
    Promise.resolve([{ path: '/api/v1/supplier/purchases', token: supplierToken(10) }]),
  'purchases, for the administration': () =>
    Promise.resolve([{ path: '/api/v1/admin/purchases', token: ADMIN_TOKEN }]),
  'received list, anonymous (5 proposals)': async ({ set }) =>
    (await listReceivedTargets(set, 10)).map(({ uuid, token }) => ({
      path: `/api/v1/orders/${uuid}/proposals/received?view=anonymous`,
      token,
    })),
};

const target = async (stage: Stage, reads: readonly Read[]): Promise<Target> => ({
  server: stage.api,
  callers: [{ requests: reads.map(({ path, token }) => request('GET', path, { token })) }],
});

/**
 * Measures the first screens and the received list at the largest size against the smallest, one
 * caller.
 */
export async function readRows({ bench, smallest, largest }: Context): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [what, shape] of Object.entries(shapes)) {
    const reads = await shape(largest);
    const compared = await interleave(bench, {
      large: await target(largest, reads),
      small: await target(smallest, await shape(smallest)),
    });
    const statements = await countStatements(largest.api, async () => {
      await fetchOnce(largest, reads[0]);
    });
    rows.push({
      what: `${what} at ${sizeName(largest)} orders / ${sizeName(smallest)}`,
      value: compared.ratio('p50', 'large', 'small'),
      most: 1.25,
      detail:
        `p50 ${compared.of('large').p50.toFixed(2)} / ${compared.of('small').p50.toFixed(2)} ` +
        `ms, ${statements} statements`,
    });
  }
  return rows;
}

/** Measures the PDF of a proposal with fifty items. */
export async function pdfRows({ bench, largest }: Context): Promise<Row[]> {
  const { uuid, token } = await findLargeProposal(largest.set);
  const pdf = request('GET', `/api/v1/supplier/proposals/${uuid}/pdf`, { token });
  const compared = await interleave(bench, {
    one: { server: largest.api, callers: [{ requests: [pdf] }] },
  });
  const { p50, p99, nodeCpu } = compared.of('one');
  return [
    {
      what: 'PDF of 50 items',
      value: p50,
      unit: 'ms',
      most: 25,
      detail: `p99 ${p99.toFixed(0)} ms, node CPU ${nodeCpu.toFixed(1)} ms, printed on a thread of its own`,
    },
  ];
}

async function fetchOnce({ api }: Stage, read: Read | undefined): Promise<void> {
  if (read === undefined) throw new Error('the data set has nothing of that shape');
  const answer = await fetch(`http://127.0.0.1:${api.port}${read.path}`, {
    headers: { authorization: `Bearer ${read.token}` },
  });
  if (!answer.ok) throw new Error(`${read.path} answers ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
}

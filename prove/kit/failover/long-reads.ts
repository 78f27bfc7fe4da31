import { setTimeout as sleep } from 'node:timers/promises';
import type { HistoryEntry } from '../history.ts';
import type { Service } from '../home.ts';
import { jsonOf, type Reply } from '../http.ts';
import type { Broken } from '../proof.ts';

// An administrator who reads long lists and reports while the cluster suffers: they may come from a
// replica, and must show what was acknowledged before they were asked for.

export interface LongReads {
  /** When each was answered (`performance.now()`). */
  readonly answered: readonly number[];
  /** Returns how many were answered by which server, by the processes' own count. */
  servers(): Promise<Readonly<Record<Server, number>>>;
  stop(): Promise<void>;
}
type Server = 'replica' | 'primary';

/** Each tenth read is a report. */
const REPORTS = 10;
const PAUSE_MS = 20;
/** How long the service asks the reader of a report to wait before another (`Retry-After`), in ms. */
const BUSY_MS = 30_000;

export function startLongReads(
  apis: readonly Service[],
  { token, history, broken }: { token: string; history: readonly HistoryEntry[]; broken: Broken },
): LongReads {
  const answered: number[] = [];
  const state = { stopped: false, leftReport: -Infinity };
  const read = async (n: number): Promise<void> => {
    const sent = history.findLast(({ command }) => command === 'submit');
    const api = apis[n % apis.length];
    if (sent === undefined || api === undefined) return;
    const isReport = n % REPORTS === 0;
    const path = isReport
      ? '/api/v1/admin/reports/export/csv?view=orders'
      : `/api/v1/admin/orders/${sent.orderId}/proposals?per_page=100`;
    const reply = await api.ask('GET', path, { token, patience: 10_000 }).catch(() => undefined);
    if (reply === undefined && isReport) state.leftReport = performance.now();
    if (reply === undefined || reply.status === 503) return; // asked again
    // A report that its reader left still waits for its entry in the audit log.
    if (reply.status === 429 && performance.now() - state.leftReport < BUSY_MS) return;
    broken.expect(reply.status === 200, 'a long read was refused', `${path}: ${reply.text}`);
    if (reply.status !== 200) return;
    answered.push(performance.now());
    broken.expect(
      isReport || hasProposal(reply, sent.reply['uuid']),
      'a long read lacks what was acknowledged before',
      `order ${sent.orderId}, supplier ${sent.supplierId}`,
    );
  };
  const loop = async (): Promise<void> => {
    for (let n = 1; !state.stopped; n += 1) {
      await read(n);
      await sleep(PAUSE_MS);
    }
  };
  const ended = loop();
  return {
    answered,
    async servers() {
      const pages = await Promise.all(apis.map(({ ask }) => ask('GET', '/metrics')));
      const sum = (server: Server): number =>
        pages.reduce((so, page) => so + readsIn(page, server), 0);
      return { replica: sum('replica'), primary: sum('primary') };
    },
    async stop() {
      state.stopped = true;
      await ended;
    },
  };
}

const hasProposal = (reply: Reply, uuid: unknown): boolean =>
  // the reply's schema is checked by its own tests
  (jsonOf(reply)['data'] as { uuid: string }[]).some((proposal) => proposal.uuid === uuid);

const readsIn = ({ text }: Reply, server: Server): number =>
  Number(
    new RegExp(`^lavra_long_reads_total\\{server="${server}"\\} (\\d+)$`, 'm').exec(text)?.[1],
  );

// The process that reads one workbook. It sends the records in pieces and waits after each, so that
// receiving them does not occupy the event loop of the service.
import { once } from 'node:events';
import { parseXlsx } from './xlsx-parse.ts';
import type { XlsxJob, XlsxMessage } from './xlsx-read.ts';

const CELLS_AT_ONCE = 10_000;

const send = (message: XlsxMessage): void => void process.send?.(message);
const [job] = await once(process, 'message');
const { bytes, limits }: XlsxJob = job;
const reply = await parseXlsx(bytes, limits);
if ('refusal' in reply) send(reply);
else await sendRecords(reply.records);

async function sendRecords(records: readonly string[][]): Promise<void> {
  const size = Math.max(1, Math.floor(CELLS_AT_ONCE / (records[0]?.length ?? 1)));
  for (let start = 0; ; start += size) {
    const isLast = start + size >= records.length;
    send({ records: records.slice(start, start + size), isLast });
    if (isLast) return;
    await once(process, 'message');
  }
}

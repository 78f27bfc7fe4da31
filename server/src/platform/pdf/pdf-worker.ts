// The rendering thread: one job in, one reply out. It keeps no state, so it may be killed at any
// moment.
import { parentPort, workerData } from 'node:worker_threads';
import type { PdfJob, PdfKinds, PdfReply } from './pdf-kind.ts';

type Render = (data: unknown) => Promise<Buffer>;

const kinds: PdfKinds = workerData;
const loaded = new Map<string, Render>();

parentPort?.on('message', (job: PdfJob) => {
  void run(job).then((reply) =>
    parentPort?.postMessage(reply, 'pdf' in reply ? [reply.pdf.buffer] : []),
  );
});

async function run({ kind, data }: PdfJob): Promise<PdfReply> {
  try {
    const render = await load(kind);
    // A copy of its own: a pooled buffer cannot be transferred to another thread.
    return { pdf: new Uint8Array(await render(data)) };
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

async function load(name: string): Promise<Render> {
  const found = loaded.get(name);
  if (found) return found;
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
  if (!kind) throw new Error(`no such kind of PDF: ${name}`);
  const module: Record<string, unknown> = await import(kind.module);
  const render = module[kind.render];
  if (!isRender(render)) throw new Error(`${kind.module} exports no function ${kind.render}`);
  loaded.set(name, render);
  return render;
}

/** Its parameter and result types are guaranteed by `pdfKind()`. */
function isRender(value: unknown): value is Render {
  return typeof value === 'function';
}

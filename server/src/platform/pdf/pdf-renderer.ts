import { Worker } from 'node:worker_threads';
import { limitThread } from '../thread-limit.ts';
import type { DataOf, PdfJob, PdfKinds, PdfReply } from './pdf-kind.ts';

const WORKER = new URL('./pdf-worker.ts', import.meta.url);
// V8 ends a thread at this limit, but one that allocates very fast can crash the whole process:
// rendering must use little memory.
const MEMORY_LIMIT_MB = 256;

/** The waiting queue is full: the caller should retry a little later. */
export class PdfBusyError extends Error {
  override readonly name = 'PdfBusyError';
}

/** This document could not be rendered: bad data, a crash, or a time-out. The next one can be. */
export class PdfFailedError extends Error {
  override readonly name = 'PdfFailedError';
}

export interface PdfRendererOptions<Kinds> {
  readonly kinds: Kinds;
  /** How many may wait beside the one being rendered. */
  readonly maxQueued: number;
  /**
   * How long one document may take its thread, including the start, in ms of processor time; in all
   * four times as long.
   */
  readonly timeoutMs: number;
}

export interface PdfRenderer<Kinds> {
  /** Returns the PDF. Rejects with PdfBusyError or PdfFailedError. */
  render<Kind extends keyof Kinds & string>(kind: Kind, data: DataOf<Kinds[Kind]>): Promise<Buffer>;
  /** Ends the thread; unfinished documents fail. */
  close(): Promise<void>;
}

interface Ticket {
  readonly job: PdfJob;
  readonly resolve: (pdf: Buffer) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Creates a renderer that renders documents one at a time in a thread of its own, which starts with
 * the first one.
 */
export function createPdfRenderer<Kinds extends PdfKinds>({
  kinds,
  maxQueued,
  timeoutMs,
}: PdfRendererOptions<Kinds>): PdfRenderer<Kinds> {
  const queue: Ticket[] = [];
  let inHand: Ticket | null = null;
  let stopWatching = (): void => undefined;
  let worker: Worker | null = null;
  let isClosed = false;

  function startWorker(): Worker {
    const started = new Worker(WORKER, {
      workerData: kinds,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
    });
    started.on('message', (reply: PdfReply) => settle(started, reply));
    started.on('error', (error) => dropWorker(started, `the thread failed: ${String(error)}`));
    started.on('exit', (code) => dropWorker(started, `the thread ended with code ${code}`));
    return started;
  }

  /** Discards a thread that has ended or must end; only the document it was rendering fails. */
  function dropWorker(dropped: Worker, reason: string): void {
    if (dropped !== worker) return;
    worker = null;
    void dropped.terminate();
    settle(null, { failure: reason });
  }

  function settle(from: Worker | null, reply: PdfReply): void {
    if (from !== worker || !inHand) return;
    const { resolve, reject } = inHand;
    inHand = null;
    stopWatching();
    worker?.unref();
    if ('pdf' in reply) resolve(Buffer.from(reply.pdf.buffer));
    else reject(new PdfFailedError(reply.failure));
    startNext();
  }

  function startNext(): void {
    const next = queue.shift();
    if (!next) return;
    inHand = next;
    const busy = (worker ??= startWorker());
    busy.ref();
    stopWatching = limitThread(busy, timeoutMs, () =>
      dropWorker(busy, `no PDF within ${timeoutMs} ms`),
    );
    try {
      busy.postMessage(next.job, []);
    } catch (error) {
      settle(busy, { failure: `the data cannot travel to the thread: ${String(error)}` });
    }
  }

  return {
    async render(kind, data) {
      if (isClosed) throw new PdfFailedError('the renderer is closed');
      if (inHand && queue.length >= maxQueued)
        throw new PdfBusyError(`${queue.length} documents are waiting already`);
      return new Promise<Buffer>((resolve, reject) => {
        queue.push({ job: { kind, data }, resolve, reject });
        if (!inHand) startNext();
      });
    },
    async close() {
      isClosed = true;
      const ending = worker;
      for (const { reject } of queue.splice(0))
        reject(new PdfFailedError('the renderer is closed'));
      if (ending) dropWorker(ending, 'the renderer is closed');
      await ending?.terminate();
    },
  };
}

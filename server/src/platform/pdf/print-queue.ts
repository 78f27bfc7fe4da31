import { RuleError } from '../errors.ts';
import { createCallerQueue, type CallerQueue } from '../http/admission/caller-queue.ts';
import { PdfBusyError } from './pdf-renderer.ts';

/**
 * Creates the limiter for rendering: one document at a time, two in progress for each user, so that
 * a user who requests many does not delay the others.
 */
export const createPrintQueue = (): CallerQueue =>
  createCallerQueue(
    { atOnce: 1, each: 2, waiting: 20 },
    { own: 'pdf_busy_own', all: 'pdf_busy', retryAfter: 2, onlyReads: true },
  );

/** Returns the rendered document. Throws `pdf_busy` when too many are waiting already. */
export const refusingWhenBusy = (printing: Promise<Buffer>): Promise<Buffer> =>
  printing.catch((error: unknown) => {
    throw error instanceof PdfBusyError ? new RuleError('pdf_busy', { retry_after: 2 }) : error;
  });

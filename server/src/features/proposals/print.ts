import { RuleError } from '../../platform/errors.ts';
import { createCallerTurns, type CallerTurns } from '../../platform/http/caller-turns.ts';
import { PdfBusyError } from '../../platform/pdf/pdf-renderer.ts';

/** One document at a time, two under way of a person; who waits for many does not keep the others waiting. */
export const createPrintingTurns = (): CallerTurns =>
  createCallerTurns(
    { atOnce: 1, each: 2, waiting: 20 },
    { own: 'pdf_busy_own', all: 'pdf_busy', retryAfter: 2 },
  );

/** The printed document, or `pdf_busy` when too many wait already. */
export const printed = (printing: Promise<Buffer>): Promise<Buffer> =>
  printing.catch((error: unknown) => {
    throw error instanceof PdfBusyError ? new RuleError('pdf_busy', { retry_after: 2 }) : error;
  });

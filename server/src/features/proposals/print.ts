import { RuleError } from '../../platform/errors.ts';
import { PdfBusyError } from '../../platform/pdf/pdf-renderer.ts';

/** The printed document, or `pdf_busy` when too many wait already. */
export const printed = (printing: Promise<Buffer>): Promise<Buffer> => printing.catch((error: unknown) => {
  throw error instanceof PdfBusyError ? new RuleError('pdf_busy', { retry_after: 2 }) : error;
});

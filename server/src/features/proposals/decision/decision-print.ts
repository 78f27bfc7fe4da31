import type { FileContent } from '@lavra/contract/kit/endpoint';
import type { Caller } from '../../../platform/auth/caller.ts';
import type { HttpRequest } from '../../../platform/auth/request.ts';
import { RuleError } from '../../../platform/errors.ts';
import type { CallerQueue } from '../../../platform/http/admission/caller-queue.ts';
import type { Platform } from '../../../platform/platform.ts';
import { PdfFailedError } from '../../../platform/pdf/pdf-renderer.ts';
import { refusingWhenBusy } from '../../../platform/pdf/print-queue.ts';
import { zoneLabel } from '@lavra/domain/calendar/zone-label';
import type { DecisionContent } from './decision-content.ts';
import type { DecisionPrinter } from './decision-document.ts';
import { findDecision } from './decision-record.ts';
import { shortened } from './decision-size.ts';
import { writeDecision } from './decision-write.ts';

/** The renderer of decision records, and the queue of those who print. */
export interface DecisionPrinting {
  readonly printing: CallerQueue;
  readonly printDecision: DecisionPrinter;
}

/**
 * Returns an order's decision record as a file; writes the record first where the award has just
 * left it. Throws `order_not_awarded` before the award, `pdf_busy_own` for a user's third concurrent
 * document, and `pdf_busy`.
 */
export const getDecisionRecord = (
  platform: Platform,
  { printing, printDecision }: DecisionPrinting,
  request: HttpRequest<Caller>,
  orderId: number,
): Promise<FileContent> =>
  printing(request, async () => {
    const { db, clock, zone } = platform;
    await writeDecision(platform, orderId);
    const decision = await findDecision(db, orderId);
    if (decision === undefined) throw new RuleError('order_not_awarded');
    const content = shortened(decision.content);
    const printOf = (shown: DecisionContent): Promise<Buffer> =>
      printDecision({
        ...decision,
        content: shown,
        generated_at: clock.now(),
        time_zone: zone,
        zone_label: zoneLabel(zone),
      });
    // What does not print in time prints price by price with one proposal alone.
    const printed = await refusingWhenBusy(
      printOf(content).catch((error: unknown) => {
        if (error instanceof PdfFailedError) return printOf(shortened(content, 1));
        throw error;
      }),
    );
    const filename = `registro-da-decisao_${content.order.number}.pdf`;
    return { content: printed, filename };
  });

import type { FileContent } from '@lavra/contract/kit/endpoint';
import type { Caller } from '../../../platform/auth/caller.ts';
import { RuleError } from '../../../platform/errors.ts';
import type { CallerQueue } from '../../../platform/http/admission/caller-queue.ts';
import type { Platform } from '../../../platform/platform.ts';
import { refusingWhenBusy } from '../../../platform/pdf/print-queue.ts';
import { zoneLabel } from '../../../platform/text/zone-label.ts';
import type { DecisionPrinter } from './decision-document.ts';
import { findDecision } from './decision-record.ts';

/**
 * Creates the use case that returns an order's decision record as a file. Throws
 * `order_not_awarded` before the award.
 */
export function createDecisionRecords(
  { db, clock, zone }: Platform,
  print: DecisionPrinter,
  printing: CallerQueue,
) {
  return {
    /** Throws `pdf_busy_own` for a user's third concurrent document, and `pdf_busy`. */
    print: (caller: Caller, orderId: number): Promise<FileContent> =>
      printing(caller, async () => {
        const decision = await findDecision(db, orderId);
        if (decision === undefined) throw new RuleError('order_not_awarded');
        const content = await refusingWhenBusy(
          print({
            ...decision,
            generated_at: clock.now(),
            time_zone: zone,
            zone_label: zoneLabel(zone),
          }),
        );
        return { content, filename: `registro-da-decisao_${decision.content.order.number}.pdf` };
      }),
  };
}

import type { FileContent } from '@lavra/contract/kit/endpoint';
import { RuleError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { printed } from '../print.ts';
import { zoneLabel } from '../../../platform/text/zone-label.ts';
import type { DecisionPrinter } from './decision-document.ts';
import { findDecision } from './decision-record.ts';

/** An order's decision record as a file. Throws `order_not_awarded` before the award. */
export function createDecisionRecords({ db, clock, zone }: Platform, print: DecisionPrinter) {
  return {
    print: async (orderId: number): Promise<FileContent> => {
      const decision = await findDecision(db, orderId);
      if (decision === undefined) throw new RuleError('order_not_awarded');
      const content = await printed(print({ ...decision, generated_at: clock.now(), time_zone: zone, zone_label: zoneLabel(zone) }));
      return { content, filename: `registro-da-decisao_${decision.content.order.number}.pdf` };
    },
  };
}

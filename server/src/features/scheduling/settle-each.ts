import { isUnavailable } from '../../platform/db/database-errors.ts';
import { RuleError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';

interface DueRows<D> {
  readonly platform: Platform;
  readonly stopping: AbortSignal;
  /** Name of the settled resource in the log. */
  readonly subject: string;
  /** Returns the next due ones after an id, ascending; none when there are no more. */
  readonly list: (afterId: number) => Promise<readonly D[]>;
  readonly settle: (due: D) => Promise<void>;
}

/**
 * Settles what is due, each in a transaction of its own. A failure is logged and retried at the
 * next run.
 */
export async function settleEach<D extends { readonly id: number }>({
  platform,
  stopping,
  subject,
  list,
  settle,
}: DueRows<D>): Promise<void> {
  for (let batch = await list(0); batch.length > 0; batch = await list(batch.at(-1)?.id ?? 0)) {
    for (const due of batch) {
      if (stopping.aborted) return;
      await settle(due).catch((error: unknown) => {
        // Another process was faster: it closed, cancelled or extended it since it was listed.
        if (error instanceof RuleError) return;
        platform.logger[isUnavailable(error) ? 'warn' : 'error'](
          { err: error, [subject]: due.id },
          'due row not settled',
        );
      });
    }
  }
}

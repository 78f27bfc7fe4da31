import type { FileContent } from '@lavra/contract/kit/endpoint';
import type { Caller } from '../../../platform/auth/caller.ts';
import type { HttpRequest } from '../../../platform/auth/request.ts';
import type { CallerQueue } from '../../../platform/http/admission/caller-queue.ts';
import { refusingWhenBusy } from '../../../platform/pdf/print-queue.ts';
import type { Platform } from '../../../platform/platform.ts';
import { getPurchaseDocument, type PurchaseFace } from './purchase-document-of.ts';
import type { PurchasePrinter } from './purchase-document.ts';

/** The renderer of purchase orders, and the queue of those who print. */
export interface PurchasePrinting {
  readonly print: PurchasePrinter;
  readonly printing: CallerQueue;
}

/**
 * Returns a side's copy of a purchase as a file. Throws `pdf_busy_own` for a user's third concurrent
 * document, and `pdf_busy`.
 */
export const getPurchasePdf = (
  { db, clock, zone }: Platform,
  { print, printing }: PurchasePrinting,
  request: HttpRequest<Caller>,
  { id, face }: { readonly id: number; readonly face: PurchaseFace },
): Promise<FileContent> =>
  printing(request, async () => {
    const document = await getPurchaseDocument(db, id, { face, now: clock.now(), zone });
    return {
      content: await refusingWhenBusy(print(document)),
      filename: `pedido-de-compra_${document.number}.pdf`,
    };
  });

import { pdfKind } from '../../../platform/pdf/pdf-kind.ts';
import type { PurchaseDocument } from './purchase-document.ts';

/** Registers the purchase order with the PDF renderer, without loading PDF code. */
export const purchasePdfKind = pdfKind<PurchaseDocument>(
  new URL('./purchase-pdf.ts', import.meta.url),
  'renderPurchasePdf',
);

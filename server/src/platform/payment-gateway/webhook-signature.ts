import { WebhookSignatureValidator } from 'mercadopago';

/** What a signature is over, as the notification carries it. */
export interface SignedNotification {
  readonly signature: string | undefined;
  readonly requestId: string | undefined;
  /** From the query: the body is not signed. */
  readonly dataId: string | undefined;
}

/**
 * Whether Mercado Pago signed it: HMAC-SHA256 over `id:…;request-id:…;ts:…;`, compared in constant time. One about
 * nothing is not taken, signed or not. Its age is not judged: what it may lead to is asked of the gateway itself.
 */
export function isSignedByMercadoPago(
  { signature, requestId, dataId }: SignedNotification,
  secret: string,
): boolean {
  if (dataId === undefined || requestId === undefined) return false;
  // Told in lower case where it is a word, whichever way it was written.
  return [...new Set([dataId, dataId.toLowerCase()])].some((id) =>
    accepts({ xSignature: signature, xRequestId: requestId, dataId: id, secret }),
  );
}

function accepts(options: Parameters<typeof WebhookSignatureValidator.validate>[0]): boolean {
  try {
    WebhookSignatureValidator.validate(options);
    return true;
  } catch {
    return false;
  }
}

import { WebhookSignatureValidator } from 'mercadopago';

/** The signed parts of a notification. */
export interface SignedNotification {
  readonly signature: string | undefined;
  readonly requestId: string | undefined;
  /** From the query: the body is not signed. */
  readonly dataId: string | undefined;
}

/**
 * Returns whether Mercado Pago signed the notification: HMAC-SHA256 over `id:…;request-id:…;ts:…;`,
 * compared in constant time. A notification without an id is rejected, signed or not. Its age is
 * not checked: the payment's state is read from the gateway itself.
 */
export function isSignedByMercadoPago(
  { signature, requestId, dataId }: SignedNotification,
  secret: string,
): boolean {
  if (dataId === undefined || requestId === undefined) return false;
  // An alphanumeric id is signed in lower case, whichever way it was written.
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

import type { Sealer } from '../../platform/auth/sealer.ts';
import type { SendMail } from '../../platform/mail/smtp-sender.ts';
import type { Platform } from '../../platform/platform.ts';
import type { SendWhatsapp } from '../../platform/whatsapp/whatsapp-client.ts';

/** The dependencies of this feature's senders. */
export interface Channels {
  readonly platform: Platform;
  readonly sealer: Sealer;
  readonly sendMail: SendMail;
  readonly sendWhatsapp: SendWhatsapp;
  /**
   * Returns the service's address, without a trailing slash. Read for each mail: the port may be
   * known only once the process listens.
   */
  readonly publicUrl: () => string;
}

/**
 * Longest duration of one send, in milliseconds: short enough for a worker that is stopping to see
 * the result.
 */
export const JOB_SEND_MS = 10_000;

/** Eight retries, over about two hours. */
export const sendRetries = { retries: 8, backoffSeconds: 30, timeoutSeconds: 60 } as const;

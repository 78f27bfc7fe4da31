import type { Sealer } from '../../platform/auth/sealer.ts';
import type { SendMail } from '../../platform/mail/smtp-sender.ts';
import type { Platform } from '../../platform/platform.ts';
import type { SendWhatsapp } from '../../platform/whatsapp/whatsapp-client.ts';

/** What the senders of this feature work with. */
export interface Channels {
  readonly platform: Platform;
  readonly sealer: Sealer;
  readonly sendMail: SendMail;
  readonly sendWhatsapp: SendWhatsapp;
  /** The service's address, without a slash at its end. */
  readonly publicUrl: string;
}

/** How long one send may take, in milliseconds: a worker that is told to stop still sees how it ends. */
export const JOB_SEND_MS = 10_000;

/** Eight more tries, over about two hours. */
export const patience = { retries: 8, backoffSeconds: 30, timeoutSeconds: 60 } as const;

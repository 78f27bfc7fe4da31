// The public API of deliveries: everything sent to people outside the service.
import type { Sealer } from '../../platform/auth/sealer.ts';
import type { Mount } from '../../platform/http/mount.ts';
import type { MailOutbox } from '../../platform/mail/mail-outbox.ts';
import { createSmtpSender } from '../../platform/mail/smtp-sender.ts';
import type { OutboundGuard } from '../../platform/outbound/outbound-guard.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AnyJob } from '../../platform/queue/job-kind.ts';
import { createWhatsappClient } from '../../platform/whatsapp/whatsapp-client.ts';
import type { Channels } from './channels.ts';
import { createDeliveryJob } from './delivery-job.ts';
import { mountDeliveryRoutes } from './delivery-routes.ts';
import { createMailJob } from './mail-job.ts';

export { mountMailPage } from './mail-page/mail-page.ts';

interface Deps {
  readonly platform: Platform;
  readonly sealer: Sealer;
  readonly outbox: MailOutbox;
  readonly guard: OutboundGuard;
  readonly publicUrl: Channels['publicUrl'];
  readonly appKey: string;
  /**
   * In a production installation mails fail without a mail server; elsewhere they wait at
   * /dev/mails.
   */
  readonly production: boolean;
}

/**
 * Creates mails and messages: their states and their retries, test sends for administrators, and
 * the worker's jobs. Holds the senders to the mail server and to WhatsApp.
 */
export function createDeliveries({
  platform,
  sealer,
  outbox,
  guard,
  publicUrl,
  appKey,
  production,
}: Deps) {
  const channels: Channels = {
    platform,
    sealer,
    publicUrl,
    sendMail: createSmtpSender({ guard, publicUrl: publicUrl(), appKey }),
    sendWhatsapp: createWhatsappClient({ guard }),
  };
  const jobs: readonly AnyJob[] = [
    createMailJob(channels, { outbox, production }),
    createDeliveryJob(channels),
  ];
  return { jobs, mountRoutes: (mount: Mount): void => mountDeliveryRoutes(mount, channels) };
}

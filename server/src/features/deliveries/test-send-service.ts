import { parseEmail } from '@lavra/domain/account/email';
import { internationalPhone, parsePhone } from '@lavra/domain/phone';
import type { TestSendReply } from '@lavra/contract/admin/test-sends';
import type { AdminCaller } from '../../platform/auth/caller.ts';
import type { HttpRequest } from '../../platform/auth/request.ts';
import { forgetReply } from '../../platform/db/idempotency.ts';
import { InvalidFields, RuleError } from '../../platform/errors.ts';
import { renderTestMail } from '../../platform/mail/render-mail.ts';
import type { Platform } from '../../platform/platform.ts';
import { channelProblemSentence, testSendTexts } from '../../platform/texts/channel-texts.ts';
import { readMailSettings, readWhatsappSettings } from './channel-settings.ts';
import type { Channels } from './channels.ts';
import { countTestSend } from './test-send-store.ts';

/**
 * The time that the other side has, in milliseconds, of the ten seconds that an administrator waits
 * at most.
 */
const TEST_SEND_MS = 8_000;

/** A send to be counted first; `send` returns the problem, if any. */
interface TestSend {
  readonly channel: 'email' | 'whatsapp';
  readonly message: string;
  readonly send: (number: number) => Promise<string | undefined>;
}

/** Sends a test mail, which shows an administrator whether the current settings work. */
export async function sendTestEmail(
  { platform, sealer, sendMail }: Channels,
  request: HttpRequest<AdminCaller>,
  email: string,
): Promise<TestSendReply> {
  const to = parseEmail(email);
  if (to === null) throw InvalidFields.of('email', 'email');
  const settings = await readMailSettings(platform.db, sealer);
  if (settings === undefined)
    throw new RuleError('test_send_failed', { reason: channelProblemSentence('mail_not_set') });
  return attempt(platform, request, {
    channel: 'email',
    message: testSendTexts.email_sent,
    send: async (number) => {
      const outcome = await sendMail(
        settings,
        { ...renderTestMail(), to, id: `test-${number}` },
        TEST_SEND_MS,
      );
      return outcome.sent ? undefined : outcome.sentence;
    },
  });
}

/** Sends a test message, which shows an administrator whether the current settings work. */
export async function sendTestWhatsapp(
  { platform, sealer, sendWhatsapp }: Channels,
  request: HttpRequest<AdminCaller>,
  phone: string,
): Promise<TestSendReply> {
  const national = parsePhone(phone);
  if (national === null) throw InvalidFields.of('phone', 'phone');
  const settings = await readWhatsappSettings(platform.db, sealer);
  if (settings === undefined)
    throw new RuleError('test_send_failed', { reason: channelProblemSentence('whatsapp_not_set') });
  return attempt(platform, request, {
    channel: 'whatsapp',
    message: testSendTexts.whatsapp_sent,
    send: async () => {
      const outcome = await sendWhatsapp(
        settings,
        { to: `+${internationalPhone(national)}`, ...testSendTexts.whatsapp },
        TEST_SEND_MS,
      );
      return outcome.kind === 'sent' ? undefined : outcome.sentence;
    },
  });
}

/**
 * Counts and records the send, makes it after the commit, and throws a 422 with the problem, if
 * any. A request repeated under its idempotency key is not sent again.
 */
async function attempt(
  { db, command }: Platform,
  request: HttpRequest<AdminCaller>,
  { channel, message, send }: TestSend,
): Promise<TestSendReply> {
  let number: number | undefined;
  const reply = await command(request, async (uow) => {
    number = await countTestSend(uow, request.caller.userId, channel);
    uow.audit({
      action: 'created',
      resourceType: 'test_send',
      resourceId: number,
      newValues: { channel },
    });
    return { message };
  });
  const counted = number;
  // The other side takes seconds: the request gives up its concurrency slot while it waits.
  const failure =
    counted === undefined
      ? undefined
      : await request.withoutSlot(() => send(counted), { reacquire: false });
  if (failure === undefined) return reply;
  await forgetReply(db, request);
  throw new RuleError('test_send_failed', { reason: failure });
}

import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { NotificationFacts } from '@lavra/domain/notification/notification-facts';
import { buildProduct } from '../../../test/catalogue.ts';
import { buildOrder } from '../../../test/orders.ts';
import { buildProducer, buildSupplier } from '../../../test/people.ts';
import { buildProposal } from '../../../test/proposals.ts';
import { createSealer } from '../../platform/auth/sealer.ts';
import { systemActor, type Command } from '../../platform/db/command.ts';
import { createSmtpSender } from '../../platform/mail/smtp-sender.ts';
import { parseHostPort } from '../../platform/outbound/host-port.ts';
import { createOutboundGuard } from '../../platform/outbound/outbound-guard.ts';
import { createWhatsappClient } from '../../platform/whatsapp/whatsapp-client.ts';
import { someAttempt, startDeliveryWorld } from './deliveries.fixture.ts';
import { createDeliveryJob } from './delivery-job.ts';

const { service, mail, whatsapp, set, setMail, setWhatsapp } = await startDeliveryWorld();
const { platform } = service.app;
const facts: NotificationFacts = {
  order_id: 1,
  order_uuid: '0198f3c2-7b1e-7c44-9a53-2f1f6f0c8a11',
  order_number: 'COT-2026-000123',
  description: 'Defensivos',
  proposals_count: 3,
};

/** Inserts a delivery that notifies a producer of a closed order through one channel. */
async function buildDelivery(channel: 'email' | 'whatsapp', mobile: string | null = '65999998888') {
  const now = platform.clock.now();
  const { userId, email } = await buildProducer(service);
  await service.db.q.updateTable('users').set({ mobile }).where('id', '=', userId).execute();
  const event = await service.db.q
    .insertInto('events')
    .values({
      type: 'order.closed',
      at: now,
      data: '{"order_id":1}',
      facts: JSON.stringify(facts),
      request_id: 'test',
      dispatched_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await service.db.q
    .insertInto('deliveries')
    .values({ event_id: event.id, user_id: userId, channel, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, userId, email, eventId: event.id };
}
const rowOf = (id: number) =>
  service.db.q
    .selectFrom('deliveries')
    .select(['state', 'attempts', 'failure', 'provider_reference'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/**
 * Creates the job over a database connection that behaves as the test requires. Each has its own
 * client, without a pause from the other side.
 */
function jobWith(command: Command = platform.command) {
  const guard = createOutboundGuard({
    allow: new Set([mail.target, whatsapp.target].map((target) => parseHostPort(target) ?? '')),
  });
  const [publicUrl, appKey] = ['https://lavra.example', 'key of the tests, and of nothing else'];
  return createDeliveryJob({
    platform: { ...platform, command },
    sealer: createSealer(appKey),
    publicUrl: () => publicUrl,
    sendMail: createSmtpSender({ guard, publicUrl, appKey }),
    sendWhatsapp: createWhatsappClient({ guard }),
  });
}
const run = (id: number, job = jobWith(), over: Parameters<typeof someAttempt>[0] = {}) =>
  job.run({ delivery_id: id }, someAttempt(over));
/** Commits `sending`, and fails before anything else is written. */
const dying = (): Command => {
  let commands = 0;
  return (actor, work) =>
    (commands += 1) === 1
      ? platform.command(actor, work)
      : Promise.reject(new Error('the process is gone'));
};

beforeEach(async () => {
  await setMail();
  await setWhatsapp();
  mail.received.length = 0;
  mail.answers.length = 0;
  mail.refuseRecipient = null;
  whatsapp.messages.length = 0;
  whatsapp.answers.length = 0;
});

describe('a notification', () => {
  it('is sent by mail, with the text of its event and a link to its page', async () => {
    const { id, email } = await buildDelivery('email');
    await run(id);
    const [received] = mail.received;
    const reference = received?.header('message-id') ?? assert.fail('it has one');
    assert.match(reference, /^<[0-9a-f]{32}@lavra\.example>$/);
    assert.deepEqual(await rowOf(id), {
      state: 'sent',
      attempts: 1,
      failure: null,
      provider_reference: reference,
    });
    assert.deepEqual(received?.to, [email]);
    assert.match(received?.text ?? '', /Cotação COT-2026-000123 em análise/);
    assert.match(
      received?.text ?? '',
      /Escolher o que recebo: https:\/\/lavra\.example\/produtor\/conta\/avisos/,
    );
    assert.equal(
      received?.header('list-unsubscribe'),
      '<https://lavra.example/produtor/conta/avisos>',
    );
    assert.ok(
      received?.text.includes(
        'https://lavra.example/produtor/cotacoes/0198f3c2-7b1e-7c44-9a53-2f1f6f0c8a11',
      ),
    );
  });

  it('is sent by WhatsApp, to the mobile number with its country code', async () => {
    const { id } = await buildDelivery('whatsapp');
    await run(id);
    assert.deepEqual(await rowOf(id), {
      state: 'sent',
      attempts: 1,
      failure: null,
      provider_reference: 'wamid.1',
    });
    const [message] = whatsapp.messages;
    assert.deepEqual(
      [message?.to, message?.parameters[0]],
      ['+5565999998888', 'Cotação COT-2026-000123 em análise'],
    );
    await run(id);
    assert.equal(whatsapp.messages.length, 1, 'run again, it is found sent');
  });

  it('is skipped when its channel is off or not configured, or its reader was deleted or has no mobile', async () => {
    const [off, blocked, erased, landline] = [
      await buildDelivery('email'),
      await buildDelivery('email'),
      await buildDelivery('whatsapp'),
      await buildDelivery('whatsapp', null),
    ];
    await service.db.q
      .updateTable('users')
      .set({ status: 'bloqueado' })
      .where('id', '=', blocked.userId)
      .execute();
    await service.db.q
      .updateTable('users')
      .set({ deleted_at: new Date() })
      .where('id', '=', erased.userId)
      .execute();
    for (const { id } of [blocked, erased, landline]) await run(id);
    await service.db.q
      .insertInto('notification_channels')
      .values({
        profile: 'producer',
        event: 'order.closed',
        channel: 'email',
        enabled: false,
        updated_at: new Date(),
      })
      .execute();
    await run(off.id);
    await service.db.q.deleteFrom('notification_channels').execute();
    await set({ 'mail.host': null, 'whatsapp.phone_number_id': null });
    const unset = [await buildDelivery('email'), await buildDelivery('whatsapp')];
    for (const { id } of unset) await run(id);
    for (const { id } of [off, blocked, erased, landline, ...unset])
      assert.deepEqual(
        [
          (await rowOf(id)).state,
          (await rowOf(id)).attempts === 0 || unset.some((one) => one.id === id),
        ],
        ['skipped', true],
      );
    assert.deepEqual([mail.received.length, whatsapp.messages.length], [0, 0]);
  });

  it('is skipped when its reader has muted it since, unless the administration requires it', async () => {
    const mute = (user_id: number) =>
      service.db.q
        .insertInto('muted_notifications')
        .values({ user_id, event: 'order.closed', channel: 'email', muted_at: new Date() })
        .execute();
    const muted = await buildDelivery('email');
    await mute(muted.userId);
    await run(muted.id);
    assert.deepEqual(await rowOf(muted.id), {
      state: 'skipped',
      attempts: 0,
      failure: 'canal desligado pela pessoa',
      provider_reference: null,
    });
    const required = await buildDelivery('email');
    await mute(required.userId);
    await service.db.q
      .insertInto('notification_channels')
      .values({
        profile: 'producer',
        event: 'order.closed',
        channel: 'email',
        enabled: true,
        required: true,
        updated_at: new Date(),
      })
      .execute();
    await run(required.id);
    assert.equal((await rowOf(required.id)).state, 'sent');
    await service.db.q.deleteFrom('notification_channels').execute();
  });

  it('is retried after a temporary refusal, and not after a permanent one', async () => {
    mail.answers.push({ code: 451, text: 'busy' });
    whatsapp.answers.push({ status: 500 }, { status: 503 });
    const [late, message] = [await buildDelivery('email'), await buildDelivery('whatsapp')];
    await assert.rejects(run(late.id), /busy/);
    await assert.rejects(run(message.id), /500/);
    await assert.rejects(run(message.id, jobWith(), { isLast: true }), /503/);
    assert.deepEqual(
      [(await rowOf(late.id)).state, (await rowOf(message.id)).state],
      ['queued', 'failed'],
    );
    await run(late.id);
    await run(message.id); // an administrator's retry
    assert.deepEqual(
      [(await rowOf(late.id)).state, (await rowOf(message.id)).state],
      ['sent', 'sent'],
    );

    mail.refuseRecipient = { code: 550, text: '5.1.1 no such user' };
    whatsapp.answers.push({
      status: 400,
      body: { error: { message: 'Recipient not on WhatsApp', code: 131_026 } },
    });
    const [noMailbox, noNumber] = [await buildDelivery('email'), await buildDelivery('whatsapp')];
    await run(noMailbox.id);
    await run(noNumber.id);
    assert.deepEqual(
      [(await rowOf(noMailbox.id)).failure, (await rowOf(noNumber.id)).failure],
      [
        'O servidor respondeu: 550 5.1.1 no such user',
        'O servidor respondeu: 400 Recipient not on WhatsApp (131026)',
      ],
    );
    assert.deepEqual(
      [(await rowOf(noMailbox.id)).state, (await rowOf(noNumber.id)).state],
      ['failed', 'failed'],
    );
  });

  it('stays uncertain when its arrival is unknown, and is not sent again', async () => {
    for (const answer of ['drop', 'half'] as const) {
      whatsapp.answers.push(answer);
      const { id } = await buildDelivery('whatsapp');
      await run(id);
      await run(id);
      assert.equal((await rowOf(id)).state, 'unknown', answer);
    }
    assert.equal(whatsapp.messages.length, 2);
  });

  it('waits for the pause that WhatsApp requested', async () => {
    whatsapp.answers.push({ status: 429, headers: { 'retry-after': '1' } });
    const { id } = await buildDelivery('whatsapp');
    const job = jobWith();
    await assert.rejects(run(id, job), /429/);
    await assert.rejects(run(id, job), /pausa/);
    assert.deepEqual([(await rowOf(id)).state, whatsapp.messages.length], ['queued', 1]);
  });

  it('is retried when its secret cannot be read, since nothing was sent', async () => {
    const { id } = await buildDelivery('whatsapp');
    await service.db.q
      .updateTable('settings')
      .set({ sealed: createSealer('another key').seal('x', 'setting:whatsapp.access_token') })
      .where('key', '=', 'whatsapp.access_token')
      .execute();
    await assert.rejects(run(id), /outra APP_KEY/);
    assert.equal((await rowOf(id)).state, 'queued');
  });
});

describe('an event', () => {
  it('reaches its recipients once by mail and WhatsApp, and names no supplier to a producer', async () => {
    const [producer, supplier] = [
      await buildProducer(service),
      await buildSupplier(service, { name: 'Agropecuária Canário Ltda' }),
    ];
    await service.db.q
      .updateTable('users')
      .set({ mobile: '66988887777' })
      .where('id', '=', producer.userId)
      .execute();
    await service.db.q
      .insertInto('notification_channels')
      .values({
        profile: 'producer',
        event: 'proposal.received',
        channel: 'whatsapp',
        enabled: true,
        updated_at: new Date(),
      })
      .execute();
    const product = await buildProduct(service);
    const order = await buildOrder(service, {
      producerId: producer.producerId,
      items: [{ product }],
    });
    const proposal = await buildProposal(service, {
      orderId: order.id,
      supplierId: supplier.supplierId,
      items: order.items.map((item) => ({ item, price: '10' })),
    });
    await platform.command(systemActor, async (uow) =>
      uow.event({
        type: 'proposal.received',
        data: { order_id: order.id, proposal_id: proposal.id },
      }),
    );
    await service.work();
    await service.work({ evenIfEarly: true });
    assert.deepEqual(
      [mail.received.map(({ to }) => to[0]), whatsapp.messages.map(({ to }) => to)],
      [[producer.email], ['+5566988887777']],
    );
    const sent = `${mail.received[0]?.raw ?? ''}${mail.received[0]?.text ?? ''}${JSON.stringify(whatsapp.messages)}`;
    for (const mark of ['Canário', supplier.email, supplier.document ?? '', supplier.uuid])
      assert.ok(!sent.includes(mark), mark);
    assert.match(sent, /COT-/);
  });
});

describe('after a process dies while sending', () => {
  it('a mail is sent again, under the same Message-ID', async () => {
    const { id } = await buildDelivery('email');
    await assert.rejects(run(id, jobWith(dying())), /gone/);
    assert.deepEqual([(await rowOf(id)).state, mail.received.length], ['sending', 1]);
    await run(id);
    assert.equal((await rowOf(id)).state, 'sent');
    assert.equal(new Set(mail.received.map((received) => received.header('message-id'))).size, 1);
    assert.equal(mail.received.length, 2);
  });

  it('a WhatsApp message is not sent again but uncertain, even for a reader who was blocked since', async () => {
    for (const blocked of [false, true]) {
      whatsapp.messages.length = 0;
      const { id, userId } = await buildDelivery('whatsapp');
      await assert.rejects(run(id, jobWith(dying())), /gone/);
      assert.deepEqual([(await rowOf(id)).state, whatsapp.messages.length], ['sending', 1]);
      if (blocked)
        await service.db.q
          .updateTable('users')
          .set({ status: 'bloqueado' })
          .where('id', '=', userId)
          .execute();
      await run(id);
      assert.deepEqual([(await rowOf(id)).state, whatsapp.messages.length], ['unknown', 1]);
    }
  });
});

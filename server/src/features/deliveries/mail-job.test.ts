import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { buildProducer } from '../../../test/people.ts';
import { createSealer } from '../../platform/auth/sealer.ts';
import { systemActor, type Command } from '../../platform/db/command.ts';
import { createMailOutbox } from '../../platform/mail/mail-outbox.ts';
import { createSmtpSender } from '../../platform/mail/smtp-sender.ts';
import { createOutboundGuard } from '../../platform/outbound/outbound-guard.ts';
import { parseHostPort } from '../../platform/outbound/host-port.ts';
import { someAttempt, startDeliveryWorld } from './deliveries.fixture.ts';
import { createMailJob } from './mail-job.ts';

const { service, mail, admin, set, setMail } = await startDeliveryWorld();
const { platform, accounts } = service.app;
const APP_KEY = 'key of the tests, and of nothing else';

/** Requests a link for a new person; returns the mail's id and its recipient. */
async function askForLink(
  person = buildProducer(service),
): Promise<{ id: number; email: string; userId: number }> {
  const { userId, email } = await person;
  await platform.command(systemActor, (uow) => accounts.sendLinkTo(uow, userId, 'password_reset'));
  const { id } = await service.db.q
    .selectFrom('mails')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return { id, email, userId };
}
const rowOf = (id: number) =>
  service.db.q
    .selectFrom('mails')
    .select(['state', 'attempts', 'failure'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const failedJobs = () =>
  service.db.q
    .selectFrom('failed_jobs')
    .select(['name', 'data', 'failure', 'attempts'])
    .where('name', '=', 'mail.send')
    .orderBy('id', 'desc')
    .execute();

/** Creates the job over a database connection that behaves as the test requires. */
function jobWith({
  command = platform.command,
  production = false,
}: { command?: Command; production?: boolean } = {}) {
  const sealer = createSealer(APP_KEY);
  const guard = createOutboundGuard({ allow: new Set([parseHostPort(mail.target) ?? '']) });
  const publicUrl = 'https://lavra.example';
  return createMailJob(
    {
      platform: { ...platform, command },
      sealer,
      publicUrl: () => publicUrl,
      sendMail: createSmtpSender({
        guard,
        publicUrl,
        appKey: 'key of the tests, and of nothing else',
      }),
      sendWhatsapp: () => assert.fail('this is no message'),
    },
    { outbox: createMailOutbox(sealer), production },
  );
}

beforeEach(async () => {
  await setMail();
  await service.db.q.deleteFrom('failed_jobs').execute();
  mail.received.length = 0;
  mail.answers.length = 0;
  mail.refuseRecipient = null;
});

describe('a mail in the outbox', () => {
  it('is sent once after the commit, with its link', async () => {
    const { id, email } = await askForLink();
    await service.work();
    const [received] = mail.received;
    assert.deepEqual(received?.to, [email]);
    assert.match(received?.header('message-id') ?? '', /^<[0-9a-f]{32}@lavra\.example>$/);
    assert.match(
      received?.text ?? '',
      /https:\/\/lavra\.example\/produtor\/redefinir-senha\?token=[\w-]{43}/,
    );
    assert.deepEqual(await rowOf(id), { state: 'sent', attempts: 1, failure: null });
    await jobWith().run({ mail_id: id }, someAttempt());
    assert.equal(mail.received.length, 1, 'run again, it is found sent');
  });

  it('links to the port that the system chose, where no address is configured', async () => {
    const world = await startDeliveryWorld({ port: 0, publicUrl: undefined });
    await world.setMail();
    const { app } = world.service;
    await app.http.listen({ host: '127.0.0.1', port: 0 });
    const { userId } = await buildProducer(world.service);
    await app.platform.command(systemActor, (uow) =>
      app.accounts.sendLinkTo(uow, userId, 'password_reset'),
    );
    await world.service.work();
    const link = `${app.http.listeningOrigin}/produtor/redefinir-senha?token=`;
    assert.ok(world.mail.received[0]?.text.includes(link), world.mail.received[0]?.text);
    const page = (await world.service.call('GET', '/dev/mails')).raw.toString();
    assert.ok(page.includes(`href="${link}`), page);
    const sample = (await world.service.call('GET', '/dev/mails/password_reset')).raw.toString();
    assert.ok(sample.includes(`href="${link}`), sample);
  });

  it('is retried and then sent when the server was busy', async () => {
    mail.answers.push({ code: 451, text: '4.3.0 busy' });
    const { id } = await askForLink();
    await service.work();
    assert.deepEqual(await rowOf(id), {
      state: 'queued',
      attempts: 1,
      failure: 'O servidor respondeu: 451 4.3.0 busy',
    });
    await service.work({ evenIfEarly: true });
    assert.deepEqual(
      [await rowOf(id), mail.received.length],
      [{ state: 'sent', attempts: 2, failure: null }, 1],
    );
  });

  it('becomes a failed job after a permanent refusal, and is sent when an administrator retries it', async () => {
    mail.refuseRecipient = { code: 550, text: '5.7.1 relay denied' };
    const { id, email } = await askForLink();
    await service.work({ evenIfEarly: true });
    const failure = 'O servidor respondeu: 550 5.7.1 relay denied';
    assert.deepEqual(await rowOf(id), { state: 'failed', attempts: 1, failure });
    assert.deepEqual(await failedJobs(), [
      { name: 'mail.send', data: { mail_id: id }, failure, attempts: 1 },
    ]);
    mail.refuseRecipient = null;
    const {
      body: {
        data: [job],
      },
    } = await service.call<{ data: { id: number }[] }>('GET', '/api/v1/admin/jobs?name=mail.send', {
      token: admin.token,
    });
    assert.equal(
      (await service.call('POST', `/api/v1/admin/jobs/${job?.id}/retry`, { token: admin.token }))
        .status,
      200,
    );
    await service.work();
    assert.deepEqual(
      [(await rowOf(id)).state, mail.received.map(({ to }) => to[0])],
      ['sent', [email]],
    );
  });

  it('is not sent once its link is invalid, or its reader changed address or was deleted', async () => {
    const [replaced, used, moved, gone] = [
      await askForLink(),
      await askForLink(),
      await askForLink(),
      await askForLink(),
    ];
    const last = await askForLink(
      Promise.resolve({ ...(await buildProducer(service)), ...replaced }),
    );
    await service.db.q
      .updateTable('account_tokens')
      .set({ used_at: new Date() })
      .where('user_id', '=', used.userId)
      .execute();
    await service.db.q
      .updateTable('users')
      .set({ email: 'novo@teste.example' })
      .where('id', '=', moved.userId)
      .execute();
    await service.db.q
      .updateTable('users')
      .set({ deleted_at: new Date() })
      .where('id', '=', gone.userId)
      .execute();
    await service.work();
    for (const { id } of [replaced, used, moved, gone])
      assert.equal((await rowOf(id)).state, 'skipped');
    assert.deepEqual(
      [(await rowOf(last.id)).state, mail.received.map(({ to }) => to[0])],
      ['sent', [last.email]],
    );
  });

  it('is not sent after its expiry', async () => {
    const { id } = await askForLink();
    const { clock } = platform;
    const usual = clock.now.bind(clock);
    service.moveClock(new Date(service.app.platform.clock.now().getTime() + 61 * 60_000));
    try {
      await service.work();
    } finally {
      clock.now = usual;
    }
    assert.deepEqual(
      [await rowOf(id), mail.received.length],
      [{ state: 'skipped', attempts: 0, failure: 'link sem validade' }, 0],
    );
  });

  it('fails where its link was sealed under another key', async () => {
    const { userId, email } = await buildProducer(service);
    await platform.command(systemActor, (uow) =>
      createMailOutbox(createSealer('the key of another installation')).queueMail(uow, {
        userId,
        to: email,
        template: 'password_reset',
        data: { name: 'Ana', user_type: 'produtor' },
        secret: 'tok',
      }),
    );
    const { id } = await service.db.q
      .selectFrom('mails')
      .select('id')
      .where('to_address', '=', email)
      .executeTakeFirstOrThrow();
    await service.work();
    assert.deepEqual(await rowOf(id), {
      state: 'failed',
      attempts: 0,
      failure: 'O link deste e-mail foi guardado com outra APP_KEY e não pode ser lido.',
    });
    assert.deepEqual((await failedJobs())[0]?.data, { mail_id: id });
  });

  it('is sent twice under one Message-ID when the process dies before it records the sending', async () => {
    const { id } = await askForLink();
    let commands = 0;
    const dying: Command = (actor, work) =>
      (commands += 1) === 1
        ? platform.command(actor, work)
        : Promise.reject(new Error('the process is gone'));
    await assert.rejects(jobWith({ command: dying }).run({ mail_id: id }, someAttempt()), /gone/);
    assert.deepEqual([(await rowOf(id)).state, mail.received.length], ['sending', 1]);
    await service.work();
    assert.deepEqual(await rowOf(id), { state: 'sent', attempts: 2, failure: null });
    const names = mail.received.map((received) => received.header('message-id'));
    assert.deepEqual([names.length, new Set(names).size], [2, 1]);
  });
});

describe('without a mail server', () => {
  it('a development installation leaves its mail pending, without a failure', async () => {
    await set({ 'mail.host': null });
    const { id } = await askForLink();
    await service.work({ evenIfEarly: true });
    assert.deepEqual(
      [await rowOf(id), await failedJobs()],
      [{ state: 'queued', attempts: 0, failure: null }, []],
    );
  });

  it('mail of a production installation fails after its last attempt, and can be retried', async () => {
    await set({ 'mail.host': null });
    const { id } = await askForLink();
    const job = jobWith({ production: true });
    const failure = 'Informe o servidor SMTP e o e-mail do remetente nas configurações.';
    await assert.rejects(job.run({ mail_id: id }, someAttempt()), { message: failure });
    assert.deepEqual(await rowOf(id), { state: 'queued', attempts: 1, failure });
    await assert.rejects(job.run({ mail_id: id }, someAttempt({ attempt: 9, isLast: true })), {
      message: failure,
    });
    assert.equal((await rowOf(id)).state, 'failed');
    await setMail();
    await job.run({ mail_id: id }, someAttempt());
    assert.deepEqual([(await rowOf(id)).state, mail.received.length], ['sent', 1]);
  });

  it('a server that is down for hours results in a failed job that administrators see', async () => {
    await set({ 'mail.port': 1 });
    const { id } = await askForLink();
    await service.work({ evenIfEarly: true });
    const { attempts, state } = await rowOf(id);
    assert.deepEqual([attempts, state], [9, 'failed']);
    const [job] = await failedJobs();
    assert.deepEqual([job?.name, job?.data, job?.attempts], ['mail.send', { mail_id: id }, 9]);
    assert.match(job?.failure ?? '', /OUTBOUND_ALLOW/);
  });
});

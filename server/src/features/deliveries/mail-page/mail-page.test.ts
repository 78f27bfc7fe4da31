import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startService, type TestService } from '../../../../test/service.ts';
import { buildProducer } from '../../../../test/people.ts';
import { createSealer } from '../../../platform/auth/sealer.ts';
import { systemActor } from '../../../platform/db/command.ts';
import { createMailOutbox } from '../../../platform/mail/mail-outbox.ts';

const service = await startService({ publicUrl: 'https://lavra.example' });
/** Sends to a verified address: a mail to any other does not greet by name. */
const sendLink = async ({ app, db }: TestService, userId: number) => {
  await db.q
    .updateTable('users')
    .set({ email_verified_at: new Date() })
    .where('id', '=', userId)
    .execute();
  await app.platform.command(systemActor, (uow) =>
    app.accounts.sendLinkTo(uow, userId, 'password_reset'),
  );
};
const page = async (url: string, of = service) => {
  const { status, raw, headers } = await of.call('GET', url);
  return { status, html: raw.toString(), headers };
};

describe('the outbox page of a development installation', () => {
  it('shows the newest mail first, with its text and its link', async () => {
    assert.match((await page('/dev/mails')).html, /Nenhum e-mail ainda/);
    const [first, second] = [
      await buildProducer(service, { name: 'Primeira' }),
      await buildProducer(service, { name: 'Segunda' }),
    ];
    await sendLink(service, first.userId);
    await sendLink(service, second.userId);
    const { status, html } = await page('/dev/mails');
    assert.equal(status, 200);
    assert.ok(html.indexOf(second.email) < html.indexOf(first.email));
    assert.match(html, /Olá, Segunda,/);
    assert.match(
      html,
      /<a href="https:\/\/lavra\.example\/produtor\/redefinir-senha\?token=[\w-]{43}">/,
    );
    const id = /href="\/dev\/mails\/(\d+)"/.exec(html)?.[1];
    const one = await page(`/dev/mails/${id}`);
    assert.match(one.html, new RegExp(`<iframe [^>]*src="/dev/mails/${id}\\?html"`));
    assert.ok(!one.html.includes(first.email));
    const { html: framed, headers } = await page(`/dev/mails/${id}?html`);
    assert.match(framed, /^<!doctype html>[\s\S]*Olá, Segunda,/);
    assert.match(
      String(headers['content-security-policy']),
      /^default-src 'none'; style-src 'unsafe-inline'; .*frame-ancestors 'self'$/,
    );
  });

  it('shows a sample of every kind of mail, in text and HTML', async () => {
    const { html: index } = await page('/dev/mails');
    const keys = [...index.matchAll(/<li><a href="\/dev\/mails\/([\w.-]+)">/g)].map(
      ([, key]) => key,
    );
    assert.ok(
      keys.includes('password_reset') &&
        keys.includes('supplier-order.published') &&
        keys.includes('test') &&
        keys.length > 30,
      keys.join(' '),
    );
    for (const key of keys) {
      const [shown, framed] = [
        await page(`/dev/mails/${key}`),
        await page(`/dev/mails/${key}?html`),
      ];
      assert.deepEqual([shown.status, framed.status], [200, 200], key);
      assert.match(shown.html, /<pre>Olá[\s\S]+Equipe Lavra/, key);
      assert.match(
        framed.html,
        /^<!doctype html>\n<html lang="pt-BR">[\s\S]+Equipe Lavra[\s\S]+<\/html>\n$/,
        key,
      );
      assert.doesNotMatch(shown.html + framed.html, /undefined|null|NaN|\[object/, key);
    }
  });

  it('is served only to this machine', async () => {
    for (const url of ['/dev/mails', '/dev/mails/1', '/dev/mails/password_reset?html']) {
      const reply = await service.app.http.inject({
        method: 'GET',
        url,
        remoteAddress: '192.0.2.7',
      });
      assert.equal(reply.statusCode, 404);
    }
  });

  it('is served only under this machine’s names and PUBLIC_URL’s, so that no other site can read it', async () => {
    for (const url of ['/dev/mails', '/dev/mails/1', '/dev/mails/password_reset?html']) {
      const statusFor = async (host: string) =>
        (await service.call('GET', url, { headers: { host } })).status;
      assert.deepEqual(
        [
          await statusFor('rebind.example'),
          await statusFor('rebind.example:3000'),
          await statusFor('lavra.example.rebind.example'),
        ],
        [421, 421, 421],
      );
      for (const host of ['localhost:3000', '[::1]:3000', 'lavra.example'])
        assert.notEqual(await statusFor(host), 421, host);
    }
  });

  it('runs no script, loads nothing, and escapes names', async () => {
    const { userId } = await buildProducer(service, { name: '<script>alert(1)<' });
    await sendLink(service, userId);
    const { html, headers } = await page('/dev/mails');
    assert.match(
      String(headers['content-security-policy']),
      /^default-src 'none'; style-src 'sha256-[^']+'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
    assert.equal(headers['cache-control'], 'no-store');
    assert.ok(!html.includes('<script') && html.includes('&lt;script&gt;alert(1)&lt;'));
  });

  it('returns 404 for an unknown number', async () => {
    for (const id of [
      '999999',
      'abc',
      '-1',
      '1e3',
      '9'.repeat(30),
      "1'",
      '__proto__',
      'producer-order.published',
    ])
      assert.equal((await page(`/dev/mails/${encodeURIComponent(id)}`)).status, 404, id);
  });

  it('shows a mail without its link when it was sealed under another key', async () => {
    const { userId, email } = await buildProducer(service);
    const elsewhere = createMailOutbox(createSealer('the key of another installation'));
    await service.app.platform.command(systemActor, (uow) =>
      elsewhere.queueMail(uow, {
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
    const { status, html } = await page(`/dev/mails/${id}`);
    assert.equal(status, 200);
    assert.ok(html.includes(email) && !html.includes('token='));
  });
});

describe('the outbox page of a production installation', () => {
  it('does not exist', async () => {
    const production = await startService({ production: true });
    const { userId } = await buildProducer(production);
    await sendLink(production, userId);
    for (const url of [
      '/dev/mails',
      '/dev/mails/1',
      '/dev/mails/',
      '/dev/mails/password_reset',
      '/dev/mails/test?html',
    ])
      assert.equal((await page(url, production)).status, 404, url);
  });
});

import assert from 'node:assert/strict';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import tls from 'node:tls';
import { after, describe, it } from 'node:test';
import { startMailServer, testCertificate, type MailServer } from '../../../test/mail-server.ts';
import { parseHostPort } from '../outbound/host-port.ts';
import { createOutboundGuard } from '../outbound/outbound-guard.ts';
import {
  createSmtpSender,
  type MailOutcome,
  type OutgoingMail,
  type SmtpSettings,
} from './smtp-sender.ts';

const closers: (() => unknown)[] = [];
after(async () => {
  for (const close of closers) await close();
});

const mail: OutgoingMail = {
  to: 'ana@fazenda.example',
  subject: 'Cotação COT-2026-000123 em análise',
  text: 'Olá, é hora de decidir.',
  html: '<p>Olá, é hora de decidir.</p>',
  preferences: undefined,
  id: 'mail-7',
};
const from = { name: 'Lavra – Cotações', address: 'avisos@lavra.example' };

async function serverOf(options: Parameters<typeof startMailServer>[0] = {}): Promise<MailServer> {
  const server = await startMailServer(options);
  closers.push(() => server.close());
  return server;
}
/** Starts a server that treats each connection as the test says. */
async function rudeServer(treat: (socket: Socket) => void): Promise<{ port: number }> {
  const server = createServer((socket) => {
    treat(socket.on('error', () => {}));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  closers.push(() => server.close());
  server.unref();
  return { port: (server.address() as AddressInfo).port }; // it listens on TCP
}

const send = (
  port: number,
  {
    settings = {},
    outgoing = {},
    within = 120_000,
    appKey = 'a key of this test',
  }: {
    settings?: Partial<SmtpSettings>;
    outgoing?: Partial<OutgoingMail>;
    within?: number;
    appKey?: string;
  } = {},
): Promise<MailOutcome> => {
  const target = parseHostPort(`127.0.0.1:${port}`) ?? '';
  const guard = createOutboundGuard({
    allow: new Set([target]),
    lookup: async () => ['127.0.0.1'],
  });
  const sendMail = createSmtpSender({ guard, publicUrl: 'https://lavra.example', appKey });
  return sendMail(
    { host: 'localhost', port, encryption: 'none', login: undefined, from, ...settings },
    { ...mail, ...outgoing },
    within,
  );
};
const failureOf = async (
  outcome: Promise<MailOutcome>,
): Promise<{ isFinal: boolean; sentence: string }> => {
  const refusal = await outcome;
  assert.ok(!refusal.sent, 'it was not sent');
  return refusal;
};

describe('an outgoing mail', () => {
  it('has a Message-ID that does not reveal the number of mails or events', async () => {
    const server = await serverOf();
    for (const id of ['event-1204-7', 'event-1205-7', 'mail-3'])
      await send(server.port, { outgoing: { id } });
    await send(server.port, {
      outgoing: { id: 'mail-3' },
      appKey: 'the key of another installation',
    });
    const names = server.received.map((one) => one.header('message-id') ?? '');
    assert.equal(new Set(names).size, 4);
    for (const name of names) assert.match(name, /^<[0-9a-f]{32}@lavra\.example>$/);
    assert.doesNotMatch(
      server.received.map(({ raw }) => raw).join('\n'),
      /event-\d|mail-\d|1204-7/,
    );
  });

  it('has sender, recipient, text, a stable Message-ID and the header of automatic mails', async () => {
    const server = await serverOf();
    const outcome = await send(server.port);
    await send(server.port);
    const [first, second] = server.received;
    assert.deepEqual([first?.from, first?.to], ['avisos@lavra.example', ['ana@fazenda.example']]);
    assert.deepEqual(outcome, { sent: true, reference: first?.header('message-id') });
    assert.equal(first?.header('message-id'), second?.header('message-id'));
    assert.equal(first?.header('auto-submitted'), 'auto-generated');
    assert.match(first?.header('from') ?? '', /<avisos@lavra\.example>$/);
    assert.equal(first?.header('to'), 'ana@fazenda.example');
    assert.match(
      first?.text ?? '',
      /Olá, é hora de decidir\.[\s\S]*<p>Olá, é hora de decidir\.<\/p>/,
    );
  });

  it('leads to the page of preferences by List-Unsubscribe, where there is one', async () => {
    const server = await serverOf();
    const preferences = `https://lavra.example/${'muito-'.repeat(20)}longo/conta/avisos`;
    await send(server.port, { outgoing: { preferences } });
    await send(server.port);
    assert.deepEqual(
      server.received.map((one) => [
        one.header('list-unsubscribe'),
        one.header('list-unsubscribe-post'),
      ]),
      [
        [`<${preferences}>`, undefined],
        [undefined, undefined],
      ],
    );
  });

  it('carries the picture of the brand as a part of its own, where its text shows it', async () => {
    const server = await serverOf();
    await send(server.port);
    await send(server.port, { outgoing: { html: '<img src="cid:marca@lavra" alt="">' } });
    assert.deepEqual(
      server.received.map(({ raw }) => /Content-Id: <marca@lavra>/i.test(raw)),
      [false, true],
    );
  });

  it('has only our headers, whatever subject and sender contain', async () => {
    const server = await serverOf();
    await send(server.port, {
      settings: { from: { ...from, name: 'Lavra\r\nBcc: x@golpe.example' } },
      outgoing: { subject: 'Oi\r\nBcc: y@golpe.example\r\n\r\nCompre' },
    });
    const [received] = server.received;
    assert.deepEqual([received?.to, received?.header('bcc')], [['ana@fazenda.example'], undefined]);
    assert.equal(received?.header('subject'), 'Oi Bcc: y@golpe.example Compre');
  });

  it('is not sent to an invalid address', async () => {
    const server = await serverOf();
    for (const to of [
      'a@b.example\r\nBcc: c@d.example',
      'a@b.example, c@d.example',
      '<a@b.example>',
      'Ana <a@b.example>',
      '',
    ]) {
      assert.equal((await failureOf(send(server.port, { outgoing: { to } }))).isFinal, true, to);
    }
    assert.equal(server.connections, 0);
  });

  it('is sent after a login where a user is configured', async () => {
    const server = await serverOf({ password: 'segredo certo' });
    assert.equal(
      (
        await send(server.port, {
          settings: { login: { username: 'lavra', password: 'segredo certo' } },
        })
      ).sent,
      true,
    );
    const refused = await failureOf(
      send(server.port, { settings: { login: { username: 'lavra', password: 'errada' } } }),
    );
    assert.equal(refused.isFinal, false);
    assert.match(
      refused.sentence,
      /^O servidor recusou o usuário ou a senha: .*535.*credentials invalid/,
    );
    assert.ok(!refused.sentence.includes('errada'));
  });
});

describe('an encrypted connection', () => {
  it('is encrypted from the start or by STARTTLS, and only with a trusted certificate', async () => {
    for (const encryption of ['tls', 'starttls'] as const) {
      const server = await serverOf({ encryption });
      const untrusted = await failureOf(send(server.port, { settings: { encryption } }));
      assert.match(
        untrusted.sentence,
        /^A conexão segura com o servidor falhou: .*self.signed/,
        encryption,
      );
      const usual = tls.getCACertificates('default');
      tls.setDefaultCACertificates([...usual, testCertificate]);
      try {
        assert.equal(
          (await send(server.port, { settings: { encryption } })).sent,
          true,
          encryption,
        );
        assert.match(
          (await failureOf(send(server.port, { settings: { encryption, host: 'outro.example' } })))
            .sentence,
          /conexão segura.*altnames/,
          encryption,
        );
      } finally {
        tls.setDefaultCACertificates(usual);
      }
      assert.equal(server.received.length, 1);
    }
  });

  it('sends nothing unencrypted when the server offers no STARTTLS', async () => {
    const server = await serverOf();
    assert.match(
      (await failureOf(send(server.port, { settings: { encryption: 'starttls' } }))).sentence,
      /^A conexão segura com o servidor falhou: .*STARTTLS/,
    );
    assert.equal(server.received.length, 0);
  });

  it('is aborted when the server offers no TLS', async () => {
    const server = await serverOf();
    assert.match(
      (await failureOf(send(server.port, { settings: { encryption: 'tls' } }))).sentence,
      /^A conexão segura|^O servidor/,
    );
  });
});

describe('a mail server with errors', () => {
  it('may refuse a recipient or a message permanently or temporarily', async () => {
    const server = await serverOf();
    server.refuseRecipient = { code: 550, text: '5.1.1 <ana@fazenda.example> no such user' };
    assert.deepEqual(await send(server.port), {
      sent: false,
      isFinal: true,
      sentence: 'O servidor respondeu: 550 5.1.1 <…@…> no such user',
    });
    server.refuseRecipient = { code: 450, text: '4.2.1 try later' };
    assert.deepEqual(await send(server.port), {
      sent: false,
      isFinal: false,
      sentence: 'O servidor respondeu: 450 4.2.1 try later',
    });
    server.refuseRecipient = null;
    server.answers.push({ code: 554, text: '5.7.1 spam' }, { code: 451, text: '4.3.0 busy' });
    assert.deepEqual(
      [
        (await failureOf(send(server.port))).isFinal,
        (await failureOf(send(server.port))).isFinal,
        (await send(server.port)).sent,
      ],
      [true, false, true],
    );
  });

  it('may disconnect before its greeting or within the message', async () => {
    const mute = await rudeServer((socket) => socket.destroy());
    assert.deepEqual(await send(mute.port), {
      sent: false,
      isFinal: false,
      sentence: 'O servidor encerrou a conexão antes do fim.',
    });
    const server = await serverOf();
    server.answers.push('drop');
    assert.deepEqual(await send(server.port), {
      sent: false,
      isFinal: false,
      sentence: 'O servidor encerrou a conexão antes do fim.',
    });
  });

  it('is given up after its time limit, whether silent, trickling, or silent at the end', async () => {
    const server = await serverOf();
    server.answers.push('silence');
    const silent = await rudeServer(() => {});
    const trickling = await rudeServer((socket) => {
      const timer = setInterval(() => socket.write('2'), 20);
      socket.on('close', () => clearInterval(timer));
    });
    for (const { port } of [silent, trickling, server]) {
      assert.deepEqual(await send(port, { within: 300 }), {
        sent: false,
        isFinal: false,
        sentence: 'O servidor não respondeu a tempo.',
      });
    }
  });

  it('may reply any text, reported as one short line without control characters or secrets', async () => {
    const nasty = `535 \u0007\u202Esenha: hunter2 Bearer abcdefghijklmnopqrstuvwxyz0123456789 ${'x'.repeat(5_000)}\r\n`;
    const { port } = await rudeServer((socket) => socket.end(nasty));
    const { sentence } = await failureOf(send(port));
    assert.ok(sentence.length < 400 && !/[\p{C}\n]|hunter2|abcdefghij/u.test(sentence), sentence);
  });
});

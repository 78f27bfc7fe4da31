import assert from 'node:assert/strict';
import { after, beforeEach, describe, it } from 'node:test';
import { startWhatsappDouble } from '../../../test/whatsapp-double.ts';
import { parseHostPort } from '../outbound/host-port.ts';
import { createOutboundGuard } from '../outbound/outbound-guard.ts';
import { createWhatsappClient } from './whatsapp-client.ts';
import type { WhatsappOutcome } from './whatsapp-reply.ts';

const double = await startWhatsappDouble();
const guard = createOutboundGuard({ allow: new Set([parseHostPort(double.target) ?? '']) });
after(async () => {
  await guard.close();
  await double.close();
});
beforeEach(() => {
  double.messages.length = 0;
  double.answers.length = 0;
});

const message = {
  to: '+5565999998888',
  title: 'Cotação COT-2026-000123 em análise',
  body: 'Compare e escolha\n\to que comprar.',
};
const settings = {
  baseUrl: double.baseUrl,
  phoneNumberId: '109876543210',
  accessToken: 'segredo-do-whatsapp',
};
/** Sends with a new client by default, which has not been asked to pause. */
const send = (
  client = createWhatsappClient({ guard }),
  { within = 5_000, to = settings } = {},
): Promise<WhatsappOutcome> => client(to, message, within);
const verdictOf = (outcome: WhatsappOutcome): unknown =>
  outcome.kind === 'refused' ? outcome.isFinal : outcome.kind;

describe('a WhatsApp message', () => {
  it('is a template with title and text, to a number in E.164, sent with the token', async () => {
    assert.deepEqual(await send(), { kind: 'sent', reference: 'wamid.1' });
    assert.deepEqual(double.messages, [
      {
        path: '/v23.0/109876543210/messages',
        authorization: 'Bearer segredo-do-whatsapp',
        to: '+5565999998888',
        parameters: ['Cotação COT-2026-000123 em análise', 'Compare e escolha o que comprar.'],
      },
    ]);
  });

  it('can be retried after a refusal, unless the message itself is wrong', async () => {
    const verdicts = [
      [500, false],
      [503, false],
      [401, false],
      [400, true],
      [403, true],
      [404, true],
      [302, false],
    ] as const;
    for (const [status, isFinal] of verdicts) {
      double.answers.push({
        status,
        body: { error: { message: 'Recipient ana@fazenda.example is not allowed', code: 131_030 } },
        headers: { location: `${double.baseUrl}/elsewhere` },
      });
      assert.deepEqual(await send(), {
        kind: 'refused',
        isFinal,
        sentence: `O servidor respondeu: ${status} Recipient …@… is not allowed (131030)`,
      });
    }
    assert.equal(double.messages.length, verdicts.length, 'no redirect was followed');
  });

  it('may have arrived when the connection is lost, or the reply is truncated, empty or late', async () => {
    double.answers.push(
      'drop',
      'half',
      { status: 200, body: '<html>' },
      { status: 200, body: {} },
      'silence',
    );
    const outcomes = [
      await send(),
      await send(),
      await send(),
      await send(),
      await send(undefined, { within: 200 }),
    ];
    assert.deepEqual(outcomes.map(verdictOf), [
      'unknown',
      'unknown',
      'unknown',
      'unknown',
      'unknown',
    ]);
    assert.equal(double.messages.length, 5, 'each was sent once');
  });

  it('has not been sent when no connection was made', async () => {
    const closed = await send(undefined, {
      to: { ...settings, baseUrl: 'http://127.0.0.1:1/v23.0' },
    });
    assert.deepEqual(closed, {
      kind: 'refused',
      isFinal: false,
      sentence: 'O endereço do servidor não é da internet pública nem está em OUTBOUND_ALLOW.',
    });
  });

  it('causes a pause after a Retry-After, and after the rate limit codes of Meta', async () => {
    const tooMuch = [
      { status: 429, headers: { 'retry-after': '1' } },
      { status: 400, body: { error: { code: 130_429, message: 'Rate limit hit' } } },
      { status: 503, headers: { 'retry-after': 'Wed, 01 Jan 2098 00:00:00 GMT' } },
    ];
    for (const answer of tooMuch) {
      const client = createWhatsappClient({ guard });
      double.messages.length = 0;
      double.answers.push(answer);
      assert.deepEqual(
        [verdictOf(await send(client)), verdictOf(await send(client)), double.messages.length],
        [false, false, 1],
      );
    }
    const client = createWhatsappClient({ guard });
    double.answers.push({ status: 429, headers: { 'retry-after': '0' } });
    assert.deepEqual(
      [verdictOf(await send(client)), verdictOf(await send(client))],
      [false, 'sent'],
    );
  });

  it('has its error reported as one short line, whatever the reply contains', async () => {
    double.answers.push(
      {
        status: 400,
        body: {
          error: {
            message: `Bearer abcdefghijklmnopqrstuvwxyz\n\u0007token=${settings.accessToken} ${'x'.repeat(9_000)}`,
          },
        },
      },
      { status: 500, body: 'x'.repeat(300_000) },
    );
    for (const outcome of [await send(), await send()]) {
      assert.ok(
        outcome.kind === 'refused' &&
          outcome.sentence.length < 400 &&
          !/\p{C}|abcdefghij|segredo/u.test(outcome.sentence),
        JSON.stringify(outcome),
      );
    }
  });
});

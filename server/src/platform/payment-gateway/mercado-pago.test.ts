import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppConfig } from 'mercadopago/dist/utils/config/index.js';
import { signed, startGatewayDouble, TOKEN, WEBHOOK_SECRET } from '../../../test/gateway-double.ts';
import { createMercadoPago } from './mercado-pago.ts';
import type { Charge } from './payment-gateway.ts';
import { isSignedByMercadoPago } from './webhook-signature.ts';

const [one, other] = [await startGatewayDouble(), await startGatewayDouble()];
const gatewayAt = (baseUrl: string, deadlineMs = 5_000, accessToken = TOKEN) =>
  createMercadoPago({ accessToken, baseUrl, deadlineMs });
const gateway = gatewayAt(one.url);
const charge = (uuid: string, method: Charge['method'] = 'pix'): Charge => ({
  uuid,
  cents: 9_990n,
  method,
  description: 'Assinatura',
  expiresAt: new Date('2036-12-15T23:59:59-03:00'),
  payer: { name: 'Ana Souza', email: 'ana@fazenda.example', document: null, address: null },
});
const paid = (amount = 100): string => String(one.payOnPage('x', amount));
const kindOf = async (outcome: Promise<{ kind: string; why?: string }>) => {
  const { kind, why } = await outcome;
  return [kind, why];
};

describe('the address of the payment gateway', () => {
  it('is separate for each call, also for concurrent calls to several, and no listener is left', async () => {
    const usual = AppConfig.BASE_URL;
    const [here, there] = [gatewayAt(one.url), gatewayAt(other.url)];
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        (n % 2 === 0 ? here : there).createCharge(charge(`many-${n}`)),
      ),
    );
    assert.equal(AppConfig.BASE_URL, usual);
    assert.deepEqual(
      [
        one.paymentsFor('many-0').length,
        one.paymentsFor('many-1').length,
        other.paymentsFor('many-0').length,
        other.paymentsFor('many-1').length,
      ],
      [1, 0, 0, 1],
    );
  });
});

describe('the outcome of a gateway call', () => {
  it('is done, with the exact amount and a payment code', async () => {
    const outcome = await gateway.createCharge(charge('pix-1'));
    assert.ok(outcome.kind === 'done');
    assert.deepEqual(
      [outcome.value.instructions.kind, outcome.value.instructions.expiresAt?.toISOString()],
      ['pix', '2036-12-16T02:59:59.000Z'],
    );
    const found = await gateway.getPayment(outcome.value.reference ?? '');
    assert.deepEqual(
      found.kind === 'done' && [found.value.status, found.value.cents, found.value.ownReference],
      ['pending', 9_990n, 'pix-1'],
    );
  });

  it('is refused only where the gateway refuses this very request', async () => {
    one.next('refund', 'refuse');
    assert.deepEqual(await kindOf(gateway.refund(paid(), { cents: 100n, idempotencyKey: 'k1' })), [
      'refused',
      'refused',
    ]);
    assert.deepEqual(await kindOf(gateway.refund(paid(1), { cents: 101n, idempotencyKey: 'k2' })), [
      'refused',
      'refused',
    ]);
    assert.deepEqual(await kindOf(gateway.getPayment('4711')), ['refused', 'not_found']);
  });

  it('is unknown otherwise: unreachable, busy, broken, cut off, without credentials', async () => {
    for (const [fault, why] of [
      ['busy', 'busy'],
      ['broken', 'unclear'],
      ['broken_after', 'unclear'],
      ['drop', 'unreachable'],
      ['drop_after', 'unreachable'],
      ['cut_after', 'unclear'],
      ['unauthorized', 'credentials'],
    ] as const) {
      one.next('refund', fault);
      assert.deepEqual(
        await kindOf(gateway.refund(paid(), { cents: 100n, idempotencyKey: `unknown-${fault}` })),
        ['unknown', why],
        fault,
      );
    }
    assert.deepEqual(await kindOf(gatewayAt('http://127.0.0.1:9').getPayment('1')), [
      'unknown',
      'unreachable',
    ]);
    assert.deepEqual(await kindOf(gatewayAt(one.url, 5_000, 'another token').getPayment(paid())), [
      'unknown',
      'credentials',
    ]);
  });

  it('is unknown after the deadline, without a retry by the library', async () => {
    const before = one.callsOf('refund');
    one.next('refund', { held: new Promise(() => {}) });
    const [kind] = await kindOf(
      gatewayAt(one.url, 1_000).refund(paid(), { cents: 100n, idempotencyKey: 'late' }),
    );
    assert.deepEqual([kind, one.callsOf('refund') - before], ['unknown', 1]);
  });

  it('is the same refund under the same key', async () => {
    const reference = paid();
    const asked = () => gateway.refund(reference, { cents: 6_000n, idempotencyKey: 'same' });
    assert.deepEqual([await asked(), one.refundedAmount(reference)], [await asked(), 60]);
    const listed = await gateway.listRefunds(reference);
    assert.deepEqual(
      listed.kind === 'done' && listed.value.map(({ cents, status }) => [cents, status]),
      [[6_000n, 'succeeded']],
    );
  });

  it('contains all payments with one of our references', async () => {
    one.payOnPage('ours', 1, 'rejected');
    one.payOnPage('ours', 2);
    const found = await gateway.findPayments('ours');
    assert.deepEqual(
      found.kind === 'done' && found.value.map(({ status, cents }) => [status, cents]),
      [
        ['refused', 100n],
        ['paid', 200n],
      ],
    );
  });
});

describe('the signature of a webhook', () => {
  it('is accepted as the gateway documents it, and otherwise refused', () => {
    const { headers } = signed('1320984521', {
      requestId: 'request-1',
      secret: WEBHOOK_SECRET,
      type: 'payment',
    });
    const sent = {
      signature: headers['x-signature'],
      requestId: 'request-1',
      dataId: '1320984521',
    };
    assert.ok(isSignedByMercadoPago(sent, WEBHOOK_SECRET));
    for (const wrong of [
      { signature: undefined },
      { signature: '' },
      { signature: 'ts=1,v1=' },
      { requestId: undefined },
      { requestId: 'request-2' },
      { dataId: undefined },
      { dataId: '1320984522' },
    ]) {
      assert.equal(
        isSignedByMercadoPago({ ...sent, ...wrong }, WEBHOOK_SECRET),
        false,
        JSON.stringify(wrong),
      );
    }
    assert.equal(isSignedByMercadoPago(sent, 'another secret'), false);
  });

  it('covers the id in lower case where it contains letters', () => {
    const { headers } = signed('AbC123', {
      requestId: 'r',
      secret: WEBHOOK_SECRET,
      type: 'payment',
    });
    assert.ok(
      isSignedByMercadoPago(
        { signature: headers['x-signature'], requestId: 'r', dataId: 'AbC123' },
        WEBHOOK_SECRET,
      ),
    );
  });
});

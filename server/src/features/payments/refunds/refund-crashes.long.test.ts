import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { describe, it } from 'node:test';
import type { Actor, HttpRequest } from '../../../platform/auth/request.ts';
import type { Command } from '../../../platform/db/command.ts';
import { askedHashOf } from '../../../platform/http/idempotency-header.ts';
import { createMercadoPago } from '../../../platform/payment-gateway/mercado-pago.ts';
import type { PaymentGateway } from '../../../platform/payment-gateway/payment-gateway.ts';
import { TOKEN } from '../../../../test/gateway-double.ts';
import { httpRequestOf } from '../../../../test/http-request.ts';
import { TRIALS } from '../../proposals/races.fixture.ts';
import {
  buildPaid,
  later,
  openTill,
  refundCall,
  refundsOf,
  statusOf,
  countEvents,
  type TestPayment,
} from '../payments.fixture.ts';
import { refundPayment } from './refund-service.ts';

const till = await openTill();
/** A hundred crashes in the whole suite. */
const TIMES = Math.min(20, Math.ceil(TRIALS / 3));
const { service, double, admin } = till;
const { platform } = service.app;

const points = [
  'before the row',
  'after the row',
  'during the call',
  'after the effect',
  'after the record',
] as const;
type Point = (typeof points)[number];
class Crash extends Error {}

/** Creates a service that dies at this point: nothing after it runs. */
function dyingService(point: Point) {
  let commands = 0;
  const command: Command = async (actor, work, present) => {
    commands += 1;
    const isFirst = commands === 1;
    const reply = await platform.command(
      actor,
      async (uow) => {
        const done = await work(uow);
        if (isFirst && point === 'before the row') throw new Crash(point);
        return done;
      },
      present,
    );
    if (point === (isFirst ? 'after the row' : 'after the record')) throw new Crash(point);
    return reply;
  };
  const real = createMercadoPago({ accessToken: TOKEN, baseUrl: double.url });
  const gateway: PaymentGateway = {
    ...real,
    refund: async (...asked) => {
      const answer = real.refund(...asked);
      if (point === 'during the call') throw new Crash(point);
      await answer;
      if (point === 'after the effect') throw new Crash(point);
      return answer;
    },
  };
  const refund = (paid: TestPayment): Promise<unknown> =>
    refundPayment({ ...platform, command }, async () => gateway, requestOf(paid), paid.id, BODY);
  return { refund };
}

const BODY = { amount: 60, cancel_subscription: false };
const requestOf = ({ id }: TestPayment): HttpRequest<Actor> =>
  httpRequestOf(
    { userId: admin.userId, userType: 'admin' },
    {
      id: 'crash',
      idempotency: {
        route: `POST /api/v1/admin/subscription-payments/${id}/refund`,
        key: 'estorno',
        bodyHash: askedHashOf(BODY, {}),
      },
    },
  );

/** What can happen after a crash, in the order in which it happens. */
const recoveries: Readonly<Record<string, (paid: TestPayment) => Promise<unknown>>> = {
  'the scheduler goes on': () => later(till, 100),
  'the worker goes on': () => service.work({ evenIfEarly: true }),
  'the request is repeated at once': (paid) => refundCall(till, paid, BODY, 'estorno'),
  'the request is repeated later': async (paid) => {
    await later(till, 100);
    await refundCall(till, paid, BODY, 'estorno');
  },
};

describe('a refund whose process dies', () => {
  for (const point of points) {
    it(`${point}: the money is refunded once, whichever process continues`, async () => {
      for (let n = 0; n < TIMES; n += 1) {
        const paid = await buildPaid(till);
        if (point === 'during the call') double.next('refund', { delayMs: n % 2 === 0 ? 0 : 20 });
        await assert.rejects(dyingService(point).refund(paid), Crash);
        assert.notEqual((await refundsOf(till, paid))[0]?.status, 'failed');
        const names = Object.keys(recoveries);
        const name = names[n % names.length] ?? '';
        await recoveries[name]?.(paid);
        // The client, which received no reply, repeats the request, and the scheduler runs.
        const { status, body } = await refundCall(till, paid, BODY, 'estorno');
        assert.equal(status, 200, JSON.stringify(body));
        await later(till, 100);
        const rows = await refundsOf(till, paid);
        assert.deepEqual(
          rows.map((row) => [row.status, row.amount]),
          [['succeeded', '60.00']],
          `${point}, ${name}`,
        );
        assert.deepEqual(
          [
            double.refundedAmount(paid.reference),
            double.effectsOf(rows[0]?.uuid ?? ''),
            await statusOf(till, paid),
            await countEvents(till, paid, 'payment.refunded'),
          ],
          [60, 1, 'partially_refunded', 1],
          `${point}, ${name}`,
        );
      }
    });
  }

  it('would be made twice if each attempt had its own key', async () => {
    const paid = await buildPaid(till);
    const gateway = createMercadoPago({ accessToken: TOKEN, baseUrl: double.url });
    const careless = () =>
      gateway.refund(String(paid.reference), { cents: 4_000n, idempotencyKey: randomUUIDv7() });
    double.next('refund', 'drop_after');
    assert.equal((await careless()).kind, 'unknown');
    await careless();
    assert.equal(double.refundedAmount(paid.reference), 80);
  });
});

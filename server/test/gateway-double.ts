import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { after } from 'node:test';
import { hostPort } from '@lavra/server/platform/outbound/host-port';

/** How a call fails: before it has an effect, after it, or in its reply. */
export type Fault =
  | 'busy'
  | 'broken'
  | 'drop'
  | 'refuse'
  | 'unauthorized'
  | 'broken_after'
  | 'drop_after'
  | 'cut_after'
  | 'in_process'
  | { readonly delayMs: number }
  /** Goes on when the test says so. */
  | { readonly held: Promise<void> };
/** The kind of call: creating a charge, creating a refund, or reading. */
export type Operation = 'charge' | 'refund' | 'read';

interface Refund {
  readonly id: number;
  readonly payment_id: number;
  readonly amount: number;
  status: string;
}
interface Payment {
  readonly id: number;
  readonly external_reference: string;
  transaction_amount: number;
  currency_id: string;
  status: string;
  status_detail: string;
  readonly refunds: Refund[];
  readonly [field: string]: unknown;
}
type Json = Readonly<Record<string, unknown>>;

export const TOKEN = 'TEST-token-of-the-double';
export const WEBHOOK_SECRET = 'secret of the double';

/**
 * Starts a double of Mercado Pago as far as it is documented, on a real port: charges, refunds,
 * search and pages, idempotent by key. The test moves the money; each effect is counted by its
 * idempotency key.
 */
export async function startGatewayDouble() {
  const payments = new Map<number, Payment>();
  const replies = new Map<string, Json>();
  const effects = new Map<string, number>();
  const calls: {
    readonly operation: Operation;
    readonly key: string | undefined;
    readonly body: Json;
  }[] = [];
  const faults: Record<Operation, Fault[]> = { charge: [], refund: [], read: [] };
  const state = { forgetsKeys: false };
  let ids = 1_000_000;
  const nextId = (): number => (ids += 1);

  const payment = (id: number | string): Payment => {
    const found = payments.get(Number(id));
    if (found === undefined) throw new Refusal(404, 'Payment not found');
    return found;
  };
  const addRefund = (of: Payment, amount: number, status = 'approved'): Refund => {
    const left =
      cents(of.transaction_amount) -
      of.refunds
        .filter((one) => one.status !== 'rejected')
        .reduce((sum, one) => sum + cents(one.amount), 0);
    if (of.status !== 'approved' || cents(amount) > left || cents(amount) <= 0)
      throw new Refusal(400, 'The action requested is not valid for the current payment state');
    const refund = { id: nextId(), payment_id: of.id, amount, status };
    of.refunds.push(refund);
    if (cents(amount) === left)
      Object.assign(of, { status: 'refunded', status_detail: 'refunded' });
    return refund;
  };
  const addCharge = (body: Json): Payment => {
    const id = nextId();
    const isPix = body['payment_method_id'] === 'pix';
    const made: Payment = {
      id,
      external_reference: String(body['external_reference']),
      transaction_amount: Number(body['transaction_amount']),
      currency_id: 'BRL',
      status: 'pending',
      status_detail: 'pending_waiting_transfer',
      date_of_expiration: body['date_of_expiration'],
      refunds: [],
      ...(isPix
        ? {
            point_of_interaction: {
              transaction_data: {
                qr_code: `00020126580014br.gov.bcb.pix${id}`,
                ticket_url: `https://pay.example/${id}`,
              },
            },
          }
        : {
            transaction_details: {
              digitable_line: `23793.38128 60007.827136 95000.063305 9 ${id}`,
              external_resource_url: `https://pay.example/${id}`,
            },
          }),
    };
    payments.set(id, made);
    return made;
  };

  /** Acts once per key, unless the double is set to forget keys. */
  const once = (key: string, act: () => Json): Json => {
    const before = state.forgetsKeys ? undefined : replies.get(key);
    if (before !== undefined) return before;
    const reply = act();
    effects.set(key, (effects.get(key) ?? 0) + 1);
    replies.set(key, reply);
    return reply;
  };

  const act = (operation: Operation, path: string, { key, body, query }: Asked): unknown => {
    const [, id, part] = /^\/v1\/payments\/(\w+)(\/refunds)?\/?$/.exec(path) ?? [];
    if (/^\/checkout\/preferences\/?$/.test(path))
      return once(key, () => ({
        id: randomUUID(),
        init_point: `https://pay.example/page/${String(body['external_reference'])}`,
        external_reference: body['external_reference'],
      }));
    if (path === '/v1/payments' && operation === 'charge') return once(key, () => addCharge(body));
    if (id === 'search')
      return {
        results: [...payments.values()].filter(
          (one) => one.external_reference === query.get('external_reference'),
        ),
        paging: {},
      };
    if (part === undefined) return payment(id ?? '');
    if (operation === 'refund')
      return once(key, () => ({
        ...addRefund(
          payment(id ?? ''),
          Number(body['amount'] ?? payment(id ?? '').transaction_amount),
        ),
      }));
    return payment(id ?? '').refunds;
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '', 'http://double');
    const isWrite = request.method === 'POST';
    const operation: Operation = !isWrite
      ? 'read'
      : url.pathname.includes('/refunds')
        ? 'refund'
        : 'charge';
    const asked = {
      key: String(request.headers['x-idempotency-key']),
      body: await bodyOf(request),
      query: url.searchParams,
    };
    calls.push({ operation, key: isWrite ? asked.key : undefined, body: asked.body });
    const fault = faults[operation].shift();
    if (typeof fault === 'object') await ('held' in fault ? fault.held : sleep(fault.delayMs));
    if (request.headers.authorization !== `Bearer ${TOKEN}` || fault === 'unauthorized')
      return send(response, 401, {
        message: 'invalid access token',
        error: 'unauthorized',
        status: 401,
      });
    if (fault === 'drop') {
      request.socket.destroy();
      return;
    }
    if (fault === 'busy')
      return send(response, 429, {
        message: 'too many requests',
        error: 'too_many_requests',
        status: 429,
      });
    if (fault === 'broken')
      return send(response, 500, {
        message: 'internal error',
        error: 'internal_error',
        status: 500,
      });
    if (fault === 'refuse')
      return send(response, 400, { message: 'refused', error: 'bad_request', status: 400 });
    try {
      const made = act(operation, url.pathname, asked) as Json;
      if (fault === 'in_process')
        Object.assign(payment(String(made['payment_id'])).refunds.at(-1) ?? {}, {
          status: 'in_process',
        });
      if (fault === 'drop_after') {
        request.socket.destroy();
        return;
      }
      if (fault === 'broken_after')
        return send(response, 500, {
          message: 'internal error',
          error: 'internal_error',
          status: 500,
        });
      if (fault === 'cut_after') {
        response.writeHead(201, { 'content-type': 'application/json', 'content-length': '5000' });
        response.write('{"id": 1', () => request.socket.destroy());
        return;
      }
      return send(
        response,
        isWrite ? 201 : 200,
        fault === 'in_process' ? { ...made, status: 'in_process' } : made,
      );
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return send(response, error.status, {
        message: error.message,
        error: 'bad_request',
        status: error.status,
      });
    }
  };

  const server = createServer((request, response) => {
    void answer(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo; // it listens on a port
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  return {
    url: `http://127.0.0.1:${port}`,
    /** For `outboundAllow`. */
    allowed: hostPort('127.0.0.1', port),
    state,
    calls,
    /** Returns how often something was really done, by key. */
    effectsOf: (key: string): number => effects.get(key) ?? 0,
    callsOf: (operation: Operation): number =>
      calls.filter((call) => call.operation === operation).length,
    /** Makes the next calls of this kind fail in these ways, one after the other. */
    next: (operation: Operation, ...how: readonly Fault[]): void => {
      faults[operation].push(...how);
    },
    clear: (): void => {
      for (const waiting of Object.values(faults)) waiting.length = 0;
    },
    payment,
    /** Returns all payments created for one of the service's. */
    paymentsFor: (reference: string): Payment[] =>
      [...payments.values()].filter((one) => one.external_reference === reference),
    /** Pays; a card payment is created when its page is paid. */
    pay: (id: number | string): void => {
      Object.assign(payment(id), { status: 'approved', status_detail: 'accredited' });
    },
    payOnPage: (reference: string, amount: number, status = 'approved'): number => {
      const made = addCharge({
        external_reference: reference,
        transaction_amount: amount,
        payment_method_id: 'visa',
      });
      Object.assign(made, { status });
      return made.id;
    },
    set: (id: number | string, status: string, status_detail = status): void => {
      Object.assign(payment(id), { status, status_detail });
    },
    /** Refunds as a merchant does in the gateway's own panel. */
    refundElsewhere: (id: number | string, amount: number): Refund =>
      addRefund(payment(id), amount),
    refundedAmount: (id: number | string): number =>
      payment(id)
        .refunds.filter(({ status }) => status === 'approved')
        .reduce((sum, { amount }) => sum + cents(amount), 0) / 100,
    finishRefund: (id: number | string, status: string): void => {
      for (const refund of payment(id).refunds)
        if (refund.status === 'in_process') refund.status = status;
    },
    /** Returns a signed notification; `requestId` distinguishes two of them. */
    notification: (
      dataId: number | string,
      {
        requestId = randomUUID(),
        secret = WEBHOOK_SECRET,
        type = 'payment',
      }: NotificationOptions = {},
    ) => signed(String(dataId), { requestId, secret, type }),
  };
}
export type GatewayDouble = Awaited<ReturnType<typeof startGatewayDouble>>;

interface NotificationOptions {
  readonly requestId?: string;
  readonly secret?: string;
  readonly type?: string;
}
interface Asked {
  readonly key: string;
  readonly body: Json;
  readonly query: URLSearchParams;
}

class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Returns `x-signature` over the query's id, the request's id and the time, as documented by the
 * gateway.
 */
export function signed(
  dataId: string,
  { requestId, secret, type }: { requestId: string; secret: string; type: string },
) {
  const ts = String(Math.floor(Date.now() / 1000));
  const v1 = createHmac('sha256', secret)
    .update(`id:${dataId.toLowerCase()};request-id:${requestId};ts:${ts};`)
    .digest('hex');
  return {
    url: `/api/v1/webhooks/mercadopago?data.id=${dataId}&type=${type}`,
    headers: { 'x-signature': `ts=${ts},v1=${v1}`, 'x-request-id': requestId },
    body: {
      action: 'payment.updated',
      type,
      data: { id: dataId },
      user_id: 42,
      live_mode: false,
      date_created: '2026-11-20T12:00:00Z',
    },
  };
}

const cents = (amount: number): number => Math.round(amount * 100);

async function bodyOf(request: IncomingMessage): Promise<Json> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // a stream without an encoding
  const text = Buffer.concat(chunks).toString();
  return text === '' ? {} : (JSON.parse(text) as Json); // sent by the service
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { buildProduct, type TestProduct } from '../catalogue.ts';
import {
  buildAdmin,
  buildProducer,
  buildSupplier,
  type TestPerson,
  type TestProducer,
  type TestSupplier,
} from '../people.ts';
import type { Answer, TestService } from '../service.ts';
import { QUANTITY, type Answered, type Command, type Offer } from './model.ts';

/** Sends one request; a test may put something between a story and the service. */
export type Send = (method: 'POST' | 'PUT' | 'DELETE', url: string, request: Request) => Reply;
export type Reply = Promise<Pick<Answer, 'status' | 'body'>>;
export interface Request {
  readonly token: string;
  readonly body?: unknown;
}

/** An order as the commands name it. */
export interface PlayedOrder {
  readonly id: number;
  readonly uuid: string;
  readonly items: readonly { readonly id: number; readonly productId: number }[];
}

/** The people and the product of all stories of a service. */
export interface Stage {
  readonly service: TestService;
  readonly producer: TestProducer;
  readonly suppliers: readonly TestSupplier[];
  readonly admin: TestPerson;
  readonly product: TestProduct;
}

export const SUPPLIERS = 3;

export async function openStage(service: TestService): Promise<Stage> {
  const suppliers: TestSupplier[] = [];
  for (let n = 0; n < SUPPLIERS; n += 1) suppliers.push(await buildSupplier(service));
  return {
    service,
    suppliers,
    producer: await buildProducer(service),
    admin: await buildAdmin(service),
    product: await buildProduct(service),
  };
}

/** Creates the draft of an order over the API. */
export async function createDraft(stage: Stage, items: number): Promise<PlayedOrder> {
  const { service, producer, product } = stage;
  const { status, body } = await service.call<{
    id: number;
    uuid: string;
    items: { id: number; product: { id: number } }[];
  }>('POST', '/api/v1/producer/orders', {
    token: producer.token,
    body: {
      description: 'Insumos',
      deadline_date: '2036-12-15',
      items: Array.from({ length: items }, () => ({
        product_id: product.id,
        quantity: QUANTITY,
        unit: product.unit,
      })),
    },
  });
  assert.equal(status, 200, JSON.stringify(body));
  return {
    id: body.id,
    uuid: body.uuid,
    items: body.items.map(({ id }) => ({ id, productId: product.id })),
  };
}

let days = 0;
/** Returns a later day with each call: a deadline only moves forward. */
function laterDay(): string {
  days += 1;
  return new Date(Date.UTC(2037, 0, days)).toISOString().slice(0, 10);
}

/** Sends a command to the service, as the person whose command it is. */
export async function perform(
  stage: Omit<Stage, 'service' | 'product'>,
  order: PlayedOrder,
  command: Command,
  { send, ownerOf }: { readonly send: Send; readonly ownerOf: (proposal: string) => number },
): Promise<Answered> {
  const { producer, admin } = stage;
  const own = `/api/v1/producer/orders/${order.uuid}`;
  const tokenOf = (supplier: number): string =>
    stage.suppliers[supplier]?.token ?? assert.fail(`no supplier ${supplier}`);
  const byProducer = (url: string, body?: unknown): Reply =>
    send('POST', url, { token: producer.token, ...(body === undefined ? {} : { body }) });
  const byAdmin = (name: string, body?: unknown): Reply =>
    send('POST', `/api/v1/admin/orders/${order.id}/${name}`, {
      token: admin.token,
      ...(body === undefined ? {} : { body }),
    });
  const ask = (): Reply => {
    switch (command.do) {
      case 'publish':
      case 'close':
      case 'finalize':
        return byProducer(`${own}/${command.do}`);
      case 'cancel':
        return byProducer(`${own}/cancel`, { reason: 'A compra foi adiada.' });
      case 'extend':
        return byProducer(`${own}/extend-deadline`, { deadline_date: laterDay() });
      case 'requote':
        return byProducer(`${own}/duplicate`, { only: 'unbought' });
      case 'edit':
        return send('PUT', own, {
          token: producer.token,
          body: { closure_type: command.closure },
        });
      case 'remove':
        return send('DELETE', own, { token: producer.token });
      case 'suspend':
      case 'revoke':
        return byAdmin(command.do, { reason: 'Um motivo qualquer.' });
      case 'resume':
        return byAdmin('resume');
      case 'save':
        return send('POST', `/api/v1/orders/${order.uuid}/proposals`, {
          token: tokenOf(command.supplier),
          body: draftBody(order, command),
        });
      case 'submit':
        return send('POST', `/api/v1/proposals/${command.proposal}/submit`, {
          token: tokenOf(ownerOf(command.proposal)),
        });
      case 'withdraw':
        return send('POST', `/api/v1/proposals/${command.proposal}/cancel`, {
          token: tokenOf(ownerOf(command.proposal)),
        });
      case 'discard':
        return send('DELETE', `/api/v1/proposals/${command.proposal}`, {
          token: tokenOf(ownerOf(command.proposal)),
        });
      case 'loosen':
        return send('PUT', `/api/v1/supplier/proposals/${command.proposal}/partial-terms`, {
          token: tokenOf(ownerOf(command.proposal)),
          body: { allows_partial: true, partial_minimum: command.minimum },
        });
      case 'accept':
        return byProducer(`/api/v1/proposals/${command.proposal}/accept`);
      case 'reject':
        return byProducer(`/api/v1/proposals/${command.proposal}/reject`, { reason: 'Caro' });
      case 'award':
        return byProducer(`${own}/award`, {
          items: command.choices.map(({ item, proposal }) => ({
            order_item_id: order.items[item]?.id,
            proposal,
          })),
        });
      case 'decline':
        return send('POST', `/api/v1/supplier/orders/${order.uuid}/decline`, {
          token: tokenOf(command.supplier),
        });
      case 'undecline':
        return send('DELETE', `/api/v1/supplier/orders/${order.uuid}/decline`, {
          token: tokenOf(command.supplier),
        });
      case 'ask':
        return send('POST', `/api/v1/orders/${order.uuid}/questions`, {
          token: tokenOf(command.supplier),
          body: { question: 'Qual é o prazo?' },
        });
      case 'answer':
        return byProducer(`/api/v1/questions/${command.question}/answer`, { answer: 'Dez dias.' });
    }
  };
  return answeredOf(await ask(), command.do);
}

const aboutProposals: ReadonlySet<Command['do']> = new Set([
  'save',
  'submit',
  'withdraw',
  'accept',
  'reject',
  'loosen',
]);

/** Returns what the model knows of an answer too. */
export function answeredOf({ status, body }: Awaited<Reply>, command: Command['do']): Answered {
  if (status !== 200) return { status, code: String(body['code']) };
  if (command === 'ask') return { status, code: null, name: String(body['id']) };
  if (!aboutProposals.has(command)) return { status, code: null };
  return {
    status,
    code: null,
    name: String(body['uuid']),
    version: Number(body['version']),
    total: Number(body['total_amount']),
  };
}

/** Returns the body of a supplier's draft. */
const draftBody = (
  order: PlayedOrder,
  {
    offers,
    partial,
    minimum,
  }: { offers: readonly Offer[]; partial: boolean; minimum: number | null },
) => ({
  items: offers.map((offer, index) => ({
    order_item_id: order.items[index]?.id,
    product_id: order.items[index]?.productId,
    quantity: QUANTITY,
    unit_price: typeof offer === 'number' ? offer : null,
    ...(offer === 'justified'
      ? { justification: 'Sem estoque', justification_type: 'out_of_stock' }
      : {}),
  })),
  allows_partial: partial,
  partial_minimum: minimum,
});

/** Returns the letters that the producer's session sees, by proposal. */
export async function readLetters(
  { service, producer }: Pick<Stage, 'service' | 'producer'>,
  { uuid }: PlayedOrder,
): Promise<Map<string, string>> {
  const { status, body } = await service.call<{ uuid: string; label: string }[]>(
    'GET',
    `/api/v1/orders/${uuid}/proposals/received?view=anonymous`,
    { token: producer.token },
  );
  assert.equal(status, 200, JSON.stringify(body));
  return new Map(body.map((proposal) => [proposal.uuid, proposal.label]));
}

/** Returns how many events wait for the worker, or were given up. */
export async function countUndispatched({ db }: TestService): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    SELECT count(*)::int AS left FROM events WHERE dispatched_at IS NULL OR failed_at IS NOT NULL`.execute(
    db.q,
  );
  return rows[0]?.left ?? 0;
}

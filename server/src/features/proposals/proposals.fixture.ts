import assert from 'node:assert/strict';
import type { Proposal, ProposalDraftBody } from '@lavra/contract/proposals/schemas';
import { buildProduct } from '../../../test/catalogue.ts';
import { buildOrder, type OrderFields, type TestOrder } from '../../../test/orders.ts';
import {
  buildProducer,
  buildSupplier,
  type TestProducer,
  type TestSupplier,
} from '../../../test/people.ts';
import type { Answer, TestService } from '../../../test/service.ts';

export interface Negotiation {
  readonly producer: TestProducer;
  readonly supplier: TestSupplier;
  readonly order: TestOrder;
}

/** Body of an error reply. */
export interface Refusal {
  readonly error: string;
  readonly code: string;
  readonly request_id: string;
  readonly message?: string;
  readonly errors?: Readonly<Record<string, string[]>>;
}

/**
 * Creates a published order of two items, its producer, and a supplier who may submit a proposal.
 */
export async function openNegotiation(
  service: TestService,
  {
    itemCount = 2,
    ...fields
  }: Omit<Partial<OrderFields>, 'producerId'> & { itemCount?: number } = {},
): Promise<Negotiation> {
  const producer = await buildProducer(service);
  const supplier = await buildSupplier(service);
  const product = await buildProduct(service);
  const items = Array.from({ length: itemCount }, () => ({ product }));
  return {
    producer,
    supplier,
    order: await buildOrder(service, { producerId: producer.producerId, items, ...fields }),
  };
}

/** Builds a body that offers every item of the order at one price. */
export const offerOf = (
  order: TestOrder,
  price: number | null = 10,
  terms: Partial<ProposalDraftBody> = {},
): ProposalDraftBody => ({
  items: order.items.map((item) => ({
    order_item_id: item.id,
    product_id: item.productId,
    unit_price: price,
    quantity: Number(item.quantity),
  })),
  ...terms,
});

/** Returns helpers for the calls of tests; each asserts success and returns the proposal. */
export function proposalCalls(service: TestService) {
  const expect200 = (answer: Answer<Proposal>): Proposal => {
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body;
  };
  const post = async (url: string, token: string, body?: unknown): Promise<Proposal> =>
    expect200(await service.call<Proposal>('POST', url, { token, body }));

  const saveDraft = (
    supplier: TestSupplier,
    order: TestOrder,
    body: ProposalDraftBody = offerOf(order),
  ): Promise<Proposal> => post(`/api/v1/orders/${order.uuid}/proposals`, supplier.token, body);
  const submit = (supplier: TestSupplier, { uuid }: Pick<Proposal, 'uuid'>): Promise<Proposal> =>
    post(`/api/v1/proposals/${uuid}/submit`, supplier.token);
  return {
    saveDraft,
    submit,
    submitNew: async (
      supplier: TestSupplier,
      order: TestOrder,
      body?: ProposalDraftBody,
    ): Promise<Proposal> => submit(supplier, await saveDraft(supplier, order, body)),
    accept: (producer: TestProducer, { uuid }: Pick<Proposal, 'uuid'>): Promise<Proposal> =>
      post(`/api/v1/proposals/${uuid}/accept`, producer.token),
    reject: (
      producer: TestProducer,
      { uuid }: Pick<Proposal, 'uuid'>,
      reason?: string,
    ): Promise<Proposal> =>
      post(
        `/api/v1/proposals/${uuid}/reject`,
        producer.token,
        reason === undefined ? undefined : { reason },
      ),
    cancel: (supplier: TestSupplier, { uuid }: Pick<Proposal, 'uuid'>): Promise<Proposal> =>
      post(`/api/v1/proposals/${uuid}/cancel`, supplier.token),
    read: async (
      person: { readonly token: string },
      { uuid }: Pick<Proposal, 'uuid'>,
    ): Promise<Proposal> =>
      expect200(
        await service.call<Proposal>('GET', `/api/v1/proposals/${uuid}`, { token: person.token }),
      ),
  };
}

/** Asserts an error with this status and slug, and a sentence. */
export function assertRefused(answer: Answer<unknown>, status: number, code: string): Refusal {
  const refusal = answer.body as Refusal; // checked right here
  assert.deepEqual([answer.status, refusal.code], [status, code], JSON.stringify(refusal));
  assert.match(refusal.error, /^\p{Lu}.+[.!]$/u);
  return refusal;
}

/** Asserts a 422 with exactly these fields. */
export function assertInvalid(
  answer: Answer<unknown>,
  errors: Readonly<Record<string, string>>,
): void {
  const refusal = assertRefused(answer, 422, 'validation_failed');
  assert.deepEqual(
    refusal.errors,
    Object.fromEntries(Object.entries(errors).map(([path, sentence]) => [path, [sentence]])),
  );
}

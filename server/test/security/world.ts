import type { TestProduct } from '../catalogue.ts';
import { buildProduct } from '../catalogue.ts';
import { buildOrder, type OrderFields, type TestOrder } from '../orders.ts';
import {
  buildAdmin,
  buildConsultant,
  buildProducer,
  buildSupplier,
  linkConsultant,
  type TestPerson,
  type TestProducer,
  type TestSupplier,
} from '../people.ts';
import { buildProposal, type ProposalFields, type TestProposal } from '../proposals.ts';
import type { TestService } from '../service.ts';

/** The roles that can sign in: the profiles, with administrators by their role. */
export const roles = [
  'produtor',
  'fornecedor',
  'consultor',
  'master',
  'operacional',
  'financeiro',
] as const;
export type Role = (typeof roles)[number];

/**
 * One user of each role, with the consultant advising the producer, and another producer and
 * supplier as owners of foreign objects.
 */
export interface World {
  readonly service: TestService;
  readonly people: Readonly<Record<Role, TestPerson>>;
  readonly producer: TestProducer;
  readonly supplier: TestSupplier;
  readonly otherProducer: TestProducer;
  readonly otherSupplier: TestSupplier;
  readonly product: TestProduct;
}

export async function buildWorld(service: TestService): Promise<World> {
  const producer = await buildProducer(service);
  const supplier = await buildSupplier(service);
  const [master, operacional, financeiro] = [
    await buildAdmin(service, 'master'),
    await buildAdmin(service, 'operacional'),
    await buildAdmin(service, 'financeiro'),
  ];
  const consultant = await buildConsultant(service);
  await linkConsultant(service, consultant.consultantId, producer.producerId);
  return {
    service,
    producer,
    supplier,
    people: {
      produtor: producer,
      fornecedor: supplier,
      consultor: consultant,
      master,
      operacional,
      financeiro,
    },
    otherProducer: await buildProducer(service),
    otherSupplier: await buildSupplier(service),
    product: await buildProduct(service),
  };
}

/** Creates an order of the world's producer, published by default. */
export const orderOf = (
  { service, producer, product }: World,
  fields: Partial<OrderFields> = {},
): Promise<TestOrder> =>
  buildOrder(service, { producerId: producer.producerId, items: [{ product }], ...fields });

/** Creates a proposal of the world's supplier on the order, submitted by default. */
export const proposalOn = (
  world: World,
  order: TestOrder,
  fields: Partial<ProposalFields> = {},
): Promise<TestProposal> =>
  buildProposal(world.service, {
    orderId: order.id,
    supplierId: world.supplier.supplierId,
    items: order.items.map((item) => ({ item, price: '10' })),
    ...fields,
  });

/** Creates a proposal on an order of its own. */
export async function negotiate(
  world: World,
  {
    order = {},
    proposal = {},
  }: { order?: Partial<OrderFields>; proposal?: Partial<ProposalFields> } = {},
) {
  const built = await orderOf(world, order);
  return { order: built, proposal: await proposalOn(world, built, proposal) };
}

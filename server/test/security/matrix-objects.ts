import { randomUUIDv7 } from 'node:crypto';
import type { EndpointSpec } from '@lavra/contract/kit/endpoint';
import { goodRequest } from './good-requests.ts';
import { pageObjects, registryObjects, requestObjects } from './catalogue-extras.ts';
import { attachmentObjects, questionObjects } from './order-extras.ts';
import { notificationObjects } from './notification-requests.ts';
import { paymentObjects } from './payment-requests.ts';
import { purchaseObjects } from './purchase-requests.ts';
import { personObjects } from './people-requests.ts';
import { featureObjects, planObjects, subscriptionObjects } from './plan-requests.ts';
import { consultantObjects, userObjects } from './user-requests.ts';
import { negotiate, orderOf, proposalOn, type World } from './world.ts';

type Build = (world: World) => Promise<string>;

const unknownUuid: Build = async () => randomUUIDv7();

/**
 * Objects that have another owner or none, as named by the path; `own` comes with the route's valid
 * request.
 */
const orders: Readonly<Record<string, Build>> = {
  foreign: async (world) =>
    (await orderOf(world, { producerId: world.otherProducer.producerId })).uuid,
  'foreign draft': async (world) =>
    (await orderOf(world, { producerId: world.otherProducer.producerId, status: 'rascunho' })).uuid,
  'not published': async (world) => (await orderOf(world, { status: 'pendente' })).uuid,
  'internal id': async (world) => String((await orderOf(world)).id),
  "the producer's draft": async (world) => (await orderOf(world, { status: 'rascunho' })).uuid,
  deleted: async (world) => {
    const { uuid, id } = await orderOf(world, { status: 'rascunho' });
    await world.service.db.q.deleteFrom('orders').where('id', '=', id).execute();
    return uuid;
  },
  unknown: unknownUuid,
};

const proposals: Readonly<Record<string, Build>> = {
  draft: async (world) => (await negotiate(world, { proposal: { status: 'draft' } })).proposal.uuid,
  rival: (world) => rival(world, 'submitted'),
  'rival draft': (world) => rival(world, 'draft'),
  foreign: (world) => elsewhere(world, 'submitted'),
  'foreign draft': (world) => elsewhere(world, 'draft'),
  'internal id': async (world) => String((await negotiate(world)).proposal.id),
  deleted: async (world) => {
    const {
      proposal: { uuid, id },
    } = await negotiate(world, { proposal: { status: 'draft' } });
    await world.service.db.q.deleteFrom('proposals').where('id', '=', id).execute();
    return uuid;
  },
  unknown: unknownUuid,
};

/** Creates another supplier's proposal, on an order that this supplier bids for too. */
async function rival(world: World, status: 'submitted' | 'draft'): Promise<string> {
  const { order } = await negotiate(world);
  return (await proposalOn(world, order, { supplierId: world.otherSupplier.supplierId, status }))
    .uuid;
}

/** Creates a proposal between two others. */
async function elsewhere(world: World, status: 'submitted' | 'draft'): Promise<string> {
  const order = await orderOf(world, { producerId: world.otherProducer.producerId });
  return (await proposalOn(world, order, { supplierId: world.otherSupplier.supplierId, status }))
    .uuid;
}

const entries = (
  table: 'product_types' | 'product_subtypes' | 'products' | 'measurement_units',
  endpointId: string,
): Readonly<Record<string, Build>> => ({
  deleted: async (world) => {
    const { value = '' } = await goodRequest(world, endpointId, 'master');
    await world.service.db.q.deleteFrom(table).where('id', '=', Number(value)).execute();
    return value;
  },
  unknown: async () => '999999999',
});

const bySubject: Readonly<Record<string, Readonly<Record<string, Build>>>> = {
  order: orders,
  proposal: proposals,
  purchase: purchaseObjects,
  question: questionObjects,
  attachment: attachmentObjects,
  log: { unknown: async () => '999999999' },
  job: { unknown: async () => '999999999' },
  delivery: { unknown: async () => '999999999' },
  import: { unknown: unknownUuid },
  product_type: entries('product_types', 'getProductType'),
  product_subtype: entries('product_subtypes', 'getProductSubtype'),
  producer: {
    ...personObjects('producer'),
    foreign: async ({ otherProducer }) => String(otherProducer.producerId),
  },
  supplier: personObjects('supplier'),
  notification: notificationObjects,
  payment: paymentObjects,
  user: userObjects,
  consultant: consultantObjects,
  plan: planObjects,
  feature: featureObjects,
  subscription: subscriptionObjects,
  brand: registryObjects('brands'),
  active_ingredient: registryObjects('active_ingredients'),
  culture: registryObjects('cultures'),
  order_kit: registryObjects('order_kits'),
  catalogue_request: requestObjects,
  page: pageObjects,
  product: entries('products', 'getProduct'),
  measurement_unit: entries('measurement_units', 'getMeasurementUnit'),
};

/** Returns the path parameter that names an object of this kind for the endpoint. */
export function objectOf(world: World, spec: EndpointSpec, kind: string): Promise<string> {
  const build = bySubject[spec.subject ?? '']?.[kind];
  if (build === undefined) throw new Error(`no ${kind} object for ${spec.id}`);
  return build(world);
}

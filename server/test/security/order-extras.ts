import { createHash, randomUUIDv7 } from 'node:crypto';
import type { OrderFields, TestOrder } from '../orders.ts';
import { fileForm, somePdf } from '../files.ts';
import { buildProposal } from '../proposals.ts';
import type { GoodRequest } from './good-request.ts';
import { orderOf, type World } from './world.ts';

type Recipe = (world: World) => Promise<GoodRequest>;
type Build = (world: World) => Promise<string>;

let ordinal = 0;
const newPdf = (): Buffer => somePdf(`anexo ${(ordinal += 1)}`);

/** Creates an unanswered question of the world's supplier. */
async function questionOn({ service, supplier }: World, { id }: TestOrder): Promise<number> {
  const question = await service.db.q
    .insertInto('order_questions')
    .values({
      order_id: id,
      supplier_id: supplier.supplierId,
      question: 'Qual o prazo?',
      asked_at: service.app.platform.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return question.id;
}

/** Creates an order with an attachment, and returns both as named by the path. */
async function attachmentOn(world: World, fields: Partial<OrderFields> = {}): Promise<string> {
  const order = await orderOf(world, fields);
  const [content, created_at, uuid] = [
    newPdf(),
    world.service.app.platform.clock.now(),
    randomUUIDv7(),
  ];
  const sha256 = createHash('sha256').update(content).digest();
  const { q } = world.service.db;
  await q
    .insertInto('stored_files')
    .values({ sha256, media_type: 'application/pdf', size: content.length, content, created_at })
    .execute();
  await q
    .insertInto('order_attachments')
    .values({ uuid, order_id: order.id, sha256, filename: 'anexo.pdf', created_at })
    .execute();
  return `${order.uuid}/${uuid}`;
}

const onOrder =
  (extra: () => Partial<GoodRequest> = () => ({})): Recipe =>
  async (world) => ({ value: (await orderOf(world)).uuid, ...extra() });
const onInvitation: Recipe = async (world) => {
  const { uuid } = await orderOf(world);
  const { token } = world.people.produtor;
  await world.service.call('POST', `/api/v1/producer/orders/${uuid}/invitation`, { token });
  return { value: uuid };
};
/** An order that was awarded two days ago. */
const onAward: Recipe = async (world) => {
  const { service, supplier } = world;
  const { id, uuid } = await orderOf(world, { status: 'adjudicada' });
  const at = new Date(service.app.platform.clock.now().getTime() - 2 * 24 * 60 * 60_000);
  await service.db.q.updateTable('orders').set({ awarded_at: at }).where('id', '=', id).execute();
  await buildProposal(service, {
    orderId: id,
    supplierId: supplier.supplierId,
    items: [],
    status: 'accepted',
  });
  await service.db.q
    .updateTable('purchases')
    .set({ awarded_at: at })
    .where('order_id', '=', id)
    .execute();
  return { value: uuid };
};
/** The same, whose producer has said that nobody called. */
const onMissedContact: Recipe = async (world) => {
  const good = await onAward(world);
  const { token } = world.people.produtor;
  await world.service.call(
    'POST',
    `/api/v1/producer/orders/${good.value ?? ''}/award/missed-contact`,
    { token },
  );
  return good;
};
const onAttachment: Recipe = async (world) => ({ value: await attachmentOn(world) });

/** Valid requests of questions, attachments and the producer's further routes. */
export const orderExtraRequests: Readonly<Record<string, Recipe>> = {
  listQuestions: onOrder(),
  askQuestion: onOrder(() => ({ body: { question: 'Qual o prazo?' } })),
  answerQuestion: async (world) => ({
    value: String(await questionOn(world, await orderOf(world))),
    body: { answer: 'Trinta dias.' },
  }),
  listOrderAttachments: onOrder(),
  addOrderAttachment: onOrder(() => ({ form: fileForm({ content: newPdf() }) })),
  getOrderAttachment: onAttachment,
  deleteOrderAttachment: onAttachment,
  duplicateOrder: onOrder(() => ({ body: {} })),
  extendOrderDeadline: onOrder(() => ({ body: { deadline_date: '2037-01-15' } })),
  getOrderReach: onOrder(),
  getOrderActivity: onOrder(),
  getOrderAward: onOrder(),
  reportMissedContact: onAward,
  withdrawMissedContact: onMissedContact,
  getOrderInvitation: onOrder(),
  createOrderInvitation: onOrder(),
  revokeOrderInvitation: onInvitation,
};

const ofOther = ({ otherProducer }: World) => ({ producerId: otherProducer.producerId });

export const questionObjects: Readonly<Record<string, Build>> = {
  foreign: async (world) => String(await questionOn(world, await orderOf(world, ofOther(world)))),
  deleted: async (world) => {
    const id = await questionOn(world, await orderOf(world));
    await world.service.db.q.deleteFrom('order_questions').where('id', '=', id).execute();
    return String(id);
  },
  unknown: async () => '999999999',
};

export const attachmentObjects: Readonly<Record<string, Build>> = {
  foreign: (world) => attachmentOn(world, ofOther(world)),
  'foreign draft': (world) => attachmentOn(world, { ...ofOther(world), status: 'rascunho' }),
  'not published': (world) => attachmentOn(world, { status: 'pendente' }),
  deleted: async (world) => `${(await orderOf(world)).uuid}/${randomUUIDv7()}`,
  unknown: async () => `${randomUUIDv7()}/${randomUUIDv7()}`,
};

import type { GoodRequest } from './good-request.ts';
import type { World } from './world.ts';

type Recipe = (world: World) => Promise<GoodRequest>;

/** Creates a mail to a producer that was rejected. */
const failedDelivery: Recipe = async ({ service, people }) => {
  const at = service.app.platform.clock.now();
  const { q } = service.db;
  const event = await q
    .insertInto('events')
    .values({ type: 'order.closed', at, data: '{}', facts: '{}', dispatched_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await q
    .insertInto('deliveries')
    .values({
      event_id: event.id,
      user_id: people.produtor.userId,
      channel: 'email',
      state: 'failed',
      attempts: 1,
      failure: 'sem resposta',
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { value: String(id) };
};

/** Valid requests of the routes of deliveries. */
export const deliveryRequests: Readonly<Record<string, Recipe>> = {
  listDeliveries: async () => ({}),
  getDelivery: failedDelivery,
  retryDelivery: failedDelivery,
};

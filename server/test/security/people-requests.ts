import { buildProducer, buildSupplier, someCnpj } from '../people.ts';
import type { GoodRequest } from './good-request.ts';
import type { World } from './world.ts';

type Recipe = (world: World) => Promise<GoodRequest>;

const office = {
  kind: 'headquarters',
  name: 'Matriz',
  postal_code: '75901-000',
  street: 'Avenida Central',
  number: '1200',
  city: 'Rio Verde',
  state: 'GO',
};
const farm = {
  ...office,
  kind: 'farm',
  name: 'Sede',
  complement: null,
  latitude: -12.5,
  longitude: -55.7,
};

let ordinal = 0;
const trade = () => ({
  website: 'https://revenda.example',
  product_type_ids: [],
  coverage: { kind: 'states', states: ['MT'] },
  phone: '(64) 3621-4455',
  mobile: null,
});
const newSupplier: Recipe = async () => ({
  body: {
    name: 'Revenda do Cerrado',
    email: `revenda-nova-${(ordinal += 1)}@teste.example`,
    document: someCnpj(),
    password: 'Colheita2026',
    addresses: [office],
    ...trade(),
  },
});

/** Creates a new record, so that changes to it do not affect the people of the world. */
const producer =
  (body?: GoodRequest['body'], deleted = false): Recipe =>
  async (world) => {
    const { producerId, userId } = await buildProducer(world.service);
    if (deleted) await remove(world, userId);
    return { value: String(producerId), ...(body ? { body } : {}) };
  };
const supplier =
  (body?: GoodRequest['body'], deleted = false): Recipe =>
  async (world) => {
    const { supplierId, userId } = await buildSupplier(world.service);
    if (deleted) await remove(world, userId);
    return { value: String(supplierId), ...(body ? { body } : {}) };
  };
/** Creates a supplier who has not chosen a password yet. */
const invited: Recipe = async (world) => {
  const { supplierId, userId } = await buildSupplier(world.service);
  await world.service.db.q
    .updateTable('users')
    .set({ password_hash: null })
    .where('id', '=', userId)
    .execute();
  return { value: String(supplierId) };
};
async function remove({ service }: World, userId: number): Promise<void> {
  await service.db.q
    .updateTable('users')
    .set({ deleted_at: service.app.platform.clock.now() })
    .where('id', '=', userId)
    .execute();
}

const farming = {
  name: 'Sítio da Serra',
  type: 'PF',
  planted_area: 1250.5,
  association: 'Aprosoja',
  producers_cooperative: null,
  credit_cooperative: 'Sicredi',
  culture_ids: [],
  addresses: [farm],
  commercial_references: [
    {
      type: 'Revenda',
      name: 'Agro Norte',
      phone: '(66) 3544-1234',
      email: 'contato@agronorte.example',
    },
  ],
};

/** Valid requests of the back office's routes of producers and suppliers. */
export const peopleRequests: Readonly<Record<string, Recipe>> = {
  listAdminProducers: async () => ({}),
  getAdminProducer: producer(),
  updateAdminProducer: producer(farming),
  restoreAdminProducer: producer(undefined, true),
  listAdminProducerOrders: producer(),
  listAdminProducerLogs: producer(),
  listAdminSuppliers: async () => ({}),
  createAdminSupplier: newSupplier,
  getAdminSupplier: supplier(),
  updateAdminSupplier: supplier({ ...trade(), name: 'Revenda', addresses: [office] }),
  deleteAdminSupplier: supplier(),
  restoreAdminSupplier: supplier(undefined, true),
  sendSupplierActivation: invited,
  listAdminSupplierProposals: supplier(),
  listAdminSupplierProducts: supplier(),
  listAdminSupplierLogs: supplier(),
};

const valueOf = async (recipe: Recipe, world: World): Promise<string> =>
  (await recipe(world)).value ?? '';

/** Returns records as named by the path, by their state. */
export const personObjects = (
  kind: 'producer' | 'supplier',
): Readonly<Record<string, (world: World) => Promise<string>>> => {
  const build = kind === 'producer' ? producer : supplier;
  return {
    deleted: (world) => valueOf(build(undefined, true), world),
    unknown: async () => '999999999',
  };
};

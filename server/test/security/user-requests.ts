import { buildAdmin, buildConsultant, buildProducer, linkConsultant, someCpf } from '../people.ts';
import type { GoodRequest } from './good-request.ts';
import { orderOf, type World } from './world.ts';

type Recipe = (world: World) => Promise<GoodRequest>;
type Build = (world: World) => Promise<string>;

let ordinal = 0;
const someEmail = (): string => `pessoa-nova-${(ordinal += 1)}@teste.example`;
const farm = {
  kind: 'farm',
  name: 'Sede',
  postal_code: '78890-000',
  street: 'Rodovia BR-163, km 750',
  number: 'S/N',
  city: 'Sorriso',
  state: 'MT',
};
const farming = {
  type: 'PF',
  planted_area: 1250.5,
  association: 'Aprosoja',
  producers_cooperative: null,
  credit_cooperative: 'Sicredi',
  culture_ids: [],
  commercial_references: [
    {
      type: 'Revenda',
      name: 'Agro Norte',
      phone: '(66) 3544-1234',
      email: 'contato@agronorte.example',
    },
  ],
};
const form = () => ({
  name: 'Sítio da Serra',
  email: someEmail(),
  phone: '(66) 99999-8888',
  mobile: null,
  status: 'ativo',
  addresses: [farm],
  producer: farming,
});

const remove = ({ service }: World, userId: number) =>
  service.db.q
    .updateTable('users')
    .set({ deleted_at: service.app.platform.clock.now() })
    .where('id', '=', userId)
    .execute();

/** Creates a new account, so that changes to it do not affect the people of the world. */
const user =
  (bodyOf?: () => GoodRequest['body'], deleted = false): Recipe =>
  async (world) => {
    const { userId } = await buildProducer(world.service);
    if (deleted) await remove(world, userId);
    const body = bodyOf?.();
    return { value: String(userId), ...(body ? { body } : {}) };
  };
const consultant =
  (bodyOf?: (world: World) => GoodRequest['body'], deleted = false): Recipe =>
  async (world) => {
    const { consultantId, userId } = await buildConsultant(world.service);
    await linkConsultant(world.service, consultantId, world.otherProducer.producerId);
    if (deleted) await remove(world, userId);
    const body = bodyOf?.(world);
    return { value: String(consultantId), ...(body ? { body } : {}) };
  };
const person = () => ({
  name: 'Consultoria da Serra',
  email: someEmail(),
  phone: '(66) 99999-8888',
  document_type: 'cpf',
  document_number: someCpf(),
});

/** A draft that the world's consultant wrote for the producer. */
async function advisedDraft(world: World): Promise<GoodRequest> {
  const { uuid } = await orderOf(world, {
    status: 'rascunho',
    writtenBy: world.people.consultor.userId,
  });
  return { value: uuid };
}

/** Valid requests of users, consultants, and the data consultants read. */
export const userRequests: Readonly<Record<string, Recipe>> = {
  listAdminUsers: async () => ({}),
  getAdminUser: user(),
  updateAdminUser: user(form),
  deleteAdminUser: user(),
  restoreAdminUser: user(undefined, true),
  createAdminUser: async () => ({
    body: {
      ...form(),
      user_type: 'produtor',
      document_type: 'cpf',
      document_number: someCpf(),
      password: 'Colheita2026',
      password_confirmation: 'Colheita2026',
    },
  }),
  setAdminUserStatus: user(() => ({ status: 'inativo' })),
  listAdminUserLogs: user(),
  listAdminConsultants: async () => ({}),
  createAdminConsultant: async () => ({ body: person() }),
  getAdminConsultant: consultant(),
  updateAdminConsultant: consultant(person),
  deleteAdminConsultant: consultant(),
  restoreAdminConsultant: consultant(undefined, true),
  sendConsultantActivation: consultant(),
  setConsultantProducers: consultant(({ producer }) => ({ producer_ids: [producer.producerId] })),
  listConsultantProducers: async () => ({}),
  listConsultantOrders: async () => ({}),
  getConsultantOrder: async (world) => ({ value: (await orderOf(world)).uuid }),
  getConsultantProducer: async ({ producer }) => ({ value: String(producer.producerId) }),
  createConsultantOrder: async ({ producer }) => ({
    value: String(producer.producerId),
    body: { description: 'Defensivos da soja', deadline_date: '2036-12-15' },
  }),
  updateConsultantOrder: async (world) => ({
    ...(await advisedDraft(world)),
    body: { description: 'Fertilizantes do milho' },
  }),
  deleteConsultantOrder: async (world) => advisedDraft(world),
  requestPublication: async (world) => advisedDraft(world),
};

const valueOf = async (recipe: Recipe, world: World): Promise<string> =>
  (await recipe(world)).value ?? '';
const unknown: Build = async () => '999999999';

export const userObjects: Readonly<Record<string, Build>> = {
  deleted: (world) => valueOf(user(undefined, true), world),
  unknown,
  administrator: async (world) => String((await buildAdmin(world.service, 'financeiro')).userId),
};
export const consultantObjects: Readonly<Record<string, Build>> = {
  deleted: (world) => valueOf(consultant(undefined, true), world),
  unknown,
};

import { hashPassword } from '@lavra/server/platform/auth/password';
import { createToken } from '@lavra/server/platform/auth/token';
import { systemActor } from '@lavra/server/platform/db/command';
import { hashToken } from '@lavra/server/platform/http/admission/access-control';
import {
  buildAdmin,
  buildConsultant,
  buildProducer,
  buildSupplier,
  buildUser,
  someCpf,
} from '../people.ts';
import type { OrderFields, TestOrder } from '../orders.ts';
import { fileForm } from '../files.ts';
import type { ProposalFields } from '../proposals.ts';
import { catalogueExtraRequests } from './catalogue-extras.ts';
import type { GoodRequest } from './good-request.ts';
import { importRequests } from './import-requests.ts';
import { deliveryRequests } from './delivery-requests.ts';
import { channelRequests } from './channel-requests.ts';
import { notificationRequests } from './notification-requests.ts';
import { orderExtraRequests } from './order-extras.ts';
import { jobRequests } from './job-requests.ts';
import { oversightRequests } from './oversight-requests.ts';
import { paymentRequests } from './payment-requests.ts';
import { peopleRequests } from './people-requests.ts';
import { planRequests } from './plan-requests.ts';
import { purchaseRequests } from './purchase-requests.ts';
import { userRequests } from './user-requests.ts';
import { negotiate, orderOf, type Role, type World } from './world.ts';

type Recipe = (world: World, role: Role) => Promise<GoodRequest>;

let ordinal = 0;
const some = (what: string): string => `${what} ${(ordinal += 1)}`;

const farm = {
  kind: 'farm',
  name: 'Sede',
  postal_code: '78890-000',
  street: 'Rodovia BR-163, km 750',
  number: 'S/N',
  city: 'Sorriso',
  state: 'MT',
};
const PASSWORD = 'Colheita2026';
const nothing: Recipe = async () => ({});

/** Creates an order in that status, with a submitted proposal. */
const order =
  (fields: Partial<OrderFields>, body?: GoodRequest['body']): Recipe =>
  async (world) => {
    const {
      order: { uuid },
    } = await negotiate(world, { order: fields });
    return { value: uuid, ...(body ? { body } : {}) };
  };
/** Creates an order without a proposal of the supplier's, which would bind it. */
const unansweredOrder: Recipe = async (world) => ({
  value: (await orderOf(world)).uuid,
  body: { reason: 'Fora da minha área' },
});
const draftOrder: Recipe = async (world) => ({
  value: (await orderOf(world, { status: 'rascunho' })).uuid,
});
const proposal =
  (fields: Partial<ProposalFields>, body?: GoodRequest['body']): Recipe =>
  async (world) => {
    const {
      proposal: { uuid },
    } = await negotiate(world, { proposal: fields });
    return { value: uuid, ...(body ? { body } : {}) };
  };
const declinedOrder: Recipe = async (world) => {
  const { id, uuid } = await orderOf(world);
  const at = world.service.app.platform.clock.now();
  await world.service.db.q
    .insertInto('supplier_order_declines')
    .values({
      supplier_id: world.supplier.supplierId,
      order_id: id,
      created_at: at,
      updated_at: at,
    })
    .execute();
  return { value: uuid };
};
const items = (built: TestOrder) =>
  built.items.map(({ id, productId }) => ({
    order_item_id: id,
    product_id: productId,
    unit_price: 10.5,
    quantity: 100,
  }));

/** Creates a catalogue entry that nothing refers to. */
const entry =
  (
    table: 'product_types' | 'product_subtypes' | 'products' | 'measurement_units',
    bodyOf?: (world: World) => GoodRequest['body'],
  ): Recipe =>
  async (world) => {
    const now = world.service.app.platform.clock.now();
    const { typeId: product_type_id, subtypeId: product_subtype_id } = world.product;
    const dates = { created_at: now, updated_at: now };
    const q = world.service.db.q;
    const insert: Readonly<Record<typeof table, () => Promise<{ id: number }>>> = {
      product_types: () =>
        q
          .insertInto('product_types')
          .values({ name: some('Tipo livre'), is_pesticide: false, ...dates })
          .returning('id')
          .executeTakeFirstOrThrow(),
      product_subtypes: () =>
        q
          .insertInto('product_subtypes')
          .values({ name: some('Subtipo livre'), product_type_id, ...dates })
          .returning('id')
          .executeTakeFirstOrThrow(),
      products: () =>
        q
          .insertInto('products')
          .values({ name: some('Produto livre'), unit: 'L', product_subtype_id, ...dates })
          .returning('id')
          .executeTakeFirstOrThrow(),
      measurement_units: () =>
        q
          .insertInto('measurement_units')
          .values({ symbol: `U${(ordinal += 1)}`, name: some('unidade'), ...dates })
          .returning('id')
          .executeTakeFirstOrThrow(),
    };
    const { id } = await insert[table]();
    const body = bodyOf?.(world);
    return { value: String(id), ...(body ? { body } : {}) };
  };
const sending =
  (bodyOf: (world: World) => NonNullable<GoodRequest['body']>): Recipe =>
  async (world) => ({ body: bodyOf(world) });

const credentials: Recipe = async ({ service }) => {
  const person = await buildUser(service, { user_type: 'consultor' });
  await service.db.q
    .updateTable('users')
    .set({ password_hash: await hashPassword(PASSWORD) })
    .where('id', '=', person.userId)
    .execute();
  return { body: { email: person.email, password: PASSWORD, user_type: 'consultor' } };
};
const freshSession: Recipe = async ({ service, people }, role) => ({
  token: await service.tokenFor(people[role].userId),
});

/** Creates a new user, whom no other test needs. */
const leaving: Recipe = async ({ service }, role) => {
  const build = {
    produtor: buildProducer,
    fornecedor: buildSupplier,
    consultor: buildConsultant,
    master: buildAdmin,
    operacional: buildAdmin,
    financeiro: buildAdmin,
  }[role];
  const { userId, token } = await build(service);
  await service.db.q
    .updateTable('users')
    .set({ password_hash: await hashPassword(PASSWORD) })
    .where('id', '=', userId)
    .execute();
  return { token, body: { password: PASSWORD, confirm: 'APAGAR' } };
};

/** Creates a new user, whose new e-mail address waits to be confirmed. */
const moving: Recipe = async (world, role) => {
  const { token } = await leaving(world, role);
  await world.service.db.q
    .updateTable('users')
    .set({ pending_email: `${some('outro').replace(' ', '-')}@teste.example` })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('sessions')
        .select('user_id')
        .where('token_hash', '=', hashToken(token ?? '')),
    )
    .execute();
  return token === undefined ? {} : { token };
};

/** Creates a link's token, sent to a new user. */
const link =
  (purpose: string, body: GoodRequest['body'] = {}): Recipe =>
  async ({ service }) => {
    const { userId, email } = await buildUser(service, { user_type: 'consultor' });
    const token = createToken();
    const now = service.app.platform.clock.now();
    await service.db.q
      .insertInto('account_tokens')
      .values({
        token_hash: hashToken(token),
        user_id: userId,
        purpose,
        email_key: email,
        created_at: now,
        expires_at: new Date(now.getTime() + 3_600_000),
        restores_email: purpose === 'email_undo' ? email : null,
      })
      .execute();
    return { body: { token, ...body } };
  };
const newPassword = { password: PASSWORD, password_confirmation: PASSWORD };

const registration = () => ({
  user_type: 'produtor',
  name: 'Sítio da Serra',
  email: `${some('sitio').replace(' ', '-')}@teste.example`,
  password: PASSWORD,
  password_confirmation: PASSWORD,
  document_type: 'cpf',
  document_number: someCpf(),
  phone: '(66) 99999-8888',
  addresses: [farm],
});
const draft = (world: World) => ({
  description: 'Insumos para a safra',
  deadline_date: '2036-12-15',
  delivery_address: { city: 'Sorriso', state: 'MT' },
  notes: 'Entregar pela manhã',
  items: [{ product_id: world.product.id, quantity: 300, unit: 'L' }],
});
const offer = (built: TestOrder) => ({
  items: items(built),
  notes: 'Retirada em Sorriso',
  freight_amount: 10,
});

const logRow: Recipe = async ({ service }) => {
  await service.app.platform.command(systemActor, async (uow) =>
    uow.audit({ action: 'created', resourceType: 'product', resourceId: 1 }),
  );
  const { id } = await service.db.q
    .selectFrom('audit_log')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return { value: String(id) };
};

/** By endpoint: a new object in the state that the endpoint requires, and a valid body. */
const goodRequests: Readonly<Record<string, Recipe>> = {
  login: credentials,
  register: sending(registration),
  refresh: freshSession,
  logout: freshSession,
  getProfile: nothing,
  updateProfile: sending(() => ({ name: some('Nome novo'), phone: '(66) 99999-7777' })),
  forgotPassword: sending((world) => ({ email: world.producer.email })),
  resetPassword: link('password_reset', newPassword),
  verifyEmail: link('email_verification'),
  resendVerification: nothing,
  cancelEmailChange: moving,
  undoEmailChange: link('email_undo'),
  activateAccount: link('consultant_activation', newPassword),
  exportOwnData: nothing,
  eraseAccount: leaving,

  getProducerDashboard: nothing,
  listProducerOrders: nothing,
  listOrderedProducts: nothing,
  createOrder: sending(draft),
  getProducerOrder: order({}),
  deleteOrder: draftOrder,
  publishOrder: draftOrder,
  updateOrder: async (world) => ({
    value: (await orderOf(world, { status: 'rascunho' })).uuid,
    body: draft(world),
  }),
  closeOrder: order({}),
  cancelOrder: order({}, { reason: 'A compra foi adiada' }),
  finalizeOrder: order({ status: 'adjudicada' }),
  getOrderTimeline: order({}),
  compareOrderProposals: async (world) => {
    const built = await negotiate(world);
    return { value: built.order.uuid, query: `proposals[]=${built.proposal.uuid}` };
  },

  getSupplierDashboard: nothing,
  listSupplierOrders: nothing,
  listFavoriteOrders: nothing,
  listDeclinedOrders: nothing,
  getSupplierOrder: order({}),
  toggleFavoriteOrder: order({}),
  declineOrder: unansweredOrder,
  undoDecline: declinedOrder,
  listSupplierProposals: nothing,
  getSupplierProposal: proposal({}),
  getSupplierProposalPdf: proposal({}),
  loosenPartialTerms: proposal({}, { allows_partial: true, partial_minimum: 500 }),
  removeSupplierProposal: proposal({ status: 'draft' }),
  createSupplierProposal: async (world) => {
    const built = await orderOf(world);
    return { body: { order_uuid: built.uuid, ...offer(built) } };
  },
  updateSupplierProposal: async (world) => {
    const built = await negotiate(world, { proposal: { status: 'draft' } });
    return { value: built.proposal.uuid, body: offer(built.order) };
  },

  listOwnProposals: order({}),
  listReceivedProposals: order({}),
  getProposal: proposal({}),
  saveProposalDraft: async (world) => {
    const built = await orderOf(world);
    return { value: built.uuid, body: offer(built) };
  },
  submitProposal: proposal({ status: 'draft' }),
  deleteProposal: proposal({ status: 'draft' }),
  cancelProposal: proposal({}, { reason: 'Erro no preço' }),
  acceptProposal: proposal({}, { reason: 'Entrega mais cedo' }),
  rejectProposal: proposal({}, { reason: 'Preço acima do esperado' }),

  listProductTypes: nothing,
  createProductType: sending(() => ({ name: some('Tipo novo'), description: 'Uso agrícola' })),
  getProductType: entry('product_types'),
  deleteProductType: entry('product_types'),
  listSubtypesOfType: entry('product_types'),
  updateProductType: entry('product_types', () => ({ name: some('Tipo alterado') })),
  listProductSubtypes: nothing,
  createProductSubtype: sending(({ product }) => ({
    name: some('Subtipo novo'),
    product_type_id: product.typeId,
  })),
  getProductSubtype: entry('product_subtypes'),
  deleteProductSubtype: entry('product_subtypes'),
  listProductsOfSubtype: entry('product_subtypes'),
  updateProductSubtype: entry('product_subtypes', ({ product }) => ({
    name: some('Subtipo alterado'),
    product_type_id: product.typeId,
  })),
  listProducts: nothing,
  lookUpProducts: async () => ({ query: 'names=ureia' }),
  createProduct: sending(({ product }) => ({
    name: some('Produto novo'),
    product_subtype_id: product.subtypeId,
    unit: 'KG',
    brand: 'Marca',
  })),
  getProduct: entry('products'),
  deleteProduct: entry('products'),
  updateProduct: entry('products', () => ({
    name: some('Produto alterado'),
    brand: 'Marca',
    concentration: '480 g/L',
  })),
  listMeasurementUnits: nothing,
  createMeasurementUnit: sending(() => ({
    symbol: `N${(ordinal += 1)}`,
    name: some('unidade nova'),
  })),
  getMeasurementUnit: entry('measurement_units'),
  deleteMeasurementUnit: entry('measurement_units'),
  updateMeasurementUnit: entry('measurement_units', () => ({ name: some('unidade alterada') })),

  listStates: nothing,
  listCities: nothing,
  listProductTypeChoices: nothing,
  getAdminDashboard: nothing,
  getAdminWork: nothing,
  getAdminPeriod: async () => ({ query: 'start_date=2026-01-01&end_date=2026-12-31' }),
  listLogs: nothing,
  getLog: logRow,
  getAuditChain: nothing,
  verifyAuditChain: nothing,
  listSettings: nothing,
  updateSettings: sending(() => ({
    settings: [
      { key: 'mail.host', value: some('smtp').replace(' ', '-') },
      { key: 'mail.password', value: some('senha') },
    ],
  })),
  getSetting: async () => ({ value: 'mail.port' }),
  updateSetting: async () => ({ value: 'mail.port', body: { value: 465 } }),
  ...catalogueExtraRequests,
  ...channelRequests,
  ...notificationRequests,
  ...orderExtraRequests,
  ...jobRequests,
  ...deliveryRequests,
  ...purchaseRequests,
  ...oversightRequests,
  ...importRequests,
  ...peopleRequests,
  ...planRequests,
  ...userRequests,

  ...paymentRequests,
  exportReport: async () => ({ query: 'view=orders' }),
  exportAllReports: nothing,
  countReportRows: nothing,
  getQuoteSheet: order({}),
  reviewProposal: proposal({}, { state: 'shortlisted' }),
  saveQuoteSheet: async (world) => {
    const built = await orderOf(world);
    return {
      value: built.uuid,
      form: fileForm({
        content: Buffer.from(`Código;Preço unitário\n${built.items[0]?.id ?? ''};10,50`),
        filename: 'planilha.csv',
      }),
    };
  },
  getDecisionRecord: async (world) => {
    const built = await negotiate(world);
    await world.service.call('POST', `/api/v1/proposals/${built.proposal.uuid}/accept`, {
      token: world.producer.token,
    });
    return { value: built.order.uuid };
  },
};

/** Returns a request of this endpoint that succeeds; each call creates a new object to act on. */
export function goodRequest(world: World, endpointId: string, role: Role): Promise<GoodRequest> {
  const recipe = goodRequests[endpointId];
  if (recipe === undefined)
    throw new Error(`server/test/security/good-requests.ts has no request for ${endpointId}`);
  return recipe(world, role);
}

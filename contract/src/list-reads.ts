/** The fields of a list's reply, by dotted path, that each of its query keys reads. */
export type ListReads = Readonly<Record<string, readonly string[]>>;

/** A person as administrators' lists show one. */
const person = {
  search: ['name', 'email', 'document', 'phone', 'mobile'],
  with_deleted: ['deleted_at'],
};
const orderText = { search: ['number', 'description'] };
const proposalText = { search: ['order.number', 'order.description'] };
const purchaseReads = {
  search: ['number', 'order.number', 'order.description'],
  awarded_from: ['awarded_at'],
  awarded_to: ['awarded_at'],
};
const named = { search: ['name'] };
const subscriber = { search: ['user.name', 'user.email', 'user.document'] };

const productText = [
  'name',
  'brand',
  'active_ingredient',
  'concentration',
  'description',
  'subtype.name',
  'type.name',
];

/**
 * The fields that lists search, filter and sort by, for keys that are not themselves a field of the
 * reply. A search reads only fields that its caller may see: a hidden field that could be searched
 * could be guessed piece by piece. Tests check every list against this table, and the table against
 * the replies.
 */
export const listReads: Readonly<Record<string, ListReads>> = {
  listBrands: named,
  listActiveIngredients: named,
  listCultures: named,
  listOrderKits: named,
  listCatalogueRequests: {
    search: ['name', 'brand', 'active_ingredient', 'notes', 'producer.name'],
    product_type_id: ['type.id'],
  },
  listProductTypes: named,
  listSubtypesOfType: named,
  listProductSubtypes: { ...named, product_type_id: ['product_type_id'] },
  listProductsOfSubtype: { search: productText },
  listProducts: {
    search: productText,
    match: ['name'],
    product_type_id: ['type.id'],
  },
  listMeasurementUnits: { search: ['name', 'symbol'] },
  listPages: { search: ['title', 'slug'] },
  listCities: named,

  listProducerOrders: { ...orderText, created_from: ['created_at'], created_to: ['created_at'] },
  listSupplierOrders: {
    ...orderText,
    favorites: ['favorited'],
    matching: ['matches_profile'],
    answered: ['my_proposal'],
    waiting: ['my_proposal'],
    state: ['delivery_address.state'],
    city_id: ['delivery_address.city_id'],
    deadline_from: ['deadline_date'],
    deadline_to: ['deadline_date'],
    with_details: ['first_items', 'distance_km'],
  },
  listDeclinedOrders: { with_details: ['first_items', 'distance_km'] },
  listProducerPurchases: purchaseReads,
  listSupplierPurchases: { ...purchaseReads, unseen: ['is_new'] },
  listSupplierProposals: {
    ...proposalText,
    order: ['order_id', 'order.uuid'],
    created_from: ['created_at'],
    created_to: ['created_at'],
  },
  listConsultantProducers: { search: ['name', 'city'] },
  listConsultantOrders: { ...orderText, producer_id: ['producer.id'] },
  listNotifications: { unread: ['read_at'] },

  listLogs: {
    search: ['user.name', 'user.email'],
    start_date: ['created_at'],
    end_date: ['created_at'],
    ip: ['ip_address'],
  },
  listDeliveries: { search: ['recipient.name', 'recipient.email'] },
  listAdminProducers: person,
  listAdminSuppliers: person,
  listAdminConsultants: person,
  listAdminUsers: { ...person, search: ['name', 'email', 'document_number', 'phone', 'mobile'] },
  listAdminOrders: {
    search: ['number', 'description', 'producer.name'],
    suspended: ['is_suspended'],
    active: ['status'],
    answered: ['published_at', 'proposals_count'],
    contact_missed: ['contact_missed_at'],
    producer_id: ['producer.id'],
    city_id: ['delivery_city', 'delivery_state'],
    state: ['delivery_state'],
    start_date: ['created_at'],
    end_date: ['created_at'],
  },
  listAdminProposals: {
    search: [...proposalText.search, 'supplier.name', 'mark.name'],
    supplier_id: ['supplier.id'],
    producer_id: ['producer.id'],
    start_date: ['submitted_at'],
    end_date: ['submitted_at'],
  },
  listAdminPurchases: {
    search: ['number', 'order.number', 'order.description', 'supplier.name', 'producer.name'],
    supplier_id: ['supplier.id'],
    producer_id: ['producer.id'],
    order_id: ['order.id'],
    start_date: ['awarded_at'],
    end_date: ['awarded_at'],
  },
  listAdminOrderProposals: {
    search: [...proposalText.search, 'supplier.name', 'mark.name'],
    mark: ['mark.name'],
  },
  listPlans: { search: ['name', 'slug'] },
  listFeatures: { search: ['name', 'key'] },
  listSubscriptions: {
    ...subscriber,
    plan_id: ['plan.id'],
    near_expiry: ['status', 'due_date'],
    profile_type: ['plan.profile_type'],
  },
  listAdminPayments: {
    ...subscriber,
    payment_id: ['id'],
    start_date: ['due_date'],
    end_date: ['due_date'],
  },
};

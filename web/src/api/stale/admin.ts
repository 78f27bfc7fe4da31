import type { Reads, StaleReads } from './stale-reads.ts';

const adminOrder: Reads = [
  'getAdminOrder',
  'listAdminOrders',
  'getAdminOrderTimeline',
  'listAdminOrderLogs',
  'listAdminOrderProposals',
  'getAdminDashboard',
];
const userRecord: Reads = ['getAdminUser', 'listAdminUsers', 'getAdminDashboard'];
const adminProducer: Reads = [
  'getAdminProducer',
  'listAdminProducers',
  'listAdminProducerLogs',
  ...userRecord,
];
const adminSupplier: Reads = [
  'getAdminSupplier',
  'listAdminSuppliers',
  'listAdminSupplierLogs',
  ...userRecord,
];
const adminConsultants: Reads = ['listAdminConsultants', 'getAdminProducer', ...userRecord];
const adminConsultant: Reads = ['getAdminConsultant', ...adminConsultants];
const adminUsers: Reads = [
  'listAdminUsers',
  'listAdminUserLogs',
  'listAdminProducers',
  'listAdminSuppliers',
  'listAdminConsultants',
  'getAdminDashboard',
];
const adminUser: Reads = [
  'getAdminUser',
  'getAdminProducer',
  'getAdminSupplier',
  'getAdminConsultant',
  ...adminUsers,
];
const catalogue: Reads = [
  'listProductTypes',
  'listProductSubtypes',
  'listProducts',
  'getProductType',
  'getProductSubtype',
];
const plans: Reads = ['listPlans', 'listFeatures'];
const payments: Reads = [
  'listAdminPayments',
  'listSubscriptions',
  'getSubscriptionMetrics',
  'getAdminDashboard',
];
const pages: Reads = ['listPages', 'getPage', 'getPublicPage'];

/** What the changes of the administration leave stale. */
export const adminStale = {
  approveOrder: adminOrder,
  returnOrder: adminOrder,
  suspendOrder: adminOrder,
  resumeOrder: adminOrder,
  revokeOrder: adminOrder,
  updateAdminProducer: adminProducer,
  restoreAdminProducer: adminProducer,
  createAdminSupplier: adminSupplier,
  updateAdminSupplier: adminSupplier,
  deleteAdminSupplier: ['listAdminSuppliers', 'listAdminUsers', 'getAdminDashboard'],
  restoreAdminSupplier: adminSupplier,
  createAdminConsultant: adminConsultant,
  updateAdminConsultant: adminConsultant,
  deleteAdminConsultant: adminConsultants,
  restoreAdminConsultant: adminConsultant,
  sendConsultantActivation: adminConsultant,
  setConsultantProducers: ['getAdminConsultant', 'listAdminConsultants', 'getAdminProducer'],
  createAdminUser: adminUser,
  updateAdminUser: adminUser,
  setAdminUserStatus: adminUser,
  deleteAdminUser: adminUsers,
  restoreAdminUser: adminUser,
  createProductType: catalogue,
  updateProductType: catalogue,
  deleteProductType: catalogue,
  createProductSubtype: catalogue,
  updateProductSubtype: catalogue,
  deleteProductSubtype: catalogue,
  createProduct: catalogue,
  updateProduct: catalogue,
  deleteProduct: catalogue,
  createBrand: ['listBrands'],
  updateBrand: ['listBrands'],
  deleteBrand: ['listBrands'],
  createActiveIngredient: ['listActiveIngredients'],
  updateActiveIngredient: ['listActiveIngredients'],
  deleteActiveIngredient: ['listActiveIngredients'],
  createCulture: ['listCultures'],
  updateCulture: ['listCultures'],
  deleteCulture: ['listCultures'],
  createMeasurementUnit: ['listMeasurementUnits'],
  updateMeasurementUnit: ['listMeasurementUnits'],
  deleteMeasurementUnit: ['listMeasurementUnits'],
  createPlan: plans,
  updatePlan: plans,
  deletePlan: plans,
  setPlanFeatures: plans,
  createFeature: plans,
  updateFeature: plans,
  deleteFeature: plans,
  createManualPayment: payments,
  confirmPayment: payments,
  refundPayment: payments,
  extendTrial: ['listSubscriptions', 'getSubscriptionMetrics'],
  processImport: ['getImport', 'listImports'],
  createPage: pages,
  updatePage: pages,
  deletePage: ['listPages'],
  retryDelivery: ['listDeliveries'],
  retryFailedJob: ['listFailedJobs'],
  updateNotificationChannels: ['listNotificationChannels'],
  updateSettings: ['listSettings'],
  sendTestEmail: [],
  sendTestWhatsapp: [],
} as const satisfies StaleReads;

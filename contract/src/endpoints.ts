import type { EndpointSpec } from './kit/endpoint.ts';
import { accountEndpoints } from './accounts/endpoints.ts';
import { erasureEndpoints } from './accounts/erasure.ts';
import { deliveryEndpoints } from './admin/deliveries.ts';
import { jobEndpoints } from './admin/jobs.ts';
import { logEndpoints } from './admin/logs.ts';
import { attachmentEndpoints } from './attachments/endpoints.ts';
import { questionEndpoints } from './questions/endpoints.ts';
import { adminDashboardEndpoints } from './admin/dashboard.ts';
import { adminOrderEndpoints } from './admin/orders.ts';
import { adminPaymentEndpoints } from './admin/payments.ts';
import { adminProducerEndpoints } from './admin/producers.ts';
import { adminProposalEndpoints } from './admin/proposals.ts';
import { adminPurchaseEndpoints } from './admin/purchases.ts';
import { planEndpoints } from './admin/plans.ts';
import { reportEndpoints } from './admin/reports.ts';
import { notificationChannelEndpoints } from './admin/notification-channels.ts';
import { settingEndpoints } from './admin/settings.ts';
import { testSendEndpoints } from './admin/test-sends.ts';
import { adminSubscriptionEndpoints } from './admin/subscriptions.ts';
import { adminSupplierEndpoints } from './admin/suppliers.ts';
import { consultantEndpoints } from './admin/consultants.ts';
import { importEndpoints } from './admin/import.ts';
import { adminUserEndpoints } from './admin/users.ts';
import { catalogueEndpoints } from './catalogue/endpoints.ts';
import { measurementUnitEndpoints } from './catalogue/measurement-units.ts';
import { importProducts } from './catalogue/product-import.ts';
import { orderKitEndpoints } from './catalogue/order-kits.ts';
import { catalogueRequestEndpoints } from './catalogue/requests.ts';
import { registryEndpoints } from './catalogue/registries.ts';
import { notificationEndpoints } from './notifications/endpoints.ts';
import { notificationPreferenceEndpoints } from './notifications/preferences.ts';
import { pageEndpoints } from './pages/endpoints.ts';
import { placeEndpoints } from './places/endpoints.ts';
import { awardEndpoints } from './orders/awards.ts';
import { invitationEndpoints } from './orders/invitations.ts';
import { producerOrderEndpoints } from './orders/endpoints.ts';
import { purchaseEndpoints } from './purchases/endpoints.ts';
import { paymentEndpoints } from './payments/endpoints.ts';
import { proposalEndpoints } from './proposals/endpoints.ts';
import { subscriptionEndpoints } from './subscriptions/endpoints.ts';
import { supplierEndpoints } from './supplier/endpoints.ts';

/**
 * Every endpoint of the service. The OpenAPI document, the server's registration test and the
 * authorization matrix iterate over it.
 */
export const endpoints: readonly EndpointSpec[] = [
  ...registryEndpoints,
  ...orderKitEndpoints,
  ...catalogueRequestEndpoints,
  importProducts,
  ...pageEndpoints,
  ...accountEndpoints,
  ...erasureEndpoints,
  ...producerOrderEndpoints,
  ...invitationEndpoints,
  ...awardEndpoints,
  ...purchaseEndpoints,
  ...supplierEndpoints,
  ...proposalEndpoints,
  ...catalogueEndpoints,
  ...measurementUnitEndpoints,
  ...placeEndpoints,
  ...questionEndpoints,
  ...attachmentEndpoints,
  ...logEndpoints,
  ...jobEndpoints,
  ...deliveryEndpoints,
  ...adminDashboardEndpoints,
  ...adminProducerEndpoints,
  ...adminSupplierEndpoints,
  ...adminOrderEndpoints,
  ...adminProposalEndpoints,
  ...adminPurchaseEndpoints,
  ...adminUserEndpoints,
  ...consultantEndpoints,
  ...settingEndpoints,
  ...testSendEndpoints,
  ...reportEndpoints,
  ...importEndpoints,
  ...planEndpoints,
  ...subscriptionEndpoints,
  ...adminSubscriptionEndpoints,
  ...adminPaymentEndpoints,
  ...paymentEndpoints,
  ...notificationEndpoints,
  ...notificationPreferenceEndpoints,
  ...notificationChannelEndpoints,
];

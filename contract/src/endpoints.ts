import type { EndpointSpec } from './kit/endpoint.ts';
import { accountEndpoints } from './accounts/endpoints.ts';
import { erasureEndpoints } from './accounts/erasure.ts';
import { logEndpoints } from './admin/logs.ts';
import { attachmentEndpoints } from './attachments/endpoints.ts';
import { questionEndpoints } from './questions/endpoints.ts';
import { settingEndpoints } from './admin/settings.ts';
import { catalogueEndpoints } from './catalogue/endpoints.ts';
import { importProducts } from './catalogue/product-import.ts';
import { registryEndpoints } from './catalogue/registries.ts';
import { pageEndpoints } from './pages/endpoints.ts';
import { placeEndpoints } from './places/endpoints.ts';
import { producerOrderEndpoints } from './orders/endpoints.ts';
import { proposalEndpoints } from './proposals/endpoints.ts';
import { supplierEndpoints } from './supplier/endpoints.ts';

/** Every endpoint of the service. The OpenAPI document, the server's registration test and the matrix walk it. */
export const endpoints: readonly EndpointSpec[] = [
  ...registryEndpoints, importProducts, ...pageEndpoints,
  ...accountEndpoints, ...erasureEndpoints, ...producerOrderEndpoints, ...supplierEndpoints, ...proposalEndpoints, ...catalogueEndpoints, ...placeEndpoints,
  ...logEndpoints,
  ...questionEndpoints, ...attachmentEndpoints,
  ...settingEndpoints,
];

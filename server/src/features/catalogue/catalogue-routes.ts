import * as endpoints from '@lavra/contract/catalogue/endpoints';
import * as unitEndpoints from '@lavra/contract/catalogue/measurement-units';
import { importProducts as importProductsEndpoint } from '@lavra/contract/catalogue/product-import';
import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { findMeasurementUnit, listMeasurementUnits } from './measurement-unit-queries.ts';
import {
  createMeasurementUnit,
  deleteMeasurementUnit,
  updateMeasurementUnit,
} from './measurement-unit-service.ts';
import {
  createProductImportQueue,
  importProducts,
} from './product-import/product-import-service.ts';
import type { OrdersOfProducts } from './orders-of-products.ts';
import { mountOrderKitRoutes } from './order-kit-routes.ts';
import { findProduct, listProducts, lookUpProducts } from './product-queries.ts';
import { createProduct, deleteProduct, updateProduct } from './product-service.ts';
import { findProductSubtype, listProductSubtypes } from './product-subtype-queries.ts';
import {
  createProductSubtype,
  deleteProductSubtype,
  updateProductSubtype,
} from './product-subtype-service.ts';
import {
  findProductType,
  listProductTypeChoices,
  listProductTypes,
} from './product-type-queries.ts';
import { createProductType, deleteProductType, updateProductType } from './product-type-service.ts';
import { mountRegistryRoutes } from './registry-routes.ts';
import { listUnlistedProducts } from './unlisted-products.ts';

/**
 * Mounts types, subtypes, products, units, the registries and lists of products: every user may read,
 * administrators with `products.*` may write.
 */
export function mountCatalogueRoutes(
  mount: Mount,
  platform: Platform,
  orders: OrdersOfProducts,
): void {
  mountProductTypes(mount, platform, orders);
  mountProductSubtypes(mount, platform, orders);
  mountProducts(mount, platform, orders);
  mountMeasurementUnits(mount, platform);
  mountRegistryRoutes(mount, platform);
  mountOrderKitRoutes(mount, platform);
}

interface ById {
  readonly id: string;
}

function mountProductTypes(mount: Mount, platform: Platform, orders: OrdersOfProducts): void {
  const { db } = platform;
  const load = ({ id }: ById) => findProductType(db, Number(id));
  mount(endpoints.listProductTypes, {
    handle: ({ query, caller }) => listProductTypes(db, query, caller),
  });
  mount(endpoints.listProductTypeChoices, { handle: () => listProductTypeChoices(db) });
  mount(endpoints.createProductType, {
    handle: ({ request, body }) => createProductType(platform, request, body),
  });
  mount(endpoints.getProductType, { load, handle: async ({ subject }) => subject });
  mount(endpoints.updateProductType, {
    load,
    handle: ({ request, subject, body }) =>
      updateProductType(platform, orders, request, subject.id, body),
  });
  mount(endpoints.deleteProductType, {
    load,
    handle: ({ request, subject }) => deleteProductType(platform, request, subject.id),
  });
  mount(endpoints.listSubtypesOfType, {
    load,
    handle: ({ query, caller, subject }) =>
      listProductSubtypes(db, { ...query, product_type_id: subject.id }, caller),
  });
}

function mountProductSubtypes(mount: Mount, platform: Platform, orders: OrdersOfProducts): void {
  const { db } = platform;
  const load = ({ id }: ById) => findProductSubtype(db, Number(id));
  mount(endpoints.listProductSubtypes, {
    handle: ({ query, caller }) => listProductSubtypes(db, query, caller),
  });
  mount(endpoints.createProductSubtype, {
    handle: ({ request, body }) => createProductSubtype(platform, request, body),
  });
  mount(endpoints.getProductSubtype, { load, handle: async ({ subject }) => subject });
  mount(endpoints.updateProductSubtype, {
    load,
    handle: ({ request, subject, body }) =>
      updateProductSubtype(platform, orders, request, subject.id, body),
  });
  mount(endpoints.deleteProductSubtype, {
    load,
    handle: ({ request, subject }) => deleteProductSubtype(platform, request, subject.id),
  });
  mount(endpoints.listProductsOfSubtype, {
    load,
    handle: ({ query, caller, subject }) =>
      listProducts(db, { ...query, product_subtype_id: subject.id }, caller),
  });
}

function mountProducts(mount: Mount, platform: Platform, orders: OrdersOfProducts): void {
  const { db } = platform;
  const load = ({ id }: ById) => findProduct(db, Number(id));
  mount(endpoints.listProducts, { handle: ({ query, caller }) => listProducts(db, query, caller) });
  mount(endpoints.lookUpProducts, {
    handle: async ({ query, turn }) => ({ data: await lookUpProducts(db, query.names, turn) }),
  });
  mount(endpoints.listUnlistedProducts, { handle: () => listUnlistedProducts(db) });
  mount(endpoints.createProduct, {
    handle: ({ request, body }) => createProduct(platform, request, body),
  });
  mount(endpoints.getProduct, { load, handle: async ({ subject }) => subject });
  mount(endpoints.updateProduct, {
    load,
    handle: ({ request, subject, body }) =>
      updateProduct(platform, orders, request, subject.id, body),
  });
  mount(endpoints.deleteProduct, {
    load,
    handle: ({ request, subject }) => deleteProduct(platform, request, subject.id),
  });
  const reading = createProductImportQueue();
  mount(importProductsEndpoint, {
    handle: ({ request, file }) => importProducts(platform, reading, request, file.content),
  });
}

function mountMeasurementUnits(mount: Mount, platform: Platform): void {
  const { db } = platform;
  const load = ({ id }: ById) => findMeasurementUnit(db, Number(id));
  mount(unitEndpoints.listMeasurementUnits, {
    handle: ({ query, caller }) => listMeasurementUnits(db, query, caller),
  });
  mount(unitEndpoints.createMeasurementUnit, {
    handle: ({ request, body }) => createMeasurementUnit(platform, request, body),
  });
  mount(unitEndpoints.getMeasurementUnit, { load, handle: async ({ subject }) => subject });
  mount(unitEndpoints.updateMeasurementUnit, {
    load,
    handle: ({ request, subject, body }) =>
      updateMeasurementUnit(platform, request, subject.id, body),
  });
  mount(unitEndpoints.deleteMeasurementUnit, {
    load,
    handle: ({ request, subject }) => deleteMeasurementUnit(platform, request, subject.id),
  });
}

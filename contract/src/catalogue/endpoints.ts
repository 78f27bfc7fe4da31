import { Type } from 'typebox';
import { endpoint } from '../kit/endpoint.ts';
import {
  flag,
  id,
  object,
  openObject,
  pageOf,
  pageQuery,
  searchQuery,
  sortQuery,
  text,
} from '../kit/schema.ts';
import { Message } from '../accounts/schemas.ts';
import {
  CreateProductBody,
  CreateProductSubtypeBody,
  CreateProductTypeBody,
  Product,
  ProductLookup,
  ProductSubtype,
  ProductType,
  ProductTypeChoices,
  UnlistedProducts,
  UpdateProductBody,
  UpdateProductSubtypeBody,
  UpdateProductTypeBody,
} from './schemas.ts';

const tag = 'Catálogo';
const everyone = { profiles: 'any' } as const;
const may = <const A extends 'create' | 'edit' | 'delete'>(action: A) =>
  ({ profiles: ['admin'], permission: `products.${action}` }) as const;
const byId = Type.Object({ id: Type.String({ pattern: '^[1-9]\\d{0,14}$', examples: ['1'] }) });
const listed = {
  ...searchQuery,
  ...pageQuery,
  active: Type.Optional(flag()),
  ...sortQuery(['name', 'created_at'] as const),
};

// Product types (N1)
export const listProductTypes = endpoint({
  id: 'listProductTypes',
  method: 'GET',
  path: '/api/v1/product-types',
  tag,
  origin: 'interface',
  access: everyone,
  summary: 'Tipos de produto',
  query: openObject(listed),
  reads: ['catalogue'],
  reply: pageOf(ProductType, 'ProductTypePage'),
});
export const listProductTypeChoices = endpoint({
  id: 'listProductTypeChoices',
  method: 'GET',
  path: '/api/v1/register/product-types',
  tag,
  origin: 'own',
  access: 'public',
  summary: 'Tipos de produto para o cadastro de fornecedores',
  reply: ProductTypeChoices,
});
export const createProductType = endpoint({
  id: 'createProductType',
  method: 'POST',
  path: '/api/v1/product-types',
  tag,
  origin: 'interface',
  access: may('create'),
  summary: 'Criar tipo de produto',
  body: CreateProductTypeBody,
  outdates: ['catalogue'],
  reply: ProductType,
});
export const getProductType = endpoint({
  id: 'getProductType',
  method: 'GET',
  path: '/api/v1/product-types/:id',
  tag,
  origin: 'interface',
  access: everyone,
  subject: 'product_type',
  summary: 'Tipo de produto',
  params: byId,
  reads: ['catalogue'],
  reply: ProductType,
});
export const updateProductType = endpoint({
  id: 'updateProductType',
  method: 'PUT',
  path: '/api/v1/product-types/:id',
  tag,
  origin: 'interface',
  access: may('edit'),
  subject: 'product_type',
  summary: 'Alterar tipo de produto',
  params: byId,
  body: UpdateProductTypeBody,
  outdates: ['catalogue'],
  reply: ProductType,
});
export const deleteProductType = endpoint({
  id: 'deleteProductType',
  method: 'DELETE',
  path: '/api/v1/product-types/:id',
  tag,
  origin: 'interface',
  access: may('delete'),
  subject: 'product_type',
  summary: 'Excluir tipo de produto sem subtipos',
  params: byId,
  outdates: ['catalogue'],
  reply: Message,
  errors: [422],
});
export const listSubtypesOfType = endpoint({
  id: 'listSubtypesOfType',
  method: 'GET',
  path: '/api/v1/product-types/:id/subtypes',
  tag,
  origin: 'interface',
  access: everyone,
  subject: 'product_type',
  summary: 'Subtipos de um tipo',
  params: byId,
  query: openObject(listed),
  reply: pageOf(ProductSubtype, 'ProductSubtypePage'),
});

// Product subtypes (N2)
export const listProductSubtypes = endpoint({
  id: 'listProductSubtypes',
  method: 'GET',
  path: '/api/v1/product-subtypes',
  tag,
  origin: 'interface',
  access: everyone,
  summary: 'Subtipos de produto',
  query: openObject({ ...listed, product_type_id: Type.Optional(id()) }),
  reads: ['catalogue'],
  reply: pageOf(ProductSubtype, 'ProductSubtypePage'),
});
export const createProductSubtype = endpoint({
  id: 'createProductSubtype',
  method: 'POST',
  path: '/api/v1/product-subtypes',
  tag,
  origin: 'interface',
  access: may('create'),
  summary: 'Criar subtipo',
  body: CreateProductSubtypeBody,
  outdates: ['catalogue'],
  reply: ProductSubtype,
});
export const getProductSubtype = endpoint({
  id: 'getProductSubtype',
  method: 'GET',
  path: '/api/v1/product-subtypes/:id',
  tag,
  origin: 'interface',
  access: everyone,
  subject: 'product_subtype',
  summary: 'Subtipo de produto',
  params: byId,
  reads: ['catalogue'],
  reply: ProductSubtype,
});
export const updateProductSubtype = endpoint({
  id: 'updateProductSubtype',
  method: 'PUT',
  path: '/api/v1/product-subtypes/:id',
  tag,
  origin: 'interface',
  access: may('edit'),
  subject: 'product_subtype',
  summary: 'Alterar subtipo',
  params: byId,
  body: UpdateProductSubtypeBody,
  outdates: ['catalogue'],
  reply: ProductSubtype,
});
export const deleteProductSubtype = endpoint({
  id: 'deleteProductSubtype',
  method: 'DELETE',
  path: '/api/v1/product-subtypes/:id',
  tag,
  origin: 'interface',
  access: may('delete'),
  subject: 'product_subtype',
  summary: 'Excluir subtipo sem produtos',
  params: byId,
  outdates: ['catalogue'],
  reply: Message,
  errors: [422],
});
export const listProductsOfSubtype = endpoint({
  id: 'listProductsOfSubtype',
  method: 'GET',
  path: '/api/v1/product-subtypes/:id/products',
  tag,
  origin: 'interface',
  access: everyone,
  subject: 'product_subtype',
  summary: 'Produtos de um subtipo',
  params: byId,
  query: openObject(listed),
  reply: pageOf(Product, 'ProductPage'),
});

// Products (N3)
export const listProducts = endpoint({
  id: 'listProducts',
  method: 'GET',
  path: '/api/v1/products',
  tag,
  origin: 'interface',
  access: everyone,
  summary: 'Produtos: busca por nome, marca, ingrediente ativo ou concentração',
  query: openObject({
    ...listed,
    // `match`: names that begin with the search, names with all its words, the others.
    ...sortQuery(['name', 'created_at', 'match'] as const),
    product_type_id: Type.Optional(id()),
    product_subtype_id: Type.Optional(id()),
  }),
  reads: ['catalogue'],
  reply: pageOf(Product, 'ProductPage'),
});
export const lookUpProducts = endpoint({
  id: 'lookUpProducts',
  method: 'GET',
  path: '/api/v1/product-lookup',
  tag,
  origin: 'own',
  access: everyone,
  summary: 'Procurar vários produtos: até 30 textos, até 30 produtos para cada um',
  query: object({
    names: Type.Array(text(100, { minLength: 1, examples: ['ureia'] }), {
      minItems: 1,
      maxItems: 30,
    }),
  }),
  reply: ProductLookup,
});
export const listUnlistedProducts = endpoint({
  id: 'listUnlistedProducts',
  method: 'GET',
  path: '/api/v1/unlisted-products',
  tag,
  origin: 'own',
  access: everyone,
  summary: 'Produtos para itens livres, um de cada tipo',
  description:
    'O que falta no catálogo entra na cotação com o produto do seu tipo, e a observação do item diz o que é.',
  reply: UnlistedProducts,
});
export const createProduct = endpoint({
  id: 'createProduct',
  method: 'POST',
  path: '/api/v1/products',
  tag,
  origin: 'interface',
  access: may('create'),
  summary: 'Criar produto',
  body: CreateProductBody,
  outdates: ['catalogue'],
  reply: Product,
});
export const getProduct = endpoint({
  id: 'getProduct',
  method: 'GET',
  path: '/api/v1/products/:id',
  tag,
  origin: 'interface',
  access: everyone,
  subject: 'product',
  summary: 'Produto',
  params: byId,
  reply: Product,
});
export const updateProduct = endpoint({
  id: 'updateProduct',
  method: 'PUT',
  path: '/api/v1/products/:id',
  tag,
  origin: 'interface',
  access: may('edit'),
  subject: 'product',
  summary: 'Alterar produto',
  params: byId,
  body: UpdateProductBody,
  outdates: ['catalogue'],
  reply: Product,
});
export const deleteProduct = endpoint({
  id: 'deleteProduct',
  method: 'DELETE',
  path: '/api/v1/products/:id',
  tag,
  origin: 'interface',
  access: may('delete'),
  subject: 'product',
  summary: 'Excluir produto nunca usado',
  params: byId,
  outdates: ['catalogue'],
  reply: Message,
  errors: [422],
});

export const catalogueEndpoints = [
  listProductTypes,
  listProductTypeChoices,
  createProductType,
  getProductType,
  updateProductType,
  deleteProductType,
  listSubtypesOfType,
  listProductSubtypes,
  createProductSubtype,
  getProductSubtype,
  updateProductSubtype,
  deleteProductSubtype,
  listProductsOfSubtype,
  listProducts,
  lookUpProducts,
  listUnlistedProducts,
  createProduct,
  getProduct,
  updateProduct,
  deleteProduct,
];
